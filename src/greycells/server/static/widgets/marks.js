/** What is known about a card without thinking: one's own hand, open cards, and what one wrote down. */

import { mine } from "../session.js";
import { state } from "../store.js";
import { CASE_FILE, cell } from "../notes.js";
import { t } from "../words.js";
import { cardName } from "./token.js";

/** @import {EditionPrint, Word} from "../types.js" */

/** @param {EditionPrint} edition @param {Word} word @returns {{kind: string, words: string}} */
export function known(edition, word) {
  const { look, table } = state;
  if (look?.hand.includes(word)) return { kind: "mine", words: t("pick.mine") };
  if (look?.open_cards.includes(word)) return { kind: "mine", words: t("pick.open") };
  const seats = (table?.seats ?? []).map(([suspect]) => suspect);
  const marks = seats.map((suspect) => markAt(word, suspect).mark);
  const holder = seats[marks.indexOf("yes")];
  if (holder) return { kind: "yes", words: t("pick.yes mark", { who: cardName(edition, holder) }) };
  if (markAt(word, CASE_FILE).mark === "yes") return { kind: "alone", words: t("pick.file mark") };
  const others = seats.filter((suspect) => suspect !== mine());
  if (others.length && others.every((suspect) => markAt(word, suspect).mark === "no"))
    return { kind: "alone", words: t("pick.no mark") };
  return marks.includes("maybe") ? { kind: "maybe", words: t("pick.maybe mark") } : { kind: "", words: "" };
}

/**
 * The mark of a cell and in whose ink: one's own first, then what one holds in hand, then the help that the table allows.
 * @param {Word} card @param {Word} suspect @returns {{mark: string, ink: "own" | "hand" | "help"}}
 */
export function markAt(card, suspect) {
  const { look, notebook, help } = state;
  const own = notebook?.marks[cell(card, suspect)];
  if (own) return { mark: own, ink: "own" };
  if (look?.hand.length) {
    const held = look.hand.includes(card);
    if (suspect === mine()) return { mark: held ? "yes" : "no", ink: "hand" };
    if ((held || look.open_cards.includes(card)) && suspect !== CASE_FILE) return { mark: "no", ink: "hand" };
  }
  return { mark: help[cell(card, suspect)] ?? "", ink: "help" };
}
