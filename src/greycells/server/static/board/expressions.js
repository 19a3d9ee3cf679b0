/** What a face shows: calm, surprised, triumphant or caught, drawn as layers of the same portraits. */

import { html, svg } from "../vendor/lit-html.js";
import { drawn, portrait } from "./portraits.js";

/** @import {EditionPrint} from "../types/types.js" */
/** @import {Features} from "./portraits.js" */
/** @import {Person} from "./suspect_faces.js" */

/** @typedef {"calm" | "surprised" | "triumphant" | "caught"} Expression */

/** @type {Expression[]} */
export const EXPRESSIONS = ["calm", "surprised", "triumphant", "caught"];

/**
 * How an expression moves what a face has: how far the brows rise and how far their inner ends turn up (degrees; the
 * second figure is for the brow on our right), and how far whatever is held between the lips sinks (degrees).
 * @typedef {{rise: [number, number], turn: [number, number], sink: number, eye: (x: number, person: Person) => unknown,
 *   mouth: (y: number, lips: boolean) => unknown, last: unknown}} Change
 */

/** Where each mouth is, if it is not at the usual height: a moustache or a beard is in the way. @type {[string, number][]} */
const LOW = [
  ["white", 38.6],
  ["brown", 38],
  ["ink", 38.4],
  ["silver", 39],
];

/** Where the mouth of a person is. @param {Person} person */
function mouthOf(person) {
  const at = person.over.findIndex(([look]) => look.includes("mouth"));
  const lips = person.over[at]?.[0].startsWith("lips") ?? false;
  const beard = lips
    ? undefined
    : LOW.find(([hair]) => person.over.some(([look, d]) => look === hair && /M2[1-8]/.test(d)));
  return { lips, y: beard?.[1] ?? 37 };
}

/** @param {number} x @param {number} rx @param {number} ry @param {{gaze: number, y?: number, r?: number}} look */
const openEye = (x, rx, ry, { gaze, y = 27.5, r = 1.1 }) =>
  svg`<ellipse class="white" cx=${x} cy="27.4" rx=${rx} ry=${ry}></ellipse><circle class="iris" cx=${x + gaze} cy=${y} r=${r}></circle>
  <circle class="spark" cx=${x + gaze - 0.4} cy=${y - 0.4} r=".4"></circle>`;

