/** Dice that roll: thrown large on the board, and then small in the sentence at the top. */

import { motion } from "../settings.js";
import { state, update } from "../store.js";
import { html, nothing, svg } from "../vendor/lit-html.js";
import { t } from "../words.js";

/** @import {Sighting} from "../types.js" */

/** Milliseconds until dice lie still, and until they are gone from the board. */
const ROLLING = { usual: [750, 1500], fast: [300, 700], none: [0, 0] };

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

/** @param {number[]} faces */
const drawn = (faces) =>
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
    >${drawn(faces)}</span
  >`;

/** The throw that lies on the board. @type {{faces: number[], number: number} | null} */
let lying = null;

/** Throw the dice of a roll that has just been seen: the sentence waits for them, unless it asks for more already. @param {Sighting[]} fresh */
export function throwDice(fresh) {
  const rolled = fresh.findLast((one) => one.event === "Rolled");
  state.thrown = null;
  const [rest, gone] = ROLLING[motion()];
  // Nobody sees a throw behind a scene: what was rolled is then beside the sentence at once.
  if (!rolled || !rest || document.querySelector(".scene:not(.away, .aside)")) return;
  const thrown = (lying = { faces: rolled.dice, number: rolled.number });
  if (rolled === fresh[fresh.length - 1]) state.thrown = rolled.dice;
  setTimeout(() => state.thrown === rolled.dice && update({ thrown: null }), rest);
  setTimeout(() => {
    if (lying === thrown) lying = null;
    update({});
  }, gone);
}

/** The dice on the board. */
export const thrownDice = () =>
  lying
    ? html`<div
        class=${`throw ${lying.number % 2 ? "odd" : "even"} ${state.thrown ? "" : "landed"}`}
        aria-hidden="true"
      >
        ${drawn(lying.faces)}
      </div>`
    : nothing;
