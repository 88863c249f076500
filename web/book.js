// A solution as an engine: it answers the requests of docs/interface.md from what a page holds
// (src/page/), and so the views of the bench show it. It knows no rules: what can be played in a
// position, and what becomes of it, is in the book.

import { rest } from "./marks.js";
import { pieceLetters, Position, squareName } from "./position.js";

/** @typedef {import("./engine.js").Length} Length */
/** @typedef {import("./engine.js").Step} Step */
/** @typedef {import("./engine.js").Move} Move */
/** @typedef {import("./words.js").Text} Text */

/**
 * A move by its number in `moves`, which has it in USI, in English and in Japanese.
 * @typedef {number} Name
 */

/**
 * A defence, the node that it leads to (-1: none in the book), and the plies to mate from it on,
 * itself included, at most.
 * @typedef {[defence: Name, node: number, plies: number | null]} Defence
 */

/**
 * Another check on the main line: the line after it that escapes, or at most so many plies to mate,
 * itself included, or neither; `like` is the check whose idea it shares.
 * @typedef {{ check: Name, line?: Name[], ending?: Ending, plies?: number, like?: Name }} Try
 */

/** How a line without mate ends; `cut`: there the book ends; `empty`: it has no moves. @typedef {"spent" | "repeats" | "goes_on" | "cut" | "empty"} Ending */

/**
 * What a page holds. Of a mate `nodes` are positions with the attacker to move, each with his move
 * and all defences; where the defender begins, `root` are his moves. Of a no-mate `escapes` are
 * the attacker's positions, each with his checks and the replies that hold, after the `reply`
 * that saves a defender who is to move.
 * @typedef {{ sfen: string, attacker: "b" | "w", title: string, author: string | null, language: import("./words.js").Lang,
 *   verdict: Text, length: Length | null, moves: [usi: string, en: string, ja: string][], line: Name[],
 *   other?: { line: Name[], name: Text } | null,
 *   nodes?: ([move: Name, defences: Defence[]] | null)[], root?: Defence[] | null, tries?: Record<string, Try[]>,
 *   escapes?: [check: Name, reply: Name, node: number][][], reply?: Name | null,
 *   refutation?: { line: Name[], alike: Name[] }[], more?: number }} Contents
 */

/**
 * What can be played in a position: the first choice is the line's, or else the best; `tries` are the other
 * checks that the page has. Where the attacker has none, `end` says why.
 * @typedef {{ attacks: boolean, choices: Choice[], tries?: Try[], mated?: boolean, end?: Ending }} Place
 */

/**
 * A move, what is known of the position that it leads to, and the length of what follows it; `null` where there is no mate or
 * none is known. `verdict` is about the position after it.
 * @typedef {{ name: Name, verdict: "mate" | "nomate" | "unknown", left: Length | null, next: (sfen: string) => Place | null }} Choice
 */

/** No line is as long as that; a page that was damaged must not hang. */
const LONGEST = 5000;

/** What is said of a position. @type {Record<Choice["verdict"], Text>} */
const SENTENCES = {
  mate: { en: "mate", ja: "詰み" },
  nomate: { en: "no mate", ja: "不詰" },
  unknown: { en: "not in this page", ja: "このページにはありません" },
};

/** What is said where a line without mate ends. @type {Record<Ending, Text>} */
const ENDINGS = {
  spent: { en: "No check is left. The defender has escaped.", ja: "王手が尽きました。玉方の逃れです。" },
  repeats: { en: "The position was there before: no mate.", ja: "前と同じ局面です（千日手）。詰みません。" },
  goes_on: { en: "The page goes no further here.", ja: "このページにはこの先の手順がありません。" },
  cut: { en: "The page goes no further here.", ja: "このページにはこの先の手順がありません。" },
  empty: { en: "Nothing was proved, so this page has no moves.", ja: "詰みも不詰も証明されていないので、このページには手順がありません。" },
};

export class Book {
  /** What is known of each position that was seen, by its SFEN. @type {Map<string, Place>} */
  #places = new Map();

  /** @param {Contents} contents */
  constructor(contents) {
    this.contents = contents;
    this.root = Position.fromSfen(contents.sfen).toSfen();
    this.#places.set(this.root, this.#first());
    /** The main line; none where there is no mate. */
    this.line = this.#follow(this.root, contents.line);
    /** The other line, where the customs about pieces left over differ. */
    this.other = this.#follow(this.root, contents.other?.line ?? []);
    // After its last move, too, only futile interpositions are left.
    const end = this.#places.get(this.other.at(-1)?.sfen ?? "");
    if (end) end.mated = true;
  }

