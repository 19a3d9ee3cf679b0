/** A table: the chairs before the start, then the game, and the coach above it if it is a lesson. */

import { lazyLoad } from "../ui/lazy_load.js";
import { clearPanels, whenSettled } from "../ui/staged_render.js";
import { planOf } from "../session/game_model.js";
import { goToTable, leaveTable } from "../session/session.js";
import { boxes } from "../board/editions.js";
import { updateLesson } from "../lessons/lesson_state.js";
import { game } from "../session/game_state.js";
import { followEnd } from "../game/game_over_controller.js";
import { page } from "../ui/page.js";
import { listen } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { head } from "../ui/page_frame.js";
import { rematchInvitation } from "../game/rematch_invitation.js";
import { t } from "../ui/words.js";

/** @import {Route, TableView} from "../types/types.js" */

const games = lazyLoad(() => import("../game/game.js"));
const tables = lazyLoad(() => import("./table_setup.js"));
const lessons = lazyLoad(() => import("../lessons/coach_box.js"));

/** @param {Route} route @param {AbortSignal} signal */
export const enter = ({ id }, signal) => goToTable(id, signal);

export function leave() {
  leaveTable();
  updateLesson({ lesson: null, read: [] });
  clearPanels();
}

const loading = () =>
  html`${head()}
    <main class="message-page" id="page"><p>${t("app.loading")}</p></main>`;

/** Whether the cards are being dealt to somebody who plays against bots alone: then there is nothing to prepare. @param {TableView} table */
const beginsAtOnce = ({ chairs }) =>
  (game.dealing || game.connection === "opening") && chairs.every((chair, at) => chair.bot || game.yours.includes(at));

export function draw() {
  const { table } = game;
  const printed = table && boxes[planOf(table).edition];
  if (!table || !printed || game.connection === "none") return loading();
  if (table.state === "closed") return tables()?.closedTable(table) ?? loading();
  if (table.state === "open" && beginsAtOnce(table)) return loading();
  if (table.state === "open") return tables()?.table(table, printed) ?? loading();
  const shown = games()?.gameScreen(table, printed) ?? loading();
  // One template for a game and its end: with another one the whole page would be drawn anew at the last card.
  const played = html`${shown}${table.state === "over" ? rematchInvitation(table) : nothing}`;
  return table.lesson ? html`<div class="lesson">${lessons()?.coach(printed) ?? nothing}${played}</div>` : played;
}

/** What the drawn table asks for: the result of a game that is over, and the light of a lesson. */
function follow() {
  if (page.route.name !== "table") return;
  followEnd();
  light();
}

const light = () => game.table?.lesson && lessons()?.follow();

listen(follow);
whenSettled(light);
