/** What is printed on a board and never changes: floors, walls, doors, furniture, names. */

import { svg } from "../vendor/lit-html.js";
import { weapon, symbolMark } from "./figures.js";
import { UNIT, nameOf, square } from "./plan.js";
import { roomLook } from "./rooms.js";

/** @import {Area, BoardPlan} from "./plan.js" */

/** The floors that are more than a colour. */
const PATTERNS = svg`<defs>
  <pattern id="wood" width="14" height="5" patternUnits="userSpaceOnUse"><path d="M0 2.5H14M0 5H14M4 0V2.5M11 2.5V5"></path></pattern>
  <pattern id="parquet" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 0 4 4 0 8M4 4H8M8 0 4 4 8 8M4 0V4M4 4V8"></path></pattern>
  <pattern id="tiles" width="5" height="5" patternUnits="userSpaceOnUse"><path d="M0 5H5V0"></path></pattern>
  <pattern id="chequer" width="10" height="10" patternUnits="userSpaceOnUse"><path class="solid" d="M0 0H5V5H0ZM5 5H10V10H5Z"></path></pattern>
  <pattern id="carpet" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M3 1.6 4.4 3 3 4.4 1.6 3Z"></path></pattern>
  <pattern id="stone" width="12" height="8" patternUnits="userSpaceOnUse"><path d="M0 4H12M0 8H12M5 0V4M10 4V8M2 4.0V8"></path></pattern>
  <pattern id="grass" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M2 4 2.6 2M3 4 3 2.2M6 8 6.8 6M7.2 8 7 6.2"></path></pattern>
  <pattern id="hedge" width="7" height="7" patternUnits="userSpaceOnUse"><path d="M1 3q1-2 2 0M4 6q1-2 2 0"></path></pattern>
</defs>`;

/**
 * Everything printed on the board.
 * @param {BoardPlan} plan
 */
export function printedBoard(plan) {
  const { edition } = plan;
  return svg`${PATTERNS}
    <rect class="garden" width=${plan.width} height=${plan.height}></rect>
    <rect class="hedge" fill="url(#hedge)" width=${plan.width} height=${plan.height}></rect>
    <g class="squares">${plan.squares.map(
      ({ x, y }) => svg`<rect class=${(x + y) % 2 ? "square odd" : "square"}
      x=${x * UNIT} y=${y * UNIT} width=${UNIT} height=${UNIT}></rect>`,
    )}</g>
    ${plan.scenery.map(scenery)}
    ${plan.areas.map((area) => (area.kind === "room" ? room(area) : space(area)))}
    ${plan.areas.map((area) => svg`<path class=${area.kind === "room" ? "wall" : "wall thin"} d=${area.outline}></path>`)}
    ${plan.doors.map((door) => doorway(door))}
    ${edition.suspects.map((suspect) => start(suspect))}
    ${edition.board.spyglasses.map(spyglass)}
    ${edition.board.passages.map(([one, other]) => [passage(plan, one, other), passage(plan, other, one)])}
    ${plan.areas.map((area) => label(area))}`;
}

