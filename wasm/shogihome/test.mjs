// Holds the engine for ShogiHome against what its specification asks for (specs/wasm-engine-abi.md
// of sunfish-shogi/shogihome), in node: `node --test wasm/shogihome/test.mjs`, after `wasm/build`.

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import load from "./tsumi.js";

const manifest = JSON.parse(readFileSync(new URL("engine.json", import.meta.url), "utf8"));
const zuko = new Map(
  readFileSync(new URL("../../problems/zuko.sfen", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("zuko-"))
    .map((line) => line.split("\t"))
    .map(([id, sfen, plies]) => [id, { sfen, plies: +plies }]),
);

/** The milliseconds between two calls of `poll()` in ShogiHome. */
const TICK = 10;

/** An engine as ShogiHome drives it. */
class Driver {
  /** Every line that it said. */
  lines = [];
  /** The longest `poll()`, in milliseconds. */
  longest = 0;

  static async start(locateFile) {
    const driver = new Driver();
    driver.engine = await load({ printErr: (line) => driver.lines.push(`ERR ${line}`), locateFile });
    driver.engine.addMessageListener((line) => driver.lines.push(line));
    return driver;
  }

  /** An engine that is ready. */
  static async ready() {
    const driver = await Driver.start();
    driver.send("usi");
    for (const [name, value] of Object.entries(manifest.presets[0].values)) driver.send(`setoption name ${name} value ${value}`);
    driver.send("isready");
    assert.equal(driver.lines.at(-1), "readyok");
    driver.lines.length = 0;
    return driver;
  }

  send(command) {
    this.engine.postMessage(command);
  }

  answer() {
    return this.lines.find((line) => /^(bestmove|checkmate) /.test(line));
  }

  /** Polls for so long, or until there is an answer. */
  async poll(ms = Infinity) {
    const begin = performance.now();
    while (!this.answer() && performance.now() - begin < ms) {
      await new Promise((resolve) => setTimeout(resolve, TICK));
      const before = performance.now();
      this.engine.poll();
      this.longest = Math.max(this.longest, performance.now() - before);
    }
    return this.answer();
  }

  /** The answer to a `go`, and the milliseconds until it came. */
  async ask(position, go) {
    this.lines.length = 0;
    this.send(`position ${position}`);
    const begin = performance.now();
    this.send(go);
    assert.equal(this.answer(), undefined, "the search waits for poll()");
    const answer = await this.poll();
    return { answer, ms: performance.now() - begin };
  }
}

test("engine.json has the form that is asked for", () => {
  assert.equal(manifest.abi, "shogihome-wasm-engine/2");
  assert.equal(manifest.moduleFormat, "esm");
  assert.ok(existsSync(new URL(manifest.module, import.meta.url)), "the module lies beside it");
  assert.match(manifest.module, /^[\w.-]+\.m?js$/);
  const ids = manifest.presets.map((preset) => preset.id);
  assert.ok(ids.length > 0 && new Set(ids).size === ids.length);
  // An id that was published never changes.
  assert.ok(ids.includes("tsumi-v1"));
  for (const { id, displayName, values } of manifest.presets) {
    assert.ok(id && displayName, id);
    assert.equal(values.Threads, 1, "there are no threads");
    for (const [name, value] of Object.entries(values)) {
      const option = manifest.options.find((option) => option.name === name);
      assert.ok(option, `${id} sets ${name}, which is no option`);
      if (option.type === "spin") assert.ok(value >= option.min && value <= option.max, `${name} ${value}`);
      if (option.type === "combo") assert.ok(option.vars.includes(value), `${name} ${value}`);
      if (option.type === "check") assert.equal(typeof value, "boolean", name);
    }
  }
  for (const { name, type, default: value, min, max, vars } of manifest.options) {
    if (type === "spin") assert.ok(min <= value && value <= max, name);
    if (type === "combo") assert.ok(vars.includes(value), name);
  }
});

test("the module has no threads and no shared memory, and all of it is small", async () => {
  const module = await WebAssembly.compile(readFileSync(new URL("tsumi.wasm", import.meta.url)));
  for (const { module: from, kind, name } of WebAssembly.Module.imports(module)) {
    assert.deepEqual([from, kind], ["tsumi", "function"], name);
  }
  const memories = WebAssembly.Module.exports(module).filter(({ kind }) => kind === "memory");
  assert.equal(memories.length, 1);
  const { instantiate } = WebAssembly;
  let buffer;
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    buffer = made.exports.memory.buffer;
    return made;
  };
  await load();
  WebAssembly.instantiate = instantiate;
  assert.ok(buffer instanceof ArrayBuffer, "the memory is not shared");
  const files = ["engine.json", manifest.module, "tsumi.wasm"];
  const size = files.reduce((sum, name) => sum + statSync(new URL(name, import.meta.url)).size, 0);
  assert.ok(size < 8 << 20, `${size} bytes`);
});

