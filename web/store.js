// What outlives a reload: settings and open problems in the browser's storage, and the position
// in the page's address, so that a link is a problem.
//
// Every tab keeps its own problems twice: for a reload in the storage of its session, and for later
// tabs in the one that all share, under a key that no other tab writes. A new tab begins with what all
// have kept. With its first change it takes over what nobody has written meanwhile, so there are no more
// keys than tabs that were changed.

import { Collection, isBlank, isChanged, problemOf } from "./collection.js";
import { writeHash } from "./dom.js";
import { PIECE_SETS } from "./pieces.js";
import { Position } from "./position.js";

/** @typedef {import("./collection.js").Problem} Problem */
/** @typedef {import("./collection.js").Entry} Entry */
/** @typedef {import("./words.js").Lang} Lang */
/** @typedef {"compose" | "explore" | "solve"} ModeName */
/** @typedef {"system" | "light" | "dark"} Theme */

/**
 * `limit` is in seconds, 0 for none.
 * @typedef {{ lang: Lang, theme: Theme, set: import("./pieces.js").PieceSet, limit: number, mode: ModeName }} Settings
 */

const SETTINGS = "tsumi.settings";
/** The key of the problems in the storage of the session, and what the keys of all tabs begin with. */
const PROBLEMS = "tsumi.problems";
/** The stamp of what this tab has read or written last under a key of all tabs. @type {Map<string, string>} */
const seen = new Map();

/** The settings that were kept; what is missing or unknown is as on a first visit. @returns {Settings} */
export function loadSettings() {
  const kept = parsed(textOf(SETTINGS)) ?? {};
  const one = (/** @type {any} */ value, /** @type {any[]} */ known) => (known.includes(value) ? value : known[0]);
  const native = navigator.language.startsWith("ja") ? "ja" : "en";
  return {
    lang: one(kept.lang ?? native, ["en", "ja"]),
    theme: one(kept.theme, ["system", "light", "dark"]),
    set: one(kept.set, PIECE_SETS),
    limit: one(kept.limit, [60, 10, 600, 0]),
    mode: one(kept.mode, ["compose", "explore", "solve"]),
  };
}

/** Keeps the settings, where the browser allows it. @param {Settings} settings */
export function saveSettings(settings) {
  try {
    localStorage.setItem(SETTINGS, JSON.stringify(settings));
  } catch {
    // They hold until the page is left.
  }
}

/**
 * The problems that were open, or an empty board. The position in the address is on the board: one
 * of the problems, or another one beside them.
 */
export function loadProblems() {
  const problems = keptProblems() ?? Collection.of([problemOf(Position.empty().toSfen())]);
  const linked = addressProblem();
  if (!linked || isLinked(problems.problem, linked)) return problems;
  const at = problems.problems.findIndex((problem) => isLinked(problem, linked));
  if (at >= 0) problems.go(at);
  else problems.add(linkedProblem(linked));
  return problems;
}

/** The problem that a link brings. @param {Linked} linked */
export function linkedProblem({ sfen, line }) {
  return { ...problemOf(sfen), ...declared(line) };
}

/**
 * Keeps the open problems; where the browser has no room for all, as much of them as it has room for.
 * What was kept before stays where not even that has room.
 * @param {Collection} problems
 * @returns {"all" | "less" | "none"} what is kept now
 */
export function saveProblems({ entries, entry }) {
  const own = entries.filter((one) => one === entry || isChanged(one));
  const brief = (/** @type {Entry} */ one) => (one === entry ? one : { ...one, past: one.past.slice(-1), future: [] });
  const ways = [entries, entries.map(brief), own, own.map(brief)];
  const saved = Date.now() + Math.random();
  let places = [keepHere, keepForLater];
  for (const [n, some] of ways.entries()) {
    const at = some.findIndex(({ now }) => now === entry.now);
    const text = JSON.stringify({ saved, at, entries: some });
    places = places.filter((keep) => !tries(() => keep(text, n === 0)));
    if (places.length === 0) return n === 0 ? "all" : "less";
  }
  return "none";
}

/** Keeps a text for a reload of this tab. @param {string} text */
function keepHere(text) {
  sessionStorage.setItem(PROBLEMS, text);
}

/**
 * Keeps a text for later tabs. What nobody has written since this tab read or wrote it is in the text
 * as well, if that is `whole`, and makes room.
 * @param {string} text @param {boolean} whole
 */
function keepForLater(text, whole) {
  const ours = [...seen.keys()].filter((key) => stampOf(localStorage.getItem(key)) === seen.get(key));
  const [key = `${PROBLEMS}.${Date.now()}.${Math.random()}`, ...others] = ours;
  localStorage.setItem(key, text);
  seen.set(key, stampOf(text));
  if (whole) for (const other of others) localStorage.removeItem(other);
}

