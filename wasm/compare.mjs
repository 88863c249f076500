// Holds the module against the program on a set of problems, and says how long each takes:
//   node wasm/compare.mjs target/release/tsumi problems/zuko.sfen [--nodes N]
// Both get the same requests, the program over HTTP (`tsumi serve`), with one thread and as much
// memory. Times are those of the processor in user mode, so other work on the machine changes
// little; those of the program are read from Linux.

import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { start } from "../web/engine/module.js";

const [program, file, , nodes] = process.argv.slice(2);
const MEMORY = 256 << 20;
/** How many parts of a second the system counts a process's time in. */
const ticks = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** The module: `ask` gives the events of a request, `seconds` the time that it took so far. */
async function module() {
  const compiled = await WebAssembly.compile(readFileSync(new URL("../web/engine/tsumi.wasm", import.meta.url)));
  const answer = await start(compiled, MEMORY);
  const ask = async (request) => {
    const events = [];
    await answer(request, (event) => events.push(event));
    return events;
  };
  const begin = process.cpuUsage().user;
  let rest = 0;
  return {
    /** Counts the time of what this program does for the other side. */
    async leave(work) {
      const before = process.cpuUsage().user;
      const result = await work();
      rest += process.cpuUsage().user - before;
      return result;
    },
    ask,
    seconds: () => (process.cpuUsage().user - begin - rest) / 1e6,
  };
}

/** The same of the program. */
async function native() {
  const args = ["serve", "--port", "0", "--threads", "1", "--memory", `${MEMORY >> 20}M`];
  const server = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve) => {
    server.stdout.on("data", (text) => resolve(/http:\S+/.exec(`${text}`)?.[0]));
  });
  return {
    async ask(request) {
      const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request) };
      const text = await (await fetch(`${address}api/1`, options)).text();
      return text.trim().split("\n").map((line) => JSON.parse(line));
    },
    seconds: () => Number(readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ")[11]) / ticks,
    end: () => server.kill(),
  };
}

const [here, there] = [await module(), await native()];
const read = await here.ask({ method: "read", text: readFileSync(file, "utf8"), name: file });
const problems = read.filter((event) => event.event === "problem").map((event) => event.problem);
const began = [here.seconds(), there.seconds()];
let [wrong, open, same] = [0, 0, 0];
for (const { id, sfen, attacker } of problems) {
  const request = { method: "certificate", sfen, attacker, limits: nodes ? { nodes: +nodes } : { seconds: null } };
  const ours = await here.ask(request);
  const theirs = await here.leave(() => there.ask(request));
  const [one, other] = [ours, theirs].map((events) => events.find((event) => event.event === "certificate"));
  if (!one || !other) open += 1;
  else if (one.verdict !== other.verdict || !one.verified) wrong += 1;
  if (ours.at(-1).nodes === theirs.at(-1).nodes) same += 1;
  else console.log(`${id}: ${one?.claims} after ${ours.at(-1).nodes} nodes; the program ${other?.claims} after ${theirs.at(-1).nodes}`);
}
const [ours, theirs] = [here.seconds() - began[0], there.seconds() - began[1]];
there.end();
const times = `${ours.toFixed(1)} s, the program ${theirs.toFixed(1)} s: ${(ours / theirs).toFixed(2)} times`;
console.log(`${problems.length} problems: ${wrong} wrong, ${open} open, the same nodes in ${same}; ${times}`);
process.exitCode = wrong > 0 ? 1 : 0;
