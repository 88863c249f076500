// Problems that come in: pasted text, files, folders, what is dropped on the page. The engine
// reads them all.

import { problemRead } from "./collection.js";
import { byId, el } from "./dom.js";
import { EngineError } from "./engine.js";
import { wordsOf } from "./words.js";

/** @typedef {import("./collection.js").Problem} Problem */
/** @typedef {import("./words.js").Lang} Lang */

/** What opening needs of the page. @typedef {{
 *   engine: import("./engine.js").Engine, lang(): Lang, say(text: string): void,
 *   opened(problems: Problem[]): void }} Room */

/** What is wrong with something that was opened, and where: `line` and `column` are `null` or 0 where they are not known.
 * @typedef {{ name: string, line: number | null, column: number | null, message: import("./words.js").Text, hint?: import("./words.js").Text | null, excerpt?: string | null }} Fault */

/** Names of files that hold problems; others of a folder are passed over. */
const FILES = /\.(sfen|txt|tsv|jsonl|json|kif|kifu|ki2|ki2u|bod|csa|jkf|usi)$/i;

export class Opener {
  #dialog = /** @type {HTMLDialogElement} */ (byId("paste-dialog"));
  #text = /** @type {HTMLTextAreaElement} */ (byId("paste-text"));

  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    byId("paste").addEventListener("click", () => this.askText());
    byId("paste-form").addEventListener("submit", () => this.#askedText());
    for (const id of ["file", "folder"]) {
      const input = /** @type {HTMLInputElement} */ (byId(id));
      input.addEventListener("change", () => {
        this.#dialog.close();
        this.files([...(input.files ?? [])]);
        input.value = "";
      });
    }
    byId("open").addEventListener("click", () => byId("file").click());
    byId("open-folder").addEventListener("click", () => byId("folder").click());
    document.addEventListener("paste", (event) => this.#pasted(event));
    document.addEventListener("dragover", (event) => {
      if (!isWritten(event.target, event.dataTransfer)) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      if (isWritten(event.target, event.dataTransfer)) return;
      event.preventDefault();
      this.#take(event.dataTransfer);
    });
  }

  /** Asks for a text. One that was not opened, or not without a fault, is still there, selected. */
  askText() {
    this.#dialog.showModal();
    this.#text.select();
  }

  async #askedText() {
    const { value } = this.#text;
    if ((await this.text(value)) && this.#text.value === value) this.#text.value = "";
  }

  /** Opens a text; false when something is wrong with it. @param {string} text */
  async text(text) {
    return !text.trim() || (await this.#read([{ text }], []));
  }

  /** Opens files, of several only those whose names tell that they hold problems, in the order of their names. @param {File[]} files */
  async files(files) {
    const path = (/** @type {File} */ file) => file.webkitRelativePath || file.name;
    const some = files.length > 1 ? files.filter((file) => FILES.test(file.name)) : files;
    some.sort((a, b) => path(a).localeCompare(path(b), "ja", { numeric: true }));
    /** @type {Fault[]} */
    const faults = [];
    const parts = some.map(async (file) => {
      try {
        return [{ name: file.name, base64: await base64(file) }];
      } catch {
        // A folder that is dropped on the page is no file that can be read.
        faults.push({ name: file.name, ...placeless((words) => words.fileUnreadable) });
        return [];
      }
    });
    this.#read((await Promise.all(parts)).flat(), faults);
  }

  /**
   * Reads and opens; true when nothing was wrong.
   * @param {{ text?: string, base64?: string, name?: string }[]} sources
   * @param {Fault[]} faults what was wrong before
   */
  async #read(sources, faults) {
    const { room } = this;
    /** @type {Problem[]} */
    const problems = [];
    for (const source of sources) {
      const name = source.name ?? "";
      try {
        for await (const event of room.engine.ask({ method: "read", accept: "half_made", ...source })) {
          if (event.event === "error") throw new EngineError(event);
          if (event.event === "problem") {
            problems.push(problemRead(event.problem));
            // Of a branch that is cut two warnings tell, one of them with its ply for programs; a line
            // that cannot be played, the event's `fault`, has a warning as well.
            const warnings = event.warnings.filter((/** @type {{ ply?: number }} */ { ply }) => ply === undefined);
            faults.push(...warnings.map((/** @type {Omit<Fault, "name">} */ warning) => ({ name, ...warning, hint: hintOf(warning) })));
          }
          if (event.event === "fault") faults.push({ name, ...event.at, message: event.message, hint: event.hint, excerpt: event.excerpt });
        }
      } catch (error) {
        faults.push({ name, ...(error instanceof EngineError ? error.event : placeless((words) => words.engineGone)) });
      }
    }
    const words = wordsOf(room.lang());
    if (problems.length > 0 || faults.length === 0) room.say(problems.length > 0 ? words.readMany(problems.length) : words.nothingRead);
    // What is said of the browser's room comes instead.
    if (problems.length > 0) room.opened(problems);
    if (faults.length > 0) this.#showFaults(faults);
    return faults.length === 0 && problems.length > 0;
  }

  /** @param {Fault[]} faults */
  #showFaults(faults) {
    const lang = this.room.lang();
    const words = wordsOf(lang);
    const items = faults.slice(0, 100).map(({ name, line, column, message, hint, excerpt }) => {
      const at = [name, line ? words.place(line, column) : ""].filter(Boolean).join(" ");
      const helps = hint ? el("span", { class: "small" }, hint[lang]) : null;
      return el("li", {}, at ? el("b", {}, `${at}: `) : null, message[lang], excerpt ? el("code", {}, excerpt) : null, helps);
    });
    byId("faults-heading").textContent = words.faultsIn(faults.length);
    byId("faults-list").replaceChildren(...items);
    /** @type {HTMLDialogElement} */ (byId("faults-dialog")).showModal();
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    const { target, clipboardData } = event;
    if (!isField(target)) this.#take(clipboardData);
  }

  /** Opens what was pasted, or dropped. @param {DataTransfer | null} data */
  #take(data) {
    // Behind an open dialog nothing changes.
    if (!data || document.querySelector("dialog[open]")) return;
    if (data.files.length > 0) this.files([...data.files]);
    else this.text(data.getData("text"));
  }
}

/** True for a field that takes text. @param {EventTarget | null} target */
function isField(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** True where the browser writes what is dropped into a field. @param {EventTarget | null} target @param {DataTransfer | null} data */
function isWritten(target, data) {
  return isField(target) && !data?.types.includes("Files");
}

/** @typedef {(words: ReturnType<typeof wordsOf>) => string} Said */

/** A text of the page in both languages. @param {Said} said */
function both(said) {
  return { en: said(wordsOf("en")), ja: said(wordsOf("ja")) };
}

/** A fault of which no place is known. @param {Said} said */
function placeless(said) {
  return { line: null, column: null, message: both(said) };
}

/** For an option of the program that a warning names, what the page has for it. @param {Omit<Fault, "name">} warning */
function hintOf({ message }) {
  return message.en.includes("--rest defender") ? both((words) => `${words.out} → ${words.rest}`) : null;
}

/** The bytes of a file in base64. @param {File} file @returns {Promise<string>} */
function base64(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(`${reader.result}`.replace(/^[^,]*,/, ""));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
}
