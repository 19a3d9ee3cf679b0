/** Cards: a portrait, an object or a room for a face, and one back for all. */

import { pale, symbolMark } from "../board/figures.js";
import "../board/floors.js";
import { portrait } from "../board/portraits.js";
import { roomLook } from "../board/rooms.js";
import { weapon } from "../board/weapons.js";
import { html, nothing, svg } from "../vendor/lit-html.js";

/** @import {EditionPrint} from "../types.js" */

/** What a card or a place is called, in the forms that sentences ask for. @param {EditionPrint} edition @param {string} name */
export const called = (edition, name) => edition.names[name] ?? { bare: name, nom: name };

/** What is printed on a card or in a room. @param {EditionPrint} edition @param {string} name */
export const cardName = (edition, name) => called(edition, name).bare;

/** @type {WeakMap<EditionPrint, Map<string, unknown>>} */
const pictures = new WeakMap();

/** The picture of a card, drawn once. @param {EditionPrint} edition @param {string} word */
export function art(edition, word) {
  const known = pictures.get(edition) ?? new Map();
  pictures.set(edition, known);
  if (!known.has(word)) known.set(word, picture(edition, word));
  return known.get(word);
}

/** A portrait, an object, or a room seen from above, as on the board. @param {EditionPrint} edition @param {string} word */
function picture(edition, word) {
  const suspect = edition.suspects.find((card) => card.word === word);
  const [kind, drawing] = suspect
    ? ["portrait", portrait(suspect)]
    : edition.weapons.some((card) => card.word === word)
      ? ["object", onVelvet(word)]
      : ["view", fromAbove(word)];
  return html`<svg class=${`art ${kind}`} viewBox="0 0 60 60" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
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
    ${art(edition, word)}<span class="card-name">${cardName(edition, word)}</span>${badge}</span
  >`;

/** @param {EditionPrint} edition @param {string} word */
export const kindOf = (edition, word) =>
  edition.suspects.some((one) => one.word === word)
    ? "suspect"
    : edition.weapons.some((one) => one.word === word)
      ? "weapon"
      : "room";

/** Diamonds across the back of a card. */
const LATTICE = Array.from({ length: 17 }, (_, at) => `M${at * 8 - 74} 4l76 76M${at * 8 - 2} 4l-76 76`).join("");

/** A card, face down. */
export const cardBack = () =>
  html`<span class="card back" aria-hidden="true"
    ><svg class="art" viewBox="0 0 60 84">
      <svg x="4" y="4" width="52" height="76" viewBox="4 4 52 76"><path class="lattice" d=${LATTICE}></path></svg>
      <rect x="4" y="4" width="52" height="76" rx="3"></rect>
      <rect x="1.6" y="1.6" width="56.8" height="80.8" rx="4"></rect>
      <path class="medallion" d="M30 16 46 26V58L30 68 14 58V26Z"></path>
      <circle cx="28" cy="39" r="9.4"></circle>
      <path class="handle" d="M35 46.4 41 54"></path>
      <path
        class="keyhole-mark"
        d="M28 33.6a3.4 3.4 0 0 1 1.7 6.3L31 44.4H25l1.3-4.5A3.4 3.4 0 0 1 28 33.6Z"
      ></path></svg
  ></span>`;

/** A suspect's symbol in its colour. @param {EditionPrint} edition @param {string} word */
export function token(edition, word) {
  const suspect = edition.suspects.find((one) => one.word === word);
  return suspect
    ? html`<svg
        class=${pale(suspect.colour) ? "token pale" : "token"}
        viewBox="-1 -1 12 12"
        aria-hidden="true"
        fill=${suspect.colour}
      >
        ${svg`<circle class="coin" cx="5" cy="5" r="5.6"></circle>`}
        <g transform="translate(1.8 1.8)">${symbolMark(suspect.symbol, 6.4)}</g>
      </svg>`
    : nothing;
}
