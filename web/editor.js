// Setting up a position: pieces taken from the box, from a hand or from the board and laid down
// elsewhere, turned over and around, by taps, drags and keys.

import { KINDS, nextWay, other, promoted, squareName } from "./position.js";
import { pieceName, squareWords, wordsOf } from "./words.js";

/** @typedef {import("./position.js").Piece} Piece */
/** @typedef {import("./position.js").Place} Place */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./pointer.js").Spot} Spot */
/** @typedef {import("./words.js").Lang} Lang */

/** What the editor needs of the page. @typedef {{
 *   position(): Position, commit(position: Position): void, redraw(): void,
 *   focused(): number | null, announce(text: string): void, lang(): Lang }} Desk */

/** A piece that is in the fingers: where it lies, and how it will lie. @typedef {{ from: Place, piece: Piece }} Selection */

export class Editor {
  /** @type {Selection | null} */
  selection = null;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** @param {Spot} spot */
  canLift(spot) {
    return this.#pieceAt(spot) !== null;
  }

  /**
   * The first tap takes a piece, the second lays it down, or turns it where it lies. Another piece
   * is taken instead, but one from a tray is laid on whatever stands on a square, and a kind goes
   * to its own slot.
   * @param {Spot} spot
   */
  tap(spot) {
    const { selection } = this;
    if (!selection) return this.#select(spot);
    const sameKind = spot.kind === null || spot.kind === selection.piece.kind;
    if (sameKind && same(selection.from, source(spot))) return this.#turn(selection);
    const onto = spot.place.at === "board" ? selection.from.at !== "board" : sameKind;
    if (this.#pieceAt(spot) && !onto) return this.#select(spot);
    this.#lay(selection, spot.place);
  }

  /** @param {Spot} from @param {Spot | null} to where it was let go, or nowhere: then into the box */
  drop(from, to) {
    const piece = this.#pieceAt(from);
    if (!piece) return;
    const { selection } = this;
    const isSelected = selection?.piece.kind === piece.kind && same(selection.from, source(from));
    const place = to?.place ?? this.#box();
    if (same(from.place, place)) this.#clear();
    else this.#lay({ from: source(from), piece: isSelected ? selection.piece : piece }, place);
  }

  /** Forgets what was in the fingers. */
  release() {
    this.selection = null;
  }

  /** Turns the selected piece, or the one on the square with the focus, over. */
  promote() {
    this.#change(promoted);
  }

  /** Turns the piece around, to the other side. */
  flip() {
    this.#change((piece) => ({ ...piece, side: other(piece.side) }));
  }

  toBox() {
    this.#send(this.#box());
  }

  toHand() {
    this.#send({ at: "hand", side: this.desk.position().attacker });
  }

  /** A key of the editor. True when it was one. @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey) return false;
    if (event.altKey) return this.#shift(event.key);
    const commands = /** @type {Record<string, () => void>} */ ({
      Escape: () => this.#clear(),
      "+": () => this.promote(),
      "=": () => this.promote(),
      f: () => this.flip(),
      h: () => this.toHand(),
      Delete: () => this.toBox(),
      Backspace: () => this.toBox(),
    });
    const command = commands[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (command) command();
    return command !== undefined || this.#letter(event);
  }

  /** The letter of a piece puts it on the square with the focus; Shift means the defender's. @param {KeyboardEvent} event */
  #letter(event) {
    const kind = event.key.toUpperCase();
    const square = this.desk.focused();
    if (!KINDS.includes(kind) || square === null) return false;
    const position = this.desk.position();
    const { attacker } = position;
    const side = event.shiftKey !== (kind === "K") ? other(attacker) : attacker;
    /** @type {Place[]} */
    const sources = [{ at: "out" }, { at: "hand", side: other(attacker) }, { at: "hand", side: attacker }];
    const from = sources.find((place) => position.count(place, kind) > 0);
    if (from) this.#lay({ from, piece: { kind, side, promoted: false } }, { at: "board", square });
    return true;
  }

