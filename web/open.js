// Problems that come in: pasted text, files, folders, what is dropped on the page. The engine
// reads them all.

import { problemRead } from "./collection.js";
import { byId, el } from "./dom.js";
import { EngineError } from "./engine.js";
import { wordsOf } from "./words.js";

/** @typedef {import("./collection.js").Problem} Problem */
/** @typedef {import("./words.js").Lang} Lang */

/** What opening needs of the page. @typedef {{
 *   engine: import("./engine.js").Engine, lang(): Lang, failed(error: unknown): void,
 *   say(text: string): void, opened(problems: Problem[]): void }} Room */

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
    byId("paste-form").addEventListener("submit", () => this.text(this.#text.value));
    for (const id of ["file", "folder"]) {
      const input = /** @type {HTMLInputElement} */ (byId(id));
      input.addEventListener("change", () => {
        this.files([...(input.files ?? [])]);
        input.value = "";
      });
    }
    byId("open").addEventListener("click", () => byId("file").click());
    byId("open-folder").addEventListener("click", () => byId("folder").click());
    document.addEventListener("paste", (event) => this.#pasted(event));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const data = event.dataTransfer;
      if (data && data.files.length > 0) this.files([...data.files]);
      else if (data?.getData("text")) this.text(data.getData("text"));
    });
  }

  /** Asks for a text. */
  askText() {
    this.#text.value = "";
    this.#dialog.showModal();
  }

  /** Opens a text. @param {string} text */
  text(text) {
    if (text.trim()) this.#read([{ text }]);
  }

  /** Opens files, of several only those whose names tell that they hold problems, in the order of their names. @param {File[]} files */
  async files(files) {
    const path = (/** @type {File} */ file) => file.webkitRelativePath || file.name;
    const some = files.length > 1 ? files.filter((file) => FILES.test(file.name)) : files;
    some.sort((a, b) => path(a).localeCompare(path(b), "ja", { numeric: true }));
    const parts = some.map(async (file) => ({ name: file.name, base64: await base64(file) }));
    this.#read(await Promise.all(parts));
  }

  /** @param {{ text?: string, base64?: string, name?: string }[]} sources */
  async #read(sources) {
    const { room } = this;
    /** @type {Problem[]} */
    const problems = [];
    /** @type {Fault[]} */
    const faults = [];
    for (const source of sources) {
      const name = source.name ?? "";
      try {
        for await (const event of room.engine.ask({ method: "read", rest: "defender", accept: "half_made", ...source })) {
          if (event.event === "error") throw new EngineError(event);
          if (event.event === "problem") {
            problems.push(problemRead(event.problem));
            // Of a branch that is cut two warnings tell, one of them with its ply for programs; a line
            // that cannot be played, the event's `fault`, has a warning as well.
            const warnings = event.warnings.filter((/** @type {{ ply?: number }} */ { ply }) => ply === undefined);
            faults.push(...warnings.map((/** @type {Omit<Fault, "name">} */ warning) => ({ name, ...warning })));
          }
          if (event.event === "fault") faults.push({ name, ...event.at, message: event.message, hint: event.hint, excerpt: event.excerpt });
        }
      } catch (error) {
        if (!(error instanceof EngineError)) return room.failed(error);
        faults.push({ name, ...error.event });
      }
    }
    const words = wordsOf(room.lang());
    if (problems.length > 0) room.opened(problems);
    room.say(problems.length > 0 ? words.readMany(problems.length) : words.nothingRead);
    if (faults.length > 0) this.#showFaults(faults);
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
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    // Behind an open dialog nothing changes.
    if (!clipboardData || document.querySelector("dialog[open]")) return;
    if (clipboardData.files.length > 0) this.files([...clipboardData.files]);
    else this.text(clipboardData.getData("text"));
  }
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
