/** A case that others play too: fetched, begun, and asked for again while an accuracy is being worked out. */

import { ask, neededFor, Problem, report } from "../ui/api.js";
import { edition } from "../board/editions.js";
import { fetchOffer } from "../offers/offer.js";
import { page } from "../ui/page.js";
import { go } from "../ui/router.js";
import { ownDate } from "../ui/times_model.js";
import { pause } from "../ui/timers.js";
import { t } from "../ui/words.js";
import "../words/puzzles.js";
import { forgetShared, shared, updateShared } from "./shared_case_state.js";

/** @import {SharedCaseView} from "../types/wire.js" */
/** @import {Route} from "../types/types.js" */

/** Milliseconds between two questions about a review that is being worked out, and how many there are at most. */
const PAUSE = 3000;
const MOST_POLLS = 60;

/** @param {Route} route @param {AbortSignal} signal */
export async function enter(route, signal) {
  forgetShared();
  const view = await fetchCase(route.id || ownDate(new Date()), signal).catch((problem) => {
    const gone = route.name === "challenge" && problem instanceof Problem && problem.status === 404;
    return neededFor(t(gone ? "challenge.gone" : "daily.unavailable"))(problem);
  });
  const [box] = await Promise.all([edition(view.edition), fetchOffer()]);
  signal.throwIfAborted();
  updateShared({ edition: box, help: view.help });
  followResults(view.id, signal).catch(report);
}

/** @param {string} id @param {AbortSignal} signal */
async function fetchCase(id, signal) {
  const view = /** @type {SharedCaseView} */ (await ask(`/api/cases/${encodeURIComponent(id)}`, { signal }));
  updateShared({ view });
  return view;
}

/** Ask again while an accuracy is being worked out; if that fails, it comes another time. @param {string} id @param {AbortSignal} signal */
async function followResults(id, signal) {
  for (let polls = 0; polls < MOST_POLLS && isWorking(); polls++) {
    await pause(PAUSE, signal);
    await fetchCase(id, signal).catch((problem) => {
      if (!(problem instanceof Problem)) throw problem;
    });
  }
}

const isWorking = () => shared.view?.results.some(({ accuracy }) => accuracy === null);

/** Begin to play, and go to the table. */
export async function beginCase() {
  const { view, help, starting } = shared;
  const { signal } = page;
  if (!view || starting) return;
  updateShared({ starting: true });
  try {
    const { table } = await ask(`/api/cases/${encodeURIComponent(view.id)}`, { method: "POST", json: { help } });
    if (!signal.aborted) go(`/table/${table}`);
  } catch (problem) {
    if (!signal.aborted) report(problem);
  }
  if (!signal.aborted) updateShared({ starting: false });
}

/** Show your result to the others, or no longer. @param {boolean} shown */
export async function showResult(shown) {
  const { view } = shared;
  const { signal } = page;
  if (!view) return;
  updateShared({ view: { ...view, shown } });
  try {
    await ask(`/api/cases/${view.id}/shown`, { method: "PUT", json: { shown } });
    await fetchCase(view.id, signal);
  } catch (problem) {
    if (signal.aborted) return;
    report(problem);
    updateShared({ view });
  }
}
