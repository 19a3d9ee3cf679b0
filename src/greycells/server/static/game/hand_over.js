/** A device that several people share, before it is handed to the next one. */

import { sitAt } from "../session/session.js";
import { html } from "../vendor/lit-html.js";
import { muteButton } from "../ui/mute.js";
import { cardName, token } from "../board/token.js";
import { t } from "../ui/words.js";

/** @import {EditionPrint, TableView} from "../types/types.js" */

/**
 * One device, several people: nothing of the next hand is here before its owner says so.
 * @param {TableView} table
 * @param {EditionPrint} edition
 * @param {number} chair
 */
export function handOver(table, edition, chair) {
  const seat = table.chairs[chair];
  const who = `${seat.name ?? ""} (${cardName(edition, seat.suspect ?? "")})`;
  return html`${muteButton({ alone: true })}
    <main class="message-page handover" id="page" tabindex="-1">
      ${token(edition, seat.suspect ?? "")}
      <h1>${t("pass.title", { who })}</h1>
      <p>${t("pass.note")}</p>
      <button class="primary big" @click=${() => sitAt(chair)}>${t("pass.go", { who: seat.name ?? "" })}</button>
    </main>`;
}