test("the engine is what is asked for, with what it needs from its host and without", async () => {
  const asked = [];
  const locateFile = (name) => {
    asked.push(name);
    return fileURLToPath(new URL(name, import.meta.url));
  };
  const engine = await load({ printErr: assert.fail, locateFile });
  assert.deepEqual(asked, ["tsumi.wasm"]);
  for (const name of ["postMessage", "addMessageListener", "removeMessageListener", "terminate", "poll"]) {
    assert.equal(typeof engine[name], "function", name);
  }
  await assert.rejects(load({ locateFile: () => "/nowhere/tsumi.wasm" }));
  // Without a host's help it finds its file too.
  const heard = [[], []];
  const [first, second] = heard.map((lines) => (line) => lines.push(line));
  const alone = await load();
  alone.addMessageListener(first);
  alone.addMessageListener(second);
  alone.postMessage("isready");
  alone.removeMessageListener(first);
  alone.postMessage("isready");
  assert.deepEqual(heard, [["readyok"], ["readyok", "readyok"]]);
});

test("a line is one message, without its end", async () => {
  const driver = await Driver.start();
  driver.send("usi");
  for (const line of driver.lines) assert.match(line, /^[\x20-\x7e]+$/);
  assert.equal(driver.lines.filter((line) => line === "usiok").length, 1);
  driver.lines.length = 0;
  driver.send("isready\n");
  assert.deepEqual(driver.lines, ["readyok"]);
});

test("every go has one answer, and nothing else has one", async () => {
  const driver = await Driver.ready();
  // Neither what is not a search nor a poll without one is answered.
  for (const command of ["stop", "usinewgame", "ponderhit", "gameover win", "", "no such command"]) driver.send(command);
  for (let n = 0; n < 5; n++) driver.engine.poll();
  assert.equal(driver.answer(), undefined, driver.lines.join("\n"));
  const mate = `sfen ${zuko.get("zuko-002").sfen}`;
  assert.match((await driver.ask(mate, "go mate infinite")).answer, /^checkmate \S/);
  driver.send("stop");
  for (let n = 0; n < 20; n++) driver.engine.poll();
  assert.equal(driver.lines.filter((line) => /^(checkmate|bestmove)/.test(line)).length, 1);
  // The other way round: stopped first, polled later.
  driver.lines.length = 0;
  driver.send(`position sfen ${zuko.get("zuko-008").sfen}`);
  driver.send("go mate infinite");
  driver.send("stop");
  for (let n = 0; n < 20; n++) driver.engine.poll();
  assert.deepEqual(driver.lines.filter((line) => /^(checkmate|bestmove)/.test(line)), ["checkmate timeout"]);
});

test("one poll takes a slice and no more", async (t) => {
  const driver = await Driver.ready();
  driver.send(`position sfen ${zuko.get("zuko-008").sfen}`);
  driver.send("go mate infinite");
  const times = [];
  for (let n = 0; n < 40; n++) {
    const before = performance.now();
    driver.engine.poll();
    times.push(performance.now() - before);
  }
  driver.engine.terminate();
  times.sort((a, b) => a - b);
  t.diagnostic(`${times[20].toFixed(0)} ms in the median, ${times[39].toFixed(0)} at most`);
  // The median: other work on the machine makes some of them longer.
  assert.ok(times[20] > 5 && times[20] < 100, `${times}`);
});

