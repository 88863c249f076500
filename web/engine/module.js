// The engine of docs/interface.md, compiled to WebAssembly: the same for a worker and for node.
//
// A search is put aside now and then, so that what runs it can take a message, or end. `wasm-opt
// --asyncify` has made the functions on its way ready to write their variables into a piece of memory
// and return, and to take them up again. At `pause`, which the search calls once in a millisecond, it
// is decided whether that is to be done.

/** The most bytes of its tables that a machine is asked for. */
const MEMORY = 256 * 1024 * 1024;

/** How long a search goes on before it is put aside for a moment, in milliseconds. */
const SLICE = 10;

/** Bytes for the variables of the functions that are put aside: few, but for hundreds that read a refutation. */
const ASIDE = 1 << 20;

/** Bytes for the tables, less on machines with little memory. @returns {number} */
function tables() {
  const gigabytes = /** @type {{deviceMemory?: number}} */ (globalThis.navigator ?? {}).deviceMemory ?? 8;
  return Math.min(MEMORY, (gigabytes * MEMORY) / 8);
}

/**
 * Answers a request: all events have been sent when the promise is kept. One request at a time.
 * @typedef {(request: object, send: (event: any) => void, signal?: AbortSignal) => Promise<void>} Answer
 */

/**
 * Starts an engine.
 * @param {WebAssembly.Module} module
 * @param {number} [memory] bytes for its tables
 * @param {number} [slice] milliseconds
 * @returns {Promise<Answer>}
 */
export async function start(module, memory = tables(), slice = SLICE) {
  /** @type {(event: any) => void} */
  let sink = () => {};
  /** When the running slice ends. */
  let end = 0;
  /** True while a search is put aside. */
  let aside = false;
  const decoder = new TextDecoder();
  const buffer = () => /** @type {WebAssembly.Memory} */ (exports.memory).buffer;
  const { exports } = await WebAssembly.instantiate(module, {
    tsumi: {
      now: () => performance.now(),
      pause() {
        if (aside) {
          call.asyncify_stop_rewind();
          aside = false;
        } else if (performance.now() >= end) {
          new Uint32Array(buffer(), state, 2).set([state + 8, state + ASIDE]);
          call.asyncify_start_unwind(state);
          aside = true;
        }
      },
      line() {},
      /** @param {number} start @param {number} length */
      event: (start, length) => sink(JSON.parse(decoder.decode(new Uint8Array(buffer(), start, length)))),
    },
  });
  const call = /** @type {Record<string, (...numbers: number[]) => number>} */ (/** @type {unknown} */ (exports));
  const service = call.service(memory);
  const state = call.room(ASIDE);
  return async (request, send, signal) => {
    sink = send;
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const room = call.room(bytes.length);
    new Uint8Array(buffer(), room, bytes.length).set(bytes);
    for (;;) {
      if (signal?.aborted) call.stop();
      end = performance.now() + slice;
      if (aside) call.asyncify_start_rewind(state);
      call.answer(service, room, bytes.length);
      if (!aside) return;
      call.asyncify_stop_unwind();
      await turn();
    }
  };
}

/** Lets other things have their turn. A timer would take 4 ms each time. */
function turn() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = () => {
      port1.close();
      done(undefined);
    };
    port2.postMessage(null);
  });
}
