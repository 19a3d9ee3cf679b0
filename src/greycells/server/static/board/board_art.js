/** What is printed on a board and never changes: floors, walls, doors, furniture, names. */

import { svg } from "../vendor/lit-html.js";
import { symbolMark } from "./pawn_figures.js";
import { caseFile } from "./case_file_art.js";
import "./floors.js";
import { UNIT, nameOf, square, plateOf } from "./board_layout.js";
import { roomLook } from "./rooms.js";
import { weapon } from "./weapons.js";

/** @import {Area, BoardPlan} from "./board_layout.js" */

/**
 * Everything printed on the board, layer by layer; each layer can be drawn by itself.
 * @param {BoardPlan} plan
 * @returns {(() => unknown)[]}
 */
export function printedBoard(plan) {
  const { edition } = plan;
  const rooms = plan.areas.filter((area) => area.kind === "room");
  return [
    () => svg`<rect class="garden" width=${plan.width} height=${plan.height}></rect>
    <rect class="hedge" fill="url(#hedge)" width=${plan.width} height=${plan.height}></rect>
    <path class="square" d=${squares(plan, 0)}></path><path class="square odd" d=${squares(plan, 1)}></path>`,
    () => plan.scenery.map(scenery),
    ...plan.areas.map((area) => () => (area.kind === "room" ? room(area, windows(plan, area)) : space(area))),
    () => [
      plan.areas.map(
        (area) => svg`<path class=${area.kind === "room" ? "wall" : "wall thin"} d=${area.outline}></path>`,
      ),
      rooms.flatMap((area) => windows(plan, area).map(({ glass }) => svg`<path class="glass" d=${glass}></path>`)),
    ],
    () => [plan.doors.map((door) => doorway(door)), edition.suspects.map((suspect) => start(suspect))],
    () => [
      edition.board.spyglasses.map(spyglass),
      edition.board.passages.map(([one, other]) => [passage(plan, one, other), passage(plan, other, one)]),
      plan.areas.map((area) => label(area)),
    ],
  ];
}

/** Letters and numbers on the frame: the log and the sentence name squares. @param {BoardPlan} plan */
export function ruler({ columns, rows, height }) {
  const middle = (/** @type {number} */ at) => at * UNIT + UNIT / 2;
  const name = (/** @type {number} */ column) => nameOf(column, 0).slice(0, -1);
  return svg`<g class="ruler">
    ${Array.from({ length: columns }, (_, at) => svg`<text x=${middle(at)} y=${height + 3.4}>${name(at)}</text>`)}
    ${Array.from({ length: rows }, (_, at) => svg`<text x="-2.4" y=${middle(at) + 1}>${at + 1}</text>`)}
  </g>`;
}

/** The squares of one colour, as one shape: a house has two hundred of them. @param {BoardPlan} plan @param {number} odd */
const squares = (plan, odd) =>
  plan.squares
    .filter(({ x, y }) => (x + y) % 2 === odd)
    .map(({ x, y }) => `M${x * UNIT} ${y * UNIT}h${UNIT}v${UNIT}h-${UNIT}Z`)
    .join("");

/**
 * A room: its floor, the light from outside, its furniture, and dusk in the corners.
 * @param {Area} area
 * @param {Pane[]} [panes]
 */