test("both sides attack, and the moves of the position are played", async () => {
  const driver = await Driver.ready();
  const white = "sfen 9/9/9/9/9/9/4p4/9/4K4 w g2r2b3g4s4n4l17p 1";
  assert.equal((await driver.ask(white, "go mate infinite")).answer, "checkmate G*5h");
  assert.equal((await driver.ask(white, "go byoyomi 1000")).answer, "bestmove G*5h");
  const nine = "sfen 6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
  const whole = (await driver.ask(nine, "go mate infinite")).answer.split(" ").slice(1);
  const rest = await driver.ask(`${nine} moves ${whole.slice(0, 2).join(" ")}`, "go mate infinite");
  assert.equal(rest.answer.split(" ").length - 1, whole.length - 2);
});

test("the handshake says what engine.json says", async () => {
  // ShogiHome gives an address; its test in node a path.
  const driver = await Driver.start((name) => fileURLToPath(new URL(name, import.meta.url)));
  driver.send("usi");
  assert.equal(driver.lines[0], `id name ${manifest.name}`);
  assert.equal(driver.lines[1], `id author ${manifest.author}`);
  assert.equal(driver.lines.at(-1), "usiok");
  const declared = driver.lines.filter((line) => line.startsWith("option ")).map((line) => {
    const words = line.split(" ");
    const [name, type] = [words[2], words[4]];
    const option = { name, type };
    for (let n = 5; n < words.length; n += 2) {
      const [key, value] = [words[n], words[n + 1]];
      if (key === "var") (option.vars ??= []).push(value);
      else option[key] = type === "spin" ? +value : type === "check" ? value === "true" : value;
    }
    return option;
  });
  assert.deepEqual(declared, manifest.options);
  const hash = declared.find((option) => option.name === "USI_Hash");
  assert.ok(hash.max <= 256, "a page must not ask for more memory");
  driver.send("setoption name USI_Hash value 100000");
  assert.equal(driver.lines.at(-1), "info string USI_Hash is set to 256");
  assert.deepEqual(driver.lines.filter((line) => line.startsWith("ERR")), []);
});

test("mates have the lengths that the authors gave", async (t) => {
  const driver = await Driver.ready();
  for (const id of ["zuko-002", "zuko-005", "zuko-003", "zuko-006"]) {
    const { sfen, plies } = zuko.get(id);
    const { answer, ms } = await driver.ask(`sfen ${sfen}`, "go mate infinite");
    t.diagnostic(`${id}: ${ms.toFixed(0)} ms, the longest poll ${driver.longest.toFixed(0)} ms`);
    assert.match(answer, /^checkmate \S+ /);
    assert.equal(answer.split(" ").length - 1, plies, id);
  }
  const infos = driver.lines.filter((line) => line.startsWith("info ") && line.includes(" nodes "));
  assert.ok(infos.length > 0);
});

test("no mate, nothing to search, and no search at all", async () => {
  const driver = await Driver.ready();
  const none = await driver.ask("sfen 7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1", "go mate infinite");
  assert.equal(none.answer, "checkmate nomate");
  const mated = await driver.ask("sfen 4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1", "go mate infinite");
  assert.equal(mated.answer, "checkmate notimplemented");
  driver.send("go mate soon");
  assert.equal(driver.lines.at(-1), "checkmate notimplemented");
});

test("the refutation of a no-mate is read in slices, and stop is answered meanwhile", async (t) => {
  const driver = await Driver.ready();
  // Zuko 100 with a pawn of the attacker given to the defender: no mate, and lines of 200 plies.
  const none = "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 3P3np 1";
  const { answer } = await driver.ask(`sfen ${none}`, "go mate infinite");
  assert.equal(answer, "checkmate nomate");
  assert.ok(driver.lines.some((line) => line.startsWith("info string no mate: the attack lasts 200 plies")));
  t.diagnostic(`the longest poll ${driver.longest.toFixed(0)} ms`);
  assert.ok(driver.longest < 1000, `${driver.longest} ms`);
});

