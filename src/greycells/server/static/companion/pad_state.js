/** What is being entered or edited on the pad, until it is committed. */

import { redraw } from "../ui/store.js";
import { current, mayWrite, put } from "./book.js";
import { fresh } from "./device.js";
import { turn } from "./entries.js";
import { resetOdds } from "./fact_buttons.js";
import { show } from "./tabs.js";

/** @import {CompanionEntry, CompanionView, ShownEntry, SuggestionEntry} from "../types/wire.js" */
/** @typedef {"suggestion" | "accusation" | "open" | "snoop" | "fact"} Mode */

/** `by` is who did it, or whom a fact is about; -1 is the case file. @type {{mode: Mode, cards: (number | null)[], by: number | null, shown: ShownEntry[], asking: number | null, editing: CompanionEntry | null, more: boolean}} */
export let pad = empty();

/** @returns {typeof pad} */
function empty() {
  return {
    mode: "suggestion",
    cards: [null, null, null],
    by: null,
    shown: [],
    asking: null,
    editing: null,
    more: false,
  };
}

/** What is about one card only. @type {Set<Mode>} */
export const SINGLE = new Set(["open", "snoop", "fact"]);

/** Enter something else. @param {Mode} mode */
export function setMode(mode) {
  pad = { ...empty(), mode };
  redraw();
}

/** Begin again, with nothing chosen. */
export function clear() {
  pad = empty();
  redraw();
}

/** The cards that are chosen. */
export const chosen = () => pad.cards.filter((card) => card !== null);

/** Whether cards can be chosen now. */
export const choosable = () => mayWrite() && pad.asking === null;

/** The three cards and the suggester, once they are chosen: what advice on showing asks about. */
export const asked = () => (chosen().length === 3 ? { by: suggester(), cards: chosen() } : null);

export const suggester = () => pad.by ?? turn();

/** @param {CompanionView} view @param {number} card */
function kindOf(view, card) {
  const [suspects, weapons] = view.kinds;
  return card < suspects ? 0 : card < suspects + weapons ? 1 : 2;
}

/** Choose a card, or take it back. @param {number} card */
export function pick(card) {
  const view = current();
  if (!view || !choosable()) return;
  const kind = kindOf(view, card);
  const again = pad.cards[kind] === card;
  if (SINGLE.has(pad.mode)) pad.cards = [null, null, null];
  pad.cards[kind] = again ? null : card;
  redraw();
}

/** Say who does it, or whom a fact is about. @param {number} player */
export function setBy(player) {
  pad.by = player;
  pad.shown = [];
  redraw();
}

/** Make an earlier entry the one that is being entered. @param {CompanionEntry} entry */
export function edit(entry) {
  const view = current();
  if (!view) return;
  pad = { ...empty(), editing: entry, mode: modeOf(entry), by: "by" in entry ? entry.by : null };
  if ("cards" in entry) pad.cards = [...entry.cards];
  else if (typeof entry.card === "number") pad.cards[kindOf(view, entry.card)] = entry.card;
  if (entry.kind === "suggestion" && view.everybody) pad.shown = [...(entry.shown ?? [])];
  if ("holder" in entry) pad.by = entry.holder;
  if (entry.kind === "suspicion") resetOdds(entry.weight);
  else resetOdds();
  show("sheet");
}

/** @param {CompanionEntry} entry @returns {Mode} */
const modeOf = ({ kind }) => (kind === "known" || kind === "suspicion" ? "fact" : kind);

/** Fill in a suggestion that is worth making. @param {number[]} cards @param {number} by */
export function propose(cards, by) {
  pad = { ...empty(), cards: [...cards], by };
  show("sheet");
}

/** @param {CompanionEntry} entry */
export function commit(entry) {
  const { editing } = pad;
  pad = empty();
  put(editing ? { ...entry, id: editing.id } : entry, editing ?? undefined);
}

/** @returns {[number, number, number]} */
export function three() {
  const [suspect, weapon, room] = pad.cards;
  return [suspect ?? 0, weapon ?? 0, room ?? 0];
}

/** @param {ShownEntry[]} shown @returns {SuggestionEntry} */
export const suggestion = (shown) => ({ kind: "suggestion", id: fresh(), by: suggester(), cards: three(), shown });

/** The cards that this player can have shown, if I must say which one. @param {CompanionView} view @param {number} player */
export function visible(view, player) {
  const { me, hand = [] } = view.setup;
  if (player === me) return chosen().filter((card) => hand.includes(card));
  return suggester() === me ? chosen() : [];
}

/** Somebody showed a card: this commits it, unless it must be said which card. @param {CompanionView} view @param {number} player */
export function showed(view, player) {
  if (view.everybody && pad.shown.some((one) => one.player === player)) {
    pad.shown = pad.shown.filter((one) => one.player !== player);
    return redraw();
  }
  const cards = visible(view, player);
  if (cards.length > 1) {
    pad.asking = player;
    return redraw();
  }
  answered(view, player, cards[0] ?? null);
}

/** A card that I know of an answer without having seen it stays with it. @param {number} player @returns {{card?: number}} */
function seenBefore(player) {
  const { editing } = pad;
  const before = editing?.kind === "suggestion" && editing.shown?.find((one) => one.player === player)?.card;
  return typeof before === "number" && chosen().includes(before) ? { card: before } : {};
}

/** @param {CompanionView} view @param {number} player @param {number | null} card */
export function answered(view, player, card) {
  const shown = { player, ...(card === null ? seenBefore(player) : { card }) };
  pad.asking = null;
  if (!view.everybody) return commit(suggestion([shown]));
  pad.shown = [...pad.shown, shown];
  redraw();
}
