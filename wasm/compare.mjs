// Holds the module against the program on problems, and says how long each takes:
//   node wasm/compare.mjs target/release/tsumi problems/zuko.sfen [seconds for each]
// Both are asked for an answer as `tsumi serve` and a worker are; the program starts anew for each.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { start } from "../web/engine/module.js";

const [program, file, seconds = "30"] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(new URL("../web/engine/tsumi.wasm", import.meta.url)));

/** The events of a request, and the milliseconds until the first answer that has a certificate. */
function ask(answer, request) {
  const events = [];
  const begin = performance.now();
  let first = null;
  answer(request, (event) => {
    events.push(event);
    if (event.event === "answer" && event.certificate) first ??= performance.now() - begin;
  });
  return { events, first: first ?? performance.now() - begin };
}

const text = readFileSync(file, "utf8");
const reader = await start(module);
const { events } = ask(reader, { method: "read", text, name: file });
let [wrong, open, ours, theirs] = [0, 0, 0, 0];
for (const { problem } of events.filter((event) => event.event === "problem")) {
  const engine = await start(module);
  const { sfen, attacker } = problem;
  const here = ask(engine, { method: "certificate", sfen, attacker, limits: { seconds: +seconds } });
  const took = here.events.at(-1).seconds * 1000;
  const certificate = here.events.find((event) => event.event === "certificate");
  const options = ["solve", "-", "--format", "json", "--attacker", attacker];
  let there = { result: "unknown", ms: 0, nodes: 0 };
  try {
    const printed = execFileSync(program, options, { input: sfen, encoding: "utf8", timeout: +seconds * 1000 });
    there = JSON.parse(printed.split("\n")[0]);
  } catch {
    // It takes longer.
  }
  const verdict = certificate?.verdict ?? "unknown";
  if (verdict === "unknown" || there.result === "unknown") open += 1;
  else {
    ours += took;
    theirs += there.ms;
    if (verdict !== there.result || !certificate.verified) {
      wrong += 1;
      console.log(`${problem.id}: ${verdict}, the program ${there.result}`);
    }
  }
  console.log(`${problem.id}: ${verdict} ${certificate?.claims ?? ""} ${here.events.at(-1).nodes} nodes ${took.toFixed(0)} ms; program ${there.plies ?? ""} ${there.nodes} nodes ${there.ms.toFixed(0)} ms`);
}
console.log(`${wrong} wrong, ${open} open; ${(ours / 1000).toFixed(1)} s, the program ${(theirs / 1000).toFixed(1)} s: ${(ours / theirs).toFixed(2)} times`);
process.exitCode = wrong > 0 ? 1 : 0;