export function room({ name, box, outline }, panes = []) {
  const look = roomLook(name);
  const within = `in-${name.replaceAll(" ", "-")}`;
  return svg`<clipPath id=${within}><path d=${outline}></path></clipPath>
    <g class=${`room ${look.floor}`} clip-path=${`url(#${within})`}><path class="floor" d=${outline}></path>
    <path class="grain" fill=${`url(#${look.floor})`} d=${outline}></path>
    ${look.floor === "grass" ? "" : panes.map(({ beam }) => svg`<path class="beam" d=${beam}></path>`)}
    <g class="furniture" transform=${`translate(${box.x} ${box.y})`}>${look.draw(box.w, box.h)}</g>
    <path class="dusk" fill="url(#dusk)" d=${outline}></path></g>`;
}

/** A window in an outer wall, and the light that it lets in. @typedef {{glass: string, beam: string}} Pane */

/**
 * The windows of a room: where its wall has the garden behind it.
 * @param {BoardPlan} plan @param {Area} area
 * @returns {Pane[]}
 */
function windows(plan, { name, cells }) {
  if (roomLook(name).floor === "grass") return [];
  const indoors = new Set(
    [...plan.squares, ...plan.areas.flatMap((other) => other.cells)].map(({ x, y }) => nameOf(x, y)),
  );
  const outside = (/** @type {number} */ x, /** @type {number} */ y) =>
    x < 0 || y < 0 || x >= plan.columns || y >= plan.rows || !indoors.has(nameOf(x, y));
  return cells
    .filter(({ x, y }) => (x + y) % 2 === 0)
    .flatMap(({ x, y }) => {
      const [left, top] = [x * UNIT, y * UNIT];
      /** @type {Pane[]} */
      const found = [];
      if (outside(x, y - 1)) found.push(pane(left + 1.5, top, 7, 0, 5, 15));
      if (outside(x - 1, y)) found.push(pane(left, top + 1.5, 0, 7, 15, 5));
      if (outside(x, y + 1)) found.push(pane(left + 1.5, top + UNIT, 7, 0, 3, -8));
      if (outside(x + 1, y)) found.push(pane(left + UNIT, top + 1.5, 0, 7, -8, 3));
      return found;
    });
}

/**
 * @param {number} x @param {number} y @param {number} along how far it goes to the right @param {number} down or down
 * @param {number} dx where its light falls @param {number} dy
 * @returns {Pane}
 */
const pane = (x, y, along, down, dx, dy) => ({
  glass: `M${x} ${y}l${along} ${down}`,
  beam: `M${x} ${y}l${along} ${down} ${dx} ${dy} ${-along} ${-down}Z`,
});

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
  const pool = name.includes("Pool");
  return svg`<g class="scenery"><path class="ground" d=${outline}></path>
    <g transform=${`translate(${box.x} ${box.y})`}>${pool ? basin(box.w, box.h) : flights(box.w, box.h)}</g>
    <path class="dusk" fill="url(#dusk)" d=${outline}></path>
    <g class="file" transform=${`translate(${box.x + box.w / 2} ${box.y + box.h / 2}) rotate(-4)`}>${caseFile}</g></g>`;
}

/** A grand staircase: a flight up, a landing, and two flights more. @param {number} w @param {number} h */
function flights(w, h) {
  let steps = "";
  for (let at = h * 0.68; at < h - 2; at += 2.6) steps += `M${w * 0.24} ${at}H${w * 0.76}`;
  for (let at = 3; at < h * 0.62; at += 2.6) steps += `M3 ${at}H${w * 0.22}M${w * 0.78} ${at}H${w - 3}`;
  return svg`<path class="tread" d=${`M${w * 0.24} ${h * 0.64}H${w * 0.76}V${h}H${w * 0.24}ZM2 2H${w * 0.22}V${h * 0.64}H2ZM${w * 0.78} 2H${w - 2}V${h * 0.64}H${w * 0.78}Z`}></path>
    <path class="runner" d=${`M${w * 0.36} ${h * 0.6}H${w * 0.64}V${h}H${w * 0.36}Z`}></path><path class="lines" d=${steps}></path>
    <path class="rail" d=${`M${w * 0.24} ${h}V${h * 0.64}H2M${w * 0.76} ${h}V${h * 0.64}H${w - 2}M${w * 0.22} 2V${h * 0.64}M${w * 0.78} 2V${h * 0.64}`}></path>
    <circle class="glow" cx=${w / 2} cy=${h * 0.36} r=${w * 0.42}></circle>`;
}

/** The pool, with steps, a diving board and something left floating in it. @param {number} w @param {number} h */
function basin(w, h) {
  let lines = "";
  for (let at = 10; at < h - 6; at += 8) lines += `M8 ${at}q4-3 8 0t8 0M${w - 30} ${at + 3}q4-3 8 0t8 0`;
  return svg`<rect class="deck" x="0" y="0" width=${w} height=${h}></rect><rect class="water" x="4" y="4" width=${w - 8} height=${h - 8} rx="3"></rect><path class="ripples" d=${lines}></path>
    <path class="board-plank" d=${`M${w / 2 - 3} 0h6v11h-6Z`}></path><path class="deck" d=${`M4 ${h - 12}h9v4h-3v4H4Z`}></path>
    <circle class="float" cx=${w - 15} cy=${h - 14} r="4.4"></circle>`;
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
  return svg`<g class="passage" transform=${`translate(${x * UNIT} ${y * UNIT})`}><title>${plan.byName.get(to)?.title ?? to}</title><rect x="1" y="1" width="8" height="8" rx=".6"></rect>
    <path d="M2.4 7.6V6H4V4.4H5.6V2.8H7.6"></path></g>`;
}

/** The name of a room, on a plate of paper. @param {Area} area */
function label(area) {
  if (area.kind !== "room") return "";
  const { lines, size, w, h, x, y } = plateOf(area);
  return svg`<g class="plate"><rect x=${x - w / 2} y=${y - h / 2} width=${w} height=${h} rx="1.2"></rect>
    <text class="name" text-anchor="middle" font-size=${size}>${lines.map(
      (text, at) => svg`<tspan x=${x} y=${y + size * (0.33 + (at - (lines.length - 1) / 2) * 1.02)}>${text}</tspan>`,
    )}</text></g>`;
}

/** A weapon as it lies on the board: small, and around (0, 0). @param {string} word */
export const weaponToken = (word) =>
  svg`<circle class="disc" r="5"></circle><g transform="translate(-4.5 -4.5) scale(.15)">${weapon(word)}</g>`;
