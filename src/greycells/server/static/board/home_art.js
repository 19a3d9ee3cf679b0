/** What lies on the cover: a hand of suspects, and in their midst the card that nobody has seen. */

import { portrait } from "./portraits.js";
import { caseFile } from "./case_file_art.js";
import { html } from "../vendor/lit-html.js";
import { cardBack } from "./card_back.js";

/** The suspects as the cover has them, before any edition has been fetched. */
const COMPANY = [
  ["Scarlet", "#af270f", "◆"],
  ["Mustard", "#be8f0c", "▲"],
  ["White", "#f7f3e8", "○"],
  ["Green", "#339553", "■"],
  ["Peacock", "#1059cc", "▼"],
  ["Plum", "#552a82", "★"],
].map(([word, colour, symbol]) => ({ word, colour, symbol }));

const faces = COMPANY.map(
  (suspect, at) =>
    html`<span class="card" .style=${`--from-middle: ${at < 3 ? at - 3 : at - 2}`}
      ><svg class="art portrait" viewBox="0 0 60 60" preserveAspectRatio="xMidYMid slice">${portrait(suspect)}</svg>
    </span>`,
);

/** Six faces and a back, held like a hand of cards. */
export const fan = html`<div class="fan" aria-hidden="true">${faces.slice(0, 3)}${cardBack()}${faces.slice(3)}</div>`;

/** The case file, sealed, where there is nothing else yet. */
export const sealed = html`<svg class="file sealed" viewBox="-17 -12 34 25" aria-hidden="true">${caseFile}</svg>`;
