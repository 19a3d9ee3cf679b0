/** Furniture seen from the front, for the crime scene: each piece stands at (0, 0) and rises from there. */

import { svg } from "../vendor/lit-html.js";
import { line, put, round, shape, spread } from "./furniture.js";

/** Where the wall meets the floor in a picture of 320 by 200. */
export const GROUND = 132;

/** @param {string} of @param {number} x @param {number} y @param {number} w @param {number} h @param {number} [r] */
export const box = (of, x, y, w, h, r = 1) =>
  svg`<rect class=${of} x=${x} y=${y} width=${w} height=${h} rx=${r}></rect>`;

/** Light around a lamp, a fire or a window. @param {number} x @param {number} y @param {number} rx @param {number} [ry] */
export const glow = (x, y, rx, ry = rx) => svg`<ellipse class="glow" cx=${x} cy=${y} rx=${rx} ry=${ry}></ellipse>`;

const BINDINGS = ["plush", "hide", "brass", "blue", "linen", "crust"];

/** Rows of books in a case. @param {number} x @param {number} y the top @param {number} w @param {number} h */
export function bookcase(x, y, w, h) {
  const rows = Math.max(1, Math.round(h / 22));
  const high = (h - 4) / rows;
  /** @type {Record<string, string>} */
  const backs = {};
  let boards = "";
  for (let row = 0; row < rows; row++) {
    const foot = y + 4 + (row + 1) * high - 2;
    boards += `M${x + 2} ${foot + 1}H${x + w - 2}`;
    for (let at = x + 4, turn = row * 5; at < x + w - 7; turn++) {
      const [wide, tall] = [3 + ((turn * 7) % 3), high - 5 - ((turn * 5 + row) % 4) * 1.6];
      const binding = BINDINGS[(turn * 5 + Math.floor(turn / 3)) % BINDINGS.length];
      backs[binding] = `${backs[binding] ?? ""}M${at} ${foot}v${-tall}h${wide}v${tall}Z`;
      at += wide + ((turn * 3) % 7 === 0 ? 3 : 0.4);
    }
  }
  return [
    box("wood", x, y, w, h),
    box("hole", x + 3, y + 4, w - 6, h - 6, 0),
    Object.entries(backs).map(([of, d]) => shape(d, of)),
    line(boards, "shelf"),
    box("wood", x - 2, y - 3, w + 4, 5),
  ];
}

/** A tall window with the moon behind it, and curtains. @param {number} x @param {number} [y] @param {string} [curtain] */
export const windowed = (x, y = 22, curtain = "plush") =>
  put(
    x,
    y,
    svg`${glow(0, 36, 44, 54)}${box("wood", -22, -2, 44, 84)}${box("night", -18, 2, 36, 76, 0)}<circle class="moon" cx="8" cy="18" r="7"></circle>
      <path class="cloud" d="M-18 30q6-5 12 0t12-1 12 1v4h-36Z"></path><path class="tree" d="M-18 78V58q5-9 10-2 4-10 9-1 5-7 9 2 4-4 8 1V78Z"></path>
      <path class="l pale" d="M0 2V78M-18 27H18M-18 52H18"></path>${shape("M-30-6H-8Q-10 30-22 50-26 66-24 86H-32ZM30-6H8Q10 30 22 50 26 66 24 86H32Z", curtain)}
      <path class="l" d="M-26-4Q-25 34-28 82M-18-4Q-18 24-25 46M26-4Q25 34 28 82M18-4Q18 24 25 46"></path><path class="brass" d="M-36-9H36V-5H-36Z"></path>`,
  );

/** A fireplace that burns, with a mantelpiece. @param {number} x @param {number} [size] */
export const hearth = (x, size = 1) =>
  put(
    x,
    GROUND + 2,
    svg`${glow(0, -20, 70, 60)}${box("marble", -36, -58, 72, 58)}${box("marble", -42, -64, 84, 8)}<path class="soot" d="M-24 0V-32Q0-48 24-32V0Z"></path>
      <path class="fire" d="M-15-2Q-20-14-11-22-9-14-5-16-6-28 2-34 2-24 8-21 10-26 9-29 19-18 13-2Z"></path><path class="flame" d="M-8-2Q-10-10-4-13-3-9 0-10 0-16 4-18 5-10 8-10 10-6 7-2Z"></path>
      <path class="wood" d="M-18-2H18V2H-18Z"></path><path class="l" d="M-32-52V-4M32-52V-4M-32-52H32"></path>`,
    { size },
  );