/** Does something with a storage; false where the browser gives none, or has no room. @param {() => void} what */
function tries(what) {
  try {
    what();
    return true;
  } catch {
    return false;
  }
}

/** @typedef {{ sfen: string, line: string[] }} Linked */

/**
 * The problem in the page's address, if it has one that can be read: the SFEN, and behind `moves` the
 * declared line, with `_` for blanks.
 * @returns {Linked | null}
 */
export function addressProblem() {
  try {
    const [position, moves] = decodeURIComponent(location.hash.slice(1)).replaceAll("_", " ").split(" moves ");
    return position ? { sfen: Position.fromSfen(position).toSfen(), line: moves ? moves.split(" ") : [] } : null;
  } catch {
    return null;
  }
}

/** True when the page's address has something that is no problem. */
export function isAddressBroken() {
  return location.hash.length > 1 && !addressProblem();
}

/** Writes a problem into the page's address. @param {Problem} problem */
export function writeAddress({ sfen, line }) {
  const text = [sfen.replace(/ 1$/, ""), ...(line.length > 0 ? ["moves", ...line] : [])].join(" ");
  writeHash(`#${text.replaceAll(" ", "_")}`);
}

/** What a line declares of a problem. @param {string[]} line in USI */
export function declared(line) {
  return { line, plies: line.length || null, tree: null };
}

/** True of the problem that an address means; one without a line means any. @param {Problem} problem @param {Linked} linked */
export function isLinked(problem, { sfen, line }) {
  return problem.sfen === sfen && (line.length === 0 || problem.line.join() === line.join());
}

/** What this tab had open, or else what all tabs have kept, those of the last one first. @returns {Collection | null} */
function keptProblems() {
  const here = textOf(PROBLEMS, () => sessionStorage);
  const ours = collectionOf(parsed(here));
  const stamp = ours && stampOf(here);
  const all = storedKeys().flatMap((key) => {
    const text = textOf(key);
    if (!stamp || stampOf(text) === stamp) seen.set(key, stampOf(text));
    return ours ? [] : [parsed(text)];
  });
  if (ours) return ours;
  all.sort((a, b) => (b?.saved ?? 0) - (a?.saved ?? 0));
  return joined(all.map(collectionOf).filter((one) => one !== null));
}

/** One collection of several: the first, and of the others what it has in no state. @param {Collection[]} all */
function joined([first, ...others]) {
  if (!first) return null;
  const states = (/** @type {Entry} */ { past, now, future }) => [...past, now, ...future].map((state) => JSON.stringify(state));
  const known = new Set(first.entries.flatMap(states));
  for (const entry of others.flatMap(({ entries }) => entries)) {
    if (isBlank(entry) || known.has(JSON.stringify(entry.now))) continue;
    first.entries.push(entry);
    for (const state of states(entry)) known.add(state);
  }
  return first;
}

/** The problems that were kept in one text, as far as they can be read. @param {any} kept */
function collectionOf(kept) {
  const entries = Array.isArray(kept?.entries) ? kept.entries.map(entryOf) : [];
  const sound = (/** @type {(Entry | null)[]} */ some) => some.filter((one) => one !== null);
  const at = sound(entries.slice(0, kept?.at ?? 0)).length;
  return entries.some(Boolean) ? new Collection(sound(entries), at) : null;
}

/** A problem that was kept, with what was done to it; null where it cannot be read. @param {any} kept @returns {Entry | null} */
function entryOf(kept) {
  const states = (/** @type {any} */ some) => (Array.isArray(some) ? some.map(stateOf).filter((one) => one !== null) : []);
  const now = stateOf(kept?.now);
  return now && { past: states(kept.past), now, future: states(kept.future) };
}

/** @param {any} kept @returns {Problem | null} */
function stateOf(kept) {
  try {
    const { line = [], headers = [], ...rest } = kept;
    Position.fromSfen(kept.sfen);
    return Array.isArray(line) && Array.isArray(headers) ? { ...problemOf(kept.sfen), ...rest, line, headers } : null;
  } catch {
    return null;
  }
}

/** The keys under which tabs have kept their problems. */
function storedKeys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PROBLEMS));
  } catch {
    return [];
  }
}

/** What is kept under a key; null where the browser gives no storage. @param {string} key @param {() => Storage} storage */
function textOf(key, storage = () => localStorage) {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** What tells one text from every other one: when it was written, with which each begins. @param {string | null} text */
function stampOf(text) {
  return text?.split(",", 1)[0] ?? "";
}
