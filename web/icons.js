// The pictures on the buttons, as paths in a square of 24 units.

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M9 6L4 11l5 5M4 11h9a6 6 0 0 1 6 6v1",
  redo: "M15 6l5 5-5 5M20 11h-9a6 6 0 0 0-6 6v1",
  flip: "M8 20V5M4.5 8.5L8 5l3.5 3.5M16 4v15M12.5 15.5L16 19l3.5-3.5",
  promote: "M12 4l7 5v11H5V9zM12 10.5v6M9 13.5h6",
  box: "M4 9h16v10H4zM4 9l2-4h12l2 4M10 13h4",
  hand: "M4 18h16M7 14.5l5-8 5 8z",
  mirror: "M12 4v16M9 7L4 12l5 5M15 7l5 5-5 5",
  turn: "M5 12a7 7 0 0 1 12-5l2 2M19 5v4h-4M19 12a7 7 0 0 1-12 5l-2-2M5 19v-4h4",
  left: "M14 6l-6 6 6 6",
  right: "M10 6l6 6-6 6",
  up: "M6 14l6-6 6 6",
  down: "M6 10l6 6 6-6",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  first: "M6 5v14M18 6l-7 6 7 6z",
  back: "M15 6l-7 6 7 6z",
  forward: "M9 6l7 6-7 6z",
  last: "M18 5v14M6 6l7 6-7 6z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  open: "M3 19V6h6l2 3h10v10z",
  add: "M12 5v14M5 12h14",
  paste: "M8 5H5v15h14V5h-3M8 4h8v4H8z",
  share: "M9 15l6-6M11 7l2-2a4 4 0 0 1 6 6l-2 2M13 17l-2 2a4 4 0 0 1-6-6l2-2",
  help: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3q-1 .5-1 1.9M12 16.5v.3",
  take: "M12 4v11M7 11l5 5 5-5M5 20h14",
};

/** Puts the icon before the label of every element that names one in `data-icon`. @param {ParentNode} root */
export function drawIcons(root) {
  for (const element of root.querySelectorAll("[data-icon]")) {
    const path = PATHS[element.getAttribute("data-icon") ?? ""];
    element.insertAdjacentHTML("afterbegin", `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`);
  }
}
