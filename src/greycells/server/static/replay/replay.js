/** Replay: a finished game, a record that somebody brought, or a game that somebody shares, event by event. */

import { ask, neededFor } from "../ui/api.js";
import { boxes, edition } from "../board/editions.js";
import { fetchOffer } from "../offers/offer.js";
import { fetchReview, forgetReview } from "../review/review_controller.js";
import { review } from "../review/review_state.js";
import { lazyLoad } from "../ui/lazy_load.js";
import { page } from "../ui/page.js";
import { head } from "../ui/page_frame.js";
import { settings } from "../ui/settings.js";
import { afterwards } from "../ui/staged_render.js";
import { listen } from "../ui/store.js";
import { t } from "../ui/words.js";
import { html } from "../vendor/lit-html.js";
import { fetchNotebook, showBoard } from "./replay_controller.js";
import { firstStep, isOver, reviewQuery, sourceOf } from "./replay_model.js";
import { forgetReplay, replay, updateReplay } from "./replay_state.js";
import { replayView } from "./replay_view.js";

/** @import {Route, Steps, TableView} from "../types/types.js" */

/** The review is fetched when it is first opened. */
const reviewing = lazyLoad(() => import("../review/game_review.js"));

/** Look at a finished game, or at a record that somebody brought. @param {Route} route @param {AbortSignal} signal */
export async function enter(route, signal) {
  forgetReplay();
  const opened = new URLSearchParams(location.search).has("review");
  updateReplay({ opened, awaited: opened });
  await open(route, signal).catch(neededFor(t("trouble.record")));
  signal.addEventListener("abort", listen(followReview), { once: true });
  followReview();
}

/** @param {Route} route @param {AbortSignal} signal */
async function open(route, signal) {
  const steps = /** @type {Steps} */ (await ask(`${sourceOf(route)}/steps`, { signal }));
  const table =
    route.name === "replay" ? /** @type {TableView} */ (await ask(`/api/tables/${route.id}`, { signal })) : null;
  const [past] = await Promise.all([fetchNotebook(table, ""), edition(steps.edition), fetchOffer()]);
  signal.throwIfAborted();
  updateReplay({ steps, table, past, at: firstStep(steps) });
  showBoard(false);
}

export function leave() {
  forgetReplay();
  forgetReview();
}

/** Fetch the review once it is open: whoever asked for it finds it in sight, not below the hands. */
function followReview() {
  const { awaited, opened, steps, table } = replay;
  if (!opened || !steps || !isOver(steps)) return;
  fetchReview(`${sourceOf(page.route)}/analysis${reviewQuery(table, settings.coordinates)}`);
  if (!awaited || !reviewing() || !review.progress.review) return;
  updateReplay({ awaited: false });
  afterwards(() => document.querySelector(".reviewing")?.scrollIntoView());
}

export function draw() {
  const { opened, steps } = replay;
  const printed = steps ? boxes[steps.edition] : undefined;
  return steps && printed
    ? replayView(printed, steps, opened && isOver(steps) ? reviewing() : null)
    : html`${head()}
        <main class="message-page" id="page"><p>${t("app.loading")}</p></main>`;
}
