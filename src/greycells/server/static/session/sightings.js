/** What can be read from sightings: the seat, the cards that were named, and private notices for one viewer. */

/** @import {Moment, Sighting, Word} from "../types/types.js" */

/** The seat that an event is about; nobody's is empty. @param {Sighting | undefined} seen @returns {Word} */
export const seatOf = (seen) => (seen && "seat" in seen ? seen.seat : "");

/** The cards that a suggestion or an accusation named. @param {Sighting | undefined} seen @returns {Word[]} */
export const theoryOf = (seen) => (seen && "theory" in seen ? seen.theory : []);

/** How many private notices are shown at once: a suggestion names three cards. */
export const MOST = 3;

/**
 * The private notices of this viewer: cards seen, drawn, or seen by another player.
 * @param {Sighting[]} seen
 * @param {string | null} word
 */
export function momentsIn(seen, word) {
  /** @type {Moment[]} */
  const moments = [];
  if (!word) return moments;
  for (const one of seen) {
    const { number } = one;
    if (one.event === "Shown" && one.to === word)
      moments.push({ kind: "shown", card: one.card, who: one.seat, number });
    if (one.event !== "Snooped") continue;
    if (one.seat === word) moments.push({ kind: "snooped", card: one.card, who: one.owner, number });
    if (one.owner === word) moments.push({ kind: "peeked", card: one.card, who: one.seat, number });
  }
  return moments;
}
