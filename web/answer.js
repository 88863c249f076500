// The answer, as it grows: verdict, lengths, main line, faults ply by ply. What is proved, what the
// search found, what is a bound and what is open have marks of their own.

import { byId, el, part, write } from "./dom.js";
import { usi } from "./game.js";
import { chip, lengthNodes, names } from "./marks.js";
import { piecesWords, wordsOf } from "./words.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("./engine.js").Finding} Finding */
/** @typedef {import("./engine.js").Step} Step */
/** @typedef {import("./words.js").Lang} Lang */
/** @typedef {import("./marks.js").Mark} Mark */

/** What the answer can ask of the page: to show a line on the board, at a place in it. @typedef {{
 *   show(line: Step[], at: number): void, stop(): void, goOn(): void, retry(): void, example(): void,
 *   undeclare(): void }} Wishes */

/** What an error means for the problem, by its code; the others say nothing of it. @type {Record<string, "refused" | "engineFailed">} */
const FAILURES = { position: "refused", input: "refused", move: "refused", internal: "engineFailed" };

export class AnswerView {
  /** @param {Wishes} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    /** What the room is kept for. @type {{ known?: object, lang?: Lang, width?: number }} */
    this.shown = {};
    byId("stop").addEventListener("click", () => wishes.stop());
    byId("go-on").addEventListener("click", () => wishes.goOn());
  }

  /** @param {Analysis} analysis @param {number} seconds the limit, 0 for none @param {Lang} lang */
  show(analysis, seconds, lang) {
    const { known, problem } = analysis;
    const { answer, card, position } = known;
    this.#verdict(analysis, lang);
    this.#progress(analysis, seconds, lang);
    const facts = [answer?.conventional, answer?.raw, answer?.leftover, answer?.leftover_state, answer?.nothing_left, problem?.plies];
    part("facts", [answer?.verdict, ...facts, lang], () => this.#facts(analysis, lang));
    part("main-line", [answer?.line, position?.line, answer?.conventional, lang], () => this.#lines(analysis, lang));
    const faults = known.phase === "faulty" ? position?.faults : null;
    part("findings", [card, faults, answer?.refutation, known.error, known.phase === "failed", lang], () =>
      this.#findings(analysis, lang),
    );
    this.#keepRoom(analysis, lang);
  }

  /**
   * Keeps the room that parts of a growing answer have had, so that what stands below one of them
   * stays there; and while the next answer is on its way, the room of the last one.
   * @param {Analysis} analysis @param {Lang} lang
   */
  #keepRoom({ known, running }, lang) {
    const root = byId("answer-body");
    const room = (/** @type {HTMLElement} */ part, /** @type {boolean} */ keep) =>
      (part.style.minHeight = keep ? `${part.offsetHeight}px` : "");
    // Another answer, language or width needs other room.
    const { shown } = this;
    const isSame = shown.known === known && shown.lang === lang && shown.width === root.clientWidth;
    this.shown = { known, lang, width: root.clientWidth };
    for (const id of ["facts", "main-line"]) if (running || !isSame) room(byId(id), running && isSame);
    room(root, running);
  }

  /** @param {Analysis} analysis @param {Lang} lang */
  #verdict({ known, running }, lang) {
    const words = wordsOf(lang);
    const { answer, phase } = known;
    const verdict = answer?.verdict;
    const decided = verdict === "mate" || verdict === "nomate";
    let text = running ? words.thinking : words.unknown;
    if (phase === "faulty") text = words.notReady;
    if (phase === "failed") text = known.error ? words[FAILURES[known.error.code] ?? "notNow"] : words.engineGone;
    if (verdict === "mate" || verdict === "nomate") text = words[verdict];
    write(byId("verdict"), text);
    const none = phase === "faulty" || phase === "failed" || (running && !decided);
    const mark = decided && answer?.verified ? "proved" : "open";
    part("verdict-mark", [none, mark, lang], () => (none ? [] : [chip(mark, lang)]));
    const length = verdict === "mate" ? answer?.conventional : null;
    part("verdict-length", [verdict, length, lang], () => (verdict === "mate" ? lengthNodes(length ?? null, lang) : []));
    byId("answer").dataset.verdict = verdict ?? "";
    byId("answer").dataset.phase = phase;
  }

  /** @param {Analysis} analysis @param {number} seconds @param {Lang} lang */
  #progress({ known, running }, seconds, lang) {
    const words = wordsOf(lang);
    const { progress, phase } = known;
    const texts = { idle: "", done: words.finished, open: words.endedOpen, stopped: words.stopped, faulty: "", failed: "" };
    const { answer } = known;
    // Progress is reported of questions that take long; the last one may have been answered since.
    const isOver = progress?.stage === "length" && answer?.conventional && answer.conventional.state !== "bound";
    const asked = progress && !isOver ? words.stages[progress.stage] : words.searching;
    const stage = phase === "waiting" ? words.waiting : asked;
    write(byId("stage"), phase === "searching" || phase === "waiting" ? stage : texts[phase]);
    const number = (/** @type {string} */ id, /** @type {string} */ text) => write(byId(id), running && progress ? text : "");
    number("nodes", `${progress?.nodes.toLocaleString(lang)} ${words.nodes}`);
    number("speed", `${Math.round(progress?.speed ?? 0).toLocaleString(lang)} ${words.perSecond}`);
    number("seconds", words.seconds(`${progress?.seconds.toFixed(1)}`));
    const bar = byId("bar");
    bar.classList.toggle("running", running && progress !== null);
    const share = seconds > 0 && progress ? Math.min(1, progress.seconds / seconds) : 0;
    bar.style.setProperty("--part", `${running ? share : 0}`);
    byId("stop").hidden = !running;
    byId("go-on").hidden = !(phase === "open" || phase === "stopped");
  }

  /** @param {Analysis} analysis @param {Lang} lang */
  #facts({ known, problem }, lang) {
    const words = wordsOf(lang);
    const { answer } = known;
    /** @type {Node[]} */
    const rows = [];
    const row = (/** @type {string} */ name, /** @type {(Node | string)[]} */ ...value) =>
      rows.push(el("div", { class: "fact" }, el("dt", {}, name), el("dd", {}, ...value)));
    if (answer?.verdict === "mate") {
      row(words.lengthRaw, ...lengthNodes(answer.raw, lang));
      const left = answer.leftover_state;
      // While the length is a bound, this line alone is meant.
      const mark = left && left !== "bound" ? [chip(left, lang)] : [];
      if (answer.leftover) row(words.leftover, piecesWords(answer.leftover, lang), ...mark);
      const classic = answer.nothing_left;
      if (classic) row(words.classic, this.#lineButton(classic.line, words.plies(classic.plies)), chip(classic.state, lang));
    }
    if (problem?.plies) row(words.declared, words.plies(problem.plies));
    return rows;
  }

  /** @param {Analysis} analysis @param {Lang} lang */
  #lines({ known }, lang) {
    const words = wordsOf(lang);
    const { answer } = known;
    const nodes = [];
    const declared = known.position?.line ?? [];
    if (declared.length > 0) {
      nodes.push(...this.#line(words.declaredLine, declared, lang));
      nodes.push(el("button", { type: "button", class: "link small", onclick: this.wishes.undeclare }, words.undeclare));
    }
    if (answer && answer.line.length > 0) {
      const heading = answer.conventional?.state === "bound" ? words.soFar : words.mainLine;
      if (usi(declared) !== usi(answer.line)) nodes.push(...this.#line(heading, answer.line, lang));
    }
    return nodes;
  }

  /** @param {string} heading @param {Step[]} line @param {Lang} lang */
  #line(heading, line, lang) {
    const moves = line.map((step, n) =>
      el("li", {}, el("button", { type: "button", class: "move", onclick: () => this.wishes.show(line, n + 1) }, step[lang])),
    );
    return [el("h2", {}, heading), el("ol", { class: "line" }, ...moves)];
  }

  /** @param {Analysis} analysis @param {Lang} lang */
  #findings({ known, problem }, lang) {
    const words = wordsOf(lang);
    const { card, answer, error, position, phase } = known;
    if (phase === "failed") {
      const said = error ? el("p", { class: "fault" }, error.message[lang]) : null;
      const hint = error?.hint ? el("p", { class: "small" }, error.hint[lang]) : null;
      return [said, hint, this.#button(words.retry, this.wishes.retry)];
    }
    if (phase === "faulty") {
      const faults = (position?.faults ?? []).map((fault) =>
        el("li", { class: "fault" }, fault.message[lang]),
      );
      const isEmpty = problem && /^9(\/9){8} /.test(problem.sfen);
      const list = el("ul", { class: "finding-list" }, ...faults);
      return isEmpty ? [list, el("p", {}, words.welcome), this.#button(words.example, this.wishes.example)] : [list];
    }
    const nodes = [];
    if (answer?.refutation) nodes.push(...this.#refutation(answer.refutation, lang));
    if (!card) return nodes;
    const along = (card.along === "declared" ? position?.line : answer?.line) ?? [];
    const grade = card.soundness;
    if (grade) {
      nodes.push(el("h2", {}, words.soundness), el("p", { class: `grade ${grade.grade}`, id: "grade" }, grade.text[lang]));
    }
    for (const group of card.groups) {
      const items = group.findings.map((finding) => this.#finding(finding, group.weight, along, lang));
      nodes.push(el("h3", { class: group.weight }, group.heading[lang]), el("ul", { class: "finding-list" }, ...items));
    }
    if (card.checks && card.checks.decided + card.checks.open > 0) {
      const { decided, open } = card.checks;
      nodes.push(el("p", { class: "small" }, words.checksOpen(decided, open), open > 0 ? chip("open", lang) : null));
    }
    return nodes;
  }

  /** @param {Finding} finding @param {string} weight @param {Step[]} along @param {Lang} lang */
  #finding(finding, weight, along, lang) {
    const words = wordsOf(lang);
    const { ply, line, text, state, alike } = finding;
    const before = ply ? along.slice(0, ply - 1) : [];
    const steps = line && line.length > 0 ? [...before, ...line] : null;
    /** @type {Mark | null} */
    const mark = state ?? (weight === "open" ? "open" : null);
    const more = alike?.length > 0 ? el("span", { class: "small" }, words.alike(names(alike, lang))) : null;
    const show = steps
      ? el("button", { type: "button", class: "link", onclick: () => this.wishes.show(steps, before.length + 1) }, words.showLine)
      : null;
    return el("li", { class: weight, "data-status": finding.status }, el("span", {}, text[lang]), mark && chip(mark, lang), more, show);
  }

  /** @param {{ reply: Step | null, checks: import("./engine.js").Check[], more: number }} refutation @param {Lang} lang */
  #refutation({ reply, checks, more }, lang) {
    const words = wordsOf(lang);
    // The reply saves a defender who is to move; the checks come after it.
    const before = reply ? [reply] : [];
    const items = checks.map((check) => {
      return el("li", {}, this.#lineButton([...before, ...check.line], names(check.line, lang), before.length + 2));
    });
    if (reply) items.unshift(el("li", {}, reply[lang]));
    if (more > 0) items.push(el("li", { class: "small" }, words.moreChecks(more)));
    return items.length > 0 ? [el("h2", {}, words.refutation), el("ul", { class: "finding-list" }, ...items)] : [];
  }

  /** @param {string} text @param {() => void} what */
  #button(text, what) {
    return el("div", { class: "buttons" }, el("button", { type: "button", onclick: what }, text));
  }

  /** @param {Step[]} line @param {string} text */
  #lineButton(line, text, at = 0) {
    return el("button", { type: "button", class: "link", onclick: () => this.wishes.show(line, at) }, text);
  }
}