  /** The moves of a line in USI, as far as the book has them. @param {string[]} line @returns {Step[]} */
  stepsOf(line) {
    return [...this.#along(line)].map(({ sfen, choice }) => this.#step(sfen, choice.name));
  }

  /** What the bench would be told of the problem. @returns {import("./engine.js").AnswerEvent} */
  get answer() {
    const { length, refutation, more } = this.contents;
    const [reply] = this.#saving;
    const verdict = refutation ? "nomate" : length ? "mate" : "unknown";
    const escapes = refutation && {
      reply: reply ?? null,
      checks: refutation.map((one) => this.#check(reply ? 2 : 1, reply?.sfen ?? this.root, one.line, "refuted", null, one.alike)),
      more: more ?? 0,
    };
    return {
      event: "answer",
      verdict,
      verified: true,
      reason: null,
      conventional: length,
      raw: null,
      line: this.line,
      leftover: null,
      leftover_state: null,
      nothing_left: null,
      refutation: escapes ?? null,
      text: this.contents.verdict,
    };
  }

  /** @param {any} request @returns {AsyncGenerator<any>} */
  async *ask(request) {
    if (request.method === "position") yield this.#position(request.sfen);
    if (request.method === "reply") yield this.#reply(request.sfen, request.move);
    if (request.method === "variations") yield* this.#variations(request.line);
    if (request.method === "near_misses") yield { event: "near_misses", settled: true, checks: this.#tried(request.line) };
    yield { event: "done", stopped: false, settled: true, nodes: 0, seconds: 0 };
  }

  /** The reply that saves a defender who is to move, if there is one. */
  get #saving() {
    const { reply } = this.contents;
    return reply == null ? [] : this.#follow(this.root, [reply]);
  }

  /** @returns {Place} */
  #first() {
    const { contents } = this;
    if (contents.escapes) return contents.reply == null ? this.#escape(0) : this.#saved(contents.reply, 0);
    if (contents.root) return this.#defence(contents.root, 0);
    if (contents.nodes) return this.#attack(0, 0);
    return { attacks: contents.attacker === this.root.split(" ")[1], choices: [], end: "empty" };
  }

  /** The attacker's position with a number, at a ply of the main line or off it. @param {number} node @param {number | null} ply @returns {Place} */
  #attack(node, ply) {
    const { nodes = [], tries = {} } = this.contents;
    const found = nodes[node];
    if (!found) return { attacks: true, choices: [], end: "cut" };
    const [name, defences] = found;
    const next = ply === null ? null : ply + 1;
    const left = this.#left(next) ?? longest(defences);
    /** @type {Choice} */
    const best = { name, verdict: "mate", left, next: () => this.#defence(defences, next) };
    const others = ply === null ? [] : (tries[ply] ?? []).filter(({ check }) => check !== name);
    return { attacks: true, choices: [best, ...others.map((one) => this.#try(one))], tries: others };
  }

  /** @param {Try} one @returns {Choice} */
  #try({ check, line, plies, ending }) {
    if (line) return { name: check, verdict: "nomate", left: null, next: (sfen) => this.#line(sfen, line, ending) };
    const verdict = plies ? "mate" : "unknown";
    const next = () => (plies === 1 ? { attacks: false, choices: [], mated: true } : null);
    return { name: check, verdict, left: plies && plies > 1 ? bound(plies - 1) : null, next };
  }

  /** Lets a line be played from a position on. Several lines may meet there, and part again. @param {string} sfen @param {Name[]} line @param {Ending} [end] */
  #line(sfen, line, end) {
    let at = sfen;
    for (const name of line) {
      const { choices } = this.#place(at);
      const known = (/** @type {string} */ after) => this.#place(after);
      if (choices.every((one) => one.name !== name)) choices.push({ name, verdict: "nomate", left: null, next: known });
      at = this.#step(at, name).sfen;
    }
    this.#place(at).end ??= end;
    return this.#place(sfen);
  }

  /** What is known of a position, to add to. @param {string} sfen @returns {Place} */
  #place(sfen) {
    const place = this.#places.get(sfen) ?? { attacks: sfen.split(" ")[1] === this.contents.attacker, choices: [] };
    this.#places.set(sfen, place);
    return place;
  }

  /** The defender's position. @param {Defence[]} defences @param {number | null} ply of the main line, or none @returns {Place} */
  #defence(defences, ply) {
    const own = ply === null ? undefined : this.contents.line[ply];
    const first = defences.filter(([name]) => name === own);
    const choices = [...first, ...defences.filter(([name]) => name !== own)].map(([name, node, plies]) => {
      const next = name === own && ply !== null ? ply + 1 : null;
      const left = this.#left(next) ?? (plies === null ? null : bound(plies - 1));
      /** @type {Choice} */
      const choice = { name, verdict: node < 0 ? "unknown" : "mate", left, next: () => (node < 0 ? null : this.#attack(node, next)) };
      return choice;
    });
    // After the last move of the main line only futile interpositions are left.
    const isEnd = ply !== null && ply >= this.contents.line.length;
    return { attacks: false, choices, mated: isEnd || choices.length === 0 };
  }

  /** The attacker's position of a no-mate. @param {number} node @returns {Place} */
  #escape(node) {
    const checks = this.contents.escapes?.[node];
    if (!checks) return { attacks: true, choices: [], end: "cut" };
    const choices = checks.map(([name, reply, to]) => {
      /** @type {Choice} */
      const choice = { name, verdict: "nomate", left: null, next: () => this.#saved(reply, to) };
      return choice;
    });
    return { attacks: true, choices, end: choices.length > 0 ? undefined : "spent" };
  }

  /** The defender's position of a no-mate, with the reply that holds. @param {Name} reply @param {number} node @returns {Place} */
  #saved(reply, node) {
    return { attacks: false, choices: [{ name: reply, verdict: "nomate", left: null, next: () => this.#escape(node) }] };
  }

  /** What is left of the length at a ply of the main line. @param {number | null} ply @returns {Length | null} */
  #left(ply) {
    return ply === null ? null : rest(this.contents.length, ply);
  }

  /** A move of a position. @param {string} sfen @param {Name} name @returns {Step} */
  #step(sfen, name) {
    const [usi, en, ja] = this.contents.moves[name];
    const after = Position.fromSfen(sfen).after(usi).toSfen();
    return { usi, en, ja, sfen: after, check: sfen.split(" ")[1] === this.contents.attacker };
  }

  /** The moves of a line, which can be played from then on. @param {string} sfen @param {Name[]} names @returns {Step[]} */
  #follow(sfen, names) {
    /** @type {Step[]} */
    const steps = [];
    for (const name of names) {
      const before = steps.at(-1)?.sfen ?? sfen;
      const step = this.#step(before, name);
      const choice = this.#places.get(before)?.choices.find((one) => one.name === name);
      if (choice) this.#note(step.sfen, choice);
      steps.push(step);
    }
    return steps;
  }

  /** A choice, and the first choices after it. @param {string} sfen @param {Choice} choice @param {number} most @returns {Step[]} */
  #onward(sfen, choice, most = LONGEST) {
    /** @type {Step[]} */
    const steps = [];
    for (let one = choice; one && steps.length < most; ) {
      const step = this.#step(steps.at(-1)?.sfen ?? sfen, one.name);
      steps.push(step);
      const place = this.#note(step.sfen, one);
      if (!place || place.mated) break;
      one = place.choices[0];
    }
    return steps;
  }

  /** Keeps what is known of the position after a choice. @param {string} sfen @param {Choice} choice */
  #note(sfen, choice) {
    const place = choice.next(sfen);
    const known = this.#places.get(sfen) ?? place;
    if (known) this.#places.set(sfen, known);
    return known;
  }

