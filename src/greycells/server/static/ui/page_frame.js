/** What is around every screen: the head and the foot of the page, and a screen that says what went wrong. */

import { html } from "../vendor/lit-html.js";
import { updatePage } from "./page.js";
import { url } from "./url.js";
import { muteButton } from "./mute.js";
import { t } from "./words.js";

/** Where links of every page lead that depend on what is played: the application fills them in. */
export const links = { rules: () => url("/rules") };

export const head = () =>
  html`<header class="head">
    <a class="brand" href=${url("/")}
      ><svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="10" cy="10" r="6.5"></circle>
        <path d="M15 15 22 22M6.5 9.5Q7.5 6.5 10.5 6.4"></path></svg
      ><span>${t("app.name")}</span></a
    >
    <nav aria-label=${t("app.nav")}>
      <a href=${url("/games")}>${t("app.games")}</a><a href=${links.rules()}>${t("app.rules")}</a>
      <button class="quiet" @click=${() => updatePage({ dialog: { kind: "settings", id: "" } })}>
        ${t("app.settings")}
      </button>
      ${muteButton()}
    </nav>
  </header>`;

export const foot = () =>
  html`<footer class="foot">
    <p>${t("app.about")}</p>
    <nav aria-label=${t("app.about page")}>
      <a href=${url("/about")}>${t("app.about page")}</a><a href=${url("/first")}>${t("app.tutorial")}</a
      ><a href=${links.rules()}>${t("app.rules")}</a><a href=${url("/rules")}>${t("rules.compare")}</a>
    </nav>
  </footer>`;

/** A calm screen for whatever went wrong. @param {string} title @param {string} sentence */
export const troublePage = (title, sentence) =>
  html`<main class="message-page" id="page" tabindex="-1">
    <svg viewBox="0 0 60 60" aria-hidden="true">
      <circle cx="26" cy="26" r="17"></circle>
      <path d="M38 38 54 54M20 22v1M32 22v1M19 34q7-6 14 0"></path>
    </svg>
    <h1>${title}</h1>
    <p>${sentence}</p>
    <p><a class="button" href=${url("/")}>${t("app.home")}</a></p>
  </main>`;
