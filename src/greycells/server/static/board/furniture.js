/** Furniture seen from above, in line drawing: the vocabulary of which the rooms are made. */

import { svg } from "../vendor/lit-html.js";

/**
 * What a piece is made of: a class of the drawing.
 * @typedef {"wood" | "oak" | "hide" | "plush" | "blue" | "linen" | "brass" | "steel" | "marble" | "soot"} Stuff
 */

/**
 * Some numbers evenly between two.
 * @param {number} from @param {number} to @param {number} count
 */
export const spread = (from, to, count) =>
  Array.from({ length: count }, (_, at) => from + ((to - from) * (at + 0.5)) / count);

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {Stuff} [of] @param {number} [r] */
export const block = (x, y, w, h, of = "wood", r = 0.8) =>
  svg`<rect class=${of} x=${x} y=${y} width=${w} height=${h} rx=${r}></rect>`;

/** @param {number} x @param {number} y @param {number} r @param {Stuff} [of] */
export const round = (x, y, r, of = "wood") => svg`<circle class=${of} cx=${x} cy=${y} r=${r}></circle>`;

/** @param {string} d @param {string} [how] a finer or a lighter line */
export const line = (d, how = "") => svg`<path class=${`l ${how}`} d=${d}></path>`;

/** @param {string} d @param {string} [of] */
export const shape = (d, of = "wood") => svg`<path class=${of} d=${d}></path>`;

/**
 * Something drawn around (0, 0), put at a place.
 * @param {number} x @param {number} y @param {unknown} art @param {{turn?: number, size?: number}} [how]
 */