  /** What is known of the position after the moves of a line, which the book has. @param {string[]} line in USI */
  *#along(line) {
    let sfen = this.root;
    for (const [at, usi] of line.entries()) {
      const place = this.#places.get(sfen);
      const choice = place?.choices.find(({ name }) => this.contents.moves[name][0] === usi);
      if (!place || !choice) return;
      yield { sfen, place, choice, ply: at + 1 };
      sfen = this.#step(sfen, choice.name).sfen;
      this.#note(sfen, choice);
    }
  }

  /** @param {string} sfen @returns {import("./engine.js").PositionEvent} */
  #position(sfen) {
    const position = Position.fromSfen(sfen);
    /** @type {Place} */
    const place = this.#places.get(sfen) ?? { attacks: position.turn === this.contents.attacker, choices: [], end: "cut" };
    const moves = place.choices.map((choice) => {
      const step = this.#step(sfen, choice.name);
      this.#note(step.sfen, choice);
      return moveOf(step, position);
    });
    const side = position.turn === "b" ? "black" : "white";
    const king = position.board.findIndex((piece) => piece?.kind === "K" && piece.side === position.turn);
    /** @type {Record<import("./engine.js").SideName, string | null>} */
    const kings = { black: null, white: null };
    kings[side] = king < 0 ? null : squareName(king);
    /** @type {Record<import("./engine.js").SideName, string[]>} */
    const checks = { black: [], white: [] };
    // After every move of the attacker the king is in check, and at the beginning when the defender is to move.
    if (!place.attacks) checks[side] = ["?"];
    const attacker = this.contents.attacker === "b" ? "black" : "white";
    const board = Array.from({ length: 9 }, (_, rank) => position.board.slice(rank * 9, rank * 9 + 9).map((piece) => piece && pieceLetters(piece)));
    const mated = place.mated ?? false;
    const note = place.end && moves.length === 0 ? ENDINGS[place.end] : undefined;
    return { event: "position", sfen, turn: side, attacker, board, box: {}, kings, checks, faults: [], ready: true, mated, note, line: [], moves };
  }

  /** @param {string} sfen @param {string | undefined} usi @returns {import("./engine.js").ReplyEvent} */
  #reply(sfen, usi) {
    const choice = this.#places.get(sfen)?.choices.find(({ name }) => !usi || this.contents.moves[name][0] === usi);
    if (!choice) return this.#said({ verdict: "unknown", left: null }, null, []);
    if (!usi) {
      const left = choice.left?.upper == null ? null : { ...choice.left, lower: choice.left.lower + 1, upper: choice.left.upper + 1 };
      return this.#said({ ...choice, left }, null, this.#onward(sfen, choice));
    }
    // Where the defender holds he answers, and then it is the reader's turn again.
    const [played, ...line] = this.#onward(sfen, choice, choice.verdict === "nomate" ? 2 : LONGEST);
    return this.#said(choice, played, line);
  }

  /** @param {{ verdict: Choice["verdict"], left: Length | null }} known @param {Step | null} played @param {Step[]} line @returns {import("./engine.js").ReplyEvent} */
  #said({ verdict, left }, played, line) {
    const place = played && this.#places.get(played.sfen);
    const state = place?.mated ? "mated" : "goes_on";
    const end = verdict === "nomate" && this.#places.get(line.at(-1)?.sfen ?? "")?.end;
    const text = end ? ENDINGS[end] : SENTENCES[verdict];
    return { event: "reply", played, state, verdict, conventional: left, raw: null, answer: line[0] ?? null, line, text };
  }

  /** The other defences along a line. @param {string[]} line */
  *#variations(line) {
    for (const { sfen, place, choice, ply } of this.#along(line)) {
      if (place.attacks) continue;
      for (const other of place.choices.filter((one) => one !== choice)) {
        const upper = other.left?.upper ?? null;
        const conventional = upper === null ? null : bound(upper + 1);
        const move = this.#step(sfen, other.name);
        const onward = () => this.#onward(sfen, other);
        yield {
          event: "variation", ply, move, verdict: other.verdict, conventional, leftover: null, futile: false,
          last: upper === null ? null : ply + upper,
          // Worked out when it is wanted: there may be thousands.
          get line() {
            return onward();
          },
        };
      }
    }
  }

  /** The other checks along a line, one of each idea, those that last longest first. @param {string[]} line */
  #tried(line) {
    const found = [];
    for (const { sfen, place, choice, ply } of this.#along(line)) {
      const { tries } = place;
      if (!tries || place.choices[0] !== choice) continue;
      for (const one of tries.filter(({ like, line, plies }) => like === undefined && (line || plies))) {
        const alike = tries.filter(({ like }) => like === one.check).map(({ check }) => check);
        const names = [one.check, ...(one.line ?? [])];
        found.push({ check: this.#check(ply, sfen, names, one.line ? "refuted" : "mates", one.plies ?? null, alike), plies: names.length });
      }
    }
    return found.sort((a, b) => b.plies - a.plies).map(({ check }) => check);
  }

  /**
   * @param {number} ply @param {string} sfen the position before it @param {Name[]} names @param {"refuted" | "mates"} fate
   * @param {number | null} plies @param {Name[]} alike @returns {import("./engine.js").Check}
   */
  #check(ply, sfen, names, fate, plies, alike) {
    const line = () => this.#follow(sfen, names);
    const move = this.#step(sfen, names[0]);
    return {
      ply, move, fate, plies, ending: null, alike: alike.map((name) => this.#step(sfen, name)),
      // Worked out when it is wanted.
      get line() {
        return line();
      },
    };
  }
}

/** @param {Step} step @param {Position} before @returns {Move} */
function moveOf(step, before) {
  const { usi } = step;
  const isDrop = usi[1] === "*";
  const to = usi.slice(2, 4);
  return { ...step, from: isDrop ? null : usi.slice(0, 2), drop: isDrop ? usi[0] : null, to, promotes: usi.endsWith("+"), takes: null };
}

/** At most as many plies as after the longest of all defences, where that is known of each. @param {Defence[]} defences */
function longest(defences) {
  const most = Math.max(0, ...defences.map(([, , plies]) => plies ?? Infinity));
  return bound(most > 0 && most < Infinity ? most : null);
}

/** At most so many plies. @param {number | null | undefined} upper @returns {Length | null} */
function bound(upper) {
  return upper === null || upper === undefined ? null : { lower: 1, upper, state: "bound" };
}
