/** What is known about a card without thinking: one's own hand, open cards, what one wrote down, and the table's help. */

import { hiddenAnswers, seenOfMine } from "../session/answers_seen.js";
import { splitMark } from "../session/notebook_marks.js";
import { mine } from "../session/session.js";
import { game } from "../session/game_state.js";
import { settings } from "../ui/settings.js";
import { CASE_FILE, cell } from "../session/notebook_pages.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { called } from "../board/token.js";

/** @import {EditionPrint, Word} from "../types/types.js" */

/** @param {EditionPrint} edition @param {Word} word @returns {{kind: string, words: string}} */
export function known(edition, word) {
  const { scene, table } = game;
  if (scene?.hand.includes(word)) return { kind: "mine", words: t("pick.mine") };
  if (scene?.open_cards.includes(word)) return { kind: "mine", words: t("pick.open") };
  const seats = (table?.seats ?? []).map(([suspect]) => suspect);
  const marks = seats.map((suspect) => answerAt(word, suspect));
  const holder = seats[marks.indexOf("yes")];
  if (holder) return { kind: "yes", words: t("pick.yes mark", { who: called(edition, holder) }) };
  const file = answerAt(word, CASE_FILE);
  if (file === "yes") return { kind: "alone", words: t("pick.file mark") };
  const own = markAt(word, CASE_FILE).ink === "own";
  if (file === "no") return { kind: "yes", words: t(own ? "pick.own no mark" : "pick.not file mark") };
  const others = seats.filter((suspect) => suspect !== mine());
  if (others.length && others.every((suspect) => answerAt(word, suspect) === "no"))
    return { kind: "alone", words: t("pick.no mark") };
  const maybe = seats.some((suspect) => markAt(word, suspect).mark === "maybe");
  return maybe ? { kind: "maybe", words: t("pick.maybe mark") } : { kind: "", words: "" };
}

/**
 * The mark of a cell and in whose ink: one's own first, then what one holds in hand, then the help that the table allows.
 * @param {Word} card @param {Word} suspect @returns {{mark: string, colour: string, ink: "own" | "hand" | "help"}}
 */
export function markAt(card, suspect) {
  const own = game.notebook?.marks[cell(card, suspect)];
  if (!own) return { ...unwritten(card, suspect), colour: "" };
  const { sign, colour } = splitMark(own);
  return { mark: sign, colour, ink: "own" };
}

/** Yes, no or nothing: a sign that says neither hides nothing that is known otherwise. @param {Word} card @param {Word} suspect */
export function answerAt(card, suspect) {
  const { sign } = splitMark(game.notebook?.marks[cell(card, suspect)] ?? "");
  return sign === "yes" || sign === "no" ? sign : unwritten(card, suspect).mark;
}

/**
 * Whether a card is known to be where this cell says, whatever is written in the cell itself: it is held or was shown, or
 * nobody else can have it and it is in no other place.
 * @param {Word} card @param {Word} suspect
 */
export function isCertain(card, suspect) {
  const { mark } = unwritten(card, suspect);
  if (mark || game.scene?.open_cards.includes(card)) return mark === "yes";
  if (wasShown(card, suspect)) return true;
  const places = [...(game.table?.seats ?? []).map(([word]) => word), CASE_FILE];
  return places.every((place) => place === suspect || answerAt(card, place) === "no");
}

/** Whether this player has shown one the card. @param {Word} card @param {Word} suspect */
const wasShown = (card, suspect) =>
  game.log.some(
    ({ event }) =>
      (event?.event === "Shown" && event.seat === suspect && event.to === mine() && event.card === card) ||
      (event?.event === "Snooped" && event.owner === suspect && event.seat === mine() && event.card === card),
  );

/** What is known of a cell without having been written there. @param {Word} card @param {Word} suspect */
function unwritten(card, suspect) {
  const { scene, help } = game;
  if (scene?.hand.length) {
    const held = scene.hand.includes(card);
    if (suspect === mine()) return { mark: held ? "yes" : "no", ink: /** @type {const} */ ("hand") };
    if ((held || scene.open_cards.includes(card)) && suspect !== CASE_FILE)
      return { mark: "no", ink: /** @type {const} */ ("hand") };
  }
  return { mark: help[cell(card, suspect)] ?? "", ink: /** @type {const} */ ("help") };
}

/** The answers that may still have been this card: those whose card is not known yet. @param {Word} card @param {Word} suspect */
export function oneOfThree(card, suspect) {
  if (!settings.markers || answerAt(card, suspect) === "no") return [];
  return hiddenAnswers(game.log, mine()).filter(
    ({ seat, theory }) =>
      seat === suspect && theory.includes(card) && !theory.some((one) => answerAt(one, seat) === "yes"),
  );
}

/** The players who have seen a card of one's own. @param {Word} card */
export const seenBy = (card) => (settings.seen ? (seenOfMine(game.log, mine()).get(card) ?? []) : []);
