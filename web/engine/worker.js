// A worker that answers the requests of docs/interface.md, one after the other. Between two slices of
// a search it takes messages: further requests, which wait, and `stop`.

import { start } from "./module.js";

/** @type {(module?: WebAssembly.Module) => void} */
let begin = () => {};
const engine = new Promise((resolve) => (begin = resolve)).then(async (given) => {
  const module = given ?? (await compiled(new URL("tsumi.wasm", import.meta.url)));
  const answer = await start(module);
  postMessage({ event: "ready", module });
  return answer;
});

/** The requests that are not answered yet, each with what stops it. @type {Set<{ ticket?: string, abort: AbortController }>} */
const asked = new Set();
/** Kept when all of them are answered. */
let last = Promise.resolve();
/** What has ended the program, after which it answers nothing. @type {unknown} */
let defect = null;

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
  let isOver = false;
  const send = (/** @type {any} */ event) => {
    if (!isOver) postMessage({ id, ...event });
    isOver ||= event.event === "done" || event.event === "error";
  };
  try {
    if (defect) throw defect;
    const answer = await engine;
    await answer(request, send, signal);
  } catch (error) {
    defect = error;
    // The program may have said already what has ended it.
    send({ event: "error", code: "internal", message: { en: `${error}`, ja: `${error}` }, hint: null });
  }
}

/** The program at an address. Servers of files need not know its type, without which it is not compiled as it comes. @param {URL} url */
async function compiled(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
