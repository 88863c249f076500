// What is known of the position on the board, growing while the engine searches. It starts anew
// with every change of the position, which stops the search that was under way.

import { EngineError, isAbort } from "./engine.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./collection.js").Problem} Problem */

/**
 * How far it is. `open`: it ended before everything was known.
 * @typedef {"idle" | "waiting" | "searching" | "done" | "open" | "stopped" | "faulty" | "failed"} Phase
 */

/**
 * What a search has found of a problem.
 * @typedef {{ answer: import("./engine.js").AnswerEvent | null, card: import("./engine.js").CardEvent | null }} Said
 */

/** What is known so far. */
class Known {
  /** @type {Phase} */
  phase = "idle";
  /** @type {import("./engine.js").PositionEvent | null} */
  position = null;
  /** @type {import("./engine.js").AnswerEvent | null} */
  answer = null;
  /** @type {import("./engine.js").CardEvent | null} */
  card = null;
  /** @type {import("./engine.js").ProgressEvent | null} */
  progress = null;
  /** @type {import("./engine.js").ErrorEvent | null} */
  error = null;
  /** What this search has found. @type {Said} */
  said = { answer: null, card: null };
  /** What the search before it had found, while this one has found less. @type {Said | null} */
  earlier = null;
}

/** Answers that were complete are kept, this many of them, for undo and for leafing back. */
const KEPT = 50;

export class Analysis {
  known = new Known();
  /** The problem that it is about. @type {Problem | null} */
  problem = null;
  #abort = new AbortController();
  /** What was asked last: the same of problems that differ in title and author alone. */
  #key = "";
  /** @type {Map<string, Known>} */
  #kept = new Map();

  /**
   * @param {Engine} engine
   * @param {() => void} changed called after every event
   * @param {(problem: Problem, played: string[]) => void} broken called with a problem whose line breaks off, and with what can be played of it
   */
  constructor(engine, changed, broken) {
    this.engine = engine;
    this.changed = changed;
    this.broken = broken;
  }

  get running() {
    return this.known.phase === "waiting" || this.known.phase === "searching";
  }

  /** Ends the search, of which nothing is wanted any more. */
  abandon() {
    this.#abort.abort();
  }

  /**
   * Takes a problem, and starts with it unless it is the same to the engine as the one before.
   * @param {Problem} problem @param {number} seconds the limit, 0 for none
   */
  take(problem, seconds) {
    if (keyOf(problem) !== this.#key) return void this.start(problem, seconds);
    this.problem = problem;
    this.changed();
  }

  /** Starts with a problem, or again. @param {Problem} problem @param {number} seconds the limit, 0 for none */
  async start(problem, seconds) {
    this.abandon();
    const abort = (this.#abort = new AbortController());
    const key = keyOf(problem);
    // Where it is searched again, what is known stays until as much is found.
    const earlier = key === this.#key ? this.known : null;
    this.problem = problem;
    this.#key = key;
    const kept = this.#kept.get(key);
    const known = (this.known = kept ?? new Known());
    if (!kept && earlier) {
      const { position, answer, card } = earlier;
      Object.assign(known, { position, answer, card, earlier: { answer, card } });
    }
    this.changed();
    if (kept) return;
    known.phase = "searching";
    try {
      await this.#run(known, problem, seconds, abort.signal);
      this.#keep(key, known);
    } catch (error) {
      if (!isAbort(error)) known.phase = "failed";
      if (error instanceof EngineError) known.error = error.event;
    }
    if (this.known === known) this.changed();
  }

  /** Ends the search; what is known stays. */
  stop() {
    this.abandon();
    if (this.running) this.known.phase = "stopped";
    this.changed();
  }

  /** @param {Known} known @param {Problem} problem @param {number} seconds @param {AbortSignal} signal */
  async #run(known, problem, seconds, signal) {
    const { sfen, plies, line } = problem;
    const declared = line.length > 0 ? { line } : {};
    const limits = { seconds: seconds || null };
    const request = { method: "analyse", sfen, plies, ...declared, limits, proofs: true };
    const events = this.engine.ask(request, signal);
    // Where both can be asked at once, the search need not wait until the position is read.
    const first = this.engine.isServed ? events.next() : null;
    first?.catch(() => {});
    for await (const event of this.engine.ask({ method: "position", sfen, line }, signal)) {
      if (event.event === "error") throw new EngineError(event);
      if (event.event === "position") known.position = event;
    }
    const played = known.position?.line ?? [];
    if (known.position && played.length < line.length && this.known === known) {
      // Its title may have changed meanwhile.
      this.broken(this.problem ?? problem, played.map((step) => step.usi));
    }
    if (!known.position?.ready) {
      known.phase = "faulty";
      if (this.known === known) this.abandon();
      return;
    }
    this.changed();
    for await (const event of first ? begunWith(first, events) : events) {
      this.#take(known, event);
      if (this.known === known) this.changed();
    }
  }

  /** @param {Known} known @param {import("./engine.js").KnownEvent} event */
  #take(known, event) {
    switch (event.event) {
      case "waiting":
        known.phase = "waiting";
        break;
      case "progress":
        known.phase = "searching";
        known.progress = event;
        break;
      case "answer":
      case "card":
        known.said = { ...known.said, [event.event]: event };
        if (known.earlier && !saysAsMuch(known.said, known.earlier)) break;
        known.earlier = null;
        Object.assign(known, known.said);
        break;
      case "done":
        known.phase = event.stopped ? "stopped" : event.settled ? "done" : "open";
        break;
      case "error":
        throw new EngineError(event);
    }
  }

  /** @param {string} key @param {Known} known */
  #keep(key, known) {
    if (known.phase !== "done") return;
    this.#kept.set(key, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT) this.#kept.delete(oldest);
  }
}

/**
 * A stream whose first event was asked for already.
 * @param {Promise<IteratorResult<any>>} first @param {AsyncGenerator<any>} rest
 */
async function* begunWith(first, rest) {
  try {
    const { done, value } = await first;
    if (done) return;
    yield value;
    yield* rest;
  } finally {
    rest.return(undefined);
  }
}

/** What of a problem the engine is asked. @param {Problem} problem */
function keyOf({ sfen, plies, line }) {
  return JSON.stringify([sfen, plies, line]);
}

/** True when a search has found as much as the one before it. @param {Said} now @param {Said} was */
function saysAsMuch({ answer, card }, was) {
  const isKnown = was.answer && was.answer.verdict !== "unknown";
  if (isKnown && (!answer || answer.verdict === "unknown")) return false;
  const [length, before] = [answer?.conventional, was.answer?.conventional];
  if (before?.upper && (!length?.upper || length.upper > before.upper)) return false;
  if (before && before.state !== "bound" && length?.state === "bound") return false;
  if (!was.card || card?.settled) return true;
  if (!card || was.card.settled) return false;
  const more = fatal(card) - fatal(was.card);
  return more > 0 || (more === 0 && card.checks.decided >= was.card.checks.decided);
}

/** How many fatal faults a card has. @param {import("./engine.js").CardEvent} card */
function fatal(card) {
  return card.groups.find(({ weight }) => weight === "fatal")?.findings.length ?? 0;
}
