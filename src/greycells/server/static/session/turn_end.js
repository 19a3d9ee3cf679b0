/** A turn that ends by itself after a walk, unless something else is chosen within a moment. */

import { state, update } from "../ui/store.js";

/** @import {Frame, State} from "../types/types.js" */

/** Milliseconds in which something else can be chosen; the button shows it running out (`game/actions.css`). */
const MOMENT = 3000;

/** What this page has chosen last: a turn ends by itself only after a walk that was made here. */
let lastDone = "";
/** The cards that were picked for it. @type {State["asking"]} */
export let lastPicks = null;

/**
 * Something was chosen on this page. The focus leaves the button before that goes: otherwise the whole page would be laid
 * out while it is drawn.
 * @param {string} what
 */
export function chose(what) {
  lastDone = what;
  lastPicks = state.asking;
  const at = document.activeElement;
  if ((at instanceof HTMLElement || at instanceof SVGElement) && at.closest(".turn-panel, .lights, .dialog")) at.blur();
}

/**
 * Whether a walk has left nothing to do but to accuse, or to take it back; then the turn ends in a moment.
 * @param {Extract<Frame, {type: "choose"}>} frame @param {() => void} endTurn
 */
export function endsSoon({ decision, options }, endTurn) {
  const { roll, moves, passage, snoop, suggest, show } = options;
  const more = roll || moves || passage || snoop?.length || suggest || show?.length || options["cannot show"];
  if (lastDone !== "move" || !state.settings.ends || state.table?.lesson || more || !options["end turn"]) return false;
  setTimeout(() => end(decision, endTurn), MOMENT);
  return true;
}

/** End the turn, unless something else was begun meanwhile. @param {number} decision @param {() => void} endTurn */
function end(decision, endTurn) {
  if (state.ending !== decision || state.choice?.decision !== decision) return;
  if (state.asking || state.dialog || state.sending) update({ ending: null });
  else endTurn();
}
