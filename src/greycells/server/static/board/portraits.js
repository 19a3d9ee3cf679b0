/** The suspects' portraits: a bust by lamplight from the left, in a box of 60 by 60, each with a face of its own. */

import { createStore } from "../ui/store.js";
import { svg } from "../vendor/lit-html.js";
import { pale, symbolMark } from "./pawn_figures.js";
import { people } from "./suspect_faces.js";

/** @import {SuspectPrint} from "../types/types.js" */
/** @import {Person} from "./suspect_faces.js" */

/** Faces, and the side of each that the lamp does not reach. @type {Record<string, [string, string]>} */
const FACES = {
  slim: [
    "M21.4 24C21.4 15.6 38.6 15.6 38.6 24 38.6 32.4 36 38.6 30 42 24 38.6 21.4 32.4 21.4 24Z",
    "M32 17.8C38 17.4 38.6 20 38.6 24 38.6 32.4 36 38.6 30 42 33 37.6 32.4 34.6 31.4 33.2 33.4 30 31.6 25 32 17.8Z",
  ],
  broad: [
    "M20.2 24C20.2 15 39.8 15 39.8 24L39.4 33.4C38.8 39 35 42.2 30 42.2S21.2 39 20.6 33.4Z",
    "M32 17.4C39 17.4 39.8 20 39.8 24L39.4 33.4C38.8 39 35 42.2 30 42.2 33.6 38 33 35 31.6 33.4 33.6 30 31.6 25 32 17.4Z",
  ],
  round: [
    "M19.6 27C19.6 15.6 40.4 15.6 40.4 27 40.4 37 36 42 30 42S19.6 37 19.6 27Z",
    "M32 18.4C39.6 18.4 40.4 22 40.4 27 40.4 37 36 42 30 42 34 38 33 35 31.6 33.4 33.6 30 31.6 25 32 18.4Z",
  ],
  long: [
    "M21.8 23C21.8 15 38.2 15 38.2 23 38.2 33.6 37 43.4 30 44 23 43.4 21.8 33.6 21.8 23Z",
    "M32 17C37.8 17 38.2 19.6 38.2 23 38.2 33.6 37 43.4 30 44 33.4 39 32.6 35.4 31.4 33.6 33.2 30 31.6 24 32 17Z",
  ],
};

/** The people by the words of their cards; some editions add more of them. */
const { state: known, update: invite } = createStore(/** @type {Record<string, Person>} */ (people));
export { invite };

/** @param {[string, string][]} layers */
export const drawn = (layers) => layers.map(([look, d]) => svg`<path class=${look} d=${d}></path>`);

/** An eye around (x, 27.6), with its lid. @param {number} x @param {Person} person */
const calmEye = (
  x,
  { gaze, lid },
) => svg`<path class="white" d=${`M${x - 2.7} 27.8Q${x} 25 ${x + 2.7} 27.8 ${x} 29.8 ${x - 2.7} 27.8Z`}></path>
  <circle class="iris" cx=${x + gaze} cy="27.5" r="1.25"></circle><circle class="spark" cx=${x + gaze - 0.4} cy="27.1" r=".4"></circle>
  <path class="lid" d=${`M${x - 3} 28Q${x} ${24.6} ${x + 3} 28 ${x} ${25 + lid * 2.4} ${x - 3} 28Z`}></path>`;

/** Rays of lamplight behind a head. */
const RAYS = Array.from({ length: 12 }, (_, at) => {
  const [a, b] = [(at * Math.PI) / 6, (at * Math.PI) / 6 + 0.26];
  return `M30 26L${Math.round(30 + Math.cos(a) * 60)} ${Math.round(26 + Math.sin(a) * 60)}L${Math.round(30 + Math.cos(b) * 60)} ${Math.round(26 + Math.sin(b) * 60)}Z`;
}).join("");

/** @param {string} word some editions spell Scarlet with two t */
export const personOf = (word) => known[word.replace("Scarlett", "Scarlet")] ?? known.Green;

/**
 * What an expression changes of a face: how an eye is drawn, and what lies over the face.
 * @typedef {{eye: (x: number, person: Person) => unknown, over: (person: Person) => unknown}} Features
 */

/** @type {Features} */
const CALM = { eye: calmEye, over: (person) => drawn(person.over) };

/**
 * Head and shoulders of a person in a colour, without what is around them.
 * @param {Person} person @param {string} colour @param {Features} [features]
 */
export function bust(person, colour, { eye, over } = CALM) {
  const [face, dark] = FACES[person.face];
  return svg`<g color=${colour}>${drawn(person.under)}
    <path class=${`skin ${person.skin}`} d="M25.4 37V45.4Q30 50.4 34.6 45.4V37ZM20.8 26.4C18 25 17.8 31.4 21.2 32ZM39.2 26.4C42 25 42.2 31.4 38.8 32Z"></path>
    <path class="noir" d="M25.4 40.4Q30 44.6 34.6 40V45.4Q33 48 30.6 48.4 29 44.6 25.4 43.4Z"></path>
    <path class=${`skin ${person.skin}`} d=${face}></path><path class="noir" d=${dark}></path>
    ${eye(25.8, person)}${eye(34.2, person)}<path class="nose" d="M30.6 27Q29.8 30.6 28.4 32.2 29.4 33.6 31.4 32.8"></path>
    ${over(person)}</g>`;
}

/** What hangs behind a portrait: wallpaper in a colour, and lamplight. @param {string} colour */
export const backdrop = (colour) =>
  svg`<rect class="wallpaper" width="60" height="60" fill=${colour}></rect><path class="rays" d=${RAYS}></path><circle class="lamp" cx="30" cy="26" r="23"></circle>`;

/**
 * A suspect's portrait for a card, calm unless other features are given (`expressions.js` has them).
 * @param {Pick<SuspectPrint, "word" | "colour" | "symbol">} suspect @param {Features} [features]
 */
export const portrait = (suspect, features = CALM) =>
  svg`${backdrop(suspect.colour)}
  ${bust(personOf(suspect.word), suspect.colour, features)}
  <g class=${pale(suspect.colour) ? "seal dark" : "seal"} transform="translate(6.4 43.6)"><circle cx="3.5" cy="3.5" r="4.4" fill=${suspect.colour}></circle>${symbolMark(suspect.symbol, 7)}</g>`;