/** A picture in a gilt frame: a landscape or a face. @param {number} x @param {number} y @param {number} w @param {number} h @param {boolean} [face] */
export const painting = (x, y, w, h, face = false) =>
  put(
    x,
    y,
    svg`${box("brass", -w / 2, 0, w, h)}${box(face ? "soot" : "sky", -w / 2 + 3, 3, w - 6, h - 6, 0)}
      ${
        face
          ? svg`<circle class="crust" cx="0" cy=${h * 0.4} r=${h * 0.15}></circle><path class="plush" d=${`M${-w * 0.3} ${h - 3}Q${-w * 0.26} ${h * 0.58} 0 ${h * 0.58}T${w * 0.3} ${h - 3}Z`}></path><path class="linen" d=${`M-3 ${h * 0.57}h6L0 ${h * 0.74}Z`}></path>`
          : svg`<circle class="sun" cx=${w * 0.2} cy=${h * 0.32} r=${h * 0.1}></circle><path class="lawn" d=${`M${-w / 2 + 3} ${h - 3}V${h * 0.66}Q${-w * 0.2} ${h * 0.42} 0 ${h * 0.62}T${w / 2 - 3} ${h * 0.58}V${h - 3}Z`}></path>`
      }`,
  );

/** A standard lamp. @param {number} x @param {number} [y] */
export const floorLamp = (x, y = 146) =>
  put(
    x,
    y,
    svg`${glow(0, -78, 86, 76)}<path class="brass" d="M-1.5-70H1.5V-4H-1.5ZM-11 0Q-9-5 0-5T11 0Z"></path><path class="shade" d="M-9-94H9L18-68H-18Z"></path><path class="l" d="M-4-94-8-68M4-94 8-68M-18-68H18"></path>`,
  );

/** A lamp on a wall or a table. @param {number} x @param {number} y @param {number} [size] */
export const smallLamp = (x, y, size = 1) =>
  put(
    x,
    y,
    svg`${glow(0, -12, 46)}<path class="brass" d="M-6 0Q-6-3-1.2-4V-11H1.2V-4Q6-3 6 0Z"></path><path class="shade" d="M-5-24H5L10-10H-10Z"></path>`,
    { size },
  );

/** A deep armchair, seen from the front. @param {number} x @param {number} y @param {string} [of] @param {number} [size] */
export const easyChair = (x, y, of = "hide", size = 1) =>
  put(
    x,
    y,
    svg`<ellipse class="cast" cx="2" cy="1" rx="36" ry="5"></ellipse><path class="wood" d="M-28-4h5V2h-5ZM23-4h5V2h-5Z"></path><path class=${of} d="M-22-24Q-26-62-12-66 0-70 12-66 26-62 22-24Z"></path>
      <path class="l" d="M-9-54h.1M0-56h.1M9-54h.1M-5-46h.1M5-46h.1M-9-38h.1M0-38h.1M9-38h.1"></path><path class=${of} d="M-20-28H20V-14H-20Z"></path><path class=${of} d="M-31-36Q-31-41-25-41T-19-36V-4H-31ZM31-36Q31-41 25-41T19-36V-4H31ZM-19-14H19V-4H-19Z"></path>`,
    { size },
  );

/** A plant in a pot. @param {number} x @param {number} y @param {number} [size] @param {string} [bloom] */
export const potted = (x, y, size = 1, bloom = "") => {
  const leaf = (/** @type {number} */ turn, /** @type {number} */ long) =>
    svg`<path class=${long % 2 ? "leaf dark" : "leaf"} transform=${`translate(0 -22) rotate(${turn})`} d=${`M0 0Q-9 ${-long * 0.5} 0 ${-long} 9 ${-long * 0.5} 0 0Z`}></path>`;
  const art = svg`<ellipse class="cast" cx="2" cy="0" rx="16" ry="3"></ellipse>${[-80, 80, -56, 56, -34, 34, -14, 14].map((turn, at) => leaf(turn, [35, 35, 42, 42, 47, 47, 54, 52][at]))}
    <path class="pot" d="M-11-24H11L8 0H-8Z"></path><path class="pot" d="M-13-26H13V-21H-13Z"></path>
    ${bloom ? svg`<g class=${`bloom ${bloom}`}>${[-50, -24, 4, 30, 54].map((turn) => svg`<circle cx=${Math.sin((turn * Math.PI) / 180) * 40} cy=${-22 - Math.cos(turn / 57) * 40} r="4.6"></circle>`)}</g>` : ""}`;
  return put(x, y, art, { size });
};

/** A palm in a tub. @param {number} x @param {number} y @param {number} [size] */
export const palm = (x, y, size = 1) =>
  put(
    x,
    y,
    svg`<path class="pot" d="M-12-20H12L9 0H-9Z"></path><path class="oak" d="M-3-20Q-1-48-2-72H3Q4-46 4-20Z"></path>
      ${[-100, -66, -32, 6, 40, 74, 104].map((turn, at) => svg`<path class=${at % 2 ? "leaf" : "leaf dark"} transform=${`translate(0 -72) rotate(${turn})`} d="M0 0Q-11-18-2-44 10-20 0 0Z"></path>`)}`,
    { size },
  );

