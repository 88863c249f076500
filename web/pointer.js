// Taps and drags of pieces, with mouse, pen and finger. Whatever lies at a `data-place` can be
// tapped, and what may be lifted can be dragged to another.
//
// A tap is a click, so Enter, Space and screen readers tap too, but that of a finger is its being
// lifted where it went down: after a quick drag browsers take the next touch for the end of a fling,
// and send no click. So that none follows where one would, the end of the touch is taken from
// the browser.

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
  /** Where the finger that is not a drag went down. @type {{ element: HTMLElement, id: number } | null} */
  let touched = null;
  /** True from the tap of a finger to the end of its touch, or to the click that follows all the same. */
  let tapped = false;

  root.addEventListener("pointerdown", (event) => {
    const element = placeElement(event.target);
    dragged = tapped = false;
    if (!element || event.button !== 0 || held) return;
    touched = event.pointerType === "touch" && event.isPrimary ? { element, id: event.pointerId } : null;
    const spot = spotOf(element);
    if (!hands().canLift(spot)) return;
    // A finger stays with the element that it touched first, unless it is let go.
    if (element.hasPointerCapture(event.pointerId)) element.releasePointerCapture(event.pointerId);
    held = { spot, element, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
  });

  window.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost && Math.hypot(dx, dy) > SLACK) {
      held.ghost = lift(held.element);
      touched = null;
    }
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

  window.addEventListener("pointerup", (event) => {
    if (event.pointerId !== touched?.id) return;
    const { element } = touched;
    touched = null;
    if (placeElement(document.elementFromPoint(event.clientX, event.clientY)) !== element) return;
    tapped = true;
    element.focus({ preventScroll: true });
    hands().tap(spotOf(element));
  });
  window.addEventListener("pointercancel", () => (touched = null));
  root.addEventListener("touchend", (event) => {
    if (!tapped || !event.cancelable) return;
    event.preventDefault();
    tapped = false;
  });

  root.addEventListener("click", (event) => {
    const element = placeElement(event.target);
    // A click that could not be held back is part of the tap.
    const isOfTap = tapped;
    tapped = false;
    if (element && !dragged && !isOfTap) hands().tap(spotOf(element));
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
