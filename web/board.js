// The board: eighty-one squares with coordinates, lines and star points. It shows a position and
// what is marked on it, and says which square was meant; what that does is for others.

import { el, set } from "./dom.js";
import { picture } from "./pieces.js";
import { pieceLetters, squareName } from "./position.js";
import { pieceName, squareWords, wordsOf } from "./words.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./position.js").Piece} Piece */
/** @typedef {import("./position.js").Side} Side */
/** @typedef {import("./words.js").Lang} Lang */

/**
 * What is marked: the selected square, the squares of the last move, those where a piece may go,
 * the square of a king in check, and the names of those where something is wrong.
 * @typedef {{ selected?: number | null, last?: number[], targets?: number[], check?: number | null,
 *   faults?: (string | null)[] }} Marks
 */

const LINES =
  '<svg class="lines" viewBox="0 0 9 9" preserveAspectRatio="none" aria-hidden="true"><path d="' +
  [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `M${n} 0V9M0 ${n}H9`).join("") +
  '"/></svg><i class="star" style="left:33.333%;top:33.333%"></i>' +
  '<i class="star" style="left:66.667%;top:33.333%"></i>' +
  '<i class="star" style="left:33.333%;top:66.667%"></i>' +
  '<i class="star" style="left:66.667%;top:66.667%"></i>';

export class Board {
  /** @type {HTMLButtonElement[]} */
  #squares = [];
  /** What each square shows now, so that only what changes is drawn again. @type {string[]} */
  #shown = Array(81).fill("");
  #files = el("div", { class: "files", "aria-hidden": "true" });
  #ranks = el("div", { class: "ranks", "aria-hidden": "true" });
  #grid = el("div", { class: "grid", role: "grid" });
  /** @type {Lang | null} */
  #lang = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#grid.innerHTML = LINES;
    for (let rank = 0; rank < 9; rank++) {
      const row = el("div", { class: "row", role: "row" });
      for (let column = 0; column < 9; column++) {
        const square = rank * 9 + column;
        const button = el("button", {
          type: "button",
          role: "gridcell",
          class: "square",
          "data-place": "board",
          "data-square": squareName(square),
          tabindex: square === 40 ? 0 : -1,
        });
        this.#squares.push(button);
        row.append(button);
      }
      this.#grid.append(row);
    }
    this.#grid.addEventListener("keydown", (event) => this.#walk(event));
    this.#grid.addEventListener("focusin", (event) => this.#rove(event.target));
    root.append(this.#files, this.#grid, this.#ranks);
  }

  /** @param {Position} position @param {Marks} marks @param {Side} attacker @param {Lang} lang */
  show(position, marks, attacker, lang) {
    if (lang !== this.#lang) this.#coordinates(lang);
    for (const [square, piece] of position.board.entries()) {
      const button = this.#squares[square];
      const letters = piece ? pieceLetters(piece) : "";
      if (this.#shown[square] !== letters || lang !== this.#lang) {
        button.replaceChildren(...(piece ? [picture(piece)] : []));
        const held = piece ? pieceName(piece, attacker, lang) : wordsOf(lang).empty;
        set(button, { "aria-label": `${squareWords(square, lang)} ${held}`, "data-piece": letters });
        this.#shown[square] = letters;
      }
      button.classList.toggle("last", !!marks.last?.includes(square));
      button.classList.toggle("target", !!marks.targets?.includes(square));
      button.classList.toggle("check", marks.check === square);
      button.classList.toggle("faulty", !!marks.faults?.includes(squareName(square)));
      button.classList.toggle("selected", marks.selected === square);
      button.setAttribute("aria-selected", `${marks.selected === square}`);
    }
    this.#lang = lang;
  }

  /** The square with the focus, or none. */
  focused() {
    const at = this.#squares.findIndex((button) => button === document.activeElement);
    return at < 0 ? null : at;
  }

  /** @param {number} square */
  focus(square) {
    this.#squares[square].focus();
  }

  /** @param {Lang} lang */
  #coordinates(lang) {
    const words = wordsOf(lang);
    this.#files.replaceChildren(...words.files.map((name) => el("span", {}, name)));
    this.#ranks.replaceChildren(...words.ranks.map((name) => el("span", {}, name)));
    this.#grid.setAttribute("aria-label", words.board);
  }

  /** Arrow keys go from square to square. @param {KeyboardEvent} event */
  #walk(event) {
    const at = this.focused();
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (at === null || !step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const [column, rank] = [(at % 9) + step[0], Math.floor(at / 9) + step[1]];
    event.preventDefault();
    event.stopPropagation();
    if (column >= 0 && column < 9 && rank >= 0 && rank < 9) this.focus(rank * 9 + column);
  }

  /** The square that was visited last is the one that Tab comes back to. @param {EventTarget | null} target */
  #rove(target) {
    for (const button of this.#squares) button.tabIndex = button === target ? 0 : -1;
  }
}
