/** Who showed to whom, who had nothing: gestures between the pawns, which nothing waits for. */

import { render, svg } from "../vendor/lit-html.js";

/** @import {Sighting} from "../types/types.js" */
/** @import {Spot} from "./board_layout.js" */

/** A card's back, small enough to be handed over the board. */
const BACK = svg`<g class="handed"><rect x="-3.6" y="-5" width="7.2" height="10" rx="1"></rect>
  <path d="M-2.4-3.8H2.4V3.8H-2.4Z"></path><circle r="1.5"></circle></g>`;

const APART = 260;
/** Milliseconds between one answer and the next, so that the round of answers can be followed. */

/**
 * Play what was answered: a card's back travels from hand to hand, a pawn that has none shakes its head.
 * @param {SVGGElement} stage where cards fly
 * @param {Sighting[]} fresh
 * @param {{where: (word: string) => Spot | undefined, pawn: (word: string) => Element | null, pace: number}} table
 */
export function gesture(stage, fresh, { where, pawn, pace }) {
  const answers = fresh.filter(
    (seen) => seen.event === "CouldNotShow" || seen.event === "Shown" || seen.event === "Snooped",
  );
  answers.forEach((seen, turn) => {
    const delay = turn * APART * pace;
    if (seen.event === "CouldNotShow") shake(pawn(seen.seat), delay, pace);
    else if (seen.event === "Shown") hand(stage, where(seen.seat), where(seen.to), { delay, pace });
    else hand(stage, where(seen.owner), where(seen.seat), { delay, pace });
  });
}

/** @param {SVGGElement} stage @param {Spot | undefined} from @param {Spot | undefined} to @param {{delay: number, pace: number}} how */
function hand(stage, from, to, { delay, pace }) {
  if (!from || !to) return;
  const flight = /** @type {SVGGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", "g"));
  render(BACK, /** @type {HTMLElement} */ (/** @type {unknown} */ (flight)));
  stage.append(flight);
  const [mx, my] = [(from.x + to.x) / 2, (from.y + to.y) / 2 - 14];
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) =>
    `translate(${x}px, ${y - 6}px) scale(${size})`;
  const flown = flight.animate(
    [
      { transform: at(from.x, from.y, 0.3), opacity: 0 },
      { transform: at(from.x, from.y - 4, 1), opacity: 1, offset: 0.2 },
      { transform: at(mx, my, 1.5), opacity: 1, offset: 0.55 },
      { transform: at(to.x, to.y - 4, 1), opacity: 1, offset: 0.85 },
      { transform: at(to.x, to.y, 0.3), opacity: 0 },
    ],
    { duration: 1100 * pace, delay, easing: "ease-in-out", fill: "both" },
  );
  flown.finished.then(
    () => flight.remove(),
    () => flight.remove(),
  );
}

/** @param {Element | null} pawn @param {number} delay @param {number} pace */
function shake(pawn, delay, pace) {
  const head = [0, -7, 7, -5, 5, 0].map((turn) => ({ rotate: `${turn}deg` }));
  pawn?.animate(head, { duration: 480 * pace, delay });
}