/** @type {Record<Exclude<Expression, "calm">, Change>} */
const CHANGES = {
  surprised: {
    rise: [-2.2, -2.2],
    turn: [0, 0],
    sink: 26,
    eye: (x, { gaze }) =>
      svg`${openEye(x, 2.7, 2.7, { gaze: gaze * 0.4, r: 1.05 })}<path class="lash" d=${`M${x - 2.7} 26.4Q${x} 22.8 ${x + 2.7} 26.4`}></path>`,
    mouth: (y, lips) =>
      svg`<ellipse class=${lips ? "gape red" : "gape"} cx="30" cy=${y + 0.5} rx="2" ry="2.6"></ellipse>`,
    last: "",
  },
  triumphant: {
    rise: [-0.2, -1.6],
    turn: [-6, 4],
    sink: -12,
    eye: (x, { gaze }) =>
      svg`<path class="white" d=${`M${x - 2.8} 28Q${x} 24.4 ${x + 2.8} 28 ${x} 27.2 ${x - 2.8} 28Z`}></path><circle class="iris" cx=${x + gaze * 0.6} cy="26.9" r="1.1"></circle>
      <circle class="spark" cx=${x + gaze * 0.6 - 0.4} cy="26.5" r=".4"></circle><path class="lash" d=${`M${x - 3} 28.1Q${x} 24.2 ${x + 3} 28.1`}></path>
      <path class="lash low" d=${`M${x - 2.9} 28.2Q${x} 27.3 ${x + 2.9} 28.2`}></path>`,
    mouth: (y, lips) =>
      svg`<path class=${lips ? "gape red" : "gape"} d=${`M25.4 ${y - 1.6}Q30 ${y - 0.2} 34.6 ${y - 1.6} 34 ${y + 3} 30 ${y + 3}T25.4 ${y - 1.6}Z`}></path>
      <path class="teeth" d=${`M26.2 ${y - 1.1}Q30 ${y} 33.8 ${y - 1.1}L33.2 ${y + 0.4}Q30 ${y + 1.3} 26.8 ${y + 0.4}Z`}></path>
      <path class="line" d=${`M24.4 ${y - 2.6}Q24.4 ${y - 1.4} 25.4 ${y - 1.2}M35.6 ${y - 2.6}Q35.6 ${y - 1.4} 34.6 ${y - 1.2}`}></path>`,
    last: svg`<path class="blush" d="M23.4 32.6a2.2 1.5 0 1 1 .01 0M36.6 32.6a2.2 1.5 0 1 1 .01 0"></path>`,
  },
  caught: {
    rise: [-1, -1],
    turn: [16, 16],
    sink: 20,
    eye: (x) =>
      svg`${openEye(x, 2.6, 2.1, { gaze: 1.3, y: 27.9, r: 0.95 })}<path class="lash" d=${x < 30 ? `M${x - 2.8} 27Q${x} 24.4 ${x + 2.6} 25.4` : `M${x - 2.6} 25.4Q${x} 24.4 ${x + 2.8} 27`}></path>
      <path class="line" d=${`M${x - 1.8} 30.6Q${x} 31.3 ${x + 1.8} 30.6`}></path>`,
    mouth: (y) =>
      svg`<path class="teeth edge" d=${`M25.8 ${y + 1.6}Q26 ${y - 1.4} 30 ${y - 1.4}T34.2 ${y + 1.6}Q30 ${y + 0.6} 25.8 ${y + 1.6}Z`}></path>
      <path class="line" d=${`M26.4 ${y + 0.2}Q30 ${y - 0.8} 33.6 ${y + 0.2}M28.2 ${y - 1.1}V${y + 1}M30 ${y - 1.4}V${y + 0.9}M31.8 ${y - 1.1}V${y + 1}`}></path>`,
    last: svg`<path class="sweat" d="M41.6 20.4C43.4 23 43.4 25 41.6 25S39.8 23 41.6 20.4ZM19 24.6C20.4 26.6 20.4 28.2 19 28.2S17.6 26.6 19 24.6Z"></path>`,
  },
};

/** Both brows of a path, each moved on its own. @param {string} look @param {string} d @param {Change} change */
const brows = (look, d, { rise, turn }) =>
  d.split(/(?=M)/).map((brow, side) => {
    const x = Number(/M([\d.]+)/.exec(brow)?.[1]) < 30 ? 25.6 : 34.4;
    const [up, tilt] = [rise[side] ?? 0, (x < 30 ? -1 : 1) * (turn[side] ?? 0)];
    return svg`<path class=${look} d=${brow} transform=${`translate(0 ${up}) rotate(${tilt} ${x} 23.6)`}></path>`;
  });

/** @param {Change} change @returns {Features} */
const featuresOf = (change) => ({
  eye: change.eye,
  over: (person) => {
    const { y, lips } = mouthOf(person);
    const layers = person.over.map(([look, d]) => {
      if (/^brow( |$)|brow-hair/.test(look)) return brows(look, d, change);
      if (look.includes("mouth")) return change.mouth(y, lips);
      if (look === "smoke") return "";
      if (look.includes("held")) return svg`<g transform=${`rotate(${change.sink} 33 37.4)`}>${drawn([[look, d]])}</g>`;
      return drawn([[look, d]]);
    });
    return [layers, change.last];
  },
});

/** The features of an expression; nothing where a face stays as it is. @param {Expression} expression */
export const features = (expression) => (expression === "calm" ? undefined : featuresOf(CHANGES[expression]));

/**
 * A suspect's portrait with an expression, as a whole picture: `portraitOf(edition, "Plum", { expression: "caught" })`.
 * @param {EditionPrint} edition @param {string} word @param {{expression?: Expression}} [how]
 */
export function portraitOf(edition, word, { expression = "calm" } = {}) {
  const suspect = edition.suspects.find((one) => one.word === word) ?? edition.suspects[0];
  return html`<svg
    class=${`art portrait ${expression}`}
    viewBox="0 0 60 60"
    preserveAspectRatio="xMidYMin slice"
    aria-hidden="true"
  >
    ${portrait(suspect, features(expression))}
  </svg>`;
}
