/** Playing on from a moment of a game: who is to sit where. */

/** @import {Offer, Plan, Word} from "../types/types.js" */
/** @import {PlayOn} from "../types/wire.js" */
/** What is played on: the game's address in the API, its seats, and the moment with its turn. @typedef {{path: string, edition: string, seats: [Word, string][], at: number, turn: number}} PlayedOn */
/** Who is to play each seat: `you`, `friend`, or a bot's level. @typedef {Record<Word, string>} Sitters */

export const YOU = "you";
export const FRIEND = "friend";

/** The bots that can be had: those that a server offers, and those that played. @param {PlayedOn} game @param {Offer | null} offer */
export function levelsFor({ seats }, offer) {
  const played = seats.map(([, name]) => name).filter((name) => offer?.level_names?.[name]);
  const levels = [...new Set([...(offer?.levels ?? []), ...played])];
  return { levels, usual: played[0] ?? offer?.starters?.at(-1) ?? levels.at(-1) ?? "" };
}

/** Who sits where to begin with: bots as they were, and others in place of people. @param {PlayedOn} game @param {Offer | null} offer @param {Word} own @returns {Sitters} */
export function sittersFor(game, offer, own) {
  const { levels, usual } = levelsFor(game, offer);
  return Object.fromEntries(
    game.seats.map(([word, name]) => [word, word === own ? YOU : levels.includes(name) ? name : usual]),
  );
}

/** The seats that are one's own. @param {Sitters} sitters */
export const ownSeats = (sitters) => Object.keys(sitters).filter((word) => sitters[word] === YOU);

/** Whether nobody else is waited for. @param {Sitters} sitters */
export const isAlone = (sitters) => !Object.values(sitters).includes(FRIEND);

/** What the server is asked for. @param {PlayedOn} game @param {Sitters} sitters @param {Plan["help"]} help @returns {PlayOn} */
export const playOnRequest = ({ at }, sitters, help) => ({
  at,
  mine: ownSeats(sitters),
  bots: Object.fromEntries(Object.entries(sitters).filter(([, who]) => who !== YOU && who !== FRIEND)),
  help,
});
