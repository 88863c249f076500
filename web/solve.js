// Solving: the answer is hidden, a person attacks, and every move is judged by the engine.

import { button, byId, el, part, write } from "./dom.js";
import { askOnce, isAbort } from "./engine.js";
import { Game, pause } from "./game.js";
import { squareOf } from "./position.js";
import { kindName, wordsOf } from "./words.js";

/** @typedef {import("./engine.js").Move} Move */
/** @typedef {import("./engine.js").ReplyEvent} ReplyEvent */
/** @typedef {import("./words.js").Lang} Lang */
/** @typedef {ReturnType<typeof wordsOf>} Words */

/** How it stands. @typedef {"attack" | "asking" | "wrong" | "solved"} Stage */

/** What there is for the attacker: `plies` is null when the length is not known exactly, `most` when no mate is known. @typedef {{ verdict: string, plies: number | null, most: number | null }} Best */

export class Solve {
  attacker = "black";
  /** @type {Stage} */
  stage = "attack";
  /** What is said now. @type {(words: Words, lang: Lang) => string} */
  #said = (words) => words.solveIntro;
  /** How many plies are left with the best play in each position, by SFEN, where that is known exactly. @type {Map<string, number>} */
  #left = new Map();
  /** How much was told of the next move. */
  #hints = 0;
  #abort = new AbortController();

  /** @param {import("./game.js").Table & { lang(): Lang, limit(): object, giveUp(): void }} table */
  constructor(table) {
    this.table = table;
    this.game = new Game(table);
    this.game.onMove = (move) => this.#judge(move);
    byId("tools-solve").append(
      button("take-back", { icon: "undo", word: "takeBack" }, () => this.takeBack()),
      button("again", { icon: "first", word: "again" }, () => this.begin(this.game.root, this.attacker)),
    );
    const buttons = el(
      "div",
      { class: "buttons" },
      button("hint", { word: "hint" }, () => this.#hint()),
      button("how-many", { word: "howMany" }, () => this.#howMany()),
      button("give-up", { word: "giveUp" }, () => table.giveUp()),
    );
    byId("solve-panel").append(
      el("p", { class: "said", id: "solve-said", role: "status", "aria-live": "polite" }),
      buttons,
      el("ol", { class: "line", id: "solve-moves" }),
    );
  }

  /** @param {string} root @param {string} attacker */
  begin(root, attacker) {
    this.attacker = attacker;
    this.#left.clear();
    this.#begin();
    this.game.begin(root, []);
  }

  /** Takes back the last move of the person, with what was played after it. */
  takeBack() {
    const { game } = this;
    const first = this.#first;
    // The person attacks at every second place of the line from the first one on.
    const back = game.at - ((game.at - first) % 2 === 1 ? 1 : 2);
    const before = game.at > first ? back : 0;
    if (before < 0 || game.at === 0) return;
    this.#begin();
    game.begin(game.root, game.line.slice(0, before), before);
  }

  stop() {
    this.#abort.abort();
  }

  /** The place in the line of the attacker's first move: 1 where the defender begins. */
  get #first() {
    const attacks = this.attacker === (this.game.root.split(" ")[1] === "w" ? "white" : "black");
    return attacks ? 0 : 1;
  }

  /** Draws the panel beside the board. @param {Lang} lang */
  show(lang) {
    const words = wordsOf(lang);
    const { game } = this;
    const lost = this.stage === "wrong" && game.here && !game.here.moves.some((move) => move.check);
    write(byId("solve-said"), this.#said(words, lang) + (lost ? ` ${words.lost}` : ""));
    byId("solve-panel").dataset.stage = this.stage;
    const played = game.line.slice(0, game.at).map((step) => step[lang]);
    part("solve-moves", played, () => played.map((move) => el("li", {}, move)));
    /** @type {HTMLButtonElement} */ (byId("take-back")).disabled = game.at === 0;
    /** @type {HTMLButtonElement} */ (byId("hint")).disabled = this.stage !== "attack";
    /** @type {HTMLButtonElement} */ (byId("how-many")).disabled = this.stage !== "attack";
  }

  /** @param {Stage} stage @param {(words: Words, lang: Lang) => string} said */
  #say(stage, said) {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.stage = stage;
    this.#said = said;
    this.#hints = 0;
    this.table.redraw();
  }

  /** The person is to move. */
  #begin() {
    this.#say("attack", (words) => (this.game.at < this.#first ? words.defenderFirst : words.solveIntro));
  }

