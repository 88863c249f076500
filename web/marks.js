// The marks of what is known, lengths with their marks, and moves in words.

import { el } from "./dom.js";
import { wordsOf } from "./words.js";

/** @typedef {import("./engine.js").Length} Length */
/** @typedef {import("./words.js").Lang} Lang */
/** @typedef {"proved" | "searched" | "bound" | "open"} Mark */

/** The mark of what is known. @param {Mark} mark @param {Lang} lang */
export function chip(mark, lang) {
  const words = wordsOf(lang);
  return el("span", { class: `chip ${mark}`, title: words.marksLong[mark] }, words.marks[mark]);
}

/** A length in words with its mark. @param {Length | null} length @param {Lang} lang */
export function lengthNodes(length, lang) {
  const words = wordsOf(lang);
  if (!length || length.upper === null) return [chip("open", lang)];
  const plies = words.plies(length.upper);
  const least = length.lower > 1 ? words.atLeast(length.lower) : "";
  const text = length.state === "bound" ? words.atMost(plies) + least : plies;
  return [el("span", {}, text), chip(length.state, lang)];
}

/**
 * What is left of a length after so many plies of its line. While it is a bound a defence of the line may be
 * one that lasts less long than another, so nothing is known of how many plies are left at least.
 * @param {Length | null} length @param {number} played @returns {Length | null}
 */
export function rest(length, played) {
  if (!length || length.upper === null || played < 0 || length.upper <= played) return null;
  const lower = length.state === "bound" && played > 0 ? 1 : Math.max(1, length.lower - played);
  return { ...length, lower, upper: length.upper - played };
}

/** What the marks mean. @param {Lang} lang */
export function legend(lang) {
  const marks = /** @type {Mark[]} */ (["proved", "searched", "bound", "open"]);
  const words = wordsOf(lang);
  return marks.map((mark) => el("p", {}, chip(mark, lang), " ", words.marksLong[mark]));
}

/** Moves in words, one after the other. @param {import("./words.js").Text[]} moves @param {Lang} lang */
export function names(moves, lang) {
  return moves.map((move) => move[lang]).join(" ");
}
