// The page of a solution, in one file (src/page/): to be solved first, then to be read and explored.
// What it knows is in the page (`book.js`); how it shows it, it has from the bench.

import { Book } from "./book.js";
import { byId, set, write, writeHash } from "./dom.js";
import { Explore } from "./explore.js";
import { usi } from "./game.js";
import { drawIcons } from "./icons.js";
import { drawSet, PIECE_SETS } from "./pieces.js";
import { listen } from "./pointer.js";
import { askPromotion, dress, options, Scene } from "./scene.js";
import { Solve } from "./solve.js";
import { wordsOf } from "./words.js";

/** @typedef {"solve" | "explore"} View */

class Solution {
  /** @type {View} */
  view = "solve";
  set = PIECE_SETS[0];
  scene = Scene.ofPage();
  #frame = 0;

  /** @param {import("./book.js").Contents} contents */
  constructor(contents) {
    this.contents = contents;
    this.lang = contents.language;
    this.book = new Book(contents);
    this.answer = this.book.answer;
    const table = {
      engine: this.book,
      redraw: () => this.redraw(),
      failed: (/** @type {unknown} */ error) => console.error(error),
      lang: () => this.lang,
      limit: () => ({}),
      choose: (/** @type {import("./engine.js").Move[]} */ moves) => askPromotion(moves, this.lang),
    };
    this.explore = new Explore(table);
    this.solve = new Solve({ ...table, giveUp: () => this.show("explore") });
  }

  get attacker() {
    return this.contents.attacker === "b" ? "black" : "white";
  }

  get game() {
    return this.view === "explore" ? this.explore.game : this.solve.game;
  }

  start() {
    drawIcons(document);
    drawSet(byId("sprite"), this.set);
    this.dress();
    listen(byId("pieces"), () => this.game);
    for (const view of /** @type {View[]} */ (["solve", "explore"])) {
      byId(`tab-${view}`).addEventListener("click", () => this.show(view));
    }
    byId("language").addEventListener("click", () => {
      this.lang = this.lang === "ja" ? "en" : "ja";
      this.dress();
    });
    byId("set").addEventListener("change", ({ target }) => {
      this.set = /** @type {import("./pieces.js").PieceSet} */ (/** @type {HTMLSelectElement} */ (target).value);
      drawSet(byId("sprite"), this.set);
    });
    byId("other").hidden = !this.contents.other;
    byId("other").addEventListener("click", () => this.explore.begin(this.book.other));
    document.addEventListener("keydown", (event) => this.#key(event));
    const isKnown = this.answer.verdict !== "unknown";
    byId("tabs").hidden = !isKnown;
    // A link leads to a place in the solution: `#4`, or `#2:USI,USI` off the line.
    const link = /^#(\d+)(?::(.*))?$/.exec(location.hash);
    // In a notebook, where the page is a frame without an address, it is the answer to a question.
    const isAnswer = location.protocol === "about:";
    this.show(link || isAnswer || !isKnown ? "explore" : "solve");
    if (link) this.#follow(Number(link[1]), link[2]?.split(",") ?? []);
  }

  /** Goes to a place in a line. @param {number} at @param {string[]} moves in USI; none for the main line */
  #follow(at, moves) {
    this.explore.begin(moves.length > 0 ? this.book.stepsOf(moves) : this.explore.main, at);
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    document.body.dataset.mode = view;
    for (const name of ["solve", "explore"]) {
      const isOn = name === view;
      set(byId(`tab-${name}`), { "aria-selected": `${isOn}`, tabindex: isOn ? 0 : -1 });
      byId(`tools-${name}`).hidden = !isOn;
      byId(`${name}-panel`).hidden = !isOn;
    }
    if (view === "solve") this.solve.begin(this.book.root, this.attacker);
    this.#draw();
  }

  dress() {
    const words = wordsOf(this.lang);
    dress(this.lang);
    const names = /** @type {Record<string, string>} */ (words.pieceSets);
    options("set", names, this.set);
    write(byId("verdict"), this.contents.verdict[this.lang]);
    write(byId("other"), this.contents.other?.name[this.lang] ?? "");
    this.redraw();
  }

  redraw() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    const { game, view } = this;
    if (view === "explore") {
      this.explore.take(this.book.root, this.attacker, this.book.line, this.answer);
      this.explore.search();
    }
    this[view].show(this.lang);
    this.scene.show(game, this.contents.attacker, this.lang);
    // A page in a frame without an address of its own has none to change.
    if (view === "explore" && location.protocol !== "about:") writeHash(this.#address());
  }

  #address() {
    const { game, main } = this.explore;
    const moves = usi(game.line);
    return `#${game.at}${moves === usi(main) ? "" : `:${moves.replaceAll(" ", ",")}`}`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target instanceof HTMLSelectElement) return;
    if (document.querySelector("dialog[open]")) return;
    const { game, solve } = this;
    /** @type {Record<string, () => void>} */
    const steps = {
      ArrowLeft: () => game.go(game.at - 1),
      ArrowRight: () => game.go(game.at + 1),
      Home: () => game.go(0),
      End: () => game.go(Infinity),
    };
    const solving = { ArrowLeft: () => solve.takeBack() };
    const found = (this.view === "explore" ? steps : /** @type {Record<string, () => void>} */ (solving))[event.key];
    if (event.key === "Escape") game.release();
    else if (!found) return;
    else found();
    event.preventDefault();
  }
}

new Solution(JSON.parse(byId("data").textContent ?? "")).start();
