/** Furniture seen from above, in line drawing: the vocabulary of which the rooms are made. */

import { svg } from "../vendor/lit-html.js";

/**
 * Some numbers evenly between two.
 * @param {number} from @param {number} to @param {number} count
 */
export const spread = (from, to, count) =>
  Array.from({ length: count }, (_, at) => from + ((to - from) * (at + 0.5)) / count);

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} [r] */
export const block = (x, y, w, h, r = 0.8) => svg`<rect class="f" x=${x} y=${y} width=${w} height=${h} rx=${r}></rect>`;

/** @param {number} x @param {number} y @param {number} r */
export const round = (x, y, r) => svg`<circle class="f" cx=${x} cy=${y} r=${r}></circle>`;

/** @param {string} d */
export const line = (d) => svg`<path class="l" d=${d}></path>`;

/** @param {string} d */
export const shape = (d) => svg`<path class="f" d=${d}></path>`;

/**
 * A rug with a border, and fringes at its short ends.
 * @param {number} x @param {number} y @param {number} w @param {number} h
 */
export const rug = (x, y, w, h) => {
  let fringe = "";
  for (let at = y + 1; at < y + h; at += 1.6) fringe += `M${x} ${at}h-1.4M${x + w} ${at}h1.4`;
  return svg`<path class="l" d=${fringe}></path><rect class="rug" x=${x} y=${y} width=${w} height=${h}></rect>
    <rect class="rim" x=${x + 1.6} y=${y + 1.6} width=${w - 3.2} height=${h - 3.2}></rect>`;
};

/** @param {number} x @param {number} y @param {number} rx @param {number} ry */
export const ovalRug = (x, y, rx, ry) => svg`<ellipse class="rug" cx=${x} cy=${y} rx=${rx} ry=${ry}></ellipse>
  <ellipse class="rim" cx=${x} cy=${y} rx=${rx - 1.8} ry=${ry - 1.8}></ellipse>`;

/**
 * A chair that looks up (0), right (90), down (180) or left (270).
 * @param {number} x @param {number} y @param {number} turn @param {number} [size]
 */
export const chair = (
  x,
  y,
  turn,
  size = 4.4,
) => svg`<g transform=${`translate(${x} ${y}) rotate(${turn}) scale(${size / 4.4})`}>
  <rect class="f" x="-2" y="-2" width="4" height="4" rx="0.9"></rect><path class="f" d="M-2.3 1.3H2.3V2.8H-2.3Z"></path></g>`;

/**
 * An armchair, deep and buttoned.
 * @param {number} x @param {number} y @param {number} turn @param {number} [size]
 */
export const armchair = (
  x,
  y,
  turn,
  size = 8,
) => svg`<g transform=${`translate(${x} ${y}) rotate(${turn}) scale(${size / 8})`}>
  <path class="f" d="M-4-3.4C-4-4.4-2.4-4.4-2.4-3.4V1H2.4V-3.4C2.4-4.4 4-4.4 4-3.4V4H-4Z"></path>
  <rect class="f" x="-2.4" y="-3" width="4.8" height="4" rx="1"></rect><path class="l" d="M-1 2.5h.01M1 2.5h.01"></path></g>`;

/**
 * A sofa of some width.
 * @param {number} x @param {number} y @param {number} w @param {number} turn
 */
export const sofa = (x, y, w, turn) => svg`<g transform=${`translate(${x} ${y}) rotate(${turn})`}>
  <rect class="f" x=${-w / 2} y="-3" width=${w} height="7" rx="1.6"></rect>
  <rect class="f" x=${-w / 2 + 2} y="-3" width=${w - 4} height="4.4" rx="1"></rect>
  <path class="l" d=${`M${-w / 6}-3v4.4M${w / 6}-3v4.4`}></path></g>`;

/**
 * A bookcase seen from above: the backs of books.
 * @param {number} x @param {number} y @param {number} w @param {number} h
 */
export const books = (x, y, w, h) => {
  let spines = "";
  if (w >= h)
    for (let at = x + 1; at < x + w - 0.5; at += 1.1 + ((at * 7) % 5) / 8) spines += `M${at} ${y + 0.6}v${h - 1.2}`;
  else for (let at = y + 1; at < y + h - 0.5; at += 1.1 + ((at * 7) % 5) / 8) spines += `M${x + 0.6} ${at}h${w - 1.2}`;
  return svg`${block(x, y, w, h, 0.3)}<path class="l" d=${spines}></path>`;
};

