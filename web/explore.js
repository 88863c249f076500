// Looking around: the main line, the other defences and the other checks along it, and any legal
// move of either side, which the engine answers.

import { button, byId, el, part, set, write } from "./dom.js";
import { askOnce, EngineError, isAbort } from "./engine.js";
import { Game, pause, usi } from "./game.js";
import { chip, lengthNodes, names, rest } from "./marks.js";
import { stepButtons } from "./scene.js";
import { piecesWords, wordsOf } from "./words.js";

/** @typedef {import("./engine.js").Step} Step */
/** @typedef {import("./engine.js").Check} Check */
/** @typedef {import("./engine.js").VariationEvent} VariationEvent */
/** @typedef {import("./engine.js").Length} Length */
/** @typedef {import("./words.js").Lang} Lang */
/** @typedef {import("./words.js").Text} Text */

/**
 * What was said of a position: of the move that led to it.
 * @typedef {{ text: Text, mark: import("./marks.js").Mark | null }} Remark
 */

/**
 * The length of a line, counted from a place in it.
 * @typedef {{ from: number, length: Length | null }} Known
 */

/** @type {Known} */
const NOTHING = { from: 0, length: null };

/**
 * What is found along a line. `none`: it was not looked for, or that was broken off; `open`: a limit came, or an
 * error, before everything was found. `search` tells the searches apart.
 * @typedef {{ variations: VariationEvent[], misses: Check[], state: "none" | "searching" | "settled" | "open", search: number }} Found
 */

/** @type {Found} */
const NONE = { variations: [], misses: [], state: "none", search: 0 };

export class Explore {
  attacker = "black";
  isNoMate = false;
  /** The main line. @type {Step[]} */
  main = [];
  /** The line along which other defences and checks are listed: the main line, or one that a person asked for. @type {Step[]} */
  base = [];
  /** What is known of the length of that line, and of the one on the board. @type {{ base: Known, board: Known }} */
  lengths = { base: NOTHING, board: NOTHING };
  /** What was found along each line, by its moves. @type {Map<string, Found>} */
  #found = new Map();
  /** What was said of positions, by SFEN. @type {Map<string, Remark>} */
  #remarks = new Map();
  /** The ply that is unfolded in each list; a person may fold others. @type {Map<string, number>} */
  #unfolded = new Map();
  #search = new AbortController();
  /** How many searches have begun. */
  #searches = 0;
  #asked = new AbortController();
  /** The move of which the engine is asked, and the position before it. @type {{ before: string, move: import("./engine.js").Move } | null} */
  #asking = null;

  /** @param {import("./game.js").Table & { lang(): Lang, limit(): object, declare?(line: Step[]): void }} table */
  constructor(table) {
    this.table = table;
    this.game = new Game(table);
    this.game.onMove = (move) => this.#answerTo(move);
    this.#build();
  }

