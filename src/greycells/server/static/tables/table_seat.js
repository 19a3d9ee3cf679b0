/** One seat at a table before the start: who sits there, as which suspect, and what can be changed. */

import { setName } from "../ui/api.js";
import { newNonce } from "../dealing/nonces.js";
import { command } from "../session/session.js";
import { game } from "../session/game_state.js";
import { page, updatePage } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { botFace, botRank, namesAtTable } from "../offers/bot_face.js";
import { art } from "../board/card.js";
import { cardName } from "../board/token.js";
import { capital, t } from "../ui/words.js";
import { isFree } from "./plan_model.js";

/** @import {ChairView, EditionPrint} from "../types/types.js" */

/** @param {ChairView} chair @param {number} at @param {{edition: EditionPrint, host: boolean, dealt: boolean}} here `dealt` at a practice table */
export function seat(chair, at, { edition, host, dealt }) {
  const yours = game.yours.includes(at);
  const free = isFree(chair);
  const names = namesAtTable((game.table?.chairs ?? []).map((one) => one.bot ?? ""));
  return html`<li class=${`chair ${yours ? "yours" : ""} ${free ? "free" : ""}`}>
    <span class="chair-sign">${chair.suspect ? art(edition, chair.suspect) : html`<i aria-hidden="true">?</i>`}</span>
    <span class="who"
      ><b>${chair.bot ? botFace(chair.bot) : nothing}${chair.name ?? (chair.bot ? names[at] : t("table.free"))}</b>
      <small>${standing(chair, at, edition).join(", ")}</small></span
    >
    <span class="set"
      >${(yours || host) && !dealt ? suspectButton(chair, at, edition) : nothing}
      ${host && !chair.name
        ? html`<button @click=${() => updatePage({ dialog: { kind: "sitter", id: String(at) } })}>
            <span class="visually-hidden">${t("table.level", { number: at + 1 })}: </span>${chair.bot
              ? t("table.change")
              : t("table.choose bot")}
          </button>`
        : nothing}
      ${sitting(chair, at, { yours, free, host })}</span
    >
  </li>`;
}

/** What is known of a seat, in a few words. @param {ChairView} chair @param {number} at @param {EditionPrint} edition */
function standing(chair, at, edition) {
  const yours = game.yours.includes(at);
  return [
    chair.bot ? t("table.bot", { level: capital(botRank(chair.bot) || chair.bot) }) : "",
    yours ? t("table.you") : "",
    chair.host ? t("table.host") : "",
    chair.ready ? t("table.is ready") : "",
    chair.name ? t(game.present.includes(at) || yours ? "table.here" : "table.elsewhere") : "",
    chair.suspect ? cardName(edition, chair.suspect) : "",
  ].filter(Boolean);
}

/** @param {ChairView} chair @param {number} at @param {EditionPrint} edition */
const suspectButton = (chair, at, edition) =>
  html`<button @click=${() => updatePage({ dialog: { kind: "suspect", id: String(at) } })}>
    <span class="visually-hidden">${t("table.suspect", { number: at + 1 })}: </span>${chair.suspect
      ? cardName(edition, chair.suspect)
      : t("table.any")}
  </button>`;

/** Take a seat by the name that stands in the field, saved or not. @param {number} chair */
async function sitDown(chair) {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector(".name-form input"));
  if (field?.value && field.value !== page.guest && !(await setName(field.value))) return;
  command({ type: "sit", chair, ...(await newNonce()) });
}

/** @param {ChairView} chair @param {number} at @param {{yours: boolean, free: boolean, host: boolean}} here */
const sitting = (chair, at, { yours, free, host }) =>
  html`${free
    ? html`<button
        class=${game.yours.length ? "quiet" : "primary"}
        @click=${() =>
          game.yours.length ? updatePage({ dialog: { kind: "beside", id: String(at) } }) : void sitDown(at)}
      >
        ${t(game.yours.length ? "table.sit too" : "table.sit")}
      </button>`
    : nothing}
  ${yours
    ? html`<button class="quiet" @click=${() => command({ type: "stand", chair: at })}>${t("table.stand")}</button>`
    : nothing}
  ${yours && !chair.host
    ? html`<button
        class=${chair.ready ? "quiet" : "primary"}
        @click=${() => command({ type: "ready", chair: at, ready: !chair.ready })}
      >
        ${t(chair.ready ? "table.not ready" : "table.ready")}
      </button>`
    : nothing}
  ${host && chair.name && !yours
    ? html`<button class="quiet" @click=${() => command({ type: "remove", chair: at })}>${t("table.remove")}</button>`
    : nothing}`;
