/** Replay: a finished game, a record that somebody brought, or a game that somebody shares, event by event. */

import { ask, report } from "../ui/api.js";
import { boxes, edition } from "../board/editions.js";
import { fetchOffer } from "../offers/offer.js";
import { fetchReview, forgetReview } from "../review/review_controller.js";
import { review } from "../review/review_state.js";
import { lazyLoad } from "../ui/lazy_load.js";
import { page, updatePage } from "../ui/page.js";
import { head } from "../ui/page_frame.js";
import { settings } from "../ui/settings.js";
import { afterwards } from "../ui/staged_render.js";
import { t } from "../ui/words.js";
import { html } from "../vendor/lit-html.js";
import { fetchNotebook, showBoard } from "./replay_controller.js";
import { firstStep, isOver, reviewQuery, sourceOf } from "./replay_model.js";
import { forgetReplay, replay, updateReplay } from "./replay_state.js";
import { replayView } from "./replay_view.js";

/** @import {Route, Steps, TableView} from "../types/types.js" */

/** The review is fetched when it is first opened. */
const reviewing = lazyLoad(() => import("../review/game_review.js"));

/** Look at a finished game, or at a record that somebody brought. @param {Route} route */
export async function enter(route) {
  forgetReplay();
  const opened = new URLSearchParams(location.search).has("review");
  updateReplay({ opened, awaited: opened });
  try {
    const steps = /** @type {Steps} */ (await ask(`${sourceOf(route)}/steps`));
    const table = route.name === "replay" ? /** @type {TableView} */ (await ask(`/api/tables/${route.id}`)) : null;
    const [past] = await Promise.all([fetchNotebook(table, ""), edition(steps.edition), fetchOffer()]);
    if (page.route !== route) return;
    updateReplay({ steps, table, past, at: firstStep(steps) });
    showBoard(false);
  } catch (problem) {
    report(problem);
    updatePage({ trouble: { title: t("trouble.record"), sentence: t("trouble.page note") } });
  }
}

export function leave() {
  forgetReplay();
  forgetReview();
}

/** The review, if it is open: it is asked for, and whoever asked for it finds it in sight, not below the hands. @param {Steps} steps */
function openedReview(steps) {
  if (!replay.opened || !isOver(steps)) return null;
  fetchReview(`${sourceOf(page.route)}/analysis${reviewQuery(replay.table, settings.coordinates)}`);
  const views = reviewing();
  if (replay.awaited && views && review.progress.review) {
    updateReplay({ awaited: false });
    afterwards(() => document.querySelector(".reviewing")?.scrollIntoView());
  }
  return views;
}

export function draw() {
  const { steps } = replay;
  const printed = steps ? boxes[steps.edition] : undefined;
  return steps && printed
    ? replayView(printed, steps, openedReview(steps))
    : html`${head()}
        <main class="message-page" id="page"><p>${t("app.loading")}</p></main>`;
}
