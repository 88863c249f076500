// Taking problems along: records and lists, pictures, the certificate, print. The engine writes
// them; a PNG is made from its SVG by the browser.

import { problemWritten } from "./collection.js";
import { announce, byId, el, write } from "./dom.js";
import { askOnce, EngineError, isAbort } from "./engine.js";
import { wordsOf } from "./words.js";

/** @typedef {import("./collection.js").Problem} Problem */
/** @typedef {import("./words.js").Lang} Lang */

/** What taking along needs of the page: `answer` is what is known of the problem on the board, and `end` the position after its line. @typedef {{
 *   engine: import("./engine.js").Engine, lang(): Lang, problem(): Problem, problems(): Problem[],
 *   answer(): import("./engine.js").AnswerEvent | null, attacker(): string, end(): string | null,
 *   limit(): object, say(text: string): void }} Counter */

/** Formats of text, by the name that the engine knows. */
const TEXTS = ["kif", "ki2", "csa", "jkf", "sfen", "jsonl", "bod"];
/** Formats that hold one problem only. */
const ALONE = ["svg", "png", "html", "certificate"];
/** @type {Record<string, string>} */
const KINDS = { svg: "image/svg+xml", html: "text/html" };
/** What is searched for before it is there. */
const SEARCHED = ["html", "certificate"];
/** So long, in seconds, it is searched whether a line ends in mate; mostly that is seen at once. */
const GLANCE = 2;

export class Taker {
  #dialog = /** @type {HTMLDialogElement} */ (byId("take-dialog"));
  #format = /** @type {HTMLSelectElement} */ (byId("take-format"));
  #what = /** @type {HTMLSelectElement} */ (byId("take-what"));
  #hands = /** @type {HTMLSelectElement} */ (byId("take-hands"));
  #mated = /** @type {HTMLInputElement} */ (byId("take-mated"));
  #text = /** @type {HTMLTextAreaElement} */ (byId("take-text"));
  /** What would be saved. @type {{ extension: string, text: string } | null} */
  #made = null;
  #abort = new AbortController();

