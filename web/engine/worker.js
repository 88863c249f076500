// A worker that answers the requests of docs/interface.md. It reads no message while it searches: to
// stop it is to terminate it.

import { start } from "./module.js";

/** @type {(module?: WebAssembly.Module) => void} */
let begin = () => {};
const engine = new Promise((resolve) => (begin = resolve)).then(async (given) => {
  const module = given ?? (await WebAssembly.compileStreaming(fetch(new URL("tsumi.wasm", import.meta.url))));
  const answer = await start(module);
  postMessage({ event: "ready", module });
  return answer;
});

onmessage = async ({ data: { module, id, ...request } }) => {
  begin(module);
  if (module) return;
  try {
    const answer = await engine;
    answer(request, (/** @type {object} */ event) => postMessage({ id, ...event }));
  } catch (error) {
    // The program has ended; what it said of that, if anything, was sent before.
    postMessage({ id, event: "error", code: "internal", message: { en: `${error}`, ja: `${error}` }, hint: null });
    close();
  }
};
