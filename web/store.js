// What outlives a reload: settings and open problems in the browser's storage, and the position
// in the page's address, so that a link is a problem. Every tab keeps its own problems; a new one
// begins with those of the tab that was used last.

import { Collection, problemOf } from "./collection.js";
import { PIECE_SETS } from "./pieces.js";
import { Position } from "./position.js";

/** @typedef {import("./collection.js").Problem} Problem */
/** @typedef {import("./words.js").Lang} Lang */
/** @typedef {"compose" | "explore" | "solve"} ModeName */
/** @typedef {"system" | "light" | "dark"} Theme */

/**
 * `limit` is in seconds, 0 for none.
 * @typedef {{ lang: Lang, theme: Theme, set: import("./pieces.js").PieceSet, limit: number, mode: ModeName }} Settings
 */

const SETTINGS = "tsumi.settings";
const PROBLEMS = "tsumi.problems";

/** The settings that were kept; what is missing or unknown is as on a first visit. @returns {Settings} */
export function loadSettings() {
  const kept = read(SETTINGS) ?? {};
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
  else problems.open([{ ...problemOf(linked.sfen), ...declared(linked.line) }]);
  return problems;
}

/**
 * Keeps the open problems. False when the browser has no room for all of them, and only the one
 * on the board is kept.
 * @param {Collection} problems
 */
export function saveProblems(problems) {
  const keep = (/** @type {Collection} */ some) => {
    const text = JSON.stringify({ entries: some.entries, at: some.at });
    for (const storage of [sessionStorage, localStorage]) storage.setItem(PROBLEMS, text);
  };
  try {
    keep(problems);
    return true;
  } catch {
    try {
      keep(new Collection([{ past: [], now: problems.problem, future: [] }], 0));
    } catch {
      forget();
    }
    return problems.entries.length === 1;
  }
}

/** Removes the problems that were kept, where the browser gives a storage at all. */
function forget() {
  try {
    for (const storage of [sessionStorage, localStorage]) storage.removeItem(PROBLEMS);
  } catch {
    // Then there are none.
  }
}

/**
 * The problem in the page's address, if it has one that can be read: the SFEN, and behind `moves` the
 * declared line, with `_` for blanks.
 */
export function addressProblem() {
  try {
    const [position, moves] = decodeURIComponent(location.hash.slice(1)).replaceAll("_", " ").split(" moves ");
    return position ? { sfen: Position.fromSfen(position).toSfen(), line: moves ? moves.split(" ") : [] } : null;
  } catch {
    return null;
  }
}

/** Writes a problem into the page's address. @param {Problem} problem */
export function writeAddress({ sfen, line }) {
  const text = [sfen.replace(/ 1$/, ""), ...(line.length > 0 ? ["moves", ...line] : [])].join(" ");
  const hash = `#${text.replaceAll(" ", "_")}`;
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

/** What a line declares of a problem. @param {string[]} line in USI */
export function declared(line) {
  return { line, plies: line.length || null, tree: null };
}

/** True of the problem that an address means; one without a line means any. @param {Problem} problem @param {{ sfen: string, line: string[] }} linked */
export function isLinked(problem, { sfen, line }) {
  return problem.sfen === sfen && (line.length === 0 || problem.line.join() === line.join());
}

/** @returns {Collection | null} */
function keptProblems() {
  const kept = read(PROBLEMS, () => sessionStorage) ?? read(PROBLEMS);
  if (!Array.isArray(kept?.entries) || kept.entries.length === 0) return null;
  try {
    for (const entry of kept.entries) Position.fromSfen(entry.now.sfen);
    return new Collection(kept.entries, kept.at ?? 0);
  } catch {
    return null;
  }
}

/**
 * What was kept under a key; null where the browser gives no storage.
 * @param {string} key @param {() => Storage} storage
 */
function read(key, storage = () => localStorage) {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}
