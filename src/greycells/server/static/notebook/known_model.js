/** What is known about a card without deducing: your hand, open cards, your own marks, and the table's help. */

import { seenOfMine } from "../session/answers_seen.js";
import { suspectAt } from "../session/game_model.js";
import { shownAnswers, shownLog, shownMoments } from "../session/held_back_model.js";
import { CASE_FILE, cell, splitMark } from "../session/notebook_model.js";
import { helpAt } from "./help_model.js";

/** @import {Game, Moment, Word} from "../types/types.js" */

/** The suspect that this viewer plays. @param {Game} game */
const own = ({ table, chair }) => suspectAt(table, chair);

/** The suspects at the table, in the order of the seats. @param {Game} game @returns {Word[]} */
export const suspectsOf = ({ table }) => (table?.seats ?? []).map(([suspect]) => suspect);

/**
 * What a card is called that may be picked, and by whom it is held: `mine`, `open`, `held` (by `who`), `file` (certainly in the case
 * file), `not file`, `nobody` (nobody has it), `maybe`, or nothing.
 * @param {Game} game @param {Word} word @returns {{known: "mine" | "open" | "held" | "file" | "not file" | "nobody" | "maybe" | "", who?: Word, own?: boolean}}
 */
export function knownOf(game, word) {
  if (game.scene?.hand.includes(word)) return { known: "mine" };
  if (game.scene?.open_cards.includes(word)) return { known: "open" };
  const seats = suspectsOf(game);
  const holder = seats.find((suspect) => answerAt(game, word, suspect) === "yes");
  if (holder) return { known: "held", who: holder };
  const file = answerAt(game, word, CASE_FILE);
  if (file === "yes") return { known: "file" };
  if (file === "no") return { known: "not file", own: markAt(game, word, CASE_FILE).ink === "own" };
  const others = seats.filter((suspect) => suspect !== own(game));
  if (others.length && others.every((suspect) => answerAt(game, word, suspect) === "no")) return { known: "nobody" };
  return { known: seats.some((suspect) => markAt(game, word, suspect).mark === "maybe") ? "maybe" : "" };
}

/**
 * The mark of a cell and whose it is: your own first, then what your hand says, then the help that the table allows.
 * @param {Game} game @param {Word} card @param {Word} suspect @returns {{mark: string, colour: string, ink: "own" | "hand" | "help"}}
 */
export function markAt(game, card, suspect) {
  const written = game.notebook?.marks[cell(card, suspect)];
  if (!written) return { ...unwritten(game, card, suspect), colour: "" };
  const { sign, colour } = splitMark(written);
  return { mark: sign, colour, ink: "own" };
}

/** Yes, no or nothing: a sign that says neither hides nothing that is known otherwise. @param {Game} game @param {Word} card @param {Word} suspect */
export function answerAt(game, card, suspect) {
  const { sign } = splitMark(game.notebook?.marks[cell(card, suspect)] ?? "");
  return sign === "yes" || sign === "no" ? sign : unwritten(game, card, suspect).mark;
}

/**
 * Whether a card is known to be where this cell says, whatever is written in the cell itself: it is held or was shown, or
 * nobody else can have it and it is in no other place.
 * @param {Game} game @param {Word} card @param {Word} suspect
 */
export function isCertain(game, card, suspect) {
  const { mark } = unwritten(game, card, suspect);
  if (mark || game.scene?.open_cards.includes(card)) return mark === "yes";
  if (wasShown(game, card, suspect)) return true;
  return [...suspectsOf(game), CASE_FILE].every((place) => place === suspect || answerAt(game, card, place) === "no");
}

/** Whether this player has shown one the card. @param {Game} game @param {Word} card @param {Word} suspect */
const wasShown = (game, card, suspect) =>
  shownLog(game).some(
    ({ event }) =>
      (event?.event === "Shown" && event.seat === suspect && event.to === own(game) && event.card === card) ||
      (event?.event === "Snooped" && event.owner === suspect && event.seat === own(game) && event.card === card),
  );

/** What is known of a cell without having been written there. @param {Game} game @param {Word} card @param {Word} suspect @returns {{mark: string, ink: "hand" | "help"}} */
function unwritten(game, card, suspect) {
  const { scene } = game;
  if (scene?.hand.length) {
    const held = scene.hand.includes(card);
    if (suspect === own(game)) return { mark: held ? "yes" : "no", ink: "hand" };
    if ((held || scene.open_cards.includes(card)) && suspect !== CASE_FILE) return { mark: "no", ink: "hand" };
  }
  return { mark: helpAt(game, card, suspect), ink: "help" };
}

/** The answers that may still have been this card: those whose card is not known yet. @param {Game} game @param {Word} card @param {Word} suspect */
export function oneOfThree(game, card, suspect) {
  if (answerAt(game, card, suspect) === "no") return [];
  return shownAnswers(game).filter(
    ({ seat, theory }) =>
      seat === suspect && theory.includes(card) && !theory.some((one) => answerAt(game, one, seat) === "yes"),
  );
}

/** The players who have seen one of your cards. @param {Game} game @param {Word} card */
export const seenBy = (game, card) => seenOfMine(shownLog(game), own(game)).get(card) ?? [];

/** Private notices about cards that you haven't marked yet. @param {Game} game @returns {Moment[]} */
export const unwrittenMoments = (game) =>
  shownMoments(game).filter(({ card, who }) => {
    const { mark, ink } = markAt(game, card ?? "", who);
    return mark !== "yes" || ink !== "own";
  });

/** The marks that say who holds a card: a cell and its sign for every other seat. @param {Game} game @param {Moment} moment @returns {[string, string][]} */
export const marksFor = (game, { card, who }) =>
  suspectsOf(game)
    .filter((suspect) => suspect !== own(game))
    .map((suspect) => [cell(card ?? "", suspect), suspect === who ? "yes" : "no"]);
