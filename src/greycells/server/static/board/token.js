/** Who and what, in short: a name, and a suspect's symbol in its colour. */

import { pale, symbolMark } from "./pawn_figures.js";
import { settings } from "../ui/settings.js";
import { html, nothing, svg } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";

/** @import {EditionPrint} from "../types/types.js" */

/** What a card or a place is called, in the forms that sentences ask for. @param {EditionPrint} edition @param {string} name */
export const called = (edition, name) => edition.names[name] ?? { bare: name, nom: name };

/**
 * What a place is called: a square is the corridor outside a room, unless its letters are asked for. What follows in
 * brackets is for those who choose from a list or by ear: that a spyglass is there, and the letters where another one of
 * these places has the same name.
 * @param {EditionPrint} edition @param {string} place @param {string[]} [among]
 */
export function placeName(edition, place, among = []) {
  const { outside, spyglasses } = edition.board;
  const corridor = settings.coordinates ? null : edition.names[`outside ${outside[place]}`];
  const twin = corridor && among.some((other) => other !== place && outside[other] === outside[place]);
  const more = [spyglasses.includes(place) ? t("place.spyglass") : "", twin ? place : ""].filter(Boolean).join(", ");
  const name = corridor ?? called(edition, place);
  return more ? Object.fromEntries(Object.entries(name).map(([form, words]) => [form, `${words} (${more})`])) : name;
}

/** What is printed on a card or in a room. @param {EditionPrint} edition @param {string} name */
export const cardName = (edition, name) => called(edition, name).bare;

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