/** @param {number} x @param {number} y @param {number} r */
export const plant = (x, y, r) => {
  let leaves = "";
  for (let turn = 0; turn < 8; turn++) {
    const angle = (turn * Math.PI) / 4 + 0.3;
    const [dx, dy] = [Math.cos(angle) * r, Math.sin(angle) * r];
    leaves += `M${x} ${y}Q${x + dx * 0.6 - dy * 0.45} ${y + dy * 0.6 + dx * 0.45} ${x + dx} ${y + dy}Q${x + dx * 0.6 + dy * 0.45} ${y + dy * 0.6 - dx * 0.45} ${x} ${y}`;
  }
  return svg`<circle class="pot" cx=${x} cy=${y} r=${r * 0.45}></circle><path class="leaf" d=${leaves}></path>`;
};

/** A fireplace at the upper wall. @param {number} x @param {number} y @param {number} [w] */
export const fireplace = (
  x,
  y,
  w = 14,
) => svg`<path class="f" d=${`M${x - w / 2} ${y}h${w}v2.6h-2.4v1.6h${-(w - 4.8)}v-1.6h-2.4Z`}></path>
  <path class="fire" d=${`M${x - 2.6} ${y + 3.6}c-.6-1.8 1.2-1.6 1-3 1.6.8 1 1.6 1.8 1.4.8-.4.4-1.4.4-1.8 1.6 1 2.6 2.2 1.6 3.4Z`}></path>`;

/** A table with a lamp on it. @param {number} x @param {number} y @param {number} r */
export const lamp = (x, y, r = 2.6) => svg`<circle class="glow" cx=${x} cy=${y} r=${r * 2.6}></circle>${round(x, y, r)}
  <circle class="l" cx=${x} cy=${y} r=${r * 0.4}></circle>`;

/** A bed. @param {number} x @param {number} y @param {number} w @param {number} h */
export const bed = (
  x,
  y,
  w,
  h,
) => svg`${block(x, y, w, h, 1)}<rect class="f" x=${x + 1} y=${y + 1} width=${w / 2 - 1.5} height=${h * 0.22} rx="1"></rect>
  <rect class="f" x=${x + w / 2 + 0.5} y=${y + 1} width=${w / 2 - 1.5} height=${h * 0.22} rx="1"></rect>
  <path class="l" d=${`M${x} ${y + h * 0.36}h${w}M${x} ${y + h * 0.45}h${w}`}></path>`;

/**
 * A grand piano.
 * @param {number} x @param {number} y @param {number} [size]
 */
export const piano = (x, y, size = 1) => svg`<g transform=${`translate(${x} ${y}) scale(${size})`}>
  <path class="f" d="M0 0H14V5C14 9 10 8 9 12 8 16 2 17 0 13Z"></path><path class="f" d="M0-3H14V0H0Z"></path>
  <path class="l" d="M2-3v2M3.5-3v2M5.5-3v2M7-3v2M8.5-3v2M10.5-3v2M12-3v2M2 11 11 3"></path>
  <rect class="f" x="4" y="-7" width="6" height="2.6" rx=".6"></rect></g>`;

/**
 * A long table with chairs on both sides.
 * @param {number} x @param {number} y @param {number} w @param {number} h
 */
export const dinner = (x, y, w, h) => {
  const seats = Math.max(2, Math.floor(w / 8));
  const places = Array.from({ length: seats }, (_, at) => x + ((at + 0.5) * w) / seats);
  return svg`${places.map((at) => [chair(at, y - 2.4, 180), chair(at, y + h + 2.4, 0)])}
    ${chair(x - 2.4, y + h / 2, 90)}${chair(x + w + 2.4, y + h / 2, 270)}${block(x, y, w, h, 2)}
    ${places.map((at) => [round(at, y + 2.4, 1.3), round(at, y + h - 2.4, 1.3)])}`;
};

/** A car from above. @param {number} x @param {number} y @param {number} h */
export const car = (x, y, h) => svg`<g transform=${`translate(${x} ${y}) scale(${h / 34})`}>
  <path class="f" d="M-6 4C-6 0 6 0 6 4L7 12V30C7 34-7 34-7 30V12Z"></path>
  <path class="l" d="M-5 11C-3 9 3 9 5 11L4 15H-4ZM-4.5 26H4.5L5 29H-5ZM-5 16V25M5 16V25M-3 3v5M3 3v5"></path>
  <path class="f" d="M-9 5h2v6h-2ZM7 5h2v6H7ZM-9 22h2v6h-2ZM7 22h2v6H7Z"></path></g>`;