  #build() {
    const { game, table } = this;
    byId("tools-explore").append(...stepButtons(() => game));
    const said = el("p", { class: "said", role: "status", "aria-live": "polite" });
    said.append(el("span", { id: "said" }), " ", el("span", { id: "said-mark" }));
    const buttons = el(
      "div",
      { class: "buttons" },
      button("to-main", { word: "backToLine", hidden: true }, () => this.#follow(this.main)),
      button("follow", { word: "follow", hidden: true }, () => this.#follow(game.line)),
      table.declare && button("declare", { word: "declare", hidden: true }, () => table.declare?.(game.line)),
    );
    byId("explore-panel").append(
      said,
      el("h2", { "data-word": "moves" }),
      el("ol", { class: "line", id: "moves" }),
      buttons,
      el("h2", { id: "variations-heading", hidden: true }),
      el("div", { id: "variations" }),
      el("h2", { id: "misses-heading", hidden: true }),
      el("div", { id: "misses" }),
      el("div", { class: "buttons" }, button("search-on", { word: "goOn", hidden: true }, () => this.#searchOn())),
    );
  }

  /**
   * What is known of the problem now: another one, or another main line of it, where the person
   * stays where he is if he can.
   * @param {string} root @param {string} attacker @param {Step[]} main
   * @param {import("./engine.js").AnswerEvent | null} answer
   */
  take(root, attacker, main, answer) {
    const { game } = this;
    const isNew = game.root !== root;
    const isFollowed = usi(game.line) === usi(this.main);
    const isBase = usi(this.base) === usi(this.main);
    const length = answer && usi(main) === usi(answer.line) ? answer.conventional : null;
    if (isNew || isBase) this.lengths.base = { from: 0, length };
    this.isNoMate = answer?.verdict === "nomate";
    this.attacker = attacker;
    if (isNew) {
      this.stop();
      this.#asking = null;
      this.#remarks.clear();
      this.#found.clear();
    }
    const { refutation } = answer ?? {};
    // Where the defender begins, the checks that are refuted come after the reply that saves him.
    const reply = refutation?.reply ? [refutation.reply] : [];
    if (refutation) this.#found.set(usi(reply), { ...NONE, misses: refutation.checks, state: "settled" });
    const line = main.length > 0 ? main : reply;
    if (!isNew && usi(line) === usi(this.main)) return;
    this.main = line;
    if (isNew || isBase) this.base = line;
    game.root = root;
    // A position that is not on the new line stays, with the old line, of whose length nothing is known any more.
    if (isNew) this.begin(line);
    else if (isFollowed && game.at <= this.#fork(line)) this.begin(line, game.at);
    else if (isFollowed) this.lengths.board = NOTHING;
  }

  /** Puts a line on the board; nothing is known of its length off the line of the lists. @param {Step[]} line @param {number} [at] */
  begin(line, at = 0) {
    this.lengths.board = NOTHING;
    this.game.begin(this.game.root, line, at);
  }

  /** How many moves the line on the board has in common with the one of the lists. */
  get common() {
    return this.#fork(this.base);
  }

  /** How many moves of the line of the lists are on the board. */
  get shared() {
    return Math.min(this.common, this.game.at);
  }

  /** What was found along the line of the lists. @returns {Found} */
  get found() {
    return this.#found.get(usi(this.base)) ?? NONE;
  }

  /** Looks for the other defences and checks along the line of the lists, once. */
  async search(limits = this.table.limit()) {
    const { table, base, attacker, game } = this;
    if (this.found.state !== "none" || base.length === 0) return;
    this.#search.abort();
    /** @type {Found} */
    const found = { variations: [], misses: [], state: "searching", search: ++this.#searches };
    this.#found.set(usi(base), found);
    const search = (this.#search = new AbortController());
    const request = { sfen: game.root, line: base.map((step) => step.usi), attacker, limits };
    try {
      let isSettled = true;
      for (const method of ["variations", "near_misses"]) {
        for await (const event of table.engine.ask({ method, ...request }, search.signal)) {
          if (event.event === "error") throw new EngineError(event);
          if (event.event === "variation") found.variations.push(event);
          if (event.event === "near_misses") found.misses = event.checks;
          if (event.event === "done") isSettled &&= event.settled;
          if (event.event !== "progress") table.redraw();
        }
      }
      found.state = isSettled ? "settled" : "open";
    } catch (error) {
      // What was broken off, or failed because the engine is gone, is looked for again.
      found.state = error instanceof EngineError ? "open" : "none";
      if (found.state === "open") table.redraw();
      if (!isAbort(error)) table.failed(error);
    }
  }

  /** Looks again for what a limit left open. */
  #searchOn() {
    this.#found.delete(usi(this.base));
    this.search({ seconds: null });
  }

  /** Lists the others along a line, and goes on in it. @param {Step[]} line */
  #follow(line) {
    this.#search.abort();
    const isMain = usi(line) === usi(this.main);
    const at = Math.min(this.game.at, this.#fork(line));
    if (!isMain) this.lengths.base = this.lengths.board;
    this.base = line;
    this.begin(line, at);
  }

  /** How many moves the line on the board has in common with another one. @param {Step[]} line */
  #fork(line) {
    const other = this.game.line.findIndex((step, n) => step.usi !== line[n]?.usi);
    return other < 0 ? this.game.line.length : other;
  }

  /** Ends all searches of this view. */
  stop() {
    this.#search.abort();
    this.#asked.abort();
  }

  /** Asks again of a move whose answer was broken off when the view was left. */
  resume() {
    if (this.#asking && this.#asked.signal.aborted) this.#ask(this.#asking);
  }

  /** @param {import("./engine.js").Move} move */
  #answerTo(move) {
    const { game } = this;
    this.#asked.abort();
    this.#asking = null;
    // A move at the end of the line may be without an answer because the engine was gone.
    if (game.line[game.at]?.usi === move.usi && game.at + 1 < game.line.length) return game.go(game.at + 2);
    const before = game.sfen;
    this.lengths.board = NOTHING;
    game.branch([move], 1);
    this.#ask({ before, move });
  }

  /** @param {{ before: string, move: import("./engine.js").Move }} question */
  async #ask(question) {
    const { game, table, attacker } = this;
    const { before, move } = (this.#asking = question);
    const asked = (this.#asked = new AbortController());
    table.redraw();
    try {
      const request = { method: "reply", sfen: before, move: move.usi, attacker, limits: table.limit() };
      const [reply] = await Promise.all([
        /** @type {Promise<import("./engine.js").ReplyEvent>} */ (askOnce(table.engine, request, "reply", asked.signal)),
        pause(),
      ]);
      const { text, state, verdict, conventional, line } = reply;
      const stays = game.sfen === move.sfen;
      // Another line may be on the board by now, of which this says nothing.
      if (stays) this.lengths.board = { from: game.at, length: verdict === "mate" ? conventional : null };
      // Of a mate to come its length is said, which is another one after every move.
      if (state !== "goes_on" || verdict !== "mate") {
        /** @type {Remark} */
        const remark = { text, mark: state === "goes_on" ? (verdict === "nomate" ? "proved" : "open") : null };
        this.#remarks.set(move.sfen, remark);
        if (line.length > 0) this.#remarks.set(line[0].sfen, remark);
      }
      if (stays) game.branch(line, line.length > 0 ? 1 : 0);
    } catch (error) {
      if (!isAbort(error)) table.failed(error);
    } finally {
      if (this.#asked === asked && !asked.signal.aborted) this.#asking = null;
      table.redraw();
    }
  }

  /** Draws the panel beside the board. @param {Lang} lang */
  show(lang) {
    const words = wordsOf(lang);
    const { game } = this;
    const remark = this.#remarks.get(game.sfen);
    const { from, length } = game.at <= this.common ? this.lengths.base : this.lengths.board;
    const left = rest(length, game.at - from);
    const isRefuted = this.isNoMate && game.at === 0;
    const { here } = game;
    const isSpent = here && here.turn === this.attacker && !here.moves.some((move) => move.check);
    const end = here?.mated ? words.noMoves : here?.note?.[lang] ?? (isSpent ? words.lost : null);
    const plain = isRefuted ? words.neverMated : left ? words.toMate : words.yourMove;
    const isBusy = this.#asking?.move.sfen === game.sfen;
    set(byId("explore-panel"), { "aria-busy": `${isBusy}` });
    write(byId("said"), isBusy ? words.asking : (end ?? remark?.text[lang] ?? plain));
    part("said-mark", [game.sfen, remark, left, end, plain, isBusy, lang], () => {
      if (isBusy || here?.mated) return [];
      if (remark && !end) return remark.mark ? [chip(remark.mark, lang)] : [];
      if (isRefuted) return [chip("proved", lang)];
      return left ? lengthNodes(left, lang) : [];
    });
    this.#moves(lang);
    this.#others(lang);
    byId("to-main").hidden = this.main.length === 0 || usi(game.line) === usi(this.main);
    byId("follow").hidden = usi(game.line) === usi(this.base) || this.lengths.board.length === null;
    if (this.table.declare) byId("declare").hidden = game.line.length === 0;
  }

  /** @param {Lang} lang */
  #moves(lang) {
    const { game, common } = this;
    const texts = [wordsOf(lang).start, ...game.line.map((step) => step[lang])];
    part("moves", [texts, common], () =>
      texts.map((text, n) => {
        const button = el("button", { type: "button", class: "move", onclick: () => game.go(n) }, text);
        return el("li", { class: n === 0 ? "start" : n > common ? "off" : null }, button);
      }),
    );
    const list = byId("moves");
    for (const [n, item] of [...list.children].entries()) {
      set(item.children[0], { "aria-current": n === game.at ? "step" : null });
    }
    // The current move is kept in sight inside the list, without scrolling the page.
    const now = /** @type {HTMLElement} */ (list.children[game.at]);
    if (now.offsetTop < list.scrollTop || now.offsetTop + now.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = now.offsetTop - (list.clientHeight - now.offsetHeight) / 2;
    }
  }

  /** The other defences and checks, those of the position on the board unfolded. @param {Lang} lang */
  #others(lang) {
    const words = wordsOf(lang);
    const { variations, misses, state } = this.found;
    byId("search-on").hidden = state !== "open";
    this.#plies("variations", variations, lang, (/** @type {VariationEvent} */ one) => this.#variation(one, lang));
    this.#plies("misses", misses, lang, (/** @type {Check} */ one) => this.#check(one, lang));
    byId("variations-heading").hidden = variations.length === 0;
    byId("misses-heading").hidden = misses.length === 0;
    write(byId("variations-heading"), words.variations);
    write(byId("misses-heading"), this.isNoMate ? words.refutation : words.nearMisses);
  }

  /**
   * What belongs to moves of the main line, folded up ply by ply.
   * @template {{ ply: number }} T
   * @param {string} id @param {T[]} found @param {Lang} lang @param {(one: T) => HTMLElement} item
   */
  #plies(id, found, lang, item) {
    const plies = [...new Set(found.map(({ ply }) => ply))].sort((a, b) => a - b);
    // A list only grows while it is searched, so its length says whether it is drawn.
    const isNew = part(id, [found.length, this.found.search, this.game.root, usi(this.base), lang], () =>
      plies.map((ply) => {
        const here = found.filter((one) => one.ply === ply);
        const count = el("span", { class: "count" }, here.length);
        const summary = el("summary", {}, `${ply}　${this.base[ply - 1]?.[lang] ?? ""}`, count);
        return el("details", { "data-ply": ply }, summary, el("ul", { class: "finding-list" }, ...here.map(item)));
      }),
    );
    // Off the main line the list stays as it is.
    const here = this.shared === this.game.at ? this.game.at + 1 : (this.#unfolded.get(id) ?? 0);
    if (!isNew && here === this.#unfolded.get(id)) return;
    this.#unfolded.set(id, here);
    for (const details of byId(id).querySelectorAll("details")) details.open = details.dataset.ply === `${here}`;
  }

  /** @param {VariationEvent} found @param {Lang} lang */
  #variation(found, lang) {
    const words = wordsOf(lang);
    const { verdict, conventional, leftover, futile } = found;
    const parts = verdict === "mate" ? lengthNodes(conventional, lang) : [verdict === "nomate" ? words.escapes : chip("open", lang)];
    if (leftover && Object.keys(leftover).length > 0) parts.push(words.piecesLeft(piecesWords(leftover, lang)));
    if (futile) parts.push(words.futile);
    const length = verdict === "mate" ? conventional : null;
    return el("li", {}, this.#branch(found, length, lang), ...parts);
  }

  /** @param {Check} check @param {Lang} lang */
  #check(check, lang) {
    const words = wordsOf(lang);
    const { fate, plies, alike } = check;
    const fates = {
      refuted: [words.refuted, chip("proved", lang)],
      mates: [words.matesToo(words.plies(plies ?? 0)), chip("bound", lang)],
      open: [chip("open", lang)],
    };
    const more = alike.length > 0 ? el("span", { class: "small" }, words.alike(names(alike, lang))) : "";
    const length = plies ? { lower: 1, upper: plies, state: /** @type {const} */ ("bound") } : null;
    return el("li", {}, this.#branch(check, length, lang), ...fates[fate], more);
  }

  /**
   * A button that leads into another line.
   * @param {{ ply: number, move: Step, line: Step[] }} found @param {Length | null} length from before its first move on
   * @param {Lang} lang
   */
  #branch(found, length, lang) {
    const { ply, move } = found;
    const go = () => {
      const { line } = found;
      this.begin([...this.base.slice(0, ply - 1), ...(line.length > 0 ? line : [move])], ply);
      this.lengths.board = { from: ply - 1, length };
    };
    return el("button", { type: "button", class: "move", "data-move": move.usi, onclick: go }, move[lang]);
  }
}
