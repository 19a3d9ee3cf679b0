/** Somebody else on the same device: they sit under their own name, and the device is handed over in the game. */

import { ask, report, setName } from "../ui/api.js";
import { newNonce } from "../dealing/nonces.js";
import { game, updateGame } from "../session/game_state.js";
import { page, updatePage } from "../ui/page.js";
import { html } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";

/** @param {number} chair */
export const beside = (chair) =>
  html`<form
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name")).trim();
      if (name) void sitBeside(chair, name);
    }}
  >
    <p>${t("table.beside note")}</p>
    <label>${t("table.who too")} <input name="name" maxlength="24" required autocomplete="off" /></label>
    <div class="buttons"><button class="primary">${t("table.add player")}</button></div>
  </form>`;

/** One guest holds several chairs: the name is lent for as long as it takes to sit down. @param {number} chair @param {string} name */
async function sitBeside(chair, name) {
  const own = page.guest;
  updatePage({ dialog: null });
  try {
    await ask("/api/guest", { method: "POST", json: { name } });
    if (game.table)
      await ask(`/api/tables/${game.table.id}`, {
        method: "POST",
        json: { command: { type: "sit", chair, ...(await newNonce()) } },
      });
    updateGame({ yours: [...new Set([...game.yours, chair])].sort() });
  } catch (problem) {
    report(problem);
  } finally {
    if (own) await setName(own);
  }
}
