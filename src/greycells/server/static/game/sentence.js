/** The top of a game: the one sentence, whose turn it is and what was rolled. */

import { html, nothing } from "../vendor/lit-html.js";
import { dice } from "../board/dice.js";
import { token } from "../board/token.js";
import { muteButton } from "../ui/mute.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";

/** @import {EditionPrint, Look} from "../types/types.js" */

/** Letters of a sentence that takes more than two lines on a phone, where it is then set smaller. */
const LONG = 60;
/** And of one that needs the whole width besides. */
const LONGEST = 100;

/** @param {string} words */
const lengthOf = (words) => (words.length > LONGEST ? "long longest" : words.length > LONG ? "long" : "");

/**
 * The one sentence at the top of a game, with whose turn it is and what was rolled.
 * @param {EditionPrint} edition
 * @param {Look} look
 * @param {string} words
 * @param {unknown} rest
 */
export const sentence = (edition, look, words, rest = nothing) =>
  html`<header class=${`game-head ${lengthOf(words)}`}>
    <a class="brand" href=${url("/")} aria-label=${t("app.home")}
      ><svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="10" cy="10" r="6.5"></circle>
        <path d="M15 15 22 22"></path></svg
    ></a>
    ${token(edition, look.to_act ?? look.mover)}
    <h1 class=${`ask ${lengthOf(words)}`} id="page" tabindex="-1" aria-live="polite">${words}</h1>
    ${look.dice.length ? dice(look.dice) : nothing}${muteButton()}${rest}
  </header>`;
