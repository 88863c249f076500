// The board with its trays, and what else the pages have in common: the bench, a solution, a report.

import { Board } from "./board.js";
import { button, byId, el, set } from "./dom.js";
import { picture } from "./pieces.js";
import { Position, squareOf } from "./position.js";
import { Tray } from "./trays.js";
import { wordsOf } from "./words.js";

/** @typedef {import("./engine.js").Move} Move */
/** @typedef {import("./position.js").Side} Side */
/** @typedef {import("./words.js").Lang} Lang */

/** The kinds that a hand shows; the bench has kings besides. */
const HELD = ["R", "B", "G", "S", "N", "L", "P"];

/**
 * What a scene shows: a position with its marks, and the square or kind of the piece that is in the
 * fingers.
 * @typedef {{ sfen: string, marks: import("./board.js").Marks, from?: string | null }} Shown
 */

export class Scene {
  /** @param {{ board: HTMLElement, w: HTMLElement, b: HTMLElement }} places @param {string[]} [kinds] those that the trays show */
  constructor(places, kinds = HELD) {
    this.places = places;
    this.board = new Board(places.board);
    this.trays = { w: new Tray(places.w, "w", kinds), b: new Tray(places.b, "b", kinds) };
  }

  /** The scene of the page. @param {string[]} [kinds] */
  static ofPage(kinds) {
    return new Scene({ board: byId("board"), w: byId("tray-w"), b: byId("tray-b") }, kinds);
  }

  /** @param {Shown} shown @param {Side} attacker @param {Lang} lang */
  show({ sfen, marks, from }, attacker, lang) {
    const words = wordsOf(lang);
    const position = Position.fromSfen(sfen);
    this.places.board.dataset.sfen = sfen;
    this.board.show(position, marks, attacker, lang);
    for (const side of /** @type {const} */ (["w", "b"])) {
      const kind = position.turn === side && from?.length === 1 ? from : null;
      this.trays[side].show(
        {
          label: side === attacker ? words.inHandShort : words.defenderShort,
          long: side === attacker ? words.attackerHand : words.defenderHand,
          counts: position.hands[side],
          side,
          selected: kind ? { kind, side, promoted: false } : null,
        },
        lang,
      );
      this.places[side].classList.toggle("box", side !== attacker);
    }
  }
}

/** Buttons that step through the moves of something. @param {() => { at: number, go(at: number): void }} game */
export function stepButtons(game) {
  return [
    button("", { icon: "first", label: "first" }, () => game().go(0)),
    button("", { icon: "back", label: "back" }, () => game().go(game().at - 1)),
    button("", { icon: "forward", label: "forward" }, () => game().go(game().at + 1)),
    button("", { icon: "last", label: "last" }, () => game().go(Infinity)),
  ];
}

/** Writes the words and labels of everything that names one, in a language. @param {Lang} lang */
export function dress(lang) {
  const words = /** @type {Record<string, any>} */ (wordsOf(lang));
  document.documentElement.lang = lang;
  for (const element of document.querySelectorAll("[data-word]")) {
    const text = words[element.getAttribute("data-word") ?? ""];
    if (element.lastChild?.nodeType === Node.TEXT_NODE) element.lastChild.nodeValue = text;
    else element.append(text);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = words[element.getAttribute("data-label") ?? ""];
    set(element, { "aria-label": label, title: label });
  }
}

/** Fills a list to choose from. @param {string} id @param {Record<string, string>} names @param {string} chosen */
export function options(id, names, chosen) {
  const select = /** @type {HTMLSelectElement} */ (byId(id));
  select.replaceChildren(...Object.entries(names).map(([value, name]) => el("option", { value }, name)));
  select.value = chosen;
}

/** Asks which of two moves is meant: with or without promotion. @param {Move[]} moves @param {Lang} lang @returns {Promise<Move | null>} */
export function askPromotion(moves, lang) {
  const words = wordsOf(lang);
  const buttons = moves.map((move) => {
    const square = Position.fromSfen(move.sfen).board[squareOf(move.to)];
    return el("button", { value: move.usi, "aria-label": move[lang] }, square && picture({ ...square, side: "b" }));
  });
  const form = el(
    "form",
    { method: "dialog" },
    el("h2", { id: "promotion-heading" }, words.promoteQuestion),
    el("div", { class: "choice", id: "promotion-choice" }, ...buttons),
    el("div", { class: "buttons" }, el("button", {}, words.cancel)),
  );
  const dialog = el("dialog", { id: "promotion-dialog", "aria-labelledby": "promotion-heading" }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(moves.find((move) => move.usi === dialog.returnValue) ?? null);
    });
  });
}
