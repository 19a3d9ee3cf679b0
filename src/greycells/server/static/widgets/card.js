/** Cards: a portrait, an object or a room for a face, and one back for all. */

import { pale, portrait, symbolMark, weapon } from "../board/figures.js";
import { roomLook } from "../board/rooms.js";
import { html, nothing, svg } from "../vendor/lit-html.js";

/** @import {EditionPrint} from "../types.js" */

/** What a card or a place is called, in the forms that sentences ask for. @param {EditionPrint} edition @param {string} name */
export const called = (edition, name) => edition.names[name] ?? { bare: name, nom: name };

/** What is printed on a card or in a room. @param {EditionPrint} edition @param {string} name */
export const cardName = (edition, name) => called(edition, name).bare;

/** @param {EditionPrint} edition @param {string} word */
export function art(edition, word) {
  const suspect = edition.suspects.find((card) => card.word === word);
  if (suspect) return html`<svg class="art portrait" viewBox="0 0 60 60" aria-hidden="true">${portrait(suspect)}</svg>`;
  if (edition.weapons.some((card) => card.word === word)) {
    return html`<svg class="art object" viewBox="-6 -6 36 36" aria-hidden="true">
      <circle class="lamp" cx="12" cy="12" r="15"></circle>
      <g class="weapon">${weapon(word)}</g>
    </svg>`;
  }
  const look = roomLook(word);
  return html`<svg class="art view" viewBox="0 0 60 60" aria-hidden="true">
    <g class=${`room ${look.floor}`}>
      <rect class="floor" width="60" height="60"></rect>
      <rect class="grain" fill=${`url(#${look.floor})`} width="60" height="60"></rect>
      <g class="furniture">${look.draw(60, 60)}</g>
      <rect class="wall" width="60" height="60"></rect>
    </g>
  </svg>`;
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

/** A card, face down. */
export const cardBack = () =>
  html`<span class="card back" aria-hidden="true"
    ><svg class="art" viewBox="0 0 60 84">
      <rect class="rim" x="4" y="4" width="52" height="76" rx="3"></rect>
      <circle cx="27" cy="38" r="13"></circle>
      <path d="M36 48 48 62M20 36Q21 29 28 28"></path></svg
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
