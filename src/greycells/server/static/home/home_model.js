/** Which of the listed games are shown where. */

/** @import {Listed} from "../types/types.js" */

/** Games in one of these states, in their order. @param {Listed[]} games @param {string[]} states */
export const gamesThatAre = (games, ...states) => games.filter(({ state }) => states.includes(state));

/** The game that waits for this guest: one that is being played, or else one where they have a seat. @param {Listed[]} games */
export const gameToContinue = (games) => [...gamesThatAre(games, "running"), ...gamesThatAre(games, "open")][0];

/** A point in two parts: its first words stand out, up to a full stop that comes soon. @param {string} words @returns {[string, string]} */
export function leadOf(words) {
  const end = words.indexOf(". ") + 1;
  return end < LONGEST ? [words.slice(0, end), words.slice(end)] : ["", words];
}

/** Letters that may stand out at most. */
const LONGEST = 40;
