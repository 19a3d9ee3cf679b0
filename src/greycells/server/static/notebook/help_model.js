/** The notebook help that a table allows: what it has written, as far as the stage has shown what that follows from. */

import { isShown } from "../session/held_back_model.js";

/** @import {Game, Word} from "../types/types.js" */

const SIGNS = /** @type {Record<string, "yes" | "no">} */ ({ "+": "yes", "-": "no" });

/** Whether this seat has help. @param {Game} game */
export const isHelped = ({ table, chair }) => chair !== null && (table?.plan.help ?? "none") !== "none";

/** What help wrote last. @param {Game} game */
const shownHelp = (game) => game.help.findLast(({ event }) => isShown(game, event));

/** Whether the help, where the table allows it, has written down all that followed from this event. @param {Game} game @param {number} event */
export const hasHelpedWith = (game, event) => !isHelped(game) || (shownHelp(game)?.event ?? -1) >= event;

/**
 * What help has written into a cell. The signs of a card are those of the seats, and that of the case file comes last.
 * @param {Game} game @param {Word} card @param {Word} holder a seat's suspect, or the case file
 */
export function helpAt(game, card, holder) {
  const seat = (game.table?.seats ?? []).findIndex(([suspect]) => suspect === holder);
  return SIGNS[shownHelp(game)?.marks[card]?.at(seat) ?? ""] ?? "";
}
