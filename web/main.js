// The page: what is open, in which view, and how its parts work together.

import { Analysis } from "./analysis.js";
import { AnswerView, legend } from "./answer.js";
import { Board } from "./board.js";
import { problemOf, withPosition } from "./collection.js";
import { byId, el, set, write } from "./dom.js";
import { Editor } from "./editor.js";
import { EngineError, findEngine } from "./engine.js";
import { Explore } from "./explore.js";
import { drawIcons } from "./icons.js";
import { Opener } from "./open.js";
import { drawSet, picture } from "./pieces.js";
import { listen } from "./pointer.js";
import { KINDS, Position } from "./position.js";
import { Solve } from "./solve.js";
import * as store from "./store.js";
import { Taker } from "./take.js";
import { Tray } from "./trays.js";
import { wordsOf } from "./words.js";

/** @typedef {import("./collection.js").Problem} Problem */
/** @typedef {import("./engine.js").Move} Move */
/** @typedef {import("./engine.js").Step} Step */
/** @typedef {import("./store.js").ModeName} ModeName */
/** @typedef {"one" | "two" | "international"} PieceSet */

/** @type {ModeName[]} */
const MODES = ["compose", "explore", "solve"];
/** A small problem to begin with: mate in nine, with the pawn dropped next to the king. */
const EXAMPLE = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
/** So long, in milliseconds, a short message is seen. */
const TOAST = 4000;

class Bench {
  settings = store.loadSettings();
  collection = store.loadProblems();
  board = new Board(byId("board"));
  trays = {
    w: new Tray(byId("tray-w"), "w", KINDS),
    b: new Tray(byId("tray-b"), "b", KINDS),
    out: new Tray(byId("tray-out"), "out", KINDS.slice(1)),
  };
  #toast = 0;
  #frame = 0;

  /** @param {import("./engine.js").Engine} engine */
  constructor(engine) {
    this.engine = engine;
    const table = {
      engine,
      redraw: () => this.redraw(),
      failed: (/** @type {unknown} */ error) => this.failed(error),
      say: (/** @type {string} */ text) => this.say(text),
      lang: () => this.settings.lang,
      limit: () => ({ seconds: this.settings.limit || null }),
      choose: (/** @type {Move[]} */ moves) => this.choose(moves),
    };
    this.analysis = new Analysis(engine, () => this.redraw());
    this.answer = new AnswerView({
      show: (line, at) => this.showLine(line, at),
      stop: () => this.analysis.stop(),
      goOn: () => this.analysis.start(this.problem, 0),
      retry: () => this.analyse(),
      example: () => this.opened([problemOf(EXAMPLE)]),
      undeclare: () => this.change({ ...this.problem, line: [], plies: null, tree: null }),
    });
    this.editor = new Editor({
      position: () => this.position,
      commit: (position) => this.change(withPosition(this.problem, position.toSfen())),
      redraw: () => this.redraw(),
      focused: () => this.board.focused(),
      announce: (text) => write(byId("live"), text),
      lang: () => this.settings.lang,
    });
    this.explore = new Explore({ ...table, declare: (line) => this.declare(line) });
    this.solve = new Solve({ ...table, giveUp: () => this.setMode("explore") });
    this.opener = new Opener({ ...table, opened: (problems) => this.opened(problems) });
    this.taker = new Taker({
      ...table,
      problem: () => this.problem,
      problems: () => this.collection.problems,
      line: () => this.analysis.known.answer?.line ?? [],
      end: () => this.#line.at(-1)?.sfen ?? null,
    });
  }

  get problem() {
    return this.collection.problem;
  }

  get position() {
    return Position.fromSfen(this.problem.sfen);
  }

  get mode() {
    return this.settings.mode;
  }

  /** The game on the board, or none while a position is set up. */
  get game() {
    if (this.mode === "compose") return null;
    return this.mode === "explore" ? this.explore.game : this.solve.game;
  }

