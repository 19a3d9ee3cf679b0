/** What is around every screen: the head of the page, the banner when the line is lost, and a sentence that says why not. */

import { editionAtHand } from "../play_choice.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { url } from "../url.js";
import { t } from "../words.js";
import { closeButton } from "./close_button.js";
import { token } from "./token.js";
import { dice } from "./dice.js";
import { muteButton } from "./mute.js";
import { ruleButton } from "./rule_link.js";

/** @import {EditionPrint, Look, State} from "../types.js" */

/** Letters of a sentence that takes more than two lines on a phone, where it is then set smaller. */
const LONG = 60;
/** And of one that needs the whole width besides. */
const LONGEST = 100;

export const head = () =>
  html`<header class="head">
    <a class="brand" href=${url("/")}
      ><svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="10" cy="10" r="6.5"></circle>
        <path d="M15 15 22 22M6.5 9.5Q7.5 6.5 10.5 6.4"></path></svg
      ><span>${t("app.name")}</span></a
    >
    <nav aria-label=${t("app.nav")}>
      <a href=${url("/games")}>${t("app.games")}</a><a href=${url(`/rules/${editionAtHand()}`)}>${t("app.rules")}</a>
      <button class="quiet" @click=${() => update({ dialog: { kind: "settings", id: "" } })}>
        ${t("app.settings")}
      </button>
      ${muteButton()}
    </nav>
  </header>`;

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
  html`<header class=${`sentence ${lengthOf(words)}`}>
    <a class="brand" href=${url("/")} aria-label=${t("app.home")}
      ><svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="10" cy="10" r="6.5"></circle>
        <path d="M15 15 22 22"></path></svg
    ></a>
    ${token(edition, look.to_act ?? look.mover)}
    <h1 class=${`ask ${lengthOf(words)}`} id="page" tabindex="-1" aria-live="polite">${words}</h1>
    ${look.dice.length ? dice(look.dice) : nothing}${muteButton()}${rest}
  </header>`;

/** One notice at a time, so that no two of them cover the page; the next one comes when this one is gone. */
export function banner() {
  const notice =
    state.line === "lost"
      ? html`<p class="banner">${t("trouble.lost")}</p>`
      : state.toast
        ? toast(state.toast)
        : maintenance();
  return html`<div class=${notice === nothing ? "banners" : "banners telling"} role="status">${notice}</div>`;
}

/** A sentence in which the ids of rules stay in one piece. @param {string} sentence */
const unbroken = (sentence) =>
  sentence.split(/(\([A-Z]+-\d+\))/).map((part, at) => (at % 2 ? html`<span class="whole">${part}</span>` : part));

/** @param {NonNullable<State["toast"]>} told */
const toast = ({ sentence, rule, more }) =>
  html`<p class="toast">
    <span>${unbroken(sentence)}</span>${rule ? ruleButton(rule, sentence) : nothing}
    ${more
      ? html`<button @click=${() => update({ toast: null, dialog: { kind: "link", id: "" } })}>${more}</button>`
      : nothing}
    ${closeButton(() => update({ toast: null }))}
  </p>`;

/** Whether the notice of maintenance was put away; it comes back for the last minute. */
let putAway = false;

const putItAway = () => {
  putAway = true;
  update({});
};

/** When the server goes down: read aloud once a minute, and seen to the second. */
function maintenance() {
  if (state.maintenance === null) return nothing;
  const left = Math.max(0, Math.round((state.maintenance - Date.now()) / 1000));
  if (left > 60 && putAway) return nothing;
  if (!left) return html`<p class="toast soon">${t("maintenance.now")}</p>`;
  const minutes = Math.ceil(left / 60);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`<p class="toast soon">
    <span
      ><span aria-hidden="true">${t("maintenance.soon", { time })}</span
      ><span class="said">${t("maintenance.minutes", { minutes })}</span> ${t("maintenance.note")}</span
    >
    ${left > 60 ? closeButton(putItAway) : nothing}
  </p>`;
}

export const foot = () =>
  html`<footer class="foot">
    <p>${t("app.about")}</p>
    <nav aria-label=${t("app.about page")}>
      <a href=${url("/about")}>${t("app.about page")}</a><a href=${url("/first")}>${t("app.tutorial")}</a
      ><a href=${url(`/rules/${editionAtHand()}`)}>${t("app.rules")}</a
      ><a href=${url("/rules")}>${t("rules.compare")}</a>
    </nav>
  </footer>`;

/** A calm screen for whatever went wrong. @param {string} title @param {string} sentence */
export const sorry = (title, sentence) =>
  html`<main class="sorry" id="page" tabindex="-1">
    <svg viewBox="0 0 60 60" aria-hidden="true">
      <circle cx="26" cy="26" r="17"></circle>
      <path d="M38 38 54 54M20 22v1M32 22v1M19 34q7-6 14 0"></path>
    </svg>
    <h1>${title}</h1>
    <p>${sentence}</p>
    <p><a class="button" href=${url("/")}>${t("app.home")}</a></p>
  </main>`;
