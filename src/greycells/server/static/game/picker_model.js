/** Picking three cards for a suggestion or an accusation. */

/** @import {EditionPrint, Options, Picks, Word} from "../types/types.js" */

/** Begin to pick; where only one room can be named, it is. @param {Picks["kind"]} kind @param {Options} options @returns {Picks} */
export function emptyPicks(kind, options) {
  const rooms = options.suggest?.rooms ?? [];
  return { kind, picked: [null, null, kind === "suggest" && rooms.length === 1 ? rooms[0] : null] };
}

/** The cards to choose from, row by row; a suggestion names a room where one stands. @param {EditionPrint} edition @param {Picks} picks @param {Options} options @returns {Word[][]} */
export const rowsOf = (edition, { kind }, options) => [
  edition.suspects.map(({ word }) => word),
  edition.weapons.map(({ word }) => word),
  kind === "suggest" ? (options.suggest?.rooms ?? []) : edition.rooms.map(({ word }) => word),
];

/** @param {Picks} picks @param {number} row @param {Word} word @returns {Picks} */
export const afterPick = ({ kind, picked }, row, word) => ({
  kind,
  picked: picked.map((before, at) => (at === row ? word : before)),
});

/** Whether a card of each row has been picked. @param {Picks} picks */
export const isComplete = ({ picked }) => picked.every(Boolean);
