// The USI engine (docs/usi.md) for the web version of ShogiHome. What an engine there has to be is
// said in specs/wasm-engine-abi.md of sunfish-shogi/shogihome; this is for `shogihome-wasm-engine/2`.
//
// There are no threads: ShogiHome calls `poll()` every 10 ms while it waits for an answer. The
// search is an ordinary one, and is put aside in the middle: `wasm-opt --asyncify` has made the
// functions on its way ready to write their variables into a piece of memory and return, and to
// take them up again. At `pause`, which the search calls once in a millisecond, it is decided
// whether that is to be done.

/** How long a search goes on in one `poll()`, in milliseconds. */
const SLICE = 20;

/** Bytes for the variables of the functions that are put aside: few, but for a hundred that read a refutation. */
const ASIDE = 1 << 19;

/**
 * @typedef {(line: string) => void} Listener
 * @typedef {{ printErr?: Listener, locateFile?: (name: string) => string }} Host
 */

/**
 * Loads the engine.
 * @param {Host} [host]
 */
export default async function load({ printErr = console.error, locateFile = beside } = {}) {
  /** @type {Set<Listener>} */
  const listeners = new Set();
  /** When the running slice ends. */
  let end = 0;
  /** True while a search is put aside. */
  let aside = false;
  let ended = false;
  const decoder = new TextDecoder();

  const { exports } = await WebAssembly.instantiate(await compile(locateFile("tsumi.wasm")), {
    tsumi: {
      now: () => performance.now(),
      event() {},
      /** @param {number} start @param {number} length */
      line(start, length) {
        const text = decoder.decode(new Uint8Array(memory().buffer, start, length));
        for (const line of text.trimEnd().split("\n")) for (const tell of listeners) tell(line);
      },
      pause() {
        if (aside) {
          call.asyncify_stop_rewind();
          aside = false;
        } else if (performance.now() >= end) {
          new Uint32Array(memory().buffer, state, 2).set([state + 8, state + ASIDE]);
          call.asyncify_start_unwind(state);
          aside = true;
        }
      },
    },
  });
  const call = /** @type {Record<string, (...numbers: number[]) => number>} */ (/** @type {unknown} */ (exports));
  const memory = () => /** @type {WebAssembly.Memory} */ (exports.memory);
  const state = call.room(ASIDE);
  call.usi();

  /** Begins to search, or goes on with a search that was put aside, for one slice at most. */
  function slice() {
    end = performance.now() + SLICE;
    try {
      if (aside) call.asyncify_start_rewind(state);
      call.usi_turn();
      if (aside) call.asyncify_stop_unwind();
    } catch (error) {
      // A panic; what it was about has been said.
      printErr(`${error}`);
      aside = false;
      call.usi_failed();
    }
  }

  return {
    /** Executes a command of USI. @param {string} command */
    postMessage(command) {
      if (ended) return;
      const bytes = new TextEncoder().encode(command);
      const room = call.room(bytes.length);
      new Uint8Array(memory().buffer, room, bytes.length).set(bytes);
      ended = !call.usi_line(room, bytes.length);
      if (ended) listeners.clear();
      // A search that was told to stop says what it knows; after 30 ms it is answered without that.
      while (!ended && call.usi_look()) slice();
    },
    /** @param {Listener} listener */
    addMessageListener(listener) {
      if (!ended) listeners.add(listener);
    },
    /** @param {Listener} listener */
    removeMessageListener(listener) {
      listeners.delete(listener);
    },
    terminate() {
      ended = true;
      listeners.clear();
    },
    poll() {
      if (ended) return;
      slice();
      call.usi_look();
    },
  };
}

/** The address of a file beside this one. @param {string} name */
function beside(name) {
  return new URL(name, import.meta.url).href;
}

/** Loads a module by its address, or in node by a path as well. @param {string} place */
async function compile(place) {
  if (/^(https?|blob|data):/.test(place)) {
    const response = await fetch(place);
    if (!response.ok) throw new Error(`${place}: HTTP ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
  // @ts-ignore: the types of node are not installed for this line alone.
  const { readFile } = await import("node:fs/promises");
  return WebAssembly.compile(await readFile(place.startsWith("file:") ? new URL(place) : place));
}
