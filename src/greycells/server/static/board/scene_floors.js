/** What is under the culprit's feet and around the room, in perspective: walls, floors, rugs and tables. */

import { svg } from "../vendor/lit-html.js";
import { shape } from "./furniture.js";
import { GROUND, box } from "./scene_parts.js";

/** Where all lines into the depth meet. */
const [VX, VY] = [160, 30];
/** Rows of tiles, nearer ones deeper. */
const ROWS = [132, 138, 146, 157, 173, 200];

/** Where a line into the depth that meets the wall's foot at `x` is at a height `y`. @param {number} x @param {number} y */
const into = (x, y) => Math.round((VX + ((x - VX) * (y - VY)) / (GROUND - VY)) * 10) / 10;

/** @param {number} every how far apart the lines are at the wall */
function lines(every) {
  let d = "";
  for (let x = VX - every * Math.ceil(160 / every); x <= 320; x += every) d += `M${x} ${GROUND}L${into(x, 200)} 200`;
  return d;
}

/** Every other square of a floor. @param {number} wide */
function squares(wide) {
  let d = "";
  ROWS.slice(1).forEach((y, row) => {
    for (let at = -9; at < 9; at++) {
      const [x, top] = [VX + at * wide, ROWS[row]];
      if ((at + row) % 2)
        d += `M${into(x, top)} ${top}H${into(x + wide, top)}L${into(x + wide, y)} ${y}H${into(x, y)}Z`;
    }
  });
  return d;
}

const across = ROWS.slice(1, -1)
  .map((y) => `M0 ${y}H320`)
  .join("");
const ends =
  "M40 138v-6M118 146v-8M206 138v-6M272 146v-8M70 157v-11M168 173v-16M262 157v-11M20 173v-16M110 200v-27M236 200v-27";

/** What is drawn on a floor of each kind, over its colour. @type {Record<string, () => unknown>} */
const MARKS = {
  wood: () => svg`<path class="grain" d=${lines(14) + ends}></path>`,
  parquet: () => svg`<path class="tone" d=${squares(24)}></path><path class="grain" d=${lines(12) + across}></path>`,
  tiles: () => svg`<path class="grain" d=${lines(20) + across}></path>`,
  chequer: () => svg`<path class="solid" d=${squares(22)}></path><path class="grain" d=${lines(22) + across}></path>`,
  carpet: () => svg`<path class="tone" d=${squares(12)}></path>`,
  stone: () => svg`<path class="tone" d=${squares(30)}></path><path class="grain" d=${lines(30) + across}></path>`,
  grass: () =>
    svg`<path class="grain" d="M20 150l2-6M24 150v-6M60 170l3-8M66 170v-8M110 145l2-5M114 145v-5M210 146l2-6M214 146v-6M262 168l3-8M268 168v-8M296 150l2-6M300 150v-6M30 190l3-9M37 190v-9M290 192l3-9M297 192v-9"></path><path class="path-way" d="M120 132H200L280 200H40Z"></path>`,
};

/** A floor of one of the boards' kinds. @param {string} kind */
export const floor = (kind) =>
  svg`<rect class="ground" x="0" y=${GROUND} width="320" height="68" fill=${`var(--${kind})`}></rect>${MARKS[kind]?.() ?? ""}
    <rect class="skirt" x="0" y=${GROUND - 4} width="320" height="4"></rect>`;

/** A rug in front of everything. @param {string} dye */
export const rugBelow = (dye) =>
  svg`<g class=${`rug ${dye}`}><path class="pile" d="M74 142H246L300 194H20Z"></path><path class="border" d="M82 145.4H238L286 190H34Z"></path><path class="dots" d="M90 148H230L272 186H48Z"></path></g>`;

/** A wall: paper with stripes over panels, boards, tiles, or the sky. @param {string} kind */
export function wall(kind) {
  if (kind === "sky") return svg`<rect class="wall sky" width="320" height="136"></rect>`;
  const wide = kind === "tiled" ? 20 : 16;
  let stripes = "";
  for (let x = wide / 2; x < 320; x += wide) stripes += `M${x} 0V${kind === "tiled" ? GROUND : 96}`;
  if (kind === "tiled") for (let y = 14; y < GROUND; y += 14) stripes += `M0 ${y}H320`;
  let panels = "";
  for (let x = 4; x < 320; x += 40) panels += `M${x} 103H${x + 32}V126H${x}Z`;
  return svg`<rect class=${`wall ${kind}`} width="320" height="136"></rect><path class="stripes" d=${stripes}></path>
    ${kind === "tiled" ? "" : svg`<rect class="wainscot" y="96" width="320" height="36"></rect><path class="panel" d=${panels}></path><rect class="rail" y="94" width="320" height="4"></rect>`}
    <rect class="cornice" width="320" height="5"></rect>`;
}

/** What a table is made of: its top, its front, and how its front is drawn. @type {Record<string, [string, string, string]>} */
const TABLES = {
  desk: ["wood", "wood", "M62 172H126V200H62ZM194 172H258V200H194Z"],
  oak: ["oak", "oak", "M60 172H260M108 172V200M212 172V200"],
  cloth: [
    "linen",
    "linen",
    "M80 168Q76 184 80 200M116 168Q120 184 116 200M160 168V200M204 168Q200 184 204 200M240 168Q244 184 240 200",
  ],
  baize: ["baize", "wood", "M52 176H268M90 176V200M230 176V200"],
  marble: ["marble", "marble", "M52 178H268M84 178V200M122 178V200M160 178V200M198 178V200M236 178V200"],
  stone: ["stones", "stones", "M52 184H268M96 166V184M150 184V200M196 166V184M240 184V200"],
  soot: ["soot", "soot", "M64 174H120V198H64ZM200 174H256V198H200Z"],
  plush: ["plush", "plush", "M70 170Q66 186 70 200M115 170V200M160 170V200M205 170V200M250 170Q254 186 250 200"],
};

/** The table in front of the culprit, and what lies on it. @param {string} kind @param {unknown} on */
export function table(kind, on) {
  const [top, front, lines] = TABLES[kind] ?? TABLES.desk;
  return svg`<path class="cast" d="M266 170 300 200H266Z"></path>${box(front, 54, 164, 212, 40, 0)}${shape("M74 148H246L268 166H52Z", top)}
    <path class="l" d=${lines}></path>${box(front, 50, 165, 220, 5, 1)}${kind === "baize" ? svg`<path class="wood rim" d="M74 148H246L268 166H52ZM80 150.4H240L256 163.4H64Z" fill-rule="evenodd"></path>` : ""}${on}`;
}
