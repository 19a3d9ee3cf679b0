/** The notebook help that a table allows: when to ask for more of it, and which marks it writes. */

import { planOf } from "../session/game_model.js";
import { CASE_FILE, cell } from "../session/notebook_model.js";

/** @import {Game, Line} from "../types/types.js" */

/** Events from which something may follow. */
const INFORMATIVE = new Set(["Dealt", "LaidOpen", "CouldNotShow", "Shown", "Snooped", "Opened"]);

/** Whether this seat has help. @param {Game} game */
export const isHelped = ({ table, chair }) => table !== null && chair !== null && planOf(table).help !== "none";

/** The number of the last event from which something may follow; -1 if there was none. @param {Line[]} log */
export const lastInformative = (log) =>
  log.findLast(({ event }) => event && INFORMATIVE.has(event.event))?.event?.number ?? -1;

/** Milliseconds between two requests: a round of answers is one. */
const PAUSE = 2000;
/** Milliseconds after an event in which more of them may come, as the answers to one suggestion. */
const TOGETHER = 150;

/**
 * The next request for help: up to which event, and in how many milliseconds. None while nothing new is known, or the stage has yet
 * to show an answer.
 * @param {Game} game @param {number} now in milliseconds, as `helpAsked.at`
 */
export function nextRequest(game, now) {
  const event = lastInformative(game.log);
  if (!isHelped(game) || game.unshown !== null || event === game.helpAsked.event) return null;
  return { event, delay: Math.max(TOGETHER, game.helpAsked.at + PAUSE - now) };
}

/** Whether the help, where the table allows it, has written down all that followed from this event. @param {Game} game @param {number} event */
export const hasHelpedWith = (game, event) => !isHelped(game) || game.helped >= event;

/** What the help writes, cell by cell; who holds a card and sits at no table is the case file. @param {Game} game @param {{card: string, holder: string, has: boolean}[]} marks @returns {Record<string, string>} */
export function marksOf({ table }, marks) {
  const seats = new Set((table?.seats ?? []).map(([word]) => word));
  return Object.fromEntries(
    marks.map(({ card, holder, has }) => [cell(card, seats.has(holder) ? holder : CASE_FILE), has ? "yes" : "no"]),
  );
}
