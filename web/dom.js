// Elements of the page, made in one call, what is written into them, and the page's address.

/**
 * An element with attributes and children. An attribute that starts with `on` is a listener;
 * `null`, `undefined` and `false` leave an attribute or a child out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  set(element, attributes);
  element.append(...children.filter(kept).map((child) => (child instanceof Node ? child : `${child}`)));
  return element;
}

/**
 * Sets attributes as `el` does; `false` and `null` take one away.
 * @param {Element} element @param {Record<string, any>} attributes
 */
export function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on") && typeof value === "function") {
      element.addEventListener(key.slice(2), value);
    } else if (kept(value)) {
      element.setAttribute(key, value === true ? "" : `${value}`);
    } else {
      element.removeAttribute(key);
    }
  }
}

/**
 * A button, whose word or label `dress` writes.
 * @param {string} id or none, `""` @param {{ word?: string, label?: string, icon?: string, hidden?: boolean }} look @param {() => void} onclick
 */
export function button(id, { word, label, icon, hidden }, onclick) {
  const data = { "data-word": word, "data-label": label, "data-icon": icon };
  return el("button", { type: "button", id: id || null, ...data, hidden, onclick });
}

/**
 * The element of the page with an id. One that is missing is a defect of index.html.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id @returns {T}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return /** @type {T} */ (element);
}

/** Writes a text only where it differs, so that nothing is laid out again, or read out twice. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** So long, in milliseconds, a region is empty before something is said in it. */
const EMPTY = 50;
/** So long, in milliseconds, an address waits that was refused. */
const LATER = 1000;

/**
 * Says a text in a region that is read out, also the one that stands there already: only what is
 * added to an empty region is read out in any case.
 * @param {Element} region @param {string} text
 */
export function announce(region, text) {
  region.textContent = "";
  setTimeout(() => write(region, text), EMPTY);
}

/** The address that the page is to have. */
let wanted = "";

/**
 * Gives the page another address, which is no step of its history. Browsers refuse that when it is
 * done too often, such as while Ctrl+Z is held down; then it is done later.
 * @param {string} hash
 */
export function writeHash(hash) {
  wanted = hash;
  if (location.hash === hash) return;
  try {
    history.replaceState(null, "", hash);
  } catch {
    setTimeout(() => writeHash(wanted), LATER);
  }
}

/** What was drawn into each part of the page. @type {Map<string, string>} */
const drawn = new Map();

/**
 * Draws a part of the page anew, but only when what it shows has changed: so nothing flickers, and
 * the focus stays where it is. True when it was drawn.
 * @param {string} id of the part
 * @param {unknown} what it shows, as data
 * @param {() => (Node | string | null)[]} draw
 */
export function part(id, what, draw) {
  const key = JSON.stringify(what);
  if (drawn.get(id) === key) return false;
  drawn.set(id, key);
  byId(id).replaceChildren(...draw().filter((node) => node !== null));
  return true;
}

/** @param {unknown} value */
function kept(value) {
  return value !== null && value !== undefined && value !== false;
}
