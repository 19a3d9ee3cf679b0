/** The record of answers, as one seat saw them: which cards it did not see, and who has seen its own. No deduction. */

import { seatOf, theoryOf } from "./sightings.js";

/** @import {HiddenAnswer, Line, Word} from "../types/types.js" */

/** What was shown to somebody else, in the order of the game; the same answer given twice counts once. @param {Line[]} lines @param {Word | null} me */
export const hiddenAnswers = (lines, me) => withHidden([], [], lines, me);

/**
 * The hidden answers once some lines follow those before them. If none is added, the list is the same one: then nothing that
 * shows it has to be drawn again.
 * @param {HiddenAnswer[]} known @param {Line[]} before @param {Line[]} lines @param {Word | null} me
 */
export function withHidden(known, before, lines, me) {
  let answers = known;
  let suggestion = before.findLast(({ event }) => event?.event === "Suggested");
  for (const line of lines) {
    const { event } = line;
    if (event?.event === "Suggested") suggestion = line;
    if (event?.event !== "Shown" || !suggestion || event.seat === me || event.to === me) continue;
    const theory = theoryOf(suggestion.event);
    if (answers.some((one) => one.seat === event.seat && one.theory.join() === theory.join())) continue;
    const words = `${suggestion.words} ${line.words}`;
    answers = [...answers, { number: answers.length + 1, event: event.number, seat: event.seat, theory, words }];
  }
  return answers;
}

/** Who has seen which of this seat's cards: shown to them, or drawn by them. @param {Line[]} lines @param {Word | null} me */
export function seenOfMine(lines, me) {
  /** @type {Map<Word, Word[]>} */
  const seen = new Map();
  for (const { event } of lines) {
    const mine = event?.event === "Shown" ? event.seat : event?.event === "Snooped" ? event.owner : null;
    if (!me || mine !== me || !event || !("card" in event) || !event.card) continue;
    const viewer = event.event === "Shown" ? event.to : seatOf(event);
    const before = seen.get(event.card) ?? [];
    if (!before.includes(viewer)) seen.set(event.card, [...before, viewer]);
  }
  return seen;
}
