/** What was said at the table, in the words of this page, and which of it is seen at a pawn. */

import { t } from "../ui/words.js";
import "../words/game.js";

/** @import {Bubble, Frame} from "../types/types.js" */
/** @typedef {Extract<Frame, {type: "said"}>} Said */

/** A phrase or a reaction is sent by its name, and put into words here. @param {Said} said */
export function wordsOf({ text, phrase, reaction }) {
  if (text) return text;
  return phrase ? t(`phrase.${phrase}`) : reaction ? t(`reaction.${reaction}`) : t("chat.deleted");
}

/** The bubbles, with one more for a phrase or a reaction of somebody who has a seat. @param {Said} said @param {Bubble[]} bubbles */
export function withBubble(said, bubbles) {
  const { seq, chair, phrase, reaction } = said;
  if (chair === null || !(phrase || reaction)) return bubbles;
  return [...bubbles, { seq, chair, words: wordsOf(said), reaction: reaction ?? "" }];
}
