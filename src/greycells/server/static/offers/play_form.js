/** A form that starts a game against bots: it works by itself, so that one tap is enough. */

import { submitWithNonce } from "../dealing/nonces.js";
import { choosePlay, company, opponentLimits, playChoice } from "./play_choice.js";
import { html } from "../vendor/lit-html.js";
import { url } from "../ui/url.js";

/**
 * A button that starts the last choice, or the same in another edition, which is then the last choice.
 * @param {string} words
 * @param {{kind?: string, edition?: string, label?: string}} [how]
 */
export function playForm(words, { kind = "", edition, label } = {}) {
  const last = playChoice();
  const [fewest, most] = opponentLimits(edition ?? last.edition);
  const choice = {
    ...last,
    edition: edition ?? last.edition,
    opponents: Math.min(most, Math.max(fewest, last.opponents)),
  };
  const start = (/** @type {SubmitEvent} */ event) => {
    choosePlay(choice);
    void submitWithNonce(event);
  };
  return html`<form class="play" method="post" action=${url("/play")} @submit=${start}>
    <input type="hidden" name="edition" value=${choice.edition} />
    ${company(choice).map((bot) => html`<input type="hidden" name="bot" value=${bot} />`)}
    <button class=${kind} aria-label=${label ?? words}>${words}</button>
  </form>`;
}
