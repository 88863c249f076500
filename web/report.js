// A report of `tsumi verify` (src/cli/summary/): its table can be sorted, and the diagram of a row
// that is unfolded is a board, on which the lines beside it are played move by move.

import { el } from "./dom.js";
import { drawIcons } from "./icons.js";
import { drawSet } from "./pieces.js";
import { Position, squareOf } from "./position.js";
import { dress, Scene, stepButtons } from "./scene.js";

/** @typedef {import("./position.js").Side} Side */

const lang = document.documentElement.lang === "ja" ? "ja" : "en";

/** The board of a row with its lines. */
class Shown {
  /** Moves in USI, and how many of them are played. @type {string[]} */
  moves = [];
  at = 0;

  /** @param {HTMLElement} article */
  constructor(article) {
    this.article = article;
    this.root = article.dataset.sfen ?? "";
    /** @type {Side} */
    this.attacker = article.dataset.attacker === "w" ? "w" : "b";
    const [w, board, b] = ["tray", "board", "tray"].map((name) => el("div", { class: name }));
    const tools = el("div", { class: "tools wide" }, ...stepButtons(() => this));
    const table = el("div", { class: "table" }, w, board, b, tools);
    drawIcons(table);
    article.querySelector("figure")?.replaceChildren(table);
    this.scene = new Scene({ board, w, b });
    for (const line of article.querySelectorAll("[data-moves]")) this.#line(/** @type {HTMLElement} */ (line));
    this.go(0);
  }

  /** Makes buttons of a line's moves, which begins after others. @param {HTMLElement} line */
  #line(line) {
    const moves = (line.dataset.moves ?? "").split(" ");
    const played = moves.length - line.children.length;
    for (const [n, item] of [...line.children].entries()) {
      const go = () => {
        this.moves = moves;
        this.go(played + n + 1);
        for (const current of this.article.querySelectorAll("[aria-current]")) current.removeAttribute("aria-current");
        button.setAttribute("aria-current", "step");
      };
      const button = el("button", { type: "button", class: "move", onclick: go }, item.textContent);
      item.replaceChildren(button);
    }
    if (this.moves.length === 0) this.moves = moves;
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(at, this.moves.length));
    const position = this.moves.slice(0, this.at).reduce((now, usi) => now.after(usi), Position.fromSfen(this.root));
    const last = (this.moves[this.at - 1] ?? "").match(/[1-9][a-i]/g) ?? [];
    this.scene.show({ sfen: position.toSfen(), marks: { last: last.map(squareOf) } }, this.attacker, lang);
  }
}

/** Sorts the rows of its table by a column at every click. @param {HTMLTableCellElement} head */
function sortable(head) {
  const table = /** @type {HTMLTableElement} */ (head.closest("table"));
  const [body] = table.tBodies;
  let up = false;
  const key = (/** @type {HTMLTableRowElement} */ row) => {
    const cell = row.cells[head.cellIndex];
    const value = cell.dataset.v ?? cell.textContent ?? "";
    if (head.dataset.s !== "n") return value;
    return value === "" || Number.isNaN(Number(value)) ? -1 : Number(value);
  };
  const sort = () => {
    up = !up;
    const compare = (/** @type {string | number} */ a, /** @type {string | number} */ b) => (a < b ? -1 : a > b ? 1 : 0) * (up ? 1 : -1);
    body.append(...[...body.rows].sort((a, b) => compare(key(a), key(b))));
    for (const other of table.querySelectorAll("[aria-sort]")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
  };
  head.replaceChildren(el("button", { type: "button", onclick: sort }, head.textContent));
}

drawSet(/** @type {Element} */ (document.getElementById("sprite")), "one");
for (const head of document.querySelectorAll("th[data-s]")) sortable(/** @type {HTMLTableCellElement} */ (head));
for (const details of document.querySelectorAll("details.unfold")) {
  details.addEventListener(
    "toggle",
    () => {
      const article = /** @type {HTMLElement | null} */ (details.querySelector("article[data-sfen]"));
      if (article) new Shown(article);
      dress(lang);
    },
    { once: true },
  );
}
