/** Your data: what the server keeps, a file to download, and deleting it, in the words of the server. */

import { ask, report } from "../ui/api.js";
import { updatePage } from "../ui/page.js";
import { keys, remove } from "../ui/storage.js";
import { createStore } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { deviceCodes } from "./device_codes.js";
import { foot, head } from "../ui/page_frame.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";

/** @import {GuestDataSummary, Route} from "../types/types.js" */

const { state: mine, update } = createStore({
  summary: /** @type {GuestDataSummary | null} */ (null),
  /** Whether the question is asked, the deleting goes on, or it is done. */
  step: /** @type {"" | "sure" | "deleting" | "deleted"} */ (""),
});

/** @param {Route} _route @param {AbortSignal} signal */
export async function enter(_route, signal) {
  update({ step: "" });
  update({ summary: /** @type {GuestDataSummary} */ (await ask("/api/my-data", { signal })) });
}

export const leave = () => update({ summary: null });

export const draw = () =>
  html`${head()}
    <main class="about my-data" id="page" tabindex="-1">
      ${mine.step === "deleted" ? gone() : mine.summary ? kept(mine.summary) : nothing}
    </main>
    ${foot()}`;

const gone = () =>
  html`<h1>${t("data.deleted")}</h1>
    <p class="lead" role="status">${t("data.deleted note")}</p>
    <p class="buttons"><a class="button primary" href=${url("/")}>${t("app.home")}</a></p>`;

/** @param {GuestDataSummary} data */
const kept = (data) =>
  html`<h1>${t("data.title")}</h1>
    <section>
      <h2>${t("data.kept")}</h2>
      ${list(data.kept)}
      <p class="buttons">
        <a class="button primary" href=${url("/api/my-data/file")} download="greycells-data.json"
          >${t("data.download")}</a
        >
      </p>
      <p class="hint">${t("data.download note")}</p>
    </section>
    ${deviceCodes()}
    <section>
      <h2>${t("data.delete")}</h2>
      ${mine.step
        ? html`<div role="group" aria-labelledby="delete-sure">
            <p id="delete-sure"><b>${t("data.sure")}</b></p>
            ${list(data.deleting)}
            <p class="buttons">
              <button class="danger" ?disabled=${mine.step === "deleting"} @click=${erase}>${t("data.yes")}</button
              ><button class="quiet" ?disabled=${mine.step === "deleting"} @click=${() => wantsIt(false)}>
                ${t("data.no")}
              </button>
            </p>
          </div>`
        : html`<p>${t("data.delete note")}</p>
            <p class="buttons"><button class="danger" @click=${() => wantsIt(true)}>${t("data.delete")}</button></p>`}
    </section>`;

/** @param {string[]} points */
const list = (points) =>
  html`<ul>
    ${points.map((point) => html`<li>${point}</li>`)}
  </ul>`;

/** @param {boolean} sure */
function wantsIt(sure) {
  update({ step: sure ? "sure" : "" });
}

/** Whatever we put there: other pages of this address may keep something of their own. @param {"device" | "tab"} place */
const forget = (place) =>
  keys(place)
    .filter((key) => /^(greycells|unheard)\b/.test(key))
    .forEach((key) => remove(key, place));

/** Delete everything, here as well: what this device keeps of its own goes with it. */
async function erase() {
  update({ step: "deleting" });
  try {
    await ask("/api/my-data", { method: "DELETE" });
    forget("device");
    forget("tab");
    update({ step: "deleted", summary: null });
    updatePage({ guest: "", toast: null });
    scrollTo(0, 0);
  } catch (problem) {
    update({ step: "sure" });
    report(problem);
  }
}
