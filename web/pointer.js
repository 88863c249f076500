// Taps and drags of pieces, with mouse, pen and finger. Whatever lies at a `data-place` can be
// tapped (a click, so Enter and Space tap too), and what may be lifted can be dragged to another.

import { squareOf } from "./position.js";

/** @typedef {import("./position.js").Place} Place */

/**
 * A place, and the kind of the slot where it is a tray.
 * @typedef {{ place: Place, kind: string | null }} Spot
 */

/**
 * What is done with pieces.
 * @typedef {{ canLift(spot: Spot): boolean, tap(spot: Spot): void, drop(from: Spot, to: Spot | null): void }} Hands
 */

/** So many pixels from where it went down a finger drags. */
const SLACK = 6;

/** Listens on an element. @param {HTMLElement} root @param {() => Hands} hands who deals with it now */
export function listen(root, hands) {
  /** @type {{ spot: Spot, element: HTMLElement, x: number, y: number, id: number, ghost: HTMLElement | null } | null} */
  let held = null;
  let dragged = false;

  root.addEventListener("pointerdown", (event) => {
    const element = placeElement(event.target);
    dragged = false;
    if (!element || event.button !== 0 || held) return;
    const spot = spotOf(element);
    if (!hands().canLift(spot)) return;
    // A finger stays with the element that it touched first, unless it is let go.
    if (element.hasPointerCapture(event.pointerId)) element.releasePointerCapture(event.pointerId);
    held = { spot, element, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
  });

  window.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost && Math.hypot(dx, dy) > SLACK) held.ghost = lift(held.element);
    if (held.ghost) held.ghost.style.transform = `translate(${dx}px, ${dy}px) scale(1.12)`;
  });

  const end = (/** @type {PointerEvent} */ event) => {
    if (!held || event.pointerId !== held.id) return;
    const { spot, ghost, element } = held;
    held = null;
    if (!ghost) return;
    ghost.remove();
    element.classList.remove("lifted");
    dragged = true;
    // The click that may follow belongs to the drag; later ones do not.
    setTimeout(() => (dragged = false), 0);
    if (event.type === "pointercancel") return;
    const under = placeElement(document.elementFromPoint(event.clientX, event.clientY));
    hands().drop(spot, under && spotOf(under));
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);

  root.addEventListener("click", (event) => {
    const element = placeElement(event.target);
    if (element && !dragged) hands().tap(spotOf(element));
  });
}

/** A copy of the piece that follows the pointer. @param {HTMLElement} element */
function lift(element) {
  const piece = /** @type {SVGElement} */ (element.querySelector("svg.piece"));
  const { left, top, width, height } = piece.getBoundingClientRect();
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  ghost.append(piece.cloneNode(true));
  document.body.append(ghost);
  element.classList.add("lifted");
  return ghost;
}

/** @param {EventTarget | null} target */
function placeElement(target) {
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-place]")) : null;
}

/** @param {HTMLElement} element @returns {Spot} */
function spotOf(element) {
  const { place, square, kind } = element.dataset;
  if (place === "board" && square) return { place: { at: "board", square: squareOf(square) }, kind: null };
  if (place === "out") return { place: { at: "out" }, kind: kind ?? null };
  return { place: { at: "hand", side: place === "w" ? "w" : "b" }, kind: kind ?? null };
}