test("tables of another size take the memory of earlier ones", async () => {
  const { instantiate } = WebAssembly;
  /** @type {WebAssembly.Memory[]} */
  const memories = [];
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    memories.push(made.exports.memory);
    return made;
  };
  const driver = await Driver.ready();
  WebAssembly.instantiate = instantiate;
  const [memory] = memories;
  const sizes = [];
  for (let round = 0; round < 20; round++) {
    for (const mib of [64, 256, 100, 128, 2]) {
      driver.send(`setoption name USI_Hash value ${mib}`);
      driver.send("isready");
      driver.engine.poll();
    }
    sizes.push(memory.buffer.byteLength);
  }
  assert.equal(sizes.at(-1), sizes[0], "nothing is added in later rounds");
  assert.ok(sizes[0] < 1 << 30, `${sizes[0]} bytes`);
  // Memory that is taken again is empty.
  const { answer } = await driver.ask(`sfen ${zuko.get("zuko-002").sfen}`, "go mate infinite");
  assert.equal(answer.split(" ").length - 1, 21);
});

test("a plain go plays the mate, or resigns", async () => {
  const driver = await Driver.ready();
  const mate = await driver.ask("sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "go btime 10000 wtime 10000");
  assert.equal(mate.answer, "bestmove G*5b");
  const start = await driver.ask("startpos", "go btime 10000 wtime 10000 byoyomi 1000");
  assert.equal(start.answer, "bestmove resign");
});

test("the time is kept", async (t) => {
  const driver = await Driver.ready();
  const { answer, ms } = await driver.ask(`sfen ${zuko.get("zuko-008").sfen}`, "go mate 1000");
  t.diagnostic(`${ms.toFixed(0)} ms`);
  assert.equal(answer, "checkmate timeout");
  assert.ok(ms > 900 && ms < 3000, `${ms} ms`);
});

test("stop is answered before postMessage returns", async (t) => {
  const driver = await Driver.ready();
  for (const wait of [0, 15, 100, 1000]) {
    driver.lines.length = 0;
    driver.send(`position sfen ${zuko.get("zuko-008").sfen}`);
    driver.send("go mate infinite");
    assert.equal(await driver.poll(wait), undefined);
    const begin = performance.now();
    driver.send("stop");
    const ms = performance.now() - begin;
    t.diagnostic(`${ms.toFixed(1)} ms`);
    assert.equal(driver.answer(), "checkmate timeout");
    assert.ok(ms < 1000, `${ms} ms`);
  }
  // The engine goes on, and so it does when a `go` comes without `stop`: that answers the first one.
  const next = `sfen ${zuko.get("zuko-002").sfen}`;
  assert.equal((await driver.ask(next, "go mate infinite")).answer.split(" ").length - 1, 21);
  driver.lines.length = 0;
  driver.send(`position sfen ${zuko.get("zuko-008").sfen}`);
  driver.send("go mate infinite");
  assert.equal(await driver.poll(50), undefined);
  driver.send(`position ${next}`);
  driver.send("go mate infinite");
  assert.equal(driver.answer(), "checkmate timeout");
  driver.lines.length = 0;
  assert.equal((await driver.poll()).split(" ").length - 1, 21);
});

test("a mate that is known is told after stop", async () => {
  const driver = await Driver.ready();
  driver.send(`position sfen ${zuko.get("zuko-001").sfen}`);
  driver.send("go mate infinite");
  const seen = () => driver.lines.some((line) => line.includes("score mate"));
  while (!seen()) assert.equal(await driver.poll(20), undefined);
  driver.send("stop");
  assert.match(driver.answer(), /^checkmate \S+ /);
});

for (const how of ["quit", "terminate"]) {
  test(`nothing is said after ${how}`, async () => {
    const driver = await Driver.ready();
    driver.send(`position sfen ${zuko.get("zuko-008").sfen}`);
    driver.send("go mate 200");
    await driver.poll(50);
    driver.lines.length = 0;
    if (how === "quit") driver.send("quit");
    else driver.engine.terminate();
    driver.send("usi");
    await driver.poll(300);
    // It may come twice, and in any order.
    driver.engine.addMessageListener((line) => driver.lines.push(line));
    driver.send("quit");
    driver.engine.terminate();
    driver.send("isready");
    driver.engine.poll();
    assert.deepEqual(driver.lines, []);
  });
}
