// A worker that answers the requests of docs/interface.md, one after the other. Between two slices of
// a search it takes messages: further requests, which wait, and `stop`.

import { start } from "./module.js";

/** @type {(module?: WebAssembly.Module) => void} */
let begin = () => {};
const engine = new Promise((resolve) => (begin = resolve)).then(async (given) => {
  const module = given ?? (await WebAssembly.compileStreaming(fetch(new URL("tsumi.wasm", import.meta.url))));
  const answer = await start(module);
  postMessage({ event: "ready", module });
  return answer;
});

/** The requests that are not answered yet, each with what stops it. @type {Set<{ ticket?: string, abort: AbortController }>} */
const asked = new Set();
/** Kept when all of them are answered. */
let last = Promise.resolve();

onmessage = ({ data: { module, id, ...request } }) => {
  begin(module);
  if (module) return;
  const { method, ticket } = request;
  if (method === "stop") for (const one of asked) if (one.ticket === ticket) one.abort.abort();
  const one = { ticket, abort: new AbortController() };
  asked.add(one);
  last = last.then(async () => {
    await reply(id, request, one.abort.signal);
    asked.delete(one);
  });
};

/** @param {unknown} id @param {object} request @param {AbortSignal} signal */
async function reply(id, request, signal) {
  try {
    const answer = await engine;
    await answer(request, (/** @type {object} */ event) => postMessage({ id, ...event }), signal);
  } catch (error) {
    // The program has ended; what it said of that, if anything, was sent before.
    postMessage({ id, event: "error", code: "internal", message: { en: `${error}`, ja: `${error}` }, hint: null });
    close();
  }
}