/** @param {Area} area */
function room({ name, box, outline }) {
  const look = roomLook(name);
  return svg`<g class=${`room ${look.floor}`}><path class="floor" d=${outline}></path>
    <path class="grain" fill=${`url(#${look.floor})`} d=${outline}></path>
    <g class="furniture" transform=${`translate(${box.x} ${box.y})`}>${look.draw(box.w, box.h)}</g></g>`;
}

/** A single space that is no square: steps. @param {Area} area */
function space({ box, outline }) {
  const tall = box.h > box.w;
  let steps = "";
  for (let at = 2; at < Math.max(box.w, box.h); at += 2) {
    steps += tall ? `M${box.x + 1} ${box.y + at}h${box.w - 2}` : `M${box.x + at} ${box.y + 1}v${box.h - 2}`;
  }
  return svg`<g class="room stone"><path class="floor" d=${outline}></path><path class="l" d=${steps}></path></g>`;
}

/** The middle of the house, which holds the case file. @param {Area} area */
function scenery({ name, box, outline }) {
  const [x, y] = [box.x + box.w / 2, box.y + box.h / 2];
  const pool = name.includes("Pool");
  let lines = "";
  if (pool) {
    for (let at = box.y + 8; at < box.y + box.h - 4; at += 7)
      lines += `M${box.x + 6} ${at}q5-4 10 0t10 0 10 0 10 0 10 0 10 0`;
  } else {
    for (let at = 2; at < box.h / 2 - 12; at += 2.4)
      lines += `M${box.x + at} ${box.y + at}h${box.w - 2 * at}v${box.h - 2 * at}h${-(box.w - 2 * at)}Z`;
  }
  return svg`<g class=${pool ? "scenery pool" : "scenery stairs"}><path class="ground" d=${outline}></path><path class="lines" d=${lines}></path>
    <g class="file" transform=${`translate(${x} ${y})`}><rect x="-13" y="-9" width="26" height="18" rx="1"></rect><path d="M-13-9 0 3 13-9"></path><circle cx="0" cy="2" r="3.4"></circle><path d="M-1.2 3.2V.8h2.4v2.4M0 .8V3.2"></path></g></g>`;
}

/** @param {{x1: number, y1: number, x2: number, y2: number, side: string}} door */
function doorway({ x1, y1, x2, y2, side }) {
  const across = side === "^" || side === "v";
  const inward = side === "^" || side === "<" ? -1 : 1;
  const leaf = across
    ? `M${x1 + 1} ${y1}v${inward * 7.5}A7.5 7.5 0 0 ${inward > 0 ? 0 : 1} ${x2 - 1.5} ${y2}`
    : `M${x1} ${y1 + 1}h${inward * 7.5}A7.5 7.5 0 0 ${inward > 0 ? 1 : 0} ${x2} ${y2 - 1.5}`;
  return svg`<g class="door"><path class="gap" d=${across ? `M${x1 + 0.8} ${y1}H${x2 - 0.8}` : `M${x1} ${y1 + 0.8}V${y2 - 0.8}`}></path><path class="leaf" d=${leaf}></path></g>`;
}

/** @param {{start: string, colour: string, symbol: string}} suspect */
function start({ start: name, colour, symbol }) {
  const at = square(name);
  if (!at) return "";
  return svg`<g class="start" fill=${colour} transform=${`translate(${at.x * UNIT} ${at.y * UNIT})`}><rect x="0.8" y="0.8" width="8.4" height="8.4" rx="1.4" stroke=${colour}></rect>
    <g transform="translate(2.6 2.6)">${symbolMark(symbol, 4.8)}</g></g>`;
}

/** @param {string} name */
function spyglass(name) {
  const at = square(name);
  if (!at) return "";
  return svg`<g class="spyglass" transform=${`translate(${at.x * UNIT} ${at.y * UNIT})`}><circle cx="4.2" cy="4.2" r="2.8"></circle><path d="M6.3 6.3 8.8 8.8M3 3.4Q3.4 2.6 4.4 2.5"></path></g>`;
}

/** A trapdoor in the corner of a room. @param {BoardPlan} plan @param {string} from @param {string} to */
function passage(plan, from, to) {
  const area = plan.byName.get(from);
  if (!area || area.kind !== "room") return "";
  const inside = new Set(area.cells.map(({ x, y }) => nameOf(x, y)));
  const corners = area.cells.filter(({ x, y }) => {
    const beside = [nameOf(x - 1, y), nameOf(x + 1, y), nameOf(x, y - 1), nameOf(x, y + 1)].filter((near) =>
      inside.has(near),
    );
    return beside.length === 2;
  });
  const [cx, cy] = [plan.columns / 2, plan.rows / 2];
  const away = (/** @type {{x: number, y: number}} */ cell) => Math.hypot(cell.x - cx, cell.y - cy);
  const { x, y } = corners.sort((one, other) => away(other) - away(one))[0] ?? area.cells[0];
  return svg`<g class="passage" transform=${`translate(${x * UNIT} ${y * UNIT})`}><title>${to}</title><rect x="1" y="1" width="8" height="8" rx=".6"></rect>
    <path d="M2.4 7.6V6H4V4.4H5.6V2.8H7.6"></path></g>`;
}

/** @param {Area} area */
function label({ title, box, kind }) {
  if (kind !== "room") return "";
  const words = title.split(" ");
  const narrow = box.w < title.length * 4.4;
  const lines = narrow ? words : [title];
  const size = Math.min(6.4, (box.w - 2) / (Math.max(...lines.map((text) => text.length)) * 0.62));
  const y = box.y + box.h * 0.46;
  return svg`<text class="name" text-anchor="middle" font-size=${size}>${lines.map(
    (text, at) => svg`<tspan x=${box.x + box.w / 2}
    y=${y + size * (0.35 + at - (lines.length - 1) / 2)}>${text}</tspan>`,
  )}</text>`;
}

/** A weapon as it lies on the board: small, and around (0, 0). @param {string} word */
export const weaponToken = (word) =>
  svg`<circle class="disc" r="4.6"></circle><g transform="translate(-3.6 -3.6) scale(.3)">${weapon(word)}</g>`;
