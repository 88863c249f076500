// Playing on the board: a line of moves from a position, a place in it, and legal moves tapped or
// dragged. Which moves are legal, and the position after each, the engine says.

import { askOnce } from "./engine.js";
import { Position, squareName, squareOf } from "./position.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Move} Move */
/** @typedef {import("./engine.js").Step} Step */
/** @typedef {import("./engine.js").PositionEvent} PositionEvent */
/** @typedef {import("./pointer.js").Spot} Spot */

/** What a game needs of the page. @typedef {{
 *   engine: Engine, redraw(): void, failed(error: unknown): void,
 *   choose(moves: Move[]): Promise<Move | null> }} Table */

/** So long, in milliseconds, a person's move is seen before the engine's. */
const PAUSE = 350;

/** So many positions with their legal moves are kept. */
const KEPT = 300;

export class Game {
  root = Position.empty().toSfen();
  /** The moves of the line. @type {Step[]} */
  line = [];
  /** How many of them are played on the board. */
  at = 0;
  /** The square or the hand of the piece that is in the fingers. @type {string | null} */
  from = null;
  /** Called with a legal move that a person made. @type {(move: Move) => void} */
  onMove = () => {};
  /** @type {Map<string, PositionEvent>} */
  #positions = new Map();
  /** The positions of which the engine is asked now. @type {Set<string>} */
  #loading = new Set();
  /** Taps that came before the engine had said what is legal. @type {Spot[]} */
  #early = [];

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Begins at a position, with a line. @param {string} root @param {Step[]} line @param {number} [at] */
  begin(root, line, at = 0) {
    this.root = root;
    this.line = line;
    this.go(at);
  }

  /** Goes to a place in the line, as far as there is one. @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(at, this.line.length));
    this.from = null;
    this.#early = [];
    this.table.redraw();
    this.#load(this.sfen);
  }

  /** Leaves the line here and goes on with other moves. @param {Step[]} steps @param {number} played how many of them are played at once */
  branch(steps, played) {
    this.line = [...this.line.slice(0, this.at), ...steps];
    this.go(this.at + played);
  }

  /** The position on the board. */
  get sfen() {
    return this.sfenAt(this.at);
  }

  /** The position after the first `ply` moves. @param {number} ply */
  sfenAt(ply) {
    return ply > 0 ? this.line[ply - 1].sfen : this.root;
  }

  /** What the engine says of the position on the board, when it has said it. */
  get here() {
    return this.#positions.get(this.sfen) ?? null;
  }

  /** The legal moves of the piece that is in the fingers. */
  get moves() {
    return (this.here?.moves ?? []).filter((move) => (move.from ?? move.drop) === this.from);
  }

  /** What is marked on the board. @returns {import("./board.js").Marks} */
  get marks() {
    const usi = this.at > 0 ? this.line[this.at - 1].usi : null;
    const names = usi ? [usi.slice(0, 2), usi.slice(2, 4)].filter((name) => !name.includes("*")) : [];
    const { here } = this;
    const king = here && here.checks[here.turn].length > 0 ? here.kings[here.turn] : null;
    return {
      selected: this.from && this.from.length === 2 ? squareOf(this.from) : null,
      targets: this.moves.map((move) => squareOf(move.to)),
      last: names.map(squareOf),
      check: king ? squareOf(king) : null,
    };
  }

  /** @param {Spot} spot */
  canLift(spot) {
    const from = fromOf(spot);
    const ours = spot.place.at !== "hand" || this.here?.turn === (spot.place.side === "b" ? "black" : "white");
    return ours && (this.here?.moves ?? []).some((move) => (move.from ?? move.drop) === from);
  }

  /** @param {Spot} spot */
  tap(spot) {
    if (!this.here) {
      this.#early.push(spot);
      // An answer may have failed.
      return void this.#load(this.sfen);
    }
    if (spot.place.at === "board" && this.from) {
      const to = squareName(spot.place.square);
      const moves = this.moves.filter((move) => move.to === to);
      if (moves.length > 0) return void this.#play(moves);
    }
    const from = this.canLift(spot) ? fromOf(spot) : null;
    this.from = from === this.from ? null : from;
    this.table.redraw();
  }

  /** @param {Spot} from @param {Spot | null} to */
  drop(from, to) {
    this.from = fromOf(from);
    const at = to?.place.at === "board" ? squareName(to.place.square) : null;
    const moves = this.moves.filter((move) => move.to === at);
    if (moves.length > 0) return void this.#play(moves);
    this.from = null;
    this.table.redraw();
  }

  /** Puts the piece in the fingers back. */
  release() {
    this.from = null;
    this.table.redraw();
  }

  /** One move is played; of two, with and without promotion, a person chooses. @param {Move[]} moves */
  async #play(moves) {
    const move = moves.length === 1 ? moves[0] : await this.table.choose(moves);
    this.from = null;
    this.table.redraw();
    if (move) this.onMove(move);
  }

  /** @param {string} sfen */
  async #load(sfen) {
    if (this.#positions.has(sfen) || this.#loading.has(sfen)) return;
    this.#loading.add(sfen);
    try {
      const said = await askOnce(this.table.engine, { method: "position", sfen }, "position");
      this.#positions.set(sfen, said);
      const [oldest] = this.#positions.keys();
      if (this.#positions.size > KEPT) this.#positions.delete(oldest);
      if (this.sfen !== sfen) return;
      this.table.redraw();
      for (const spot of this.#early.splice(0)) this.tap(spot);
    } catch (error) {
      if (this.sfen === sfen) this.#early = [];
      this.table.failed(error);
    } finally {
      this.#loading.delete(sfen);
    }
  }
}

/** Passes when a person's move has been seen. */
export function pause() {
  return new Promise((done) => setTimeout(done, PAUSE));
}

/** A line in USI, by which it is compared. @param {{ usi: string }[]} line */
export function usi(line) {
  return line.map((step) => step.usi).join(" ");
}

/** The square of a spot, or the kind of its slot, as moves name them. @param {Spot} spot */
function fromOf({ place, kind }) {
  return place.at === "board" ? squareName(place.square) : kind;
}
