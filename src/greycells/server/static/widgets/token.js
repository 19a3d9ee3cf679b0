/** Who and what, in short: a name, and a suspect's symbol in its colour. */

import { pale, symbolMark } from "../board/figures.js";
import { html, nothing, svg } from "../vendor/lit-html.js";

/** @import {EditionPrint} from "../types.js" */

/** What a card or a place is called, in the forms that sentences ask for. @param {EditionPrint} edition @param {string} name */
export const called = (edition, name) => edition.names[name] ?? { bare: name, nom: name };

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
