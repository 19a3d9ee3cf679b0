/** The pad: what a tap on it, or on the sheet, does. */

import { put } from "./book.js";
import { companion, current, mayWrite, updateCompanion, waiting } from "./companion_state.js";
import { newId } from "./device.js";
import { turnOf } from "./entries_model.js";
import {
  afterAnswer,
  afterShowing,
  asEdited,
  chosenCards,
  edited,
  emptyPad,
  picked,
  proposed,
  suggestionOf,
  withPlayer,
} from "./pad_model.js";

/** @import {CompanionEntry} from "../types/wire.js" */
/** @import {Pad} from "./pad_model.js" */

/** @param {Partial<Pad>} changes */
export const changePad = (changes) => updateCompanion({ pad: { ...companion.pad, ...changes } });

/** Begin again, with nothing chosen. */
export const clearPad = () => updateCompanion({ pad: emptyPad() });

/** Whether cards can be chosen now. */
export const choosable = () => mayWrite() && companion.pad.asking === null;

/** Who suggests or accuses, or whom a fact is about: whose turn it is likely to be, until somebody else is chosen. */
export function suggester() {
  const view = current();
  return companion.pad.by ?? (view ? turnOf(view, waiting()) : 0);
}

/** The three cards and the suggester, once they are chosen: what advice on showing asks about. */
export function suggestionInHand() {
  const cards = chosenCards(companion.pad);
  return cards.length === 3 ? { by: suggester(), cards } : null;
}

/** @param {number} card */
export function pick(card) {
  const view = current();
  if (view && choosable()) updateCompanion({ pad: picked(companion.pad, view, card) });
}

/** @param {number} player */
export const choosePlayer = (player) => updateCompanion({ pad: withPlayer(companion.pad, player) });

/** Make an earlier entry the one that is being entered. @param {CompanionEntry} entry */
export function edit(entry) {
  const view = current();
  if (view) updateCompanion({ pad: edited(view, entry), tab: "sheet" });
}

/** Fill in a suggestion that is worth making. @param {number[]} cards @param {number} by */
export const propose = (cards, by) => updateCompanion({ pad: proposed(cards, by), tab: "sheet" });

/** @param {CompanionEntry} entry */
export function commit(entry) {
  const { pad } = companion;
  clearPad();
  put(asEdited(pad, entry), pad.editing ?? undefined);
}

/** The suggestion is entered, with who showed. @param {Pad["shown"]} shown */
export const commitSuggestion = (shown) => commit(suggestionOf(companion.pad, suggester(), shown, newId()));

/** @param {ReturnType<typeof afterShowing>} after */
function answered({ pad, shown }) {
  updateCompanion({ pad });
  if (shown) commitSuggestion(shown);
}

/** Somebody showed a card. @param {number} player */
export function showed(player) {
  const view = current();
  if (view) answered(afterShowing(companion.pad, view, { by: suggester(), player }));
}

/** It was this card. @param {number} player @param {number} card */
export function showedCard(player, card) {
  const view = current();
  if (view) answered(afterAnswer(companion.pad, view, player, card));
}
