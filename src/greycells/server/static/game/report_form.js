/** Report a player to the server's admins, with a short reason. */

import { ask, report } from "../ui/api.js";
import { chairOf } from "../session/session.js";
import { game } from "../session/game_state.js";
import { updatePage } from "../ui/page.js";
import { html } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";

/** @param {string} word */
export const reportForm = (word) =>
  html`<form class="report" @submit=${(/** @type {SubmitEvent} */ event) => void send(event, word)}>
    <p>${t("report.note")}</p>
    <label>${t("report.reason")} <textarea name="reason" required maxlength="400" rows="3"></textarea></label>
    <p class="buttons"><button class="danger">${t("report.send")}</button></p>
  </form>`;

/** @param {SubmitEvent} event @param {string} word */
async function send(event, word) {
  event.preventDefault();
  const reason = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason")).trim();
  if (!game.table || !reason) return;
  try {
    await ask(`/api/tables/${game.table.id}/chairs/${chairOf(word)}/report`, { method: "POST", json: { reason } });
    updatePage({ dialog: null, toast: { sentence: t("report.sent"), rule: null } });
  } catch (problem) {
    report(problem);
  }
}