export const put = (x, y, art, { turn = 0, size = 1 } = {}) =>
  svg`<g transform=${`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>${art}</g>`;

/**
 * A rug with a border, a pattern along it, and fringes at its short ends.
 * @param {number} x @param {number} y @param {number} w @param {number} h @param {string} [dye]
 */
export const rug = (x, y, w, h, dye = "madder") => {
  let fringe = "";
  for (let at = y + 1; at < y + h; at += 1.4) fringe += `M${x} ${at}h-1.6M${x + w} ${at}h1.6`;
  const [mx, my, rx, ry] = [x + w / 2, y + h / 2, Math.min(w / 2 - 5, 9), Math.min(h / 2 - 4, 9)];
  return svg`<g class=${`rug ${dye}`}><path class="fringe" d=${fringe}></path>
    <rect class="pile" x=${x} y=${y} width=${w} height=${h}></rect>
    <rect class="border" x=${x + 1.8} y=${y + 1.8} width=${w - 3.6} height=${h - 3.6}></rect>
    <rect class="dots" x=${x + 3.4} y=${y + 3.4} width=${w - 6.8} height=${h - 6.8}></rect>
    ${rx > 2 && ry > 2 ? svg`<path class="medal" d=${`M${mx - rx} ${my}L${mx} ${my - ry} ${mx + rx} ${my} ${mx} ${my + ry}ZM${mx - rx * 0.55} ${my}L${mx} ${my - ry * 0.55} ${mx + rx * 0.55} ${my} ${mx} ${my + ry * 0.55}Z`}></path>` : ""}</g>`;
};

/** @param {number} x @param {number} y @param {number} rx @param {number} ry @param {string} [dye] */
export const ovalRug = (x, y, rx, ry, dye = "madder") =>
  svg`<g class=${`rug ${dye}`}><ellipse class="pile" cx=${x} cy=${y} rx=${rx} ry=${ry}></ellipse>
  <ellipse class="border" cx=${x} cy=${y} rx=${rx - 1.8} ry=${ry - 1.8}></ellipse>
  <ellipse class="dots" cx=${x} cy=${y} rx=${rx - 3.6} ry=${ry - 3.6}></ellipse></g>`;

/**
 * A chair that looks up (0), right (90), down (180) or left (270).
 * @param {number} x @param {number} y @param {number} turn @param {Stuff} [of] @param {number} [size]
 */
export const chair = (x, y, turn, of = "plush", size = 1) =>
  put(
    x,
    y,
    svg`<rect class="wood" x="-2.2" y="-2" width="4.4" height="4.4" rx="0.9"></rect>
      <rect class=${of} x="-1.6" y="-1.6" width="3.2" height="3" rx="0.8"></rect><path class="wood" d="M-2.4 1.6H2.4V2.8H-2.4Z"></path>`,
    { turn, size },
  );

/**
 * An armchair, deep and buttoned.
 * @param {number} x @param {number} y @param {number} turn @param {Stuff} [of] @param {number} [size]
 */
export const armchair = (x, y, turn, of = "hide", size = 1) =>
  put(
    x,
    y,
    svg`<path class=${of} d="M-4.6-3.2C-4.6-4.6-2.6-4.6-2.6-3.2V1.2H2.6V-3.2C2.6-4.6 4.6-4.6 4.6-3.2V3C4.6 4.4 3.6 4.8 2.6 4.8H-2.6C-3.6 4.8-4.6 4.4-4.6 3Z"></path>
      <rect class=${of} x="-2.6" y="-3.2" width="5.2" height="4.6" rx="1.2"></rect><path class="l" d="M-2.2 3h.01M0 3.2h.01M2.2 3h.01M-1.4-2.2Q0-1.6 1.4-2.2"></path>`,
    { turn, size },
  );

/**
 * A sofa of some width, with cushions.
 * @param {number} x @param {number} y @param {number} w @param {number} turn @param {Stuff} [of]
 */
export const sofa = (x, y, w, turn, of = "plush") =>
  put(
    x,
    y,
    svg`<rect class=${of} x=${-w / 2} y="-3.4" width=${w} height="8" rx="2"></rect>
      ${spread(-w / 2 + 2, w / 2 - 2, 3).map((at) => svg`<rect class=${of} x=${at - (w - 4) / 6} y="-3.4" width=${(w - 4) / 3} height="5" rx="1.2"></rect>`)}
      <rect class="brass" x=${-w / 2 + 2.2} y="-1.6" width="2.8" height="2.8" rx=".6" transform=${`rotate(18 ${-w / 2 + 3.6} 0)`}></rect>`,
    { turn },
  );

/**
 * A bookcase seen from above: the backs of books in four bindings.
 * @param {number} x @param {number} y @param {number} w @param {number} h
 */
export const books = (x, y, w, h) => {
  const spines = ["", "", "", ""];
  const [wide, end] = [w >= h, Math.max(w, h) - 0.9];
  for (let at = 1, turn = 0; at < end; at += 1.15, turn++) {
    const length = (wide ? h : w) - 1 - ((turn * 7) % 3) * 0.4;
    spines[(turn * 5 + Math.floor(turn / 3)) % 4] += wide
      ? `M${x + at} ${y + 0.5}v${length}`
      : `M${x + 0.5} ${y + at}h${length}`;
  }
  return svg`${block(x, y, w, h, "wood", 0.3)}<g class="spines">${spines.map((d) => svg`<path d=${d}></path>`)}</g>`;
};

/** @param {number} x @param {number} y @param {number} r @param {string} [flower] the colour of its blossom */
export const plant = (x, y, r, flower = "") => {
  const leaf = (/** @type {number} */ count, /** @type {number} */ long, /** @type {number} */ from) => {
    let leaves = "";
    for (let at = 0; at < count; at++) {
      const angle = (at * 2 * Math.PI) / count + from;
      const [dx, dy] = [Math.cos(angle) * r * long, Math.sin(angle) * r * long];
      leaves += `M0 0Q${n(dx * 0.6 - dy * 0.42)} ${n(dy * 0.6 + dx * 0.42)} ${n(dx)} ${n(dy)}Q${n(dx * 0.6 + dy * 0.42)} ${n(dy * 0.6 - dx * 0.42)} 0 0`;
    }
    return leaves;
  };
  const art = svg`<circle class="pot" r=${r * 0.5}></circle><path class="leaf dark" d=${leaf(9, 1, 0.3)}></path><path class="leaf" d=${leaf(7, 0.7, 0.8)}></path>
    ${flower ? svg`<g class=${`bloom ${flower}`}>${[0, 1, 2, 3, 4].map((at) => svg`<circle cx=${n(Math.cos(at * 1.9) * r * 0.5)} cy=${n(Math.sin(at * 1.9) * r * 0.5)} r=${r * 0.2}></circle>`)}</g>` : ""}`;
  return put(x, y, art);
};

/** A fireplace at the upper wall, with its light on the floor. @param {number} x @param {number} y @param {number} [w] */
export const fireplace = (x, y, w = 16) =>
  put(
    x,
    y,
    svg`<ellipse class="glow" cx="0" cy="5" rx=${w * 0.95} ry="13"></ellipse><path class="marble" d=${`M${-w / 2} 0h${w}v3.4h-2.6v2h${-(w - 5.2)}v-2h-2.6Z`}></path>
      <path class="soot" d=${`M${-w / 2 + 3} 0h${w - 6}v3.2h${-(w - 6)}Z`}></path>
      <path class="fire" d="M-3 3.4c-.8-2 1.4-1.8 1.2-3.2 1.8.8 1 1.8 1.9 1.5.9-.4.4-1.5.4-1.9 1.8 1.1 2.9 2.4 1.8 3.8Z"></path><path class="flame" d="M-1.2 3.4c-.4-1 .6-1 .6-1.8.9.5.9 1.2 1.2 1 .6.2.8.6.4 1Z"></path>`,
  );

/** A lamp on a little table, and its light. @param {number} x @param {number} y @param {number} [r] */
export const lamp = (
  x,
  y,
  r = 2.8,
) => svg`<circle class="glow" cx=${x} cy=${y} r=${r * 4}></circle>${round(x, y, r, "wood")}
  <circle class="shade" cx=${x} cy=${y} r=${r * 0.72}></circle><circle class="l" cx=${x} cy=${y} r=${r * 0.28}></circle>`;

/** A bed with a quilt. @param {number} x @param {number} y @param {number} w @param {number} h @param {Stuff} [of] */
export const bed = (x, y, w, h, of = "blue") => {
  let quilt = "";
  for (let at = y + h * 0.36 + 3; at < y + h; at += 4) quilt += `M${x} ${at}h${w}`;
  for (let at = x + 4; at < x + w; at += 4) quilt += `M${at} ${y + h * 0.36}v${h * 0.64}`;
  return svg`${block(x - 0.8, y - 1, w + 1.6, h + 1.6, "wood", 1)}${block(x, y, w, h, "linen", 1)}
    ${block(x + 1.2, y + 1.2, w - 2.4, h * 0.2, "linen", 1.4)}${block(x, y + h * 0.34, w, h * 0.66, of, 1)}${line(quilt, "pale")}`;
};

/** A grand piano with its stool. @param {number} x @param {number} y @param {number} [size] */
export const piano = (x, y, size = 1) =>
  put(
    x,
    y,
    svg`<path class="soot" d="M0-3.4H15V5C15 9.4 10.6 8.6 9.6 12.6 8.6 17 2 18 0 13.6Z"></path>
      <path class="wood" d="M1.4 1H13.6V4.8C13.4 7.6 9.4 7.4 8.4 12 7.6 15 2.8 15.6 1.4 12.6Z"></path>
      <path class="l pale" d="M3 2.5V12M5 2.5V11.6M7 2.5V9.6M9 2.5V7.6M11 2.5V6"></path><path class="linen" d="M.8-3.2H14.2V-.6H.8Z"></path>
      <path class="keys" d="M2.4-3.2v1.5M4.2-3.2v1.5M6.9-3.2v1.5M8.7-3.2v1.5M10.5-3.2v1.5M12.6-3.2v1.5"></path>
      <rect class="hide" x="4.4" y="-8" width="6.2" height="3" rx=".8"></rect>`,
    { size },
  );

/**
 * A long table that is laid, with chairs on both sides.
 * @param {number} x @param {number} y @param {number} w @param {number} h
 */
export const dinner = (x, y, w, h) => {
  const tall = h > w;
  const seats = Math.max(2, Math.floor((tall ? h : w) / 8.5));
  const places = spread(tall ? y : x, tall ? y + h : x + w, seats);
  const around = places.map((at) =>
    tall ? [chair(x - 2, at, 90), chair(x + w + 2, at, 270)] : [chair(at, y - 2, 180), chair(at, y + h + 2, 0)],
  );
  const plate = (/** @type {number} */ px, /** @type {number} */ py) =>
    svg`${round(px, py, 1.9, "linen")}<circle class="l" cx=${px} cy=${py} r="1.2"></circle>`;
  const laid = places.map((at) =>
    tall ? [plate(x + 3, at), plate(x + w - 3, at)] : [plate(at, y + 3), plate(at, y + h - 3)],
  );
  const runner = tall
    ? block(x + w / 2 - 1.8, y + 2, 3.6, h - 4, "linen", 0.4)
    : block(x + 2, y + h / 2 - 1.8, w - 4, 3.6, "linen", 0.4);
  return svg`${around}${tall ? [chair(x + w / 2, y - 2, 180), chair(x + w / 2, y + h + 2, 0)] : [chair(x - 2, y + h / 2, 90), chair(x + w + 2, y + h / 2, 270)]}
    ${block(x, y, w, h, "wood", 2)}${runner}${laid}
    <circle class="glow" cx=${x + w / 2} cy=${y + h / 2} r="11"></circle>${candles(x + w / 2, y + h / 2)}`;
};

/** A candelabrum with five lights. @param {number} x @param {number} y */
export const candles = (x, y) =>
  svg`${line(`M${x - 2.6} ${y}h5.2M${x} ${y - 2.2}v4.4`)}${round(x, y, 1.1, "brass")}
  ${[
    [-2.6, 0],
    [2.6, 0],
    [0, -2.2],
    [0, 2.2],
  ].map(([dx, dy]) => svg`<circle class="wick" cx=${x + dx} cy=${y + dy} r=".8"></circle>`)}`;

/** A car of the time, from above. @param {number} x @param {number} y @param {number} h */
export const car = (x, y, h) =>
  put(
    x,
    y,
    svg`<path class="soot" d="M-8.6 4.6h2.6v7h-2.6ZM6 4.6h2.6v7H6ZM-9 22h2.4v7H-9ZM6.6 22H9v7H6.6Z"></path>
      <path class="plush" d="M-3.4 1C-2-.4 2-.4 3.4 1L4.6 12 7 15V29C7 33 4 34 0 34S-7 33-7 29V15L-4.6 12Z"></path>
      <path class="soot" d="M-5.6 16.6C-3 14.6 3 14.6 5.6 16.6L4.8 19.6H-4.8Z"></path><rect class="hide" x="-5.2" y="20.4" width="10.4" height="4.4" rx="1.4"></rect><rect class="hide" x="-5.2" y="26.4" width="10.4" height="4.4" rx="1.4"></rect>
      <path class="l pale" d="M0 .6V13M-2.6 3.4v7M2.6 3.4v7"></path><circle class="shade" cx="-4.6" cy="3" r="1.4"></circle><circle class="shade" cx="4.6" cy="3" r="1.4"></circle><path class="l" d="M-1.4 18.4a1.9 1.9 0 1 0 .01 0"></path>`,
    { size: h / 34 },
  );

/** A globe on its stand. @param {number} x @param {number} y @param {number} [r] */
export const globe = (x, y, r = 3.2) =>
  svg`${round(x, y, r + 0.9, "brass")}<circle class="water" cx=${x} cy=${y} r=${r}></circle>
  <path class="leaf" d=${`M${x - r * 0.7} ${y - r * 0.2}q${r * 0.5} ${-r * 0.7} ${r} ${-r * 0.2}t${-r * 0.3} ${r * 0.8}q${-r * 0.6} 0 ${-r * 0.7} ${-r * 0.6}Z`}></path>`;

/** A round table under a striped parasol. @param {number} x @param {number} y @param {number} r */
export const parasol = (x, y, r) => {
  const wedge = (/** @type {number} */ at) => {
    const [a, b] = [(at * Math.PI) / 4, ((at + 1) * Math.PI) / 4];
    return `M${x} ${y}L${n(x + Math.cos(a) * r)} ${n(y + Math.sin(a) * r)}L${n(x + Math.cos(b) * r)} ${n(y + Math.sin(b) * r)}Z`;
  };
  return svg`${[0, 2, 4, 6].map((at) => shape(wedge(at), "plush"))}${[1, 3, 5, 7].map((at) => shape(wedge(at), "linen"))}${round(x, y, 0.9, "brass")}`;
};

/** A lounger with a towel. @param {number} x @param {number} y @param {number} turn @param {Stuff} [of] */
export const lounger = (x, y, turn, of = "blue") =>
  put(
    x,
    y,
    svg`<rect class="oak" x="-2.8" y="-6" width="5.6" height="12" rx="1"></rect><rect class="linen" x="-2.1" y="-5.4" width="4.2" height="3" rx="1.2"></rect>
      <rect class=${of} x="-2.1" y="-2" width="4.2" height="7.2" rx=".6"></rect><path class="l pale" d="M-2.1 0H2.1M-2.1 2H2.1"></path>`,
    { turn },
  );

/** Hundredths are fine enough. @param {number} value */
const n = (value) => Math.round(value * 100) / 100;