  /** The declared line of the problem, or else the main line, as far as it is known. */
  get #line() {
    const { position, answer } = this.analysis.known;
    return position && position.line.length > 0 ? position.line : (answer?.line ?? []);
  }

  start() {
    drawIcons(document);
    this.dress();
    listen(byId("pieces"), () => this.game ?? this.editor);
    this.#buttons();
    document.addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("hashchange", () => this.#address());
    this.setMode(this.mode);
    this.analyse();
  }

  /** The problem on the board changed. @param {Problem} problem */
  change(problem) {
    this.collection.change(problem);
    this.refresh();
  }

  /** Another state of the collection is on the board: it is kept, and searched. */
  refresh() {
    store.writeAddress(this.problem.sfen);
    if (!store.saveProblems(this.collection)) this.say(wordsOf(this.settings.lang).tooLargeToKeep);
    this.analyse();
    if (this.mode === "solve") this.solve.begin(this.problem.sfen, this.attacker);
  }

  analyse() {
    this.analysis.start(this.problem, this.settings.limit);
  }

  get attacker() {
    return this.analysis.known.position?.attacker ?? (this.position.turn === "b" ? "black" : "white");
  }

  /** @param {Problem[]} problems */
  opened(problems) {
    this.editor.release();
    this.collection.open(problems);
    this.refresh();
  }

  /** @param {Step[]} line */
  declare(line) {
    this.change({ ...this.problem, line: line.map((step) => step.usi), plies: line.length, tree: null });
    this.setMode("compose");
  }

  /** Shows a line of the answer on the board. @param {Step[]} line @param {number} at */
  showLine(line, at) {
    this.setMode("explore");
    this.explore.game.begin(this.problem.sfen, line, at);
  }

  /** @param {ModeName} mode */
  setMode(mode) {
    this.editor.release();
    this.settings.mode = mode;
    store.saveSettings(this.settings);
    document.body.dataset.mode = mode;
    for (const name of MODES) {
      const isOn = name === mode;
      set(byId(`tab-${name}`), { "aria-selected": `${isOn}`, tabindex: isOn ? 0 : -1 });
      byId(`tools-${name}`).hidden = !isOn;
      byId(name === "compose" ? "answer" : `${name}-panel`).hidden = !isOn;
    }
    if (mode === "solve") this.solve.begin(this.problem.sfen, this.attacker);
    else this.solve.stop();
    if (mode !== "explore") this.explore.stop();
    this.#draw();
  }

  /** Draws everything anew before the next frame; whatever has not changed is left alone. */
  redraw() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    const { lang, limit } = this.settings;
    const { known } = this.analysis;
    if (this.mode === "explore") {
      this.explore.take(this.problem.sfen, this.attacker, this.#line, known.answer);
      if (known.answer?.verdict === "mate" && !this.analysis.running) this.explore.search();
      this.explore.show(lang);
    }
    if (this.mode === "compose") this.answer.show(this.analysis, limit, lang);
    if (this.mode === "solve") this.solve.show(lang);
    this.#drawPieces();
    this.#drawProblem();
  }

  #drawPieces() {
    const { lang } = this.settings;
    const words = wordsOf(lang);
    const { game } = this;
    const sfen = game ? game.sfen : this.problem.sfen;
    const position = Position.fromSfen(sfen);
    byId("board").dataset.sfen = sfen;
    const { selection } = this.editor;
    const attacker = this.position.turn;
    const faults = this.analysis.known.position?.faults ?? [];
    const selected = selection?.from.at === "board" ? selection.from.square : null;
    this.board.show(position, game ? game.marks : { selected, faults: faults.map((fault) => fault.at) }, attacker, lang);
    for (const side of /** @type {const} */ (["w", "b"])) {
      const isBox = !game && side !== attacker;
      const counts = { ...position.hands[side], ...(isBox ? { K: position.out("K") } : {}) };
      const isHeld = selection?.from.at === "hand" ? selection.from.side === side : isBox && selection?.from.at === "out" && selection.piece.kind === "K";
      const inFingers = game && game.from?.length === 1 && game.here?.turn === (side === "b" ? "black" : "white") ? game.from : null;
      byId(`tray-${side}`).classList.toggle("box", side !== attacker);
      this.trays[side].show(
        {
          label: isBox ? words.box : side === attacker ? words.inHandShort : words.defenderShort,
          long: isBox ? words.boxLong : side === attacker ? words.attackerHand : words.defenderHand,
          counts,
          side: game ? side : attacker,
          selected: inFingers ? { kind: inFingers, side, promoted: false } : isHeld && selection ? selection.piece : null,
        },
        lang,
      );
    }
    this.#drawOut(position, words, lang);
  }

  /** @param {Position} position @param {ReturnType<typeof wordsOf>} words @param {import("./words.js").Lang} lang */
  #drawOut(position, words, lang) {
    const { selection } = this.editor;
    const counts = Object.fromEntries(KINDS.slice(1).map((kind) => [kind, position.out(kind)]));
    const all = Object.values(counts).reduce((sum, count) => sum + Math.max(0, count), 0);
    byId("out").hidden = this.mode !== "compose";
    write(byId("out-count"), all > 0 ? `${all}` : "");
    /** @type {HTMLButtonElement} */ (byId("rest")).disabled = all === 0;
    const selected = selection?.from.at === "out" && selection.piece.kind !== "K" ? selection.piece : null;
    this.trays.out.show({ label: "", long: words.outLong, counts, side: this.position.turn, selected }, lang);
  }

  #drawProblem() {
    const words = wordsOf(this.settings.lang);
    const { collection, problem } = this;
    const { entries, at } = collection;
    write(byId("problem-title"), nameOf(problem, words.untitled));
    write(byId("problem-count"), entries.length > 1 ? words.ofMany(at + 1, entries.length) : "");
    disable("previous", at === 0);
    disable("next", at === entries.length - 1);
    disable("remove", entries.length === 1);
    disable("undo", collection.entry.past.length === 0);
    disable("redo", collection.entry.future.length === 0);
  }

  /** Language, colours and pieces as the settings say. */
  dress() {
    const { lang, theme, set: pieces, limit } = this.settings;
    const words = wordsOf(lang);
    document.documentElement.lang = lang;
    document.documentElement.dataset.theme = theme;
    document.title = words.title;
    drawSet(byId("sprite"), pieces);
    const texts = /** @type {Record<string, any>} */ (words);
    for (const element of document.querySelectorAll("[data-word]")) {
      const text = texts[element.getAttribute("data-word") ?? ""];
      if (element.lastChild?.nodeType === Node.TEXT_NODE) element.lastChild.nodeValue = text;
      else element.append(text);
    }
    for (const element of document.querySelectorAll("[data-label]")) {
      const label = texts[element.getAttribute("data-label") ?? ""];
      set(element, { "aria-label": label, title: label });
    }
    for (const id of ["new", "open", "paste", "share", "take"]) {
      const label = byId(id).textContent?.trim();
      set(byId(id), { "aria-label": label, title: label });
    }
    options("set", words.pieceSets, pieces);
    options("theme", words.themes, theme);
    options("limit", words.limits, `${limit}`);
    byId("keys").replaceChildren(...words.keyHelp.flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)]));
    byId("legend").replaceChildren(...legend(lang));
    store.saveSettings(this.settings);
    this.redraw();
  }

  /** Says something short. @param {string} text */
  say(text) {
    const toast = byId("toast");
    clearTimeout(this.#toast);
    toast.hidden = false;
    write(toast, text);
    this.#toast = setTimeout(() => (toast.hidden = true), TOAST);
  }

  /** Says why the engine did not answer. @param {unknown} error */
  failed(error) {
    const { lang } = this.settings;
    this.say(error instanceof EngineError ? error.event.message[lang] : wordsOf(lang).engineGone);
  }

  /** Asks which of two moves is meant: with or without promotion. @param {Move[]} moves @returns {Promise<Move | null>} */
  choose(moves) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("promotion-dialog"));
    return new Promise((done) => {
      const buttons = moves.map((move) => {
        const square = Position.fromSfen(move.sfen).board.at("abcdefghi".indexOf(move.to[1]) * 9 + 9 - Number(move.to[0]));
        const button = el("button", { value: move.usi, "aria-label": move.ja });
        if (square) button.append(picture({ ...square, side: "b" }));
        return button;
      });
      byId("promotion-choice").replaceChildren(...buttons);
      dialog.returnValue = "";
      dialog.addEventListener("close", () => done(moves.find((move) => move.usi === dialog.returnValue) ?? null), { once: true });
      dialog.showModal();
    });
  }

  /** Goes to another problem. @param {number} at */
  go(at) {
    if (!this.collection.go(at)) return;
    this.editor.release();
    this.refresh();
  }

  #buttons() {
    const on = (/** @type {string} */ id, /** @type {() => void} */ what) => byId(id).addEventListener("click", what);
    const edit = (/** @type {(position: Position) => Position} */ change) => () => {
      this.editor.release();
      const sfen = change(this.position).toSfen();
      if (sfen !== this.problem.sfen) this.change(withPosition(this.problem, sfen));
    };
    for (const mode of MODES) on(`tab-${mode}`, () => this.setMode(mode));
    on("undo", () => this.#undo());
    on("redo", () => this.#redo());
    on("promote", () => this.editor.promote());
    on("flip", () => this.editor.flip());
    on("to-hand", () => this.editor.toHand());
    on("to-box", () => this.editor.toBox());
    on("move-left", edit((position) => position.shifted(-1, 0)));
    on("move-right", edit((position) => position.shifted(1, 0)));
    on("move-up", edit((position) => position.shifted(0, -1)));
    on("move-down", edit((position) => position.shifted(0, 1)));
    on("mirror", edit((position) => position.mirrored()));
    on("turn", edit((position) => position.turned()));
    on("clear", edit(() => Position.empty()));
    on("rest", edit((position) => position.withRest()));
    on("first", () => this.game?.go(0));
    on("back", () => this.#step(-1));
    on("forward", () => this.#step(1));
    on("last", () => this.game?.go(Infinity));
    on("previous", () => this.go(this.collection.at - 1));
    on("next", () => this.go(this.collection.at + 1));
    on("list", () => this.#list());
    on("new", () => {
      this.collection.add(problemOf(Position.empty().toSfen()));
      this.setMode("compose");
      this.refresh();
    });
    on("remove", () => {
      if (!window.confirm(wordsOf(this.settings.lang).removeQuestion)) return;
      this.collection.remove();
      this.refresh();
    });
    on("share", () => this.#share());
    on("print", () => window.print());
    on("settings", () => /** @type {HTMLDialogElement} */ (byId("settings-dialog")).showModal());
    on("language", () => {
      this.settings.lang = this.settings.lang === "ja" ? "en" : "ja";
      this.dress();
    });
    for (const id of /** @type {const} */ (["set", "theme", "limit"])) {
      byId(id).addEventListener("change", () => {
        const { value } = /** @type {HTMLSelectElement} */ (byId(id));
        Object.assign(this.settings, { [id]: id === "limit" ? Number(value) : value });
        this.dress();
        if (id === "limit") this.analyse();
      });
    }
    for (const [id, key] of [["title-input", "title"], ["author-input", "author"]]) {
      const input = /** @type {HTMLInputElement} */ (byId(id));
      input.addEventListener("change", () => this.change({ ...this.problem, [key]: input.value.trim() || null }));
    }
    for (const button of document.querySelectorAll("[data-close]")) {
      button.addEventListener("click", () => button.closest("dialog")?.close());
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event;
    const writes = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
    if (writes || document.querySelector("dialog[open]") || event.isComposing) return;
    const command = event.ctrlKey || event.metaKey;
    const undo = command && event.key === "z";
    const redo = command && (event.key === "y" || event.key === "Z");
    const isTab = target instanceof HTMLElement && target.role === "tab";
    /** @type {Record<string, () => void>} */
    const keys = {
      PageUp: () => this.go(this.collection.at - 1),
      PageDown: () => this.go(this.collection.at + 1),
      1: () => this.setMode("compose"),
      2: () => this.setMode("explore"),
      3: () => this.setMode("solve"),
    };
    const steps = { ",": () => this.#step(-1), ".": () => this.#step(1), Home: () => this.game?.go(0), End: () => this.game?.go(Infinity), Escape: () => this.game?.release() };
    if (this.game) Object.assign(keys, steps);
    const found = command || event.altKey ? undefined : keys[event.key];
    if (undo) this.#undo();
    else if (redo) this.#redo();
    else if (isTab && /^Arrow(Left|Right)$/.test(event.key)) this.#nextTab(event.key === "ArrowRight" ? 1 : -1);
    else if (found) found();
    else if (this.game || !this.editor.key(event)) return;
    event.preventDefault();
  }

  /** @param {number} step */
  #nextTab(step) {
    const mode = MODES[(MODES.indexOf(this.mode) + step + MODES.length) % MODES.length];
    this.setMode(mode);
    byId(`tab-${mode}`).focus();
  }

  /** @param {number} step */
  #step(step) {
    this.game?.go(this.game.at + step);
  }

  #undo() {
    if (this.mode === "solve") return this.solve.takeBack();
    if (!this.collection.undo()) return;
    this.editor.release();
    write(byId("live"), wordsOf(this.settings.lang).undone);
    this.refresh();
  }

  #redo() {
    if (this.mode === "solve" || !this.collection.redo()) return;
    this.editor.release();
    write(byId("live"), wordsOf(this.settings.lang).redone);
    this.refresh();
  }

  /** An address was typed, or a link was followed. */
  #address() {
    const sfen = store.addressSfen();
    if (sfen && sfen !== this.problem.sfen) this.change(withPosition(this.problem, sfen));
  }

  async #share() {
    store.writeAddress(this.problem.sfen);
    const words = wordsOf(this.settings.lang);
    try {
      await navigator.clipboard.writeText(location.href);
      this.say(words.copied);
    } catch {
      this.say(location.href);
    }
  }

  #list() {
    const dialog = /** @type {HTMLDialogElement} */ (byId("list-dialog"));
    const words = wordsOf(this.settings.lang);
    const items = this.collection.problems.map((problem, n) => {
      const go = () => {
        dialog.close();
        this.go(n);
      };
      return el("li", {}, el("button", { type: "button", "aria-current": n === this.collection.at ? "true" : null, onclick: go }, nameOf(problem, words.untitled)));
    });
    byId("problem-list").replaceChildren(...items);
    /** @type {HTMLInputElement} */ (byId("title-input")).value = this.problem.title ?? "";
    /** @type {HTMLInputElement} */ (byId("author-input")).value = this.problem.author ?? "";
    dialog.showModal();
    items[this.collection.at].scrollIntoView({ block: "center" });
  }
}

/** Title and author. @param {Problem} problem @param {string} untitled */
function nameOf({ title, id, author }, untitled) {
  return [title || id || untitled, author].filter(Boolean).join("　");
}

/** @param {string} id @param {boolean} isOff */
function disable(id, isOff) {
  /** @type {HTMLButtonElement} */ (byId(id)).disabled = isOff;
}

/** @param {string} id @param {Record<string, string>} names @param {string} chosen */
function options(id, names, chosen) {
  const select = /** @type {HTMLSelectElement} */ (byId(id));
  select.replaceChildren(...Object.entries(names).map(([value, name]) => el("option", { value }, name)));
  select.value = chosen;
}

new Bench(await findEngine()).start();
