/** Which game to play against bots: the edition by its board, the opponents by their faces, and how many. */

import { choosePlay, company, editions, opponentLimits, playChoice } from "../offers/play_choice.js";
import { offers } from "../offers/offer.js";
import { html, nothing } from "../vendor/lit-html.js";
import { boardPicture } from "../board/board_picture.js";
import { botFace, botLine, botName, botRank } from "../offers/bot_face.js";
import { playForm } from "../offers/play_form.js";
import { listOf, t } from "../ui/words.js";

/** @import {PlayChoice} from "../types/types.js" */

/** @param {PlayChoice} choice */
const titleOf = (choice) => editions().find((one) => one.key === choice.edition)?.title ?? "";

/** The chosen game and who will sit there, for whoever only wants to press *Play*. */
export function playSummary() {
  const choice = playChoice();
  const sitting = company(choice);
  const often = (/** @type {string} */ level) => sitting.filter((other) => other === level).length;
  return html`<div class="chosen-game">
    <p>${t("home.play note", { edition: titleOf(choice), count: choice.opponents })}</p>
    <ul>
      ${[...new Set(sitting)].map(
        (level) =>
          html`<li>
            ${botFace(level)}<span>${botName(level)}</span>${often(level) > 1 ? html`<b>×${often(level)}</b>` : nothing}
          </li>`,
      )}
    </ul>
  </div>`;
}

export function playChoices() {
  const choice = playChoice();
  return html`<section class="play-choices framed" aria-labelledby="your-game">
    <h2 id="your-game">${t("home.choices")}</h2>
    ${editionChoice(choice)} ${levelChoice(choice)} ${numberChoice(choice)} ${playSummary()}
    ${playForm(t("home.play chosen", { edition: titleOf(choice) }), { kind: "primary big" })}
  </section>`;
}

/** @param {PlayChoice} choice */
const editionChoice = (choice) =>
  html`<fieldset class="tiles">
    <legend>${t("plan.edition")}</legend>
    <div class="row">
      ${editions().map(
        (one) =>
          html`<label class="tile"
            ><input
              class="covering"
              type="radio"
              name="play-edition"
              .checked=${one.key === choice.edition}
              @change=${() => choosePlay({ edition: one.key })}
            />${boardPicture(one.key)}<b>${one.title}</b
            ><small>${t("plan.players", { fewest: one.fewest, most: one.most })}</small></label
          >`,
      )}
    </div>
  </fieldset>`;

/** @param {PlayChoice} choice */
function levelChoice(choice) {
  const ladder = offers.offer?.levels ?? [];
  const sitting = company(choice);
  const others = [...new Set(sitting)].filter((level) => level !== choice.level);
  return html`<fieldset class="tiles bots">
    <legend>${t("home.opponents")}</legend>
    <div class="row">
      ${ladder.map(
        (level, at) =>
          html`<label class=${`tile ${sitting.includes(level) ? "takes-part" : ""}`} title=${botLine(level)}
            ><input
              class="covering"
              type="radio"
              name="play-level"
              title=${botLine(level)}
              .checked=${level === choice.level}
              @change=${() => choosePlay({ level })}
            />${botFace(level)}<b>${botName(level)}</b><small>${t("home.level", { number: at + 1 })}</small></label
          >`,
      )}
    </div>
    <p class="opponent" role="status">
      <b>${botName(choice.level)}</b>, ${botRank(choice.level)}: ${botLine(choice.level)}
      ${others.length ? t("home.also", { names: listOf(others.map(botName)) }) : ""}
    </p>
  </fieldset>`;
}

/** @param {PlayChoice} choice */
function numberChoice(choice) {
  const [fewest, most] = opponentLimits(choice.edition);
  return html`<fieldset class="numbers">
    <legend>${t("home.number")}</legend>
    <div class="row">
      ${Array.from({ length: most - fewest + 1 }, (_, at) => fewest + at).map(
        (count) =>
          html`<label
            ><input
              class="covering"
              type="radio"
              name="play-number"
              .checked=${count === choice.opponents}
              @change=${() => choosePlay({ opponents: count })}
            /><span>${count}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}
