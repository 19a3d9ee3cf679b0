/** Use another device: a one-time code that is shown here and typed there, and both are the same guest. */

import { ask, report } from "../ui/api.js";
import { page, updatePage } from "../ui/page.js";
import { go } from "../ui/router.js";
import { createStore } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";

/** The code that this device shows. */
const { state: code, update } = createStore({ shown: "" });

export const deviceCodes = () =>
  html`<section>
    <h2>${t("devices.title")}</h2>
    <p>${t("devices.note")}</p>
    <p class="buttons"><button @click=${show}>${t(code.shown ? "devices.another" : "devices.show")}</button></p>
    <p role="status">
      ${code.shown
        ? html`<b class="device-code">${code.shown}</b> <span class="hint">${t("devices.shown")}</span>`
        : nothing}
    </p>
    <form class="device-form" @submit=${use}>
      <label
        >${t("devices.enter")}
        <input name="code" required maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false"
      /></label>
      <button>${t("devices.use")}</button>
    </form>
    <p class="hint">${t("devices.left behind")}</p>
  </section>`;

async function show() {
  try {
    update({ shown: (await ask("/api/device-codes", { method: "POST" })).code });
  } catch (problem) {
    report(problem);
  }
}

/** @param {SubmitEvent} event */
async function use(event) {
  event.preventDefault();
  const typed = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("code"));
  const { signal } = page;
  try {
    const { name } = await ask("/api/device-codes/use", { method: "POST", json: { code: typed } });
    updatePage({ guest: name, toast: { sentence: t("devices.done", { name }), rule: null } });
    if (!signal.aborted) go("/games");
  } catch (problem) {
    report(problem);
  }
}
