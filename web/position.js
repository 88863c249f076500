// A position as the editor holds it: which piece stands where, and its SFEN. No rules of shogi:
// what is legal, and what is wrong with a position, the engine says.

/**
 * A side: `b` is Black (先手), who moves up the board, `w` is White.
 * @typedef {"b" | "w"} Side
 */

/**
 * A piece on the board. `kind` is the letter of the unpromoted piece in SFEN, upper case.
 * @typedef {{ kind: string, side: Side, promoted: boolean }} Piece
 */

/**
 * Where a piece can lie: on a square (0 to 80, from the upper left in the order of SFEN), in a
 * hand, or in no place at all, out of the game.
 * @typedef {{ at: "board", square: number } | { at: "hand", side: Side } | { at: "out" }} Place
 */

/** The kinds, in the order in which trays show them. */
export const KINDS = ["K", "R", "B", "G", "S", "N", "L", "P"];

/** How many pieces of a kind a set has. @type {Record<string, number>} */
export const SET = { K: 2, R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };

/** The kinds that never promote. */
const STAYS = ["K", "G"];

/** @param {Side} side @returns {Side} */
export function other(side) {
  return side === "b" ? "w" : "b";
}

/** The name of a square as in USI, `5a`. @param {number} square */
export function squareName(square) {
  return `${9 - (square % 9)}${"abcdefghi"[Math.floor(square / 9)]}`;
}

/** The square of a name such as `5a`. @param {string} name */
export function squareOf(name) {
  return "abcdefghi".indexOf(name[1]) * 9 + 9 - Number(name[0]);
}

/** A position. It is a value: every change gives another one. */
export class Position {
  /**
   * @param {(Piece | null)[]} board 81 squares
   * @param {Record<Side, Record<string, number>>} hands what each side holds, by kind
   * @param {Side} turn who moves: in most problems, the attacker
   */
  constructor(board, hands, turn) {
    this.board = board;
    this.hands = hands;
    this.turn = turn;
  }

  /** The board without a piece; all but the kings are in the hand of the defender, White. */
  static empty() {
    const rest = Object.fromEntries(KINDS.filter((k) => k !== "K").map((k) => [k, SET[k]]));
    return new Position(Array(81).fill(null), { b: {}, w: rest }, "b");
  }

  /**
   * Reads an SFEN as `toSfen` and the engine write it.
   * @param {string} sfen
   */
  static fromSfen(sfen) {
    const [ranks, turn, hands] = sfen.trim().split(/\s+/);
    const rows = ranks.split("/").map(rankPieces);
    if (rows.length !== 9 || rows.some((row) => row.length !== 9)) throw new Error(`not an SFEN: ${sfen}`);
    const board = rows.flat();
    /** @type {Record<Side, Record<string, number>>} */
    const held = { b: {}, w: {} };
    for (const [, count, letter] of (hands ?? "-").matchAll(/(\d*)([A-Za-z])/g)) {
      const { kind, side } = letterPiece(letter);
      held[side][kind] = Number(count || 1);
    }
    return new Position(board, held, turn === "w" ? "w" : "b");
  }

  toSfen() {
    const ranks = [];
    for (let rank = 0; rank < 9; rank++) {
      const squares = this.board.slice(rank * 9, rank * 9 + 9);
      ranks.push(squares.map((p) => (p ? pieceLetters(p) : " ")).join(""));
    }
    const board = ranks.join("/").replace(/ +/g, (blank) => String(blank.length));
    let hands = "";
    for (const side of /** @type {Side[]} */ (["b", "w"])) {
      for (const kind of KINDS) {
        const count = this.held(side, kind);
        const letter = side === "b" ? kind : kind.toLowerCase();
        if (count > 0) hands += (count > 1 ? count : "") + letter;
      }
    }
    return `${board} ${this.turn} ${hands || "-"} 1`;
  }

  /** Who attacks, as the engine takes it: the side without a king, or else the side to move. */
  get attacker() {
    const kings = this.board.filter((piece) => piece?.kind === "K");
    return kings.length === 1 && kings[0] ? other(kings[0].side) : this.turn;
  }

  /** How many pieces of a kind a side holds. @param {Side} side @param {string} kind */
  held(side, kind) {
    return this.hands[side][kind] ?? 0;
  }

  /** How many pieces of a kind are neither on the board nor in a hand. @param {string} kind */
  out(kind) {
    const placed = this.board.filter((piece) => piece?.kind === kind).length;
    return SET[kind] - placed - this.held("b", kind) - this.held("w", kind);
  }

  /** How many pieces of a kind lie at a place. @param {Place} place @param {string} kind */
  count(place, kind) {
    if (place.at === "hand") return this.held(place.side, kind);
    if (place.at === "out") return this.out(kind);
    return this.board[place.square]?.kind === kind ? 1 : 0;
  }

