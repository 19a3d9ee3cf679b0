/** What was said at the table, in the words of this page. */

import { t } from "../ui/words.js";
import "../words/game.js";

/** @import {Said} from "./game_model.js" */

/** A phrase or a reaction is sent by its name, and put into words here. @param {Said} said */
export function wordsOf({ text, phrase, reaction }) {
  if (text) return text;
  return phrase ? t(`phrase.${phrase}`) : reaction ? t(`reaction.${reaction}`) : t("chat.deleted");
}
