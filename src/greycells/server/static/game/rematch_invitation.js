/** A rematch invitation: everybody at the table is asked, and accepts or declines. */

import { ask, report } from "../ui/api.js";
import { giveNonces } from "../dealing/nonces.js";
import { planOf } from "../session/game_model.js";
import { page } from "../ui/page.js";
import { go } from "../ui/router.js";
import { game, updateGame } from "../session/game_state.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";

/** @import {TableView} from "../types/types.js" */

/** @param {TableView} table that is over */
export function rematchInvitation(table) {
  const { rematch, rematch_by: who } = table;
  if (!rematch || game.declined.includes(rematch)) return nothing;
  const invited = game.yours.length > 0;
  if (invited && game.yours.some((chair) => table.chairs[chair]?.name === who)) return nothing;
  if (!invited && !planOf(table).spectators) return nothing;
  const key = invited ? (who ? "rematch.by" : "rematch.ready") : "rematch.watch";
  return html`<section class="invitation" aria-label=${t("rematch.title")}>
    <p role="alert">${t(key, { who: who ?? "" })}</p>
    <div class="buttons">
      <button class="primary" @click=${() => join(rematch)}>${t(invited ? "rematch.join" : "home.watch")}</button>
      <button class="quiet" @click=${() => decline(rematch, invited)}>${t("rematch.no")}</button>
    </div>
  </section>`;
}

/** Something to do with each of one's seats at the next table, as long as it hasn't begun. @param {string} id @param {(chair: number) => object} command */
async function forOwnSeats(id, command) {
  const table = /** @type {TableView} */ (await ask(`/api/tables/${id}`));
  if (table.state !== "open") return;
  for (const chair of table.yours ?? [])
    await ask(`/api/tables/${id}`, { method: "POST", json: { command: command(chair) } });
}

/** Join the rematch, ready to start. @param {string} id */
async function join(id) {
  const { signal } = page;
  try {
    await giveNonces(await ask(`/api/tables/${id}`));
    await forOwnSeats(id, (chair) => ({ type: "ready", chair, ready: true }));
  } catch (problem) {
    report(problem);
  }
  if (!signal.aborted) go(`/table/${id}`);
}

/** Decline: the seat is free for another player. @param {string} id @param {boolean} invited */
async function decline(id, invited) {
  updateGame({ declined: [...game.declined, id] });
  if (!invited) return;
  try {
    await forOwnSeats(id, (chair) => ({ type: "stand", chair }));
  } catch (problem) {
    report(problem);
  }
}
