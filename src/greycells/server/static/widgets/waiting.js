/** What stands in the place of the choices while there are none: who one is, what is left to do, and how to hurry a bot. */

import { chairOf, command, mine } from "../session.js";
import { state } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../words.js";
import "../words/game.js";
import { cardName } from "./token.js";

/** @import {ChairView, EditionPrint, TableView} from "../types.js" */

/** Nothing to choose: who one is, and how to hurry a bot that is at it. @param {TableView} table @param {EditionPrint} edition */
export function waiting(table, edition) {
  const own = state.chair === null ? null : table.chairs[state.chair];
  if (own?.away && table.state === "running") return stoodIn(own, table);
  if (own && state.look?.to_act === mine() && state.look?.phase === "answering")
    return html`<p class="waiting">${t("game.answering")}</p>`;
  const chair = table.chairs[chairOf(state.look?.to_act ?? null)];
  const words = own ? whoIAm(edition) : t("game.watching");
  return html`<p class="waiting">${words}${chair?.name && !chair.away ? nothing : hurry(table)}</p>`;
}

/** Whose turns are over reads what is left to do. @param {EditionPrint} edition */
const whoIAm = (edition) =>
  state.look?.out.includes(mine() ?? "")
    ? t("game.still shows")
    : t("do.waiting", { who: cardName(edition, mine() ?? "") });

/** A bot plays this seat: who comes back says so. @param {ChairView} chair @param {TableView} table */
const stoodIn = (chair, table) =>
  html`<div class="stood-in" role="status">
    <p>${t(chair.resigned ? "game.resigned" : "game.stood in")}</p>
    ${chair.resigned
      ? hurry(table)
      : html`<button class="primary" @click=${() => command({ type: "return", chair: state.chair })}>
          ${t("game.take back")}
        </button>`}
  </div>`;

/** Whoever sits may hurry the bots. @param {TableView} table */
export const hurry = (table) =>
  state.chair !== null && table.state === "running" && table.chairs.some((chair) => chair.bot || chair.away)
    ? html`<button class="hurry" @click=${() => command({ type: "hurry", on: !table.hurried })}>
        ${t(table.hurried ? "game.unhurry" : "game.hurry")}
      </button>`
    : nothing;
