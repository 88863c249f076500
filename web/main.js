// The page: what is open, in which view, and how its parts work together.

import { Analysis } from "./analysis.js";
import { AnswerView } from "./answer.js";
import { problemOf, withName, withPosition } from "./collection.js";
import { announce, byId, el, set, write } from "./dom.js";
import { Editor } from "./editor.js";
import { EngineError, findEngine } from "./engine.js";
import { Explore } from "./explore.js";
import { drawIcons } from "./icons.js";
import { legend } from "./marks.js";
import { Opener } from "./open.js";
import { drawSet } from "./pieces.js";
import { listen } from "./pointer.js";
import { KINDS, Position } from "./position.js";
import { askPromotion, dress, options, Scene } from "./scene.js";
import { Solve } from "./solve.js";
import * as store from "./store.js";
import { Taker } from "./take.js";
import { Tray } from "./trays.js";
import { wordsOf } from "./words.js";

/** @typedef {import("./collection.js").Problem} Problem */
/** @typedef {import("./engine.js").Move} Move */
/** @typedef {import("./engine.js").Step} Step */
/** @typedef {import("./store.js").ModeName} ModeName */

/** @type {ModeName[]} */
const MODES = ["compose", "explore", "solve"];
/** A small problem to begin with: mate in nine, with the pawn dropped next to the king. */
const EXAMPLE = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
/** So long, in milliseconds, a short message is seen. */
const TOAST = 4000;

