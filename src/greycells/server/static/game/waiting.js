/** What stands in the place of the choices while there are none: who one is, what is left to do, and how to hurry bots. */

import { chairOf, command, mine } from "../session/session.js";
import { game, updateGame } from "../session/game_state.js";
import { updatePage } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { listOf, t } from "../ui/words.js";
import "../words/game.js";
import { cardName } from "../board/token.js";

/** @import {ChairView, EditionPrint, TableView} from "../types/types.js" */

/** Nothing to choose: who one is, and how to hurry a bot that is at it. @param {TableView} table @param {EditionPrint} edition */
export function waiting(table, edition) {
  const own = game.chair === null ? null : table.chairs[game.chair];
  if (own && table.skip) return withoutPeople(own, table);
  if (own?.away && table.state === "running") return replacedByBot(own, table);
  if (own && game.scene?.to_act === mine() && game.scene?.phase === "answering")
    return html`<p class="waiting">${t("game.answering")}</p>`;
  const chair = table.chairs[chairOf(game.scene?.to_act ?? null)];
  const bots = chair?.name && !chair.away ? nothing : hurry(table);
  if (own && game.scene?.out.includes(mine() ?? ""))
    return html`<p class="waiting">${t("game.still shows")}<span class="buttons">${bots}${resign()}</span></p>`;
  const words = own ? t("do.waiting", { who: cardName(edition, mine() ?? "") }) : t("game.watching");
  return html`<p class="waiting">${words}${bots}</p>`;
}

/** Only bots can still win: if all people at the table agree, their turns are skipped. @param {ChairView} chair @param {TableView} table */
const withoutPeople = (chair, table) =>
  html`<p class="waiting" role="status">
    ${table.skip === "on"
      ? t("game.skipping")
      : (agreement(table) ?? t(chair.resigned ? "game.resigned alone" : "game.out alone"))}
    ${table.skip === "on" ? nothing : html`<span class="buttons">${skip(table)}${hurry(table)}</span>`}
  </p>`;

/** Who has voted to skip to the end, and who is still to vote. @param {TableView} table */
function agreement(table) {
  const { chair, present } = game;
  const wanted = table.skip_wanted ?? [];
  const others = present.filter((one) => one !== chair);
  const names = (/** @type {number[]} */ chairs) => listOf(chairs.map((one) => table.chairs[one]?.name ?? ""));
  if (chair !== null && wanted.includes(chair)) {
    const missing = others.filter((one) => !wanted.includes(one));
    return missing.length ? t("game.skip waits", { names: names(missing) }) : t("game.skipping");
  }
  const asking = others.filter((one) => wanted.includes(one));
  return asking.length ? t("game.skip wanted", { names: names(asking), count: asking.length }) : null;
}

/** A bot plays this seat until its player takes it back. @param {ChairView} chair @param {TableView} table */
const replacedByBot = (chair, table) =>
  html`<div class="replaced-by-bot" role="status">
    <p>${t(chair.resigned ? "game.resigned" : "game.stood in")}</p>
    ${chair.resigned
      ? hurry(table)
      : html`<button class="primary" @click=${() => command({ type: "return", chair: game.chair })}>
          ${t("game.take back")}
        </button>`}
  </div>`;

/** Skip the rest, where the server allows it; a player who voted for that can take it back. @param {TableView} table */
export function skip(table) {
  if (game.chair === null || table.skip !== "can") return nothing;
  return (table.skip_wanted ?? []).includes(game.chair)
    ? html`<button @click=${() => command({ type: "skip", on: false })}>${t("game.watch on")}</button>`
    : html`<button class="primary" @click=${skipToEnd}>${t("game.skip")}</button>`;
}

function skipToEnd() {
  updateGame({ verdict: null });
  void command({ type: "skip" });
}

/** Resign. */
export const resign = () =>
  html`<button @click=${() => updatePage({ dialog: { kind: "resign", id: "" } })}>${t("game.resign")}</button>`;

/** A player can make the bots play faster. @param {TableView} table */
export const hurry = (table) =>
  game.chair !== null &&
  table.state === "running" &&
  table.skip !== "on" &&
  table.chairs.some((chair) => chair.bot || chair.away)
    ? html`<button
        class="hurry"
        data-key="f"
        aria-keyshortcuts="f"
        @click=${() => command({ type: "hurry", on: !table.hurried })}
      >
        ${t(table.hurried ? "game.unhurry" : "game.hurry")}
      </button>`
    : nothing;