  /** The engine is asked. @returns {AbortSignal} */
  #wait() {
    this.#say("asking", (words) => words.asking);
    return this.#abort.signal;
  }

  /** @param {Move} move a legal move of the attacker, or the first one of the defender */
  async #judge(move) {
    const { game } = this;
    if (this.stage === "asking" || this.stage === "solved") return;
    if (game.at < this.#first) {
      // The defender begins, and the person moves for him.
      game.branch([move], 1);
      return this.#begin();
    }
    if (!move.check) return this.#say("attack", (words, lang) => words.notCheck(move[lang]));
    const before = game.sfen;
    const at = game.at;
    const signal = this.#wait();
    try {
      const best = await this.#best(before, signal);
      game.begin(game.root, [...game.line.slice(0, at), move], at + 1);
      const [reply] = await Promise.all([
        this.#reply({ sfen: before, move: move.usi }, signal),
        pause(),
      ]);
      signal.throwIfAborted();
      this.#tell(move, reply, best);
      if (reply.answer && reply.state === "goes_on") game.begin(game.root, [...game.line, reply.answer], at + 2);
    } catch (error) {
      if (!isAbort(error)) game.begin(game.root, game.line.slice(0, at), at);
      this.#fail(error);
    }
  }

  /** Says what the engine found of a move. @param {Move} move @param {ReplyEvent} reply @param {Best} best what there was before it */
  #tell(move, { state, verdict, conventional, answer }, best) {
    const exact = conventional && conventional.state !== "bound" ? conventional.upper : null;
    if (exact !== null && answer) this.#left.set(answer.sfen, exact - 1);
    if (state === "mated") return this.#say("solved", (words) => words.solved);
    if (verdict === "unknown") return this.#say("attack", (words, lang) => words.cannotTell(move[lang]));
    if (verdict === "nomate") {
      return this.#say("wrong", (words, lang) => {
        const wrong = answer ? words.wrong(move[lang], answer[lang]) : words.wrongPlain(move[lang]);
        return best.verdict === "nomate" ? `${wrong} ${words.noneAtAll}` : wrong;
      });
    }
    const more = exact !== null && best.plies !== null ? exact + 1 - best.plies : null;
    if (more === null) return this.#say("attack", (words, lang) => words.matesUnknown(move[lang]));
    if (more > 0) return this.#say("attack", (words, lang) => words.slower(move[lang], more));
    this.#say("attack", (words, lang) => words.correct(move[lang]));
  }

  /** Tells more of the next move each time: the piece, then the move. */
  async #hint() {
    const hints = this.#hints + 1;
    const before = this.game.sfen;
    const signal = this.#wait();
    try {
      const { answer } = await this.#reply({ sfen: before }, signal);
      if (this.game.sfen !== before) return this.#begin();
      const move = this.game.here?.moves.find(({ usi }) => usi === answer?.usi);
      if (!answer || !move) return this.#say("attack", (words) => words.noHint);
      const piece = move.drop ?? this.#pieceOn(move.from ?? "");
      const [kind, promoted] = [piece.replace("+", "").toUpperCase(), piece.startsWith("+")];
      this.#say("attack", (words, lang) => {
        const name = kindName({ kind, promoted }, lang);
        if (hints > 1) return words.hintMove(answer[lang]);
        return move.drop ? words.hintDrop(name) : words.hintPiece(name);
      });
      this.#hints = hints;
    } catch (error) {
      this.#fail(error);
    }
  }

  async #howMany() {
    const before = this.game.sfen;
    const signal = this.#wait();
    try {
      const { verdict, plies, most } = await this.#best(before, signal);
      if (this.game.sfen !== before) return this.#begin();
      this.#say("attack", (words) => {
        if (verdict === "nomate") return words.neverMated;
        if (most === null) return words.noHint;
        return plies === null ? words.pliesAtMost(words.plies(most)) : words.pliesLeft(words.plies(plies));
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The engine gave no answer. @param {unknown} error */
  #fail(error) {
    if (isAbort(error)) return;
    this.#begin();
    this.table.failed(error);
  }

  /** What there is in a position. @param {string} sfen @param {AbortSignal} signal @returns {Promise<Best>} */
  async #best(sfen, signal) {
    const left = this.#left.get(sfen);
    if (left !== undefined) return { verdict: "mate", plies: left, most: left };
    const { verdict, conventional } = await this.#reply({ sfen }, signal);
    const exact = verdict === "mate" && conventional && conventional.state !== "bound";
    const most = verdict === "mate" && conventional ? conventional.upper : null;
    const plies = exact ? conventional.upper : null;
    if (plies !== null) this.#left.set(sfen, plies);
    return { verdict, plies, most };
  }

  /** @param {{ sfen: string, move?: string }} what @param {AbortSignal} signal @returns {Promise<ReplyEvent>} */
  #reply(what, signal) {
    const { table, attacker } = this;
    return askOnce(table.engine, { method: "reply", attacker, limits: table.limit(), ...what }, "reply", signal);
  }

  /** The piece on a square, as the board of the engine names it. @param {string} square */
  #pieceOn(square) {
    return this.game.here?.board.flat()[squareOf(square)] ?? "";
  }
}
