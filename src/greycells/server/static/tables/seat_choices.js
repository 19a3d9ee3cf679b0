/** Choosing for a seat: the suspect by portrait, and who plays it by face. */

import { newNonce } from "../dealing/nonces.js";
import { changeSeat } from "./plan_changes.js";
import { command } from "../session/session.js";
import { offers } from "../offers/offer.js";
import { game } from "../session/game_state.js";
import { updatePage } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { capital, t } from "../ui/words.js";
import { botFace, botLine, botName, botRank } from "../offers/bot_face.js";
import { art } from "../board/card.js";

/** @import {ChairView, EditionPrint} from "../types/types.js" */

/** A tap chooses and closes, arrow keys only choose. A radio's change comes after its click. @param {MouseEvent} event */
const closeOnTap = (event) => void (event.detail > 0 && setTimeout(() => updatePage({ dialog: null })));

/** Any suspect, or one that nobody else has. @param {EditionPrint} edition @param {number} at */
export function suspectChoice(edition, at) {
  const chairs = game.table?.chairs ?? [];
  const own = chairs[at]?.suspect ?? "";
  const holder = (/** @type {string} */ word) =>
    chairs.find((chair, number) => number !== at && chair.suspect === word);
  return html`<fieldset class="tiles portraits">
    <legend class="visually-hidden">${t("table.suspect", { number: at + 1 })}</legend>
    <div class="row">
      ${tile({ at, word: "", own, name: t("table.any"), picture: html`<span class="unknown">?</span>` })}
      ${edition.suspects.map((one) =>
        tile({
          at,
          word: one.word,
          own,
          name: one.name,
          picture: art(edition, one.word),
          holder: holder(one.word),
        }),
      )}
    </div>
  </fieldset>`;
}

/** @param {{at: number, word: string, own: string, name: string, picture: unknown, holder?: ChairView}} one */
const tile = ({ at, word, own, name, picture, holder }) =>
  html`<label class=${`tile ${holder ? "taken" : ""}`}
    ><input
      class="covering"
      type="radio"
      name="suspect"
      value=${word}
      ?disabled=${holder}
      .checked=${word === own}
      @click=${closeOnTap}
      @change=${() => void chooseSuspect(at, word || null)}
    />${picture}<b>${name}</b>${holder
      ? html`<small
          >${t("table.taken", { who: holder.name ?? (holder.bot ? botName(holder.bot) : t("table.free")) })}</small
        >`
      : nothing}</label
  >`;

/** @param {number} at @param {string | null} suspect */
async function chooseSuspect(at, suspect) {
  if (game.yours.includes(at) && suspect) void command({ type: "sit", chair: at, suspect, ...(await newNonce()) });
  else changeSeat(at, { suspect });
}

/** A person, or one of the bots, each with how they play. @param {number} at */
export function sitterChoice(at) {
  const own = game.table?.chairs[at]?.bot ?? "";
  const row = (/** @type {string} */ level, /** @type {unknown} */ face, /** @type {unknown} */ words) =>
    html`<label class="sitter"
      ><input
        type="radio"
        name="sitter"
        value=${level}
        .checked=${level === own}
        @click=${closeOnTap}
        @change=${() => changeSeat(at, { bot: level || null })}
      />${face}<span>${words}</span></label
    >`;
  return html`<fieldset class="sitters">
    <legend class="visually-hidden">${t("table.level", { number: at + 1 })}</legend>
    ${row("", html`<span class="unknown" aria-hidden="true">+</span>`, html`<b>${t("table.person")}</b>`)}
    ${(offers.offer?.levels ?? []).map((level, number) =>
      row(
        level,
        botFace(level),
        html`<b>${botName(level)}</b>
          <small>${capital(botRank(level))}, ${t("home.level", { number: number + 1 })}</small><br />${botLine(level)}`,
      ),
    )}
  </fieldset>`;
}