class Bench {
  settings = store.loadSettings();
  collection = store.loadProblems();
  scene = Scene.ofPage(KINDS);
  left = new Tray(byId("tray-out"), "out", KINDS.slice(1));
  #kept = "all";
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
      choose: (/** @type {Move[]} */ moves) => askPromotion(moves, this.settings.lang),
    };
    this.analysis = new Analysis(engine, () => this.redraw(), (problem, played) => this.#broken(problem, played));
    this.answer = new AnswerView({
      show: (line, at) => this.showLine(line, at),
      stop: () => this.analysis.stop(),
      goOn: () => this.analysis.start(this.problem, 0),
      retry: () => this.analyse(),
      example: () => this.opened([problemOf(EXAMPLE)]),
      undeclare: () => this.change({ ...this.problem, ...store.declared([]) }),
    });
    this.editor = new Editor({
      position: () => this.position,
      commit: (position) => this.change(withPosition(this.problem, position.toSfen())),
      redraw: () => this.redraw(),
      focused: () => this.scene.board.focused(),
      announce: (text) => announce(byId("live"), text),
      lang: () => this.settings.lang,
    });
    this.explore = new Explore({ ...table, declare: (line) => this.declare(line) });
    this.solve = new Solve({ ...table, giveUp: () => this.setMode("explore") });
    this.opener = new Opener({ ...table, opened: (problems) => this.opened(problems) });
    this.taker = new Taker({
      ...table,
      problem: () => this.problem,
      problems: () => this.collection.problems,
      answer: () => this.analysis.known.answer,
      attacker: () => this.attacker,
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
    if (store.isAddressBroken()) this.say(wordsOf(this.settings.lang).brokenLink);
  }

  /** The problem on the board changed. @param {Problem} problem */
  change(problem) {
    this.collection.change(problem);
    this.refresh();
  }

  /** Another state of the collection is on the board: it is kept, and searched. */
  refresh() {
    // First: to keep a large collection takes longer than to end a search and to begin one.
    this.analysis.take(this.problem, this.settings.limit);
    const isOther = this.solve.game.root !== this.problem.sfen;
    if (this.mode === "solve" && isOther) this.solve.begin(this.problem.sfen, this.attacker);
    const kept = store.saveProblems(this.collection);
    if (kept !== this.#kept && kept !== "all") this.say(wordsOf(this.settings.lang).notAllKept[kept]);
    this.#kept = kept;
    store.writeAddress(this.problem);
  }

  analyse() {
    this.analysis.start(this.problem, this.settings.limit);
  }

  get attacker() {
    return this.analysis.known.position?.attacker ?? (this.position.attacker === "b" ? "black" : "white");
  }

  /** @param {Problem[]} problems */
  opened(problems) {
    this.#leave();
    this.collection.open(problems);
    this.refresh();
  }

  /** @param {Step[]} line */
  declare(line) {
    this.change({ ...this.problem, ...store.declared(line.map((step) => step.usi)) });
    this.setMode("compose");
  }

  /** Shows a line of the answer on the board. @param {Step[]} line @param {number} at */
  showLine(line, at) {
    this.setMode("explore");
    this.explore.begin(line, at);
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
    if (mode === "explore") this.explore.resume();
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
      if (known.answer?.verdict === "mate" && (known.card?.settled || !this.analysis.running)) this.explore.search();
      this.explore.show(lang);
    }
    if (this.mode === "compose") this.answer.show(this.analysis, limit, lang);
    if (this.mode === "solve") this.solve.show(lang);
    if (this.game) this.scene.show(this.game, this.position.attacker, lang);
    else this.#drawDesk();
    byId("out").hidden = this.mode !== "compose";
    this.#drawProblem();
  }

  /** The position as it is set up: the defender's hand is the box, which has the kings as well. */
  #drawDesk() {
    const { lang } = this.settings;
    const words = wordsOf(lang);
    const { position } = this;
    byId("board").dataset.sfen = this.problem.sfen;
    const { selection } = this.editor;
    const { from, piece } = selection ?? {};
    const attacker = position.attacker;
    const faults = this.analysis.known.position?.faults ?? [];
    const marks = { selected: from?.at === "board" ? from.square : null, faults: faults.map((fault) => fault.at) };
    this.scene.board.show(position, marks, attacker, lang);
    for (const side of /** @type {const} */ (["w", "b"])) {
      const isBox = side !== attacker;
      const isHeld = from?.at === "hand" ? from.side === side : isBox && from?.at === "out" && piece?.kind === "K";
      byId(`tray-${side}`).classList.toggle("box", isBox);
      this.scene.trays[side].show(
        {
          label: isBox ? words.box : words.inHandShort,
          long: isBox ? words.boxLong : words.attackerHand,
          counts: { ...position.hands[side], ...(isBox ? { K: position.out("K") } : {}) },
          side: attacker,
          selected: isHeld && piece ? piece : null,
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
    write(byId("out-count"), all > 0 ? `${all}` : "");
    /** @type {HTMLButtonElement} */ (byId("rest")).disabled = all === 0;
    const selected = selection?.from.at === "out" && selection.piece.kind !== "K" ? selection.piece : null;
    this.left.show({ label: "", long: words.outLong, counts, side: this.position.attacker, selected }, lang);
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
    document.documentElement.dataset.theme = theme;
    document.title = words.title;
    drawSet(byId("sprite"), pieces);
    dress(lang);
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
    announce(toast, text);
    this.#toast = setTimeout(() => (toast.hidden = true), TOAST);
  }

  /** Says why the engine did not answer. @param {unknown} error */
  failed(error) {
    const { lang } = this.settings;
    this.say(error instanceof EngineError ? error.event.message[lang] : wordsOf(lang).engineGone);
  }

  /** Goes to another problem. @param {number} at */
  go(at) {
    this.#leave();
    if (this.collection.go(at)) this.refresh();
  }

  /** Lets go of the problem on the board; what is written in its fields is its own. */
  #leave() {
    /** @type {HTMLDialogElement} */ (byId("list-dialog")).close();
    this.editor.release();
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
    for (const key of /** @type {const} */ (["title", "author"])) {
      const input = /** @type {HTMLInputElement} */ (byId(`${key}-input`));
      input.addEventListener("change", () => this.change(withName(this.problem, key, input.value.trim() || null)));
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
    // With CapsLock a letter is a capital without Shift.
    const letter = event.key.toLowerCase();
    const undo = command && letter === "z" && !event.shiftKey;
    const redo = command && (letter === "y" || (letter === "z" && event.shiftKey));
    const isTab = target instanceof HTMLElement && target.role === "tab";
    /** @type {Record<string, () => void>} */
    const keys = {
      PageUp: () => this.go(this.collection.at - 1),
      PageDown: () => this.go(this.collection.at + 1),
      1: () => this.setMode("compose"),
      2: () => this.setMode("explore"),
      3: () => this.setMode("solve"),
    };
    const steps = { ",": () => this.#step(-1), ".": () => this.#step(1), Home: () => this.game?.go(0), End: () => this.game?.go(Infinity) };
    // Who solves goes back by taking back alone.
    if (this.mode === "explore") Object.assign(keys, steps);
    if (this.game) keys.Escape = () => this.game?.release();
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
    if (this.mode === "explore") return this.#step(-1);
    if (!this.collection.undo()) return;
    this.editor.release();
    announce(byId("live"), wordsOf(this.settings.lang).undone);
    this.refresh();
  }

  #redo() {
    if (this.mode === "explore") return this.#step(1);
    if (this.mode === "solve" || !this.collection.redo()) return;
    this.editor.release();
    announce(byId("live"), wordsOf(this.settings.lang).redone);
    this.refresh();
  }

  /** An address was typed, or a link was followed. */
  #address() {
    const linked = store.addressProblem();
    if (store.isAddressBroken()) this.say(wordsOf(this.settings.lang).brokenLink);
    if (!linked || store.isLinked(this.problem, linked)) return;
    // It is another problem, beside those that are open, as on a fresh page.
    const at = this.collection.problems.findIndex((problem) => store.isLinked(problem, linked));
    if (at >= 0) return this.go(at);
    this.#leave();
    this.collection.add(store.linkedProblem(linked));
    this.refresh();
  }

  /**
   * The line of a link may break off: then it declares no length, and of the moves those that can be played.
   * @param {Problem} problem @param {string[]} played
   */
  #broken(problem, played) {
    if (this.problem !== problem) return;
    this.collection.entry.now = { ...problem, ...store.declared(played), plies: null };
    this.say(wordsOf(this.settings.lang).brokenLine(played.length + 1));
    this.refresh();
  }

  async #share() {
    store.writeAddress(this.problem);
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
      const isHere = n === this.collection.at;
      return el("li", {}, el("button", { type: "button", "aria-current": isHere ? "true" : null, onclick: () => this.go(n) }, nameOf(problem, words.untitled)));
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

new Bench(await findEngine()).start();
