// The engine, behind its interface (docs/interface.md): a request is an object, the answer a
// stream of events. `tsumi serve` speaks it over HTTP; a page without a server runs the same
// engine in workers.

/** @typedef {import("./words.js").Text} Text */
/** @typedef {"black" | "white"} SideName */
/** @typedef {{ usi: string, en: string, ja: string, sfen: string, check: boolean }} Step */
/** A move without the position after it. @typedef {{ usi: string, en: string, ja: string }} Name */
/** @typedef {{ lower: number, upper: number | null, state: "proved" | "searched" | "bound" }} Length */
/** @typedef {Record<string, number>} Pieces */

/**
 * @typedef {{ usi: string, en: string, ja: string, sfen: string, check: boolean, from: string | null,
 *   drop: string | null, to: string, promotes: boolean, takes: string | null }} Move
 * @typedef {{ at: string | null, hand: string | null, message: Text }} Fault
 * @typedef {{ event: "position", sfen: string, turn: SideName, attacker: SideName, board: (string | null)[][], box: Pieces,
 *   kings: Record<SideName, string | null>, checks: Record<SideName, string[]>, faults: Fault[],
 *   ready: boolean, mated: boolean, note?: Text, line: Step[], moves: Move[] }} PositionEvent
 * @typedef {{ ply: number, move: Step, fate: "refuted" | "mates" | "open", line: Step[],
 *   ending: string | null, plies: number | null, alike: Name[] }} Check
 * @typedef {{ event: "answer", verdict: "mate" | "nomate" | "unknown", verified: boolean,
 *   reason: string | null, conventional: Length | null, raw: Length | null, line: Step[],
 *   leftover: Pieces | null, leftover_state: Length["state"] | null,
 *   nothing_left: { plies: number, line: Step[], state: Length["state"] } | null,
 *   refutation: { reply: Step | null, checks: Check[], more: number } | null, text: Text }} AnswerEvent
 * @typedef {{ status: string | null, ply: number | null, usi: string | null, en: string | null, ja: string | null,
 *   plies: number | null, state: Length["state"] | null, text: Text, line: Step[] | null, alike: Name[] }} Finding
 * @typedef {{ weight: "fatal" | "disputed" | "open" | "noted", heading: Text, findings: Finding[] }} Group
 * @typedef {{ event: "card", soundness: { grade: string, text: Text } | null, settled: boolean,
 *   differs: boolean, along: "declared" | "found" | null, checks: { decided: number, open: number },
 *   groups: Group[] }} CardEvent
 * @typedef {{ event: "progress", stage: "verdict" | "length" | "card" | "proof" | "explore",
 *   nodes: number, seconds: number, speed: number, line: string[] }} ProgressEvent
 * @typedef {{ event: "reply", played: Step | null, state: "goes_on" | "mated" | "free",
 *   verdict: AnswerEvent["verdict"], conventional: Length | null, raw: Length | null,
 *   answer: Step | null, line: Step[], text: Text }} ReplyEvent
 * @typedef {{ event: "variation", ply: number, move: Step, verdict: AnswerEvent["verdict"],
 *   conventional: Length | null, last: number | null, line: Step[], leftover: Pieces | null,
 *   futile: boolean }} VariationEvent
 * @typedef {{ event: "near_misses", settled: boolean, checks: Check[] }} NearMissesEvent
 * @typedef {{ event: "done", stopped: boolean, settled: boolean, nodes: number, seconds: number }} DoneEvent
 * @typedef {{ event: "error", code: string, message: Text, hint: Text | null, line: number | null,
 *   column: number | null, excerpt?: string | null }} ErrorEvent
 * @typedef {PositionEvent | AnswerEvent | CardEvent | ProgressEvent | ReplyEvent | VariationEvent
 *   | NearMissesEvent | DoneEvent | ErrorEvent | { event: "waiting" }} KnownEvent
 */

/**
 * Anything that answers requests. The stream ends after the event `done` or `error`; when the
 * signal is given the search is stopped, and the stream ends with an exception, `AbortError`.
 * With `isServed` a second request costs no second engine.
 * @typedef {{ isServed?: boolean, ask(request: object, signal?: AbortSignal): AsyncGenerator<any> }} Engine
 */

/** The methods that search, and so can be stopped. */
const SEARCHES = ["analyse", "certificate", "variations", "near_misses", "reply", "page"];

/**
 * The engine of a server: a request is a POST. A search is stopped by a request with its ticket; the
 * connection is closed as well, for a server that has not begun to read.
 * @implements {Engine}
 */
export class ServedEngine {
  isServed = true;

  /** @param {string} address */
  constructor(address) {
    this.address = address;
  }

