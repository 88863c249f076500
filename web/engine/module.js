// The engine of docs/interface.md, compiled to WebAssembly: the same for a worker and for node.

/** The most bytes of its tables that a machine is asked for. */
const MEMORY = 256 * 1024 * 1024;

/** Bytes for the tables, less on machines with little memory. @returns {number} */
function tables() {
  const gigabytes = /** @type {{deviceMemory?: number}} */ (globalThis.navigator ?? {}).deviceMemory ?? 8;
  return Math.min(MEMORY, (gigabytes * MEMORY) / 8);
}

/**
 * Starts an engine.
 * @param {WebAssembly.Module} module
 * @param {number} [memory] bytes for its tables
 * @returns {Promise<(request: object, send: (event: any) => void) => void>} answers a request: all
 *   events have been sent when it returns
 */
export async function start(module, memory = tables()) {
  /** @type {(event: any) => void} */
  let sink = () => {};
  const decoder = new TextDecoder();
  /** @param {number} start @param {number} length */
  const text = (start, length) =>
    decoder.decode(new Uint8Array(/** @type {WebAssembly.Memory} */ (exports.memory).buffer, start, length));
  const { exports } = await WebAssembly.instantiate(module, {
    tsumi: {
      now: () => performance.now(),
      // A worker is ended, not put aside.
      pause() {},
      line() {},
      /** @param {number} start @param {number} length */
      event: (start, length) => sink(JSON.parse(text(start, length))),
    },
  });
  const call = /** @type {Record<string, (...numbers: number[]) => number>} */ (/** @type {unknown} */ (exports));
  const service = call.service(memory);
  return (request, send) => {
    sink = send;
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const room = call.room(bytes.length);
    new Uint8Array(/** @type {WebAssembly.Memory} */ (exports.memory).buffer, room, bytes.length).set(bytes);
    call.answer(service, room, bytes.length);
  };
}