  /** @param {Counter} counter */
  constructor(counter) {
    this.counter = counter;
    byId("take").addEventListener("click", () => this.open());
    for (const input of [this.#format, this.#what, this.#hands, this.#mated]) {
      input.addEventListener("change", () => this.#make());
    }
    byId("take-copy").addEventListener("click", () => this.#copy());
    byId("take-save").addEventListener("click", () => this.#save());
    this.#dialog.addEventListener("close", () => this.#abort.abort());
  }

  open() {
    const words = wordsOf(this.counter.lang());
    const names = { ...Object.fromEntries(TEXTS.map((name) => [name, name.toUpperCase()])), svg: "SVG", png: "PNG", html: words.page, certificate: words.certificate };
    const chosen = this.#format.value || "kif";
    this.#format.replaceChildren(...Object.entries(names).map(([value, name]) => el("option", { value }, name)));
    this.#format.value = chosen;
    this.#mated.checked = false;
    this.#mated.disabled = true;
    this.#dialog.showModal();
    this.#make();
  }

  /** Makes what is chosen and shows it. */
  async #make() {
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    const { counter } = this;
    const lang = counter.lang();
    const format = this.#format.value;
    const isPicture = format === "svg" || format === "png";
    const all = counter.problems();
    byId("take-pictures").hidden = !isPicture;
    this.#what.disabled = ALONE.includes(format) || all.length === 1;
    if (this.#what.disabled) this.#what.value = "one";
    byId("take-picture").replaceChildren();
    byId("take-picture").hidden = !isPicture;
    this.#text.hidden = isPicture;
    const words = wordsOf(lang);
    this.#text.value = format === "certificate" ? words.certificateHint : format === "html" ? words.pageHint : "";
    write(byId("take-said"), SEARCHED.includes(format) ? words.searching : "");
    this.#made = null;
    const isSoFar = TEXTS.includes(format) && format !== "bod" && this.#what.value === "one" && this.#line().isSoFar;
    if (isPicture) this.#offerMated(signal);
    try {
      const made = await (format === "certificate" ? this.#certificate(signal) : format === "html" ? this.#page(signal) : this.#written(format, signal));
      if (signal.aborted || !made) return;
      this.#made = made;
      if (format !== "html") this.#text.value = made.text;
      const size = Math.ceil(made.text.length / 1024);
      write(byId("take-said"), format === "html" ? words.pageMade(size) : isSoFar ? words.lineSoFar : "");
      if (isPicture) byId("take-picture").append(pictureOf(made.text));
    } catch (error) {
      if (!isAbort(error)) write(byId("take-said"), error instanceof EngineError ? error.event.message[lang] : `${error}`);
    }
  }

  /** The declared line, or else the main line, as far as it is known: while its length is a bound, it is the shortest so far. */
  #line() {
    const { line } = this.counter.problem();
    const answer = this.counter.answer();
    if (line.length > 0 || !answer) return { line, isSoFar: false };
    return { line: answer.line.map((step) => step.usi), isSoFar: answer.conventional?.state === "bound" };
  }

  /** Lets the mated position be chosen where the line ends in one. @param {AbortSignal} signal */
  async #offerMated(signal) {
    const { counter } = this;
    const sfen = counter.end();
    const request = { method: "reply", sfen, attacker: counter.attacker(), limits: { seconds: GLANCE } };
    const reply = sfen && (await askOnce(counter.engine, request, "reply", signal).catch(() => null));
    if (!signal.aborted) this.#mated.disabled = reply?.state !== "mated";
  }

  /** @param {string} format @param {AbortSignal} signal */
  async #written(format, signal) {
    const { counter } = this;
    const problem = counter.problem();
    const one = { ...problem, line: this.#line().line };
    const isPicture = format === "svg" || format === "png";
    const problems = this.#what.value === "all" ? counter.problems() : [one];
    const end = counter.end();
    // The attacker is that of the problem: with two kings the position after the line does not tell him.
    const mated = { ...one, sfen: end ?? problem.sfen, attacker: counter.attacker(), line: [], tree: null };
    const shown = isPicture && this.#mated.checked && end ? [mated] : problems;
    const caption = [problem.title, problem.author].filter(Boolean).join("　");
    const request = isPicture
      ? { method: "write", target: "svg", problems: shown.map(problemWritten), caption, hands: this.#hands.value }
      : { method: "write", target: format, problems: problems.map(problemWritten) };
    return /** @type {Promise<{ extension: string, text: string }>} */ (askOnce(counter.engine, request, "text", signal));
  }

  /** @param {AbortSignal} signal */
  async #certificate(signal) {
    const { counter } = this;
    const { sfen, line } = counter.problem();
    const declared = line.length > 0 ? { line } : {};
    const request = { method: "certificate", sfen, ...declared, limits: counter.limit(), proofs: true };
    const made = await askOnce(counter.engine, request, "certificate", signal);
    if (!made) write(byId("take-said"), wordsOf(counter.lang()).unknown);
    return made && { extension: "tsc", text: made.text };
  }

  /** The solution as one page. @param {AbortSignal} signal */
  #page(signal) {
    const { counter } = this;
    const { sfen, plies, line, title, id, author } = counter.problem();
    const request = { method: "page", sfen, plies, line, title: title || id || wordsOf(counter.lang()).untitled, author, lang: counter.lang(), limits: counter.limit() };
    return /** @type {Promise<{ extension: string, text: string }>} */ (askOnce(counter.engine, request, "text", signal));
  }

  async #copy() {
    if (!this.#made) return;
    const words = wordsOf(this.counter.lang());
    try {
      if (this.#format.value === "png") {
        await navigator.clipboard.write([new ClipboardItem({ "image/png": png(this.#made.text) })]);
      } else {
        await navigator.clipboard.writeText(this.#made.text);
      }
      announce(byId("take-said"), words.copied);
    } catch {
      // Of a picture and a page there is no text to be selected.
      const isShown = !this.#text.hidden && this.#text.value === this.#made.text;
      if (isShown) this.#text.select();
      announce(byId("take-said"), isShown ? words.notCopied : words.notCopiedSave);
    }
  }

  async #save() {
    if (!this.#made) return;
    const { text, extension } = this.#made;
    const isPng = this.#format.value === "png";
    const blob = isPng ? await png(text).catch(() => null) : new Blob([text], { type: KINDS[extension] ?? "text/plain" });
    if (!blob) return announce(byId("take-said"), wordsOf(this.counter.lang()).noPicture);
    const { title, id } = this.counter.problem();
    const name = (title || id || "tsume").replace(/[\\/:*?"<>|\s]+/g, "-");
    save(blob, `${name}.${isPng ? "png" : extension}`);
  }
}

/** An element that shows an SVG of the engine. @param {string} svg */
function pictureOf(svg) {
  return el("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "" });
}

/** A picture of an SVG, twice as large as it says, as a PNG. @param {string} svg @returns {Promise<Blob>} */
async function png(svg) {
  const image = /** @type {HTMLImageElement} */ (pictureOf(svg));
  await image.decode();
  const canvas = el("canvas", { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture")))));
}

/** Gives a file to the browser to save. @param {Blob} blob @param {string} name */
function save(blob, name) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