  /**
   * Takes a piece of a kind from one place and lays it down at another. On a square it replaces
   * what is there, which goes to the defender's hand; a king that leaves the board is out.
   * The position is returned as it is when there is nothing to take.
   * @param {Place} from @param {Place} to @param {Piece} piece how it lies on a square
   * @returns {Position}
   */
  move(from, to, piece) {
    if (this.count(from, piece.kind) < 1) return this;
    const lifted = this.#take(from, piece.kind);
    if (to.at === "board") {
      const there = lifted.board[to.square];
      const cleared = there ? lifted.move(to, { at: "hand", side: other(this.attacker) }, there) : lifted;
      return cleared.#put(to.square, piece);
    }
    return to.at === "hand" && piece.kind !== "K" ? lifted.#hold(to.side, piece.kind, 1) : lifted;
  }

  /**
   * The position after a move in USI, which somebody has found legal: the piece goes there, and what
   * it takes goes to the hand of its side.
   * @param {string} usi
   */
  after(usi) {
    const { turn } = this;
    const to = squareOf(usi.slice(2, 4));
    const from = usi[1] === "*" ? null : squareOf(usi.slice(0, 2));
    const moved = from === null ? { kind: usi[0], side: turn, promoted: false } : this.board[from];
    if (!moved) throw new Error(`nothing moves by ${usi}`);
    const lifted = from === null ? this.#hold(turn, moved.kind, -1) : this.#put(from, null);
    const taken = this.board[to];
    const held = taken ? lifted.#hold(turn, taken.kind, 1) : lifted;
    const { board, hands } = held.#put(to, { ...moved, promoted: moved.promoted || usi.endsWith("+") });
    return new Position(board, hands, other(turn));
  }

  /** Turns a piece over or around. @param {number} square @param {Piece} piece */
  turnPiece(square, piece) {
    return this.#put(square, piece);
  }

  /** Left and right exchanged. */
  mirrored() {
    const board = this.board.map((_, n) => this.board[n - (n % 9) + 8 - (n % 9)]);
    return new Position(board, this.hands, this.turn);
  }

  /** The board turned around, with the sides exchanged: the same problem from the other side. */
  turned() {
    const board = [...this.board].reverse();
    const swapped = board.map((p) => p && { ...p, side: other(p.side) });
    return new Position(swapped, { b: this.hands.w, w: this.hands.b }, other(this.turn));
  }

  /**
   * Everything moved by files (to the right) and ranks (down). A piece that would leave the
   * board stops it: the position is returned as it is.
   * @param {number} right @param {number} down
   */
  shifted(right, down) {
    /** @type {(Piece | null)[]} */
    const board = Array(81).fill(null);
    for (const [square, piece] of this.board.entries()) {
      if (!piece) continue;
      const [column, rank] = [(square % 9) + right, Math.floor(square / 9) + down];
      if (column < 0 || column > 8 || rank < 0 || rank > 8) return this;
      board[rank * 9 + column] = piece;
    }
    return new Position(board, this.hands, this.turn);
  }

  /** All pieces that are out of the game given to the defender, kings excepted. */
  withRest() {
    return KINDS.filter((kind) => kind !== "K" && this.out(kind) > 0).reduce(
      (/** @type {Position} */ now, kind) => now.#hold(other(now.attacker), kind, now.out(kind)),
      this,
    );
  }

  /** @param {Place} from @param {string} kind */
  #take(from, kind) {
    if (from.at === "board") return this.#put(from.square, null);
    return from.at === "hand" ? this.#hold(from.side, kind, -1) : this;
  }

  /** @param {number} square @param {Piece | null} piece */
  #put(square, piece) {
    const board = [...this.board];
    board[square] = piece;
    return new Position(board, this.hands, this.turn);
  }

  /** @param {Side} side @param {string} kind @param {number} more */
  #hold(side, kind, more) {
    const hand = { ...this.hands[side], [kind]: this.held(side, kind) + more };
    return new Position(this.board, { ...this.hands, [side]: hand }, this.turn);
  }
}

/**
 * The next way for a piece to lie on a square: upright, promoted, of the other side, promoted of
 * the other side, and upright again.
 * @param {Piece} piece @returns {Piece}
 */
export function nextWay(piece) {
  if (!piece.promoted && !STAYS.includes(piece.kind)) return { ...piece, promoted: true };
  return { ...piece, promoted: false, side: other(piece.side) };
}

/** @param {Piece} piece @returns {Piece} */
export function promoted(piece) {
  return { ...piece, promoted: !piece.promoted && !STAYS.includes(piece.kind) };
}

/** A piece as in SFEN, `+R` or `p`. @param {Piece} piece */
export function pieceLetters({ kind, side, promoted }) {
  return (promoted ? "+" : "") + (side === "b" ? kind : kind.toLowerCase());
}

/** The squares of a rank; none where something else is in it. @param {string} rank @returns {(Piece | null)[]} */
function rankPieces(rank) {
  if (!/^(\+?[KRBGSNLP]|[1-9])+$/i.test(rank)) return [];
  const parts = [...rank.matchAll(/(\+?)([A-Z])|(\d)/gi)];
  return parts.flatMap(([, plus, letter, blank]) =>
    blank ? Array(Number(blank)).fill(null) : [{ ...letterPiece(letter), promoted: plus === "+" }],
  );
}

/** @param {string} letter @returns {{ kind: string, side: Side, promoted: false }} */
function letterPiece(letter) {
  const kind = letter.toUpperCase();
  return { kind, side: letter === kind ? "b" : "w", promoted: false };
}
