/** What is being entered or edited on the pad, until it is committed. */

/** @import {CompanionEntry, CompanionView, ShownEntry, SuggestionEntry} from "../types/wire.js" */
/** @typedef {"suggestion" | "accusation" | "open" | "snoop" | "fact"} Mode */

/**
 * `by` is who did it, or whom a fact is about; -1 is the case file. `weight` is how many times as likely a suspicion makes something.
 * @typedef {{mode: Mode, cards: (number | null)[], by: number | null, shown: ShownEntry[], asking: number | null, editing: CompanionEntry | null, more: boolean, weight: number}} Pad
 */

/** What is about one card only. @type {Set<Mode>} */
export const SINGLE = new Set(["open", "snoop", "fact"]);
/** How sure a suspicion usually is. */
export const USUAL = 4;

/** @returns {Pad} */
export const emptyPad = () => ({
  mode: "suggestion",
  cards: [null, null, null],
  by: null,
  shown: [],
  asking: null,
  editing: null,
  more: false,
  weight: USUAL,
});

/** The cards that are chosen. @param {Pad} pad */
export const chosenCards = ({ cards }) => cards.filter((card) => card !== null);

/** Suspect, weapon and room. @param {Pad} pad @returns {[number, number, number]} */
export const threeCards = ({ cards: [suspect, weapon, room] }) => [suspect ?? 0, weapon ?? 0, room ?? 0];

/** @param {CompanionView} view @param {number} card */
function kindOf({ kinds: [suspects, weapons] }, card) {
  return card < suspects ? 0 : card < suspects + weapons ? 1 : 2;
}

/** The cards with one of them put where its kind belongs. @param {CompanionView} view @param {Pad["cards"]} cards @param {number} card */
const withCard = (view, cards, card) => cards.with(kindOf(view, card), card);

/** Choose a card, or take it back. @param {Pad} pad @param {CompanionView} view @param {number} card @returns {Pad} */
export function picked(pad, view, card) {
  const kind = kindOf(view, card);
  const others = SINGLE.has(pad.mode) ? emptyPad().cards : pad.cards;
  return { ...pad, cards: others.with(kind, pad.cards[kind] === card ? null : card) };
}

/** Say who does it, or whom a fact is about. @param {Pad} pad @param {number} by @returns {Pad} */
export const withPlayer = (pad, by) => ({ ...pad, by, shown: [] });

/** An earlier entry, to be entered again. @param {CompanionView} view @param {CompanionEntry} entry @returns {Pad} */
export function edited(view, entry) {
  const pad = emptyPad();
  return {
    ...pad,
    editing: entry,
    mode: entry.kind === "known" || entry.kind === "suspicion" ? "fact" : entry.kind,
    by: "holder" in entry ? entry.holder : "by" in entry ? entry.by : null,
    cards:
      "cards" in entry
        ? [...entry.cards]
        : typeof entry.card === "number"
          ? withCard(view, pad.cards, entry.card)
          : pad.cards,
    shown: entry.kind === "suggestion" && view.everybody ? [...(entry.shown ?? [])] : [],
    weight: entry.kind === "suspicion" ? (entry.weight ?? USUAL) : USUAL,
  };
}

/** A suggestion that is worth making, filled in. @param {number[]} cards @param {number} by @returns {Pad} */
export const proposed = (cards, by) => ({ ...emptyPad(), cards: [...cards], by });

/** An entry with the id of the one that is edited, if one is. @param {Pad} pad @param {CompanionEntry} entry @returns {CompanionEntry} */
export const asEdited = ({ editing }, entry) => (editing ? { ...entry, id: editing.id } : entry);

/** @param {Pad} pad @param {number} by @param {ShownEntry[]} shown @param {string} id @returns {SuggestionEntry} */
export const suggestionOf = (pad, by, shown, id) => ({ kind: "suggestion", id, by, cards: threeCards(pad), shown });

/** The cards that a player can have shown, if I must say which one. @param {Pad} pad @param {CompanionView} view @param {{by: number, player: number}} who */
export function visibleCards(pad, { setup: { me, hand = [] } }, { by, player }) {
  if (player === me) return chosenCards(pad).filter((card) => hand.includes(card));
  return by === me ? chosenCards(pad) : [];
}

/**
 * Somebody showed a card: the answer that follows, unless it must be said which card it was, or a second tap took it back.
 * @param {Pad} pad @param {CompanionView} view @param {{by: number, player: number}} who
 * @returns {{pad: Pad, shown?: ShownEntry[]}}
 */
export function afterShowing(pad, view, who) {
  const { player } = who;
  if (view.everybody && pad.shown.some((one) => one.player === player))
    return { pad: { ...pad, shown: pad.shown.filter((one) => one.player !== player) } };
  const cards = visibleCards(pad, view, who);
  if (cards.length > 1) return { pad: { ...pad, asking: player } };
  return afterAnswer(pad, view, player, cards[0] ?? null);
}

/**
 * It is known who showed, and which card, if I saw it. Where several can show, more may follow.
 * @param {Pad} pad @param {CompanionView} view @param {number} player @param {number | null} card
 * @returns {{pad: Pad, shown?: ShownEntry[]}}
 */
export function afterAnswer(pad, view, player, card) {
  const shown = { player, ...(card === null ? seenBefore(pad, player) : { card }) };
  const next = { ...pad, asking: null };
  return view.everybody ? { pad: { ...next, shown: [...pad.shown, shown] } } : { pad: next, shown: [shown] };
}

/** A card that I know of an answer without having seen it stays with it. @param {Pad} pad @param {number} player @returns {{card?: number}} */
function seenBefore(pad, player) {
  const { editing } = pad;
  const before = editing?.kind === "suggestion" && editing.shown?.find((one) => one.player === player)?.card;
  return typeof before === "number" && chosenCards(pad).includes(before) ? { card: before } : {};
}

/** The odds to choose from; those of an entry that was typed elsewhere are among them. @param {number[]} usual @param {number} weight */
export const oddsWith = (usual, weight) =>
  usual.includes(weight) ? usual : [...usual, weight].sort((one, other) => one - other);
