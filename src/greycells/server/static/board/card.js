/** Cards, face up: a portrait, an object or a room. */

import "./floors.js";
import { portrait } from "./portraits.js";
import { roomLook } from "./rooms.js";
import { once } from "../ui/once.js";
import { weapon } from "./weapons.js";
import { html, nothing, svg } from "../vendor/lit-html.js";
import { cardName } from "./token.js";

/** @import {EditionPrint} from "../types/types.js" */

/** The picture of a card, drawn once. @param {EditionPrint} edition @param {string} word */
export const art = (edition, word) => once(`card ${edition.key} ${word}`, () => picture(edition, word));

/** A portrait, an object, or a room seen from above, as on the board. @param {EditionPrint} edition @param {string} word */
function picture(edition, word) {
  const suspect = edition.suspects.find((card) => card.word === word);
  const [kind, drawing] = suspect
    ? ["portrait", portrait(suspect)]
    : edition.weapons.some((card) => card.word === word)
      ? ["object", onVelvet(word)]
      : ["view", fromAbove(word)];
  // In a low frame a head keeps its hat.
  const fit = `xMid${suspect ? "YMin" : "YMid"} slice`;
  return html`<svg class=${`art ${kind}`} viewBox="0 0 60 60" preserveAspectRatio=${fit} aria-hidden="true">
    ${drawing}
  </svg>`;
}

/** @param {string} word */
const onVelvet = (word) =>
  svg`<rect class="velvet" x="-20" y="-20" width="100" height="100"></rect><circle class="spot" cx="30" cy="28" r="34"></circle>
    <g class="weapon" transform="translate(6 6) scale(.8)">${weapon(word)}</g>`;

/** @param {string} word */
function fromAbove(word) {
  const { floor, draw } = roomLook(word);
  return svg`<g class=${`room ${floor}`}><rect class="floor" x="-20" y="-20" width="100" height="100"></rect>
    <rect class="grain" fill=${`url(#${floor})`} x="-20" y="-20" width="100" height="100"></rect>
    <path class="beam" d="M8 0h8l9 26h-8ZM26 0h8l9 26h-8Z"></path><g class="furniture">${draw(60, 60)}</g>
    <rect class="dusk" fill="url(#dusk)" x="-20" y="-20" width="100" height="100"></rect></g>`;
}

/**
 * A card, face up.
 * @param {EditionPrint} edition @param {string} word @param {{small?: boolean, badge?: unknown}} [how]
 */
export const card = (edition, word, { small = false, badge = nothing } = {}) =>
  html`<span class=${`card ${kindOf(edition, word)} ${small ? "small" : ""}`}>
    ${art(edition, word)}${nameOn(edition, word)}${badge}</span
  >`;

/** What is printed on a card: a long word breaks at its soft hyphen, or has smaller letters. @param {EditionPrint} edition @param {string} word */
export function nameOn(edition, word) {
  const name = edition.names[word]?.split ?? cardName(edition, word);
  return html`<span class=${/[^\s\u00ad]{12}/.test(name) ? "card-name long" : "card-name"}>${name}</span>`;
}

/** @param {EditionPrint} edition @param {string} word */
const kindOf = (edition, word) =>
  edition.suspects.some((one) => one.word === word)
    ? "suspect"
    : edition.weapons.some((one) => one.word === word)
      ? "weapon"
      : "room";
