// Holds the module for the bench against what its worker needs, in node: a search that is put aside
// wherever it can be answers as one that never is, lets others have their turn, and ends when it is
// told to; and the worker against what it promises after a defect. `node --test wasm/test.mjs`, after `wasm/build`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { start } from "../web/engine/module.js";

const module = await WebAssembly.compile(readFileSync(new URL("../web/engine/tsumi.wasm", import.meta.url)));
const MEMORY = 32 << 20;

const NINE = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
const COOKED = "7kl/9/6P2/7P1/9/9/9/9/9 b GS2r2b3g3s4n3l16p 1";
const NOMATE = "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1";
/** Zuko 100 with a pawn of the attacker given to the defender: no mate, with a large proof. */
const LARGE = "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 3P3np 1";
const zuko = readFileSync(new URL("../problems/zuko.sfen", import.meta.url), "utf8");
/** A masterpiece of 21 plies, whose card takes seconds, and one that takes for ever. */
const [MIDDLE, LONG] = ["002", "008"].map((id) => new RegExp(`^zuko-${id}\t([^\t]+)`, "m").exec(zuko)[1]);

const limits = { seconds: null };
const REQUESTS = [
  { method: "hello" },
  { method: "analyse", sfen: NINE, limits, proofs: true },
  { method: "analyse", sfen: COOKED, limits, proofs: true },
  { method: "analyse", sfen: NOMATE, limits },
  { method: "certificate", sfen: NINE, limits, proofs: true },
  { method: "certificate", sfen: LARGE, limits },
  { method: "reply", sfen: NINE, move: "2d1c+", limits },
  { method: "reply", sfen: NOMATE, move: "1c1b", limits },
  { method: "page", sfen: NINE, limits },
  { method: "page", sfen: NOMATE, limits },
];

/** All events of a request. */
async function ask(answer, request, signal) {
  const events = [];
  await answer(request, (event) => events.push(event), signal);
  return events;
}

/** What an event says, without what the clock has a part in. */
function said({ seconds, ...event }) {
  return event;
}

test("a search that is put aside again and again answers as one that never is", async (t) => {
  const [whole, sliced] = [await start(module, MEMORY, Infinity), await start(module, MEMORY, 0)];
  const mates = (await ask(whole, { method: "analyse", sfen: NINE })).filter((event) => event.event === "answer");
  const found = mates.at(-1).line.map((step) => step.usi);
  await ask(sliced, { method: "analyse", sfen: NINE });
  const along = ["variations", "near_misses"].map((method) => ({ method, sfen: NINE, line: found, limits }));
  for (const request of [...REQUESTS, ...along]) {
    const [one, other] = [await ask(whole, request), await ask(sliced, request)];
    const [before, after] = [one, other].map((events) => events.filter((event) => event.event !== "progress").map(said));
    assert.deepEqual(after, before, JSON.stringify(request));
    assert.equal(after.at(-1).event, "done", JSON.stringify(after.at(-1)));
    t.diagnostic(`${request.method}: ${one.at(-1).nodes ?? 0} nodes`);
  }
});

test("a card whose passes are put aside is as good", async () => {
  const events = await ask(await start(module, MEMORY, 1), { method: "analyse", sfen: MIDDLE, limits, proofs: true });
  const [answer, card] = ["answer", "card"].map((kind) => events.filter((event) => event.event === kind).at(-1));
  assert.deepEqual(answer.conventional, { lower: 21, upper: 21, state: "proved" });
  assert.equal(card.settled, true);
  assert.deepEqual([events.at(-1).event, events.at(-1).settled], ["done", true]);
});

test("others have their turn while it searches, and it ends when it is told to", async (t) => {
  const answer = await start(module, MEMORY);
  const abort = new AbortController();
  let [turns, longest, before] = [0, 0, performance.now()];
  const look = setInterval(() => {
    const now = performance.now();
    [turns, longest, before] = [turns + 1, Math.max(longest, now - before), now];
  }, 1);
  let told = 0;
  setTimeout(() => {
    told = performance.now();
    abort.abort();
  }, 1000);
  const events = await ask(answer, { method: "analyse", sfen: LONG, limits }, abort.signal);
  const took = performance.now() - told;
  clearInterval(look);
  t.diagnostic(`${turns} turns, the longest wait ${longest.toFixed(0)} ms, stopped after ${took.toFixed(0)} ms`);
  assert.ok(told > 0 && turns > 10, `${turns} turns`);
  // On a machine that is quiet it is a tenth of that.
  assert.ok(longest < 500, `${longest} ms`);
  assert.ok(took < 500, `${took} ms`);
  assert.deepEqual([events.at(-1).event, events.at(-1).stopped], ["done", true]);
  // The next request is none of those that were stopped.
  const next = await ask(answer, { method: "analyse", sfen: NINE, limits });
  assert.deepEqual([next.at(-1).event, next.at(-1).stopped, next.at(-1).settled], ["done", false, true]);
  const none = await ask(answer, { method: "analyse", sfen: LONG, limits }, AbortSignal.abort());
  assert.equal(none.at(-1).stopped, true);
});

test("after a defect the worker answers every request with one error", async (t) => {
  // A program that says what is wrong and ends, as one that panics does.
  const memory = new WebAssembly.Memory({ initial: 1 });
  const said = new TextEncoder().encode(JSON.stringify({ event: "error", code: "internal" }));
  t.mock.method(WebAssembly, "instantiate", async (_, { tsumi }) => {
    const answer = () => {
      new Uint8Array(memory.buffer).set(said);
      tsumi.event(0, said.length);
      throw new WebAssembly.RuntimeError("unreachable");
    };
    return { exports: { memory, answer, service: () => 0, room: () => 0 } };
  });
  const sent = [];
  Object.assign(globalThis, { onmessage: null, close: () => {}, postMessage: (event) => sent.push(event) });
  await import("../web/engine/worker.js");
  const { onmessage } = globalThis;
  for (const data of [{ module: {} }, { id: 1, method: "analyse" }, { id: 2, method: "reply" }]) onmessage({ data });
  await new Promise((done) => setTimeout(done, 50));
  onmessage({ data: { id: 3, method: "hello" } });
  await new Promise((done) => setTimeout(done, 50));
  const answers = sent.filter(({ event }) => event !== "ready").map(({ id, event, code }) => [id, event, code]);
  assert.deepEqual(answers, [1, 2, 3].map((id) => [id, "error", "internal"]));
});
