/** The notices above every screen: no connection, what was refused, maintenance. */

import { ruleButton } from "../rulebook/rule_link.js";
import { html, nothing } from "../vendor/lit-html.js";
import { closeButton } from "../ui/close_button.js";
import { game } from "../session/game_state.js";
import { page, updatePage } from "../ui/page.js";
import { clock } from "../ui/times_model.js";
import { t } from "../ui/words.js";

/** @import {Page} from "../types/types.js" */

/** One notice at a time, so that no two of them cover the page; the next one comes when this one is gone. */
export function banner() {
  const notice =
    game.connection === "lost"
      ? html`<p class="banner">${t("trouble.lost")}</p>`
      : page.toast
        ? toast(page.toast)
        : maintenance();
  return html`<div class=${notice === nothing ? "banners" : "banners has-notice"} role="status">${notice}</div>`;
}

/** A sentence in which the ids of rules stay in one piece. @param {string} sentence */
const unbroken = (sentence) =>
  sentence.split(/(\([A-Z]+-\d+\))/).map((part, at) => (at % 2 ? html`<span class="whole">${part}</span>` : part));

/** @param {NonNullable<Page["toast"]>} told */
const toast = ({ sentence, rule, more }) =>
  html`<p class="toast">
    <span>${unbroken(sentence)}</span>${rule ? ruleButton(rule, sentence) : nothing}
    ${more
      ? html`<button @click=${() => updatePage({ toast: null, dialog: { kind: "link", id: "" } })}>${more}</button>`
      : nothing}
    ${closeButton(() => updatePage({ toast: null }))}
  </p>`;

/** When the server goes down: read aloud once a minute, and seen to the second. */
function maintenance() {
  if (page.maintenance === null) return nothing;
  const left = Math.max(0, Math.round((page.maintenance - Date.now()) / 1000));
  if (left > 60 && page.putAway) return nothing;
  if (!left) return html`<p class="toast soon">${t("maintenance.now")}</p>`;
  const minutes = Math.ceil(left / 60);
  const time = clock(left);
  return html`<p class="toast soon">
    <span
      ><span aria-hidden="true">${t("maintenance.soon", { time })}</span
      ><span class="visually-hidden">${t("maintenance.minutes", { minutes })}</span> ${t("maintenance.note")}</span
    >
    ${left > 60 ? closeButton(() => updatePage({ putAway: true })) : nothing}
  </p>`;
}