  /** @param {object} request @param {AbortSignal} [signal] */
  async *ask(request, signal) {
    signal?.throwIfAborted();
    const ticket = crypto.randomUUID();
    const stop = () => void this.#post({ method: "stop", ticket }).catch(() => {});
    const named = searches(request);
    if (named) signal?.addEventListener("abort", stop);
    try {
      const response = await this.#post(named ? { ...request, ticket } : request, signal);
      if (!response.body) throw new Error(`HTTP ${response.status}`);
      let text = "";
      let last;
      for await (const piece of chunks(response.body.pipeThrough(new TextDecoderStream()))) {
        const lines = (text + piece).split("\n");
        text = lines.pop() ?? "";
        for (const line of lines) if (line) yield (last = JSON.parse(line));
      }
      if (text) yield (last = JSON.parse(text));
      if (!isLast(last)) throw new Error("the server is gone");
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  /** @param {object} request @param {AbortSignal} [signal] */
  #post(request, signal) {
    const headers = { "Content-Type": "application/json" };
    return fetch(this.address, { method: "POST", headers, body: JSON.stringify(request), signal });
  }
}

/** So many workers wait for work. Each keeps the memory of its largest search, 256 MiB of tables at most. */
const IDLE = 2;
/** So long a worker may take to stop, in milliseconds, before it is ended. */
const STOPPING = 1000;
/** The `id` of the request that a worker has, and of the one that stops it. */
const [REQUEST, STOP] = [1, 2];

/**
 * The engine in workers. Every request has a worker of its own, and one that has finished or was
 * stopped waits for the next request.
 * @implements {Engine}
 */
export class WorkerEngine {
  /** Workers without work. @type {Worker[]} */
  #idle = [];
  /** The compiled program, as soon as one worker has it. @type {WebAssembly.Module | null} */
  #module = null;

  /** @param {string} script */
  constructor(script) {
    this.script = script;
  }

  /** @param {object} request @param {AbortSignal} [signal] */
  async *ask(request, signal) {
    signal?.throwIfAborted();
    const worker = this.#idle.pop() ?? this.#start();
    /** Events that came and were not taken yet. @type {any[]} */
    const events = [];
    let wake = () => {};
    /** @type {unknown} */
    let failure = null;
    let isOurs = true;
    this.#listen(worker, (event) => {
      events.push(event);
      if (isLast(event)) isOurs = false;
      wake();
    });
    worker.onerror = (event) => {
      failure = new Error(event.message);
      wake();
    };
    const leave = () => {
      if (isOurs) this.#stop(worker);
      isOurs = false;
      failure ??= signal?.reason;
      wake();
    };
    signal?.addEventListener("abort", leave);
    try {
      worker.postMessage({ id: REQUEST, ...request, ...(searches(request) ? { ticket: "page" } : {}) });
      for (;;) {
        if (failure) throw failure;
        const event = events.shift();
        if (event) yield event;
        else await new Promise((done) => (wake = () => done(undefined)));
        if (isLast(event)) return;
      }
    } finally {
      signal?.removeEventListener("abort", leave);
      leave();
    }
  }

  /** Hands the events of a worker's request to `take`; after the last one the worker is free. @param {Worker} worker @param {(event: any) => void} take */
  #listen(worker, take) {
    worker.onmessage = ({ data }) => {
      if (data.event === "ready") this.#module = data.module;
      // A fault has the id of its problem instead.
      if (data.event === "ready" || data.id === STOP) return;
      take(data);
      // After a panic it has ended.
      if (data.code === "internal") worker.terminate();
      else if (isLast(data)) this.#rest(worker);
    };
  }

  /** Ends the request of a worker, of which nothing is wanted any more. @param {Worker} worker */
  #stop(worker) {
    const late = setTimeout(() => worker.terminate(), STOPPING);
    this.#listen(worker, (event) => {
      if (isLast(event)) clearTimeout(late);
    });
    worker.postMessage({ id: STOP, method: "stop", ticket: "page" });
  }

  /** @param {Worker} worker that has finished */
  #rest(worker) {
    if (this.#idle.length < IDLE) this.#idle.push(worker);
    else worker.terminate();
  }

  #start() {
    const worker = new Worker(this.script, { type: "module" });
    if (this.#module) worker.postMessage({ module: this.#module });
    return worker;
  }
}

/** The engine of the server that the page came from, or else one in workers. @returns {Promise<Engine>} */
export async function findEngine() {
  const served = new ServedEngine("api/1");
  try {
    for await (const event of served.ask({ method: "hello" })) {
      if (event.event === "hello") return served;
    }
  } catch {
    // No server, or one of files only.
  }
  return new WorkerEngine("engine/worker.js");
}

/**
 * Asks and waits for the one event that is the answer. What the engine reports as an error is
 * thrown as an `EngineError`.
 * @param {Engine} engine @param {object} request @param {string} wanted @param {AbortSignal} [signal]
 */
export async function askOnce(engine, request, wanted, signal) {
  let found = null;
  for await (const event of engine.ask(request, signal)) {
    if (event.event === "error") throw new EngineError(event);
    if (event.event === wanted) found = event;
  }
  return found;
}

/** What the engine has to say against a request. */
export class EngineError extends Error {
  /** @param {ErrorEvent} event */
  constructor(event) {
    super(event.message.en);
    this.event = event;
  }
}

/** True where a request can be stopped. @param {object} request */
function searches(request) {
  return SEARCHES.includes(/** @type {{ method?: string }} */ (request).method ?? "");
}

/** True for the last event of an answer. @param {{ event: string } | undefined} event */
function isLast(event) {
  return event?.event === "done" || event?.event === "error";
}

/** True for the exception that ends a stream which was stopped. @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** @param {ReadableStream<string>} stream */
async function* chunks(stream) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
