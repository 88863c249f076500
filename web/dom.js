// Elements of the page, made in one call.

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
