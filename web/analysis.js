// What is known of the position on the board, growing while the engine searches. It starts anew
// with every change of the position, which stops the search that was under way.

import { EngineError, isAbort } from "./engine.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./collection.js").Problem} Problem */

/**
 * How far it is. `limit`: a limit came before everything was known.
 * @typedef {"idle" | "waiting" | "searching" | "done" | "limit" | "stopped" | "faulty" | "failed"} Phase
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
}

/** Answers that were complete are kept, this many of them, for undo and for leafing back. */
const KEPT = 50;

export class Analysis {
  known = new Known();
  /** The problem that it is about. @type {Problem | null} */
  problem = null;
  #abort = new AbortController();
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

  /** Starts with a problem. @param {Problem} problem @param {number} seconds the limit, 0 for none */
  async start(problem, seconds) {
    this.abandon();
    const abort = (this.#abort = new AbortController());
    const key = JSON.stringify([problem.sfen, problem.plies, problem.line]);
    this.problem = problem;
    const kept = this.#kept.get(key);
    const known = (this.known = kept ?? new Known());
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
      this.broken(problem, played.map((step) => step.usi));
    }
    if (!known.position?.ready) {
      known.phase = "faulty";
      if (this.known === known) this.abandon();
      return;
    }
    this.changed();
    for await (const event of first ? begunWith(first, events) : events) {
      this.#take(known, event, seconds);
      if (this.known === known) this.changed();
    }
  }

  /** @param {Known} known @param {import("./engine.js").KnownEvent} event @param {number} seconds the limit */
  #take(known, event, seconds) {
    switch (event.event) {
      case "waiting":
        known.phase = "waiting";
        break;
      case "progress":
        known.phase = "searching";
        known.progress = event;
        break;
      case "answer":
        known.answer = event;
        break;
      case "card":
        known.card = event;
        break;
      case "done":
        known.phase = event.stopped ? "stopped" : event.settled || !isAll(event.seconds, seconds) ? "done" : "limit";
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

/**
 * True when a search has taken all of the time that it may take. One that ends before has left open
 * what more time would not settle.
 * @param {number} taken @param {number} limit in seconds, 0 for none
 */
function isAll(taken, limit) {
  return limit > 0 && taken > 0.9 * limit;
}
