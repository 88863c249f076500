// The problems that are open, one of them on the board, each with all that was done to it.

import { Position } from "./position.js";

/**
 * A problem as it is edited. `line` are the declared moves (作意) in USI, `plies` is the declared
 * length, and `tree` are the moves with branches and comments as they were read from a record. `expect`,
 * `raw_plies` and `raw_upper` are what a test file says of the position, and are only carried along.
 * @typedef {{ id: string | null, title: string | null, author: string | null, sfen: string,
 *   plies: number | null, line: string[], tree: object[] | null, headers: [string, string][],
 *   expect?: string | null, raw_plies?: number, raw_upper?: number }} Problem
 */

/** A problem with what it was before, and what was undone. @typedef {{ past: Problem[], now: Problem, future: Problem[] }} Entry */

/** The board that a page begins with. */
const EMPTY = Position.empty().toSfen();

/** A problem of nothing but a position. @param {string} sfen @returns {Problem} */
export function problemOf(sfen) {
  return { id: null, title: null, author: null, sfen, plies: null, line: [], tree: null, headers: [] };
}

/**
 * A problem as the engine read it.
 * @param {Problem} read with keys that are of no use here
 * @returns {Problem}
 */
export function problemRead({ id, title, author, sfen, plies, line, tree, headers, expect, raw_plies, raw_upper }) {
  return { id, title, author, sfen, plies, line, tree, headers, expect, raw_plies, raw_upper };
}

/** A problem as the engine writes it: without the keys whose value is not known. @param {Problem} problem */
export function problemWritten(problem) {
  return Object.fromEntries(Object.entries(problem).filter(([, value]) => value !== null));
}

/** A problem with another position. What was declared of the old one falls away. @param {Problem} problem @param {string} sfen */
export function withPosition(problem, sfen) {
  const { expect, raw_plies, raw_upper, ...rest } = problem;
  return { ...rest, sfen, plies: null, line: [], tree: null };
}

/** The headers of a record (KIF) that have a title and an author. */
const HEADERS = { title: ["作品名", "表題"], author: ["作者"] };

/**
 * A problem with another title or author. One that is taken away is taken out of the headers as well,
 * where the engine would find it again; another one it writes into them.
 * @param {Problem} problem @param {"title" | "author"} key @param {string | null} value
 * @returns {Problem}
 */
export function withName(problem, key, value) {
  const headers = value ? problem.headers : problem.headers.filter(([name]) => !HEADERS[key].includes(name));
  return { ...problem, [key]: value, headers };
}

/** True of a problem to which something was done. @param {Entry} entry */
export function isChanged({ past, future }) {
  return past.length + future.length > 0;
}

/** True of an empty board to which nothing was done. @param {Entry} entry */
export function isBlank(entry) {
  return entry.now.sfen === EMPTY && !isChanged(entry);
}

export class Collection {
  /** @param {Entry[]} entries at least one @param {number} at */
  constructor(entries, at) {
    this.entries = entries;
    this.at = Math.min(Math.max(at, 0), entries.length - 1);
  }

  /** @param {Problem[]} problems at least one */
  static of(problems) {
    return new Collection(
      problems.map((now) => ({ past: [], now, future: [] })),
      0,
    );
  }

  get entry() {
    return this.entries[this.at];
  }

  get problem() {
    return this.entry.now;
  }

  get problems() {
    return this.entries.map((entry) => entry.now);
  }

  /** The problem changed: what was undone is forgotten. @param {Problem} problem */
  change(problem) {
    const { past, now } = this.entry;
    this.entries[this.at] = { past: [...past, now], now: problem, future: [] };
  }

  /** Takes back the last change; false when there is none. */
  undo() {
    const { past, now, future } = this.entry;
    const before = past.at(-1);
    if (!before) return false;
    this.entries[this.at] = { past: past.slice(0, -1), now: before, future: [now, ...future] };
    return true;
  }

  /** Makes the last change that was taken back again; false when there is none. */
  redo() {
    const { past, now, future } = this.entry;
    const [after, ...rest] = future;
    if (!after) return false;
    this.entries[this.at] = { past: [...past, now], now: after, future: rest };
    return true;
  }

  /**
   * Puts problems behind the one on the board, and goes to the first of them. What is there and
   * was never changed can be opened again, so it makes room.
   * @param {Problem[]} problems at least one
   */
  open(problems) {
    const added = Collection.of(problems).entries;
    const stay = this.entries.some(isChanged);
    this.at = stay ? this.at + 1 : 0;
    this.entries.splice(this.at, stay ? 0 : this.entries.length, ...added);
  }

  /**
   * Puts one more problem behind the one on the board, and goes there. An empty board that is alone,
   * and to which nothing was done, makes room.
   * @param {Problem} problem
   */
  add(problem) {
    if (this.entries.length === 1 && isBlank(this.entry)) return this.open([problem]);
    this.at += 1;
    this.entries.splice(this.at, 0, ...Collection.of([problem]).entries);
  }

  /** Takes the problem on the board away; the last one stays. */
  remove() {
    if (this.entries.length > 1) this.entries.splice(this.at, 1);
    this.at = Math.min(this.at, this.entries.length - 1);
  }

  /** Goes to a problem; false when there is none. @param {number} at */
  go(at) {
    if (at < 0 || at >= this.entries.length || at === this.at) return false;
    this.at = at;
    return true;
  }
}