  /** @param {string} key */
  #shift(key) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!step) return false;
    this.selection = null;
    this.#commit(this.desk.position().shifted(step[0], step[1]));
    return true;
  }

  /** @param {Spot} spot */
  #select(spot) {
    const piece = this.#pieceAt(spot);
    this.selection = piece && { from: source(spot), piece };
    const { desk } = this;
    if (piece) desk.announce(wordsOf(desk.lang()).chosen(pieceName(piece, desk.position().attacker, desk.lang())));
    desk.redraw();
  }

  /** A second tap on the selected piece: it lies in the next way. @param {Selection} selection */
  #turn({ from, piece }) {
    const next = nextWay(piece);
    this.selection = { from, piece: next };
    if (from.at === "board") this.#put(from.square, next);
    else this.desk.redraw();
  }

  /** @param {(piece: Piece) => Piece} turn */
  #change(turn) {
    const { selection } = this;
    if (selection && selection.from.at !== "board") {
      this.selection = { ...selection, piece: turn(selection.piece) };
      return this.desk.redraw();
    }
    const square = selection?.from.at === "board" ? selection.from.square : this.desk.focused();
    const piece = square === null ? null : this.desk.position().board[square];
    if (square === null || !piece) return;
    const turned = turn(piece);
    if (selection) this.selection = { from: { at: "board", square }, piece: turned };
    this.#put(square, turned);
  }

  /** @param {Place} to */
  #send(to) {
    const square = this.desk.focused();
    /** @type {Spot | null} */
    const spot = square === null ? null : { place: { at: "board", square }, kind: null };
    const piece = spot && this.#pieceAt(spot);
    if (this.selection) this.#lay(this.selection, to);
    else if (spot && piece) this.#lay({ from: spot.place, piece }, to);
  }

  /** @param {Selection} selection @param {Place} to */
  #lay({ from, piece }, to) {
    const { desk } = this;
    this.selection = null;
    const position = desk.position();
    const after = position.move(from, to, piece);
    const words = wordsOf(desk.lang());
    if (to.at === "board") this.#say(piece, to.square);
    else {
      const where = to.at === "out" ? words.out : to.side === position.attacker ? words.attackerHand : words.box;
      desk.announce(words.gone(pieceName(piece, position.attacker, desk.lang()), where));
    }
    this.#commit(after);
  }

  /** @param {number} square @param {Piece} piece */
  #put(square, piece) {
    this.#say(piece, square);
    this.#commit(this.desk.position().turnPiece(square, piece));
  }

  /** @param {Piece} piece @param {number} square */
  #say(piece, square) {
    const { desk } = this;
    const name = pieceName(piece, desk.position().attacker, desk.lang());
    desk.announce(wordsOf(desk.lang()).placed(name, squareWords(square, desk.lang())));
  }

  /** @param {Position} position */
  #commit(position) {
    if (position.toSfen() === this.desk.position().toSfen()) this.desk.redraw();
    else this.desk.commit(position);
  }

  #clear() {
    this.selection = null;
    this.desk.redraw();
  }

  /** @returns {Place} */
  #box() {
    return { at: "hand", side: other(this.desk.position().attacker) };
  }

  /**
   * The piece at a spot as it would be laid down: from a tray it is the attacker's, but the first
   * king is the defender's.
   * @param {Spot} spot @returns {Piece | null}
   */
  #pieceAt({ place, kind }) {
    const position = this.desk.position();
    if (place.at === "board") return position.board[place.square];
    if (kind === null) return null;
    if (position.count(source({ place, kind }), kind) < 1) return null;
    const defended = position.board.some((piece) => piece?.kind === "K" && piece.side !== position.attacker);
    const side = kind === "K" && !defended ? other(position.attacker) : position.attacker;
    return { kind, side, promoted: false };
  }
}

/**
 * Where the piece of a spot is taken from. Kings are in nobody's hand: those in the box are on no
 * square.
 * @param {Spot} spot @returns {Place}
 */
function source({ place, kind }) {
  return kind === "K" ? { at: "out" } : place;
}

/** @param {Place} a @param {Place} b */
function same(a, b) {
  return name(a) === name(b);
}

/** @param {Place} place */
function name(place) {
  if (place.at === "board") return squareName(place.square);
  return place.at === "hand" ? place.side : "out";
}
