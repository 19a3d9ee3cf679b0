/** Dice as they are drawn: small in the sentence at the top, large on the board. */

import { html, svg } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";

/** The pips of each face. @type {[number, number][][]} */
const PIPS = [
  [[12, 12]],
  [
    [7, 7],
    [17, 17],
  ],
  [
    [7, 7],
    [12, 12],
    [17, 17],
  ],
  [
    [7, 7],
    [17, 7],
    [7, 17],
    [17, 17],
  ],
  [
    [7, 7],
    [17, 7],
    [12, 12],
    [7, 17],
    [17, 17],
  ],
  [
    [7, 6],
    [17, 6],
    [7, 12],
    [17, 12],
    [7, 18],
    [17, 18],
  ],
];

/** How many faces a die has. */
export const SIDES = PIPS.length;

/** @param {number[]} faces */
export const drawnDice = (faces) =>
  faces.map(
    (face) =>
      html`<svg class="die" viewBox="0 0 24 24" aria-hidden="true">
        <rect x="1" y="1" width="22" height="22" rx="4.5"></rect>
        ${(PIPS[face - 1] ?? []).map(([x, y]) => svg`<circle cx=${x} cy=${y} r="2.2"></circle>`)}
      </svg>`,
  );

/** What was rolled, beside the sentence. @param {number[]} faces */
export const dice = (faces) =>
  html`<span
    class="dice"
    role="img"
    aria-label=${t("dice.total", { total: faces.reduce((sum, face) => sum + face, 0) })}
    >${drawnDice(faces)}</span
  >`;