/** A grandfather clock, a minute before midnight. @param {number} x */
export const tallClock = (x) =>
  put(
    x,
    GROUND + 4,
    svg`${box("wood", -14, -22, 28, 22)}${box("wood", -11, -74, 22, 54)}${box("hole", -7, -68, 14, 42, 2)}<path class="l pale" d="M0-68V-40"></path>${round(0, -38, 4, "brass")}
      <path class="wood" d="M-15-74V-100Q0-116 15-100V-74Z"></path>${round(0, -92, 10, "linen")}<path class="l" d="M0-92V-100M0-92-2-98"></path>`,
  );

/** A suit of armour with its halberd. @param {number} x @param {number} [y] */
export const knight = (x, y = 146) =>
  put(
    x,
    y,
    svg`<ellipse class="cast" cx="2" cy="0" rx="20" ry="4"></ellipse><path class="wood" d="M17-118H20V0H17Z"></path><path class="steel" d="M18-126 24-112Q32-108 24-100L18-106Z"></path>
      <path class="steel" d="M-11-2V-40H-1V-2ZM1-2V-40H11V-2ZM-15 0V-5H-1V0ZM1 0V-5H15V0Z"></path><path class="steel" d="M-14-38Q-18-72-8-76H8Q18-72 14-38Q0-32-14-38Z"></path>
      <path class="steel" d="M-14-74Q-24-72-22-50L-16-46-13-62ZM14-74Q24-72 22-50L16-46 13-62Z"></path><path class="steel" d="M-9-76V-92Q0-104 9-92V-76Z"></path><path class="plush" d="M0-98Q10-112 14-92 6-100 0-98Z"></path>
      <path class="l" d="M-9-86H9M-5-82H5M0-74V-36M-10-58H10M-11-20H-1M1-20H11"></path>`,
  );

/** A chandelier from the ceiling. @param {number} x @param {number} [size] */
export const chandelier = (x, size = 1) =>
  put(
    x,
    0,
    svg`${glow(0, 26, 92, 50)}<path class="l" d="M0 0V14"></path><path class="brass" d="M-34 26Q-20 38 0 32 20 38 34 26L32 24Q18 32 2 26V12H-2V26Q-18 32-32 24Z"></path>
      ${[-33, -17, 0, 17, 33].map((at) => svg`<path class="linen" d=${`M${at - 1.6} ${Math.abs(at) > 20 ? 24 : 27}h3.2v-8h-3.2Z`}></path><circle class="wick" cx=${at} cy=${Math.abs(at) > 20 ? 13 : 16} r="2.6"></circle>`)}
      <path class="l pale" d="M-24 32v5M-12 34v6M0 34v8M12 34v6M24 32v5"></path>`,
    { size },
  );

/** A sideboard with what stands on it. @param {number} x @param {number} w @param {unknown} [on] drawn above (0, 0) */
export const sideboard = (x, w, on = "") =>
  put(
    x,
    GROUND + 8,
    svg`${box("wood", -w / 2, -40, w, 38)}${box("wood", -w / 2 - 2, -43, w + 4, 5)}${spread(-w / 2, w / 2, 2).map((at) => svg`${box("oak", at - w / 4 + 3, -34, w / 2 - 6, 28)}${round(at + (at < 0 ? w / 4 - 7 : 7 - w / 4), -20, 1.4, "brass")}`)}
      <g transform="translate(0 -43)">${on}</g>`,
  );

/** Hedges and trees under a night sky. */
export const garden = () =>
  svg`<circle class="moon" cx="268" cy="30" r="14"></circle><path class="star" d="M30 20h.1M72 40h.1M110 14h.1M200 22h.1M236 56h.1M300 66h.1M16 62h.1M150 34h.1M94 64h.1"></path>
    <path class="tree" d="M-4 132V84Q10 58 26 74 34 50 54 66 66 58 78 80 92 66 104 86 122 74 138 90 156 78 176 90 192 72 208 84 222 62 242 72 256 50 276 66 296 54 324 82V132Z"></path>
    <path class="hedge-row" d="M-4 134V104q8-6 16 0 8-7 17 0 9-6 17 0 8-6 16 0 9-7 18 0 8-6 16 0 9-6 17 0 8-7 17 0 8-6 16 0 9-6 17 0 8-7 17 0 8-6 16 0 9-7 18 0 8-6 16 0 9-7 18 0 8-6 16 0 9-6 17 0 8-6 16 0V134Z"></path>`;
