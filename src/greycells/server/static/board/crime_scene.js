/** The solution as one picture: the culprit in the room, with the weapon in hand. Loaded only once a game is under way. */

import "./floors.js";
import { html, svg } from "../vendor/lit-html.js";
import { called } from "./token.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { features } from "./expressions.js";
import { bust, personOf } from "./portraits.js";
import { cottage } from "./scene_cottage.js";
import { getaway } from "./scene_getaway.js";
import { floor, rugBelow, table, wall } from "./scene_floors.js";
import { manor } from "./scene_manor.js";
import { mansion } from "./scene_mansion.js";
import { weapon } from "./weapons.js";

/** @import {EditionPrint} from "../types/types.js" */
/** @import {SceneRoom} from "./scene_mansion.js" */
/** @import {Expression} from "./expressions.js" */

/** @type {Record<string, SceneRoom>} */
const ROOMS = { ...mansion, ...cottage, ...getaway, ...manor };

/**
 * How each weapon is held: where the hand grips it in its box of 60 by 60, how far it is turned, and whether it is
 * mirrored, so that it points away from the culprit.
 * @type {Record<string, {grip: [number, number], turn: number, mirrored?: boolean}>}
 */
const HELD = {
  Rope: { grip: [30, 22], turn: 0 },
  LeadPipe: { grip: [17, 45], turn: -30 },
  Knife: { grip: [30, 47], turn: 16 },
  Wrench: { grip: [30, 44], turn: 16 },
  Candlestick: { grip: [30, 40], turn: 4 },
  Revolver: { grip: [49, 42], turn: -32, mirrored: true },
  Pistol: { grip: [50, 42], turn: -32, mirrored: true },
  Poison: { grip: [30, 53], turn: 8 },
  Horseshoe: { grip: [30, 50], turn: 6 },
  Bat: { grip: [30, 47], turn: 16 },
  Axe: { grip: [30, 48], turn: 8 },
};

/** Where the hand is that holds the weapon, in the figure's box. */
const HAND = [69, 47];
const SIZE = 0.66;

/** @param {string} word */
function inHand(word) {
  const { grip, turn, mirrored } = HELD[word] ?? HELD.Knife;
  const mirror = mirrored ? "scale(-1 1)" : "";
  const place = `translate(${HAND[0]} ${HAND[1]}) rotate(${turn}) ${mirror} scale(${SIZE}) translate(${-grip[0]} ${-grip[1]})`;
  return svg`<g class="weapon" transform=${place}>${weapon(word, 0)}</g>`;
}

/** Whose sleeve is not of their own colour. @type {Record<string, string>} */
const SLEEVES = { White: "night" };
/** Who wears a gown. */
const GOWNS = new Set(["Scarlet", "Scarlett", "Peacock", "Peach", "Rose"]);
const GOWN = "M10 60Q14 74 13 92H47Q46 74 50 60Z";
const COAT = "M3 60Q5 76 7 92H53Q55 76 57 60Z";
const ARM = "M47.5 55.5Q57 62 62 69L68.4 53";
const OTHER = "M12.5 55.5Q5 64 4 82";

/**
 * The culprit to the waist, with the weapon raised.
 * @param {{word: string, colour: string}} suspect @param {string} weaponWord @param {Expression} expression
 */
function figure(suspect, weaponWord, expression) {
  const person = personOf(suspect.word);
  const sleeve = SLEEVES[suspect.word] ?? "own";
  const arm = (/** @type {string} */ d) =>
    svg`<path class="sleeve out" d=${d}></path><path class=${`sleeve ${sleeve}`} d=${d}></path>`;
  return svg`<g class="portrait art"><g color=${suspect.colour}>${arm(OTHER)}<path class=${sleeve} d=${GOWNS.has(suspect.word) ? GOWN : COAT}></path>
      ${sleeve === "night" ? svg`<path class="own" d="M23 60H37L38 92H22Z"></path>` : ""}</g>${bust(person, suspect.colour, features(expression))}
    <g color=${suspect.colour}>${arm(ARM)}<path class="sleeve shadow" d="M50.5 59.5Q57 64 62 71.6"></path><path class="cuff" d="M65 53.4 71 55.6"></path></g>
    ${inHand(weaponWord)}
    <path class=${`skin ${person.skin}`} d="M64.4 46.4Q64.2 42.8 67.6 42.6L71.4 43Q74 43.6 73.8 46.6T71.4 51.6L66.6 51.4Q64.6 50 64.4 46.4Z"></path>
    <path class="line" d="M69.4 45.2H73.6M69.2 47.4H73.7M69 49.4H73"></path><path class=${`skin ${person.skin}`} d="M65 45.2Q66.4 42.6 69 44.4 69.6 46 67.6 47.2 66 47.8 65 45.2Z"></path></g>`;
}

/** The figure's place in the picture, and that of its shadow on the wall. */
const PLACE = "translate(98 33) scale(1.9)";
const SHADOW = "translate(128 24) scale(2.02)";

/**
 * The picture of a solution, with the sentence that it shows as its title: `crimeScene(edition, ["Plum", "Rope", "Hall"])`.
 * @param {EditionPrint} edition @param {string[]} solution suspect, weapon and room
 * @param {{expression?: Expression}} [how]
 */
export function crimeScene(edition, solution, { expression = "caught" } = {}) {
  const [who, what, where] = solution;
  const suspect = edition.suspects.find((one) => one.word === who) ?? edition.suspects[0];
  const room = ROOMS[where.replaceAll(" ", "")] ?? mansion.Study;
  const culprit = figure(suspect, what, expression);
  const [named, tool, place] = solution.map((word) => called(edition, word));
  return html`<svg class="crime-scene" viewBox="0 0 320 200" role="img" preserveAspectRatio="xMidYMid slice">
    <title>${t("scene.title", { suspect: named, weapon: tool, room: place })}</title>
    ${wall(room.wall)}${floor(room.floor)}${room.rug ? rugBelow(room.rug) : ""}
    <g class="furniture">${room.back()}</g>
    ${svg`<g class="on-wall" transform=${SHADOW}>${culprit}</g><g transform=${PLACE}>${culprit}</g>`}
    <g class="furniture">${table(room.table, room.on())}</g>
    ${svg`<ellipse class="glow lamplight" cx="92" cy="84" rx="150" ry="120"></ellipse><rect class="dusk" fill="url(#dusk)" width="320" height="200"></rect>`}
  </svg>`;
}
