/** A turn that ends by itself after a walk, unless something else is chosen within a moment. */

/** @import {Game, Options} from "../types/types.js" */

/** Milliseconds in which something else can be chosen; the button shows it running out (`game/actions.css`). */
export const MOMENT = 3000;

/**
 * Whether a walk that was made on this page has left nothing to do but to accuse, or to take it back.
 * @param {Game} game @param {Options} options @param {{ends: boolean}} device
 */
export function turnEndsItself({ lastChoice, table }, options, { ends }) {
  const { roll, moves, passage, snoop, suggest, show } = options;
  const more = roll || moves || passage || snoop?.length || suggest || show?.length || options["cannot show"];
  return lastChoice === "move" && ends && !table?.lesson && !more && Boolean(options["end turn"]);
}

/** When the moment is over: whether the turn ends, goes on because something else was begun, or has ended already. @param {Game} game @param {number} decision @param {boolean} busy whether a window is open @returns {"end" | "go on" | "over"} */
export function atTurnEnd({ ending, choice, asking, sending }, decision, busy) {
  if (ending !== decision || choice?.decision !== decision) return "over";
  return asking || sending || busy ? "go on" : "end";
}
