/**
 * How long everything on stage takes, in milliseconds at the usual pace: the one table of it. The server waits for these scenes; a
 * test compares its waits with them (`tests/client/test_scene_lengths.py`).
 */

/** How long a beat takes of its time at each pace. */
export const PACES = { usual: 1, fast: 0.4, none: 0 };

/** For how long dice roll, and then lie on the board. */
export const DICE = { usual: [810, 750], fast: [360, 400], none: [0, 0] };

/** An accusation: the lights go down; before each card; a card that lies open; before the answer; each face of the solution; the answer; its picture. */
export const ACCUSATION = {
  lights: 1100,
  before: 1000,
  looked: 300,
  hush: 600,
  face: 650,
  answer: 1900,
  picture: 3600,
};

/**
 * A suggestion: the `whole` of it, less a little for drawing, is shared by those who answer after the cards were `named` and before it
 * `leaves`. Who has none leaves the time of a `card` that may follow. What comes `late` only people do, never bots: it is looked at in
 * peace. While somebody thinks for longer than `rest`, the scene makes room. A card travels for its `flight`.
 */
export const SUGGESTION = { whole: 5800, named: 1500, leaves: 300, card: 900, late: 5100, rest: 1800, flight: 900 };

/** The longest that an answer is looked at: none to show, a card that others see, a card that this viewer may see. */
export const LONGEST = { none: 800, back: 1400, face: 2200 };

/** How long an accusation takes on stage. @param {boolean} right */
export const accusationLength = (right) => {
  const { lights, before, looked, hush, face, answer, picture } = ACCUSATION;
  return lights + 3 * (before + looked) + hush + answer + (right ? 3 * face + picture : 0);
};

/**
 * How long an answer may take, so that all of them together are in time.
 * @param {keyof typeof LONGEST} kind
 * @param {{came: number, elapsed: number, others: number, several: boolean}} when the answer came, how much of the scene has passed, how
 *   many may answer after this, and whether somebody has shown a card already
 */
export function answerLength(kind, { came, elapsed, others, several }) {
  if (came > SUGGESTION.late) return LONGEST[kind];
  const left = SUGGESTION.whole - SUGGESTION.leaves - elapsed;
  if (kind === "none" && others > 0 && !several) return within((left - SUGGESTION.card) / others, LONGEST[kind]);
  return within(several ? left / (others + 1) : left, LONGEST[kind]);
}

/** @param {number} long @param {number} most */
const within = (long, most) => Math.min(most, Math.max(0, long));
