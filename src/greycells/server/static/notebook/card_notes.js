/** What is known about a card, in words and for the game that this page is at. */

import { called } from "../board/token.js";
import { game } from "../session/game_state.js";
import { settings } from "../ui/settings.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import * as model from "./known_model.js";

/** @import {EditionPrint, Word} from "../types/types.js" */

/** What stands on a card that may be picked. @param {EditionPrint} edition @param {Word} word @returns {{kind: string, words: string}} */
export function known(edition, word) {
  const { known: what, who, own } = model.knownOf(game, word);
  switch (what) {
    case "mine":
      return { kind: "mine", words: t("pick.mine") };
    case "open":
      return { kind: "mine", words: t("pick.open") };
    case "held":
      return { kind: "yes", words: t("pick.yes mark", { who: called(edition, who ?? "") }) };
    case "file":
      return { kind: "alone", words: t("pick.file mark") };
    case "not file":
      return { kind: "yes", words: t(own ? "pick.own no mark" : "pick.not file mark") };
    case "nobody":
      return { kind: "alone", words: t("pick.no mark") };
    case "maybe":
      return { kind: "maybe", words: t("pick.maybe mark") };
    case "":
      return { kind: "", words: "" };
  }
}

/** The mark of a cell, and in whose ink. @param {Word} card @param {Word} suspect */
export const markAt = (card, suspect) => model.markAt(game, card, suspect);

/** Yes, no or nothing. @param {Word} card @param {Word} suspect */
export const answerAt = (card, suspect) => model.answerAt(game, card, suspect);

/** Whether a card is known to be where this cell says. @param {Word} card @param {Word} suspect */
export const isCertain = (card, suspect) => model.isCertain(game, card, suspect);

/** The answers that may still have been this card, if they are to be numbered. @param {Word} card @param {Word} suspect */
export const oneOfThree = (card, suspect) => (settings.markers ? model.oneOfThree(game, card, suspect) : []);

/** The players who have seen one of your cards, if the notebook lists them. @param {Word} card */
export const seenBy = (card) => (settings.seen ? model.seenBy(game, card) : []);
