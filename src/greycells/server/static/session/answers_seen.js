/** The record of answers, as one seat saw them: which cards it did not see, and who has seen its own. No deduction. */

import { seatOf, theoryOf } from "./sightings.js";

/** @import {Line, Word} from "../types/types.js" */

/**
 * A card that one player showed to another, and the three that it may be. `number` is how it is called on the page.
 * @typedef {{number: number, seat: Word, theory: Word[], words: string}} HiddenAnswer
 */

/** @type {{lines: Line[], me: Word | null, answers: HiddenAnswer[]}} */
let last = { lines: [], me: null, answers: [] };

/** What was shown to somebody else, in the order of the game; the same answer given twice counts once. @param {Line[]} lines @param {Word | null} me */
export function hiddenAnswers(lines, me) {
  if (lines === last.lines && me === last.me) return last.answers;
  const answers = findHidden(lines, me);
  // A line that adds no answer changes nothing on the page: the same list means that nothing has to be drawn again.
  const same = last.me === me && answers.length === last.answers.length && lines[0] === last.lines[0];
  last = { lines, me, answers: same ? last.answers : answers };
  return last.answers;
}

/** @param {Line[]} lines @param {Word | null} me */
function findHidden(lines, me) {
  /** @type {HiddenAnswer[]} */
  const answers = [];
  /** @type {Line | undefined} */
  let suggestion;
  for (const line of lines) {
    const { event } = line;
    if (event?.event === "Suggested") suggestion = line;
    if (event?.event !== "Shown" || !suggestion || event.seat === me || event.to === me) continue;
    const theory = theoryOf(suggestion.event);
    if (answers.some((known) => known.seat === event.seat && known.theory.join() === theory.join())) continue;
    const words = `${suggestion.words} ${line.words}`;
    answers.push({ number: answers.length + 1, seat: event.seat, theory, words });
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
