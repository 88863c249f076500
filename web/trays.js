// The trays beside the board: the hands, the box (駒箱) and what is left out. A tray has a slot for
// every kind, also for those that it has none of, so that nothing moves when pieces come and go.

import { el, set, write } from "./dom.js";
import { picture } from "./pieces.js";
import { kindName, wordsOf } from "./words.js";

/** @typedef {import("./position.js").Piece} Piece */
/** @typedef {import("./position.js").Side} Side */
/** @typedef {import("./words.js").Lang} Lang */

/**
 * What a tray shows: its heading, the pieces by kind, the slot that is selected and how the piece
 * in it would lie on the board, and whose pieces they are.
 * @typedef {{ label: string, long: string, counts: Record<string, number>, side: Side,
 *   selected: Piece | null }} TrayContents
 */

export class Tray {
  /** @type {Record<string, { button: HTMLButtonElement, badge: HTMLElement, shown: string }>} */
  #slots = {};
  #label = el("span", { class: "tray-label", "aria-hidden": "true" });

  /**
   * @param {HTMLElement} root
   * @param {string} place `b` or `w`, whose hand it is, or `out`
   * @param {string[]} kinds
   */
  constructor(root, place, kinds) {
    this.root = root;
    set(root, { role: "group", "data-place": place });
    root.append(this.#label);
    for (const kind of kinds) {
      const badge = el("span", { class: "badge" });
      const button = el("button", { type: "button", class: "slot", "data-place": place, "data-kind": kind }, badge);
      this.#slots[kind] = { button, badge, shown: "" };
      root.append(button);
    }
  }

  /** @param {TrayContents} contents @param {Lang} lang */
  show({ label, long, counts, side, selected }, lang) {
    write(this.#label, label);
    set(this.root, { "aria-label": long });
    for (const [kind, slot] of Object.entries(this.#slots)) {
      const count = counts[kind] ?? 0;
      const isSelected = selected?.kind === kind;
      const piece = isSelected ? selected : { kind, side, promoted: false };
      const shown = `${piece.side}${piece.promoted}`;
      if (slot.shown !== shown) {
        slot.button.querySelector("svg")?.remove();
        slot.button.prepend(picture(piece));
        slot.shown = shown;
      }
      write(slot.badge, count > 1 ? `${count}` : "");
      slot.button.hidden = kind === "K" && counts.K === undefined;
      slot.button.classList.toggle("none", count === 0);
      slot.button.classList.toggle("selected", isSelected);
      const name = kindName({ kind, promoted: false }, lang);
      set(slot.button, {
        "aria-label": wordsOf(lang).inHand(name, count),
        "aria-pressed": `${isSelected}`,
        "data-count": count,
      });
    }
  }
}
