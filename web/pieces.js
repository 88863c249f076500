// The pieces as pictures: five-sided, of wood, in three sets. One hidden sprite holds the set that
// is chosen, and every piece on the page refers to it, so that another set shows at once.

import { BRUSH, PRINT } from "./glyphs.js";
import { pieceLetters } from "./position.js";

/** @typedef {import("./position.js").Piece} Piece */
/** @typedef {"one" | "two" | "international"} PieceSet */

/** @type {PieceSet[]} */
export const PIECE_SETS = ["one", "two", "international"];

const SVG = "http://www.w3.org/2000/svg";

/** The letters of each piece, by its letters in SFEN. @type {Record<string, [one: string, two: string]>} */
const LETTERS = {
  K: ["玉", "玉将"],
  R: ["飛", "飛車"],
  B: ["角", "角行"],
  G: ["金", "金将"],
  S: ["銀", "銀将"],
  N: ["桂", "桂馬"],
  L: ["香", "香車"],
  P: ["歩", "歩兵"],
  "+R": ["竜", "龍王"],
  "+B": ["馬", "龍馬"],
  "+S": ["全", "成銀"],
  "+N": ["圭", "成桂"],
  "+L": ["杏", "成香"],
  "+P": ["と", "と"],
};

/** Width and height of each kind in percent of a square: a king is larger than a pawn. @type {Record<string, [number, number]>} */
const SIZES = {
  K: [92, 100],
  R: [90, 98],
  B: [90, 98],
  G: [86, 95],
  S: [86, 95],
  N: [80, 92],
  L: [76, 92],
  P: [74, 88],
};

/**
 * How a piece goes, for the marks of the international set: steps and slides in the directions of
 * a clock with eight hours, 0 straight ahead, and the knight's two leaps.
 * @type {Record<string, { steps?: number[], slides?: number[], leaps?: boolean }>}
 */
const WAYS = {
  K: { steps: [0, 1, 2, 3, 4, 5, 6, 7] },
  R: { slides: [0, 2, 4, 6] },
  B: { slides: [1, 3, 5, 7] },
  G: { steps: [7, 0, 1, 2, 6, 4] },
  S: { steps: [7, 0, 1, 3, 5] },
  N: { leaps: true },
  L: { slides: [0] },
  P: { steps: [0] },
  "+R": { slides: [0, 2, 4, 6], steps: [1, 3, 5, 7] },
  "+B": { slides: [1, 3, 5, 7], steps: [0, 2, 4, 6] },
};

/**
 * A picture of a piece. White's is upside down.
 * @param {Piece} piece
 */
export function picture(piece) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 108");
  svg.setAttribute("class", `piece ${piece.side}`);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#piece-${pieceLetters({ ...piece, side: "b" })}`);
  svg.append(use);
  return svg;
}

/** Draws the pieces of a set into the sprite of the page. @param {Element} sprite @param {PieceSet} set */
export function drawSet(sprite, set) {
  const pieces = Object.keys(LETTERS).map((letters) => {
    const kind = letters.at(-1) ?? "";
    const face = set === "international" ? western(letters) : japanese(letters, set);
    const colour = letters.startsWith("+") ? "promoted" : "plain";
    return `<symbol id="piece-${letters}" viewBox="0 0 100 108">${body(kind)}<g class="face ${colour}">${face}</g></symbol>`;
  });
  sprite.innerHTML = `<defs>
    <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" class="wood-light"/><stop offset="0.55" class="wood-middle"/><stop offset="1" class="wood-dark"/>
    </linearGradient></defs>${pieces.join("")}`;
}

/** The wood of a piece: its shadow, its face, the light on its left edge, its foot. @param {string} kind */
function body(kind) {
  const [width, height] = SIZES[kind];
  const [left, right, foot] = [50 - width / 2, 50 + width / 2, 104];
  const [top, shoulder] = [foot - height, foot - height * 0.8];
  const lean = width * 0.13;
  const outline = `M50 ${top}L${right - lean} ${shoulder}L${right} ${foot}H${left}L${left + lean} ${shoulder}Z`;
  const edge = `M${left + 2.5} ${foot - 3}L${left + lean + 2} ${shoulder + 1}L50 ${top + 2.5}`;
  return (
    `<path class="shadow" d="${outline}" transform="translate(1.5 3)"/>` +
    `<path class="wood" d="${outline}" fill="url(#wood)"/>` +
    `<path class="foot" d="M${left + 0.8} ${foot - 5}H${right - 0.8}L${right} ${foot}H${left}Z"/>` +
    `<path class="edge" d="${edge}"/>`
  );
}

/** @param {string} letters @param {"one" | "two"} set */
function japanese(letters, set) {
  const scale = SIZES[letters.at(-1) ?? ""][0] / 92;
  const words = LETTERS[letters][set === "one" ? 0 : 1];
  const glyphs = set === "one" ? PRINT : BRUSH;
  if (words.length === 1) {
    const size = (set === "one" ? 57 : 60) * scale;
    return glyph(glyphs[words], 50 - size / 2, 64 - size / 2, size);
  }
  const size = 41 * scale;
  const x = 50 - size / 2;
  return glyph(glyphs[words[0]], x, 61 - size, size) + glyph(glyphs[words[1]], x, 62, size * 0.96);
}

/** @param {string} path @param {number} x @param {number} y @param {number} size */
function glyph(path, x, y, size) {
  return `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 200).toFixed(4)})" d="${path}"/>`;
}

/** A letter, with marks around it that show how the piece goes. @param {string} letters */
function western(letters) {
  const kind = letters.at(-1) ?? "";
  const way = WAYS[letters] ?? WAYS.G;
  const point = (/** @type {number} */ hour, /** @type {number} */ radius) => {
    const angle = (hour * Math.PI) / 4;
    return `${(50 + radius * Math.sin(angle)).toFixed(1)} ${(65 - radius * Math.cos(angle)).toFixed(1)}`;
  };
  const slides = (way.slides ?? []).map((hour) => `M${point(hour, 23)}L${point(hour, 34)}`);
  const steps = (way.steps ?? []).map((hour) => {
    const [x, y] = point(hour, 28).split(" ");
    return `<circle class="step" cx="${x}" cy="${y}" r="3.2"/>`;
  });
  const leaps = way.leaps ? "M44 38L38 29M56 38L62 29" : "";
  return (
    `<text x="50" y="78" text-anchor="middle">${kind}</text>` +
    `<path class="slide" d="${slides.join("")}${leaps}"/>${steps.join("")}`
  );
}
