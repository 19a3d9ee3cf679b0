/** The daily case: fetched, and its result sent; without a connection that waits on this device. */

import { ask, neededFor, Problem, report } from "../ui/api.js";
import { page } from "../ui/page.js";
import { isTransient } from "../ui/retries_model.js";
import { read, write } from "../ui/storage.js";
import { every } from "../ui/timers.js";
import { t } from "../ui/words.js";
import "../words/puzzles.js";
import { openPuzzle, passSecond, today } from "./puzzle_controller.js";
import { resultOf } from "./puzzle_model.js";
import { forgetPuzzles, puzzles, updatePuzzles } from "./puzzles_state.js";

/** @import {DailyRecord, PuzzleView} from "../types/wire.js" */
/** @import {Route} from "../types/types.js" */
/** @import {Puzzle} from "./puzzle_model.js" */

const WAITING = "greycells.daily.waiting";
const SECOND = 1000;

/** @param {Route} route @param {AbortSignal} signal */
export async function enter(route, signal) {
  forgetPuzzles();
  /** @type {PuzzleView} */
  const view = await ask(`/api/daily?date=${encodeURIComponent(route.id || today())}`, { signal }).catch(
    neededFor(t("daily.unavailable")),
  );
  await openPuzzle(view, () => void finished(), signal);
  every(SECOND, tick, signal);
  addEventListener("online", () => void send(), { signal });
  keepPage(view);
  await send(puzzles.puzzle?.done ? keepResult(puzzles.puzzle) : {});
}

/** Keep the page and this case on this device, so that it opens without a connection, too. @param {PuzzleView} view */
function keepPage({ date, edition: box }) {
  navigator.serviceWorker?.ready
    .then((worker) => worker.active?.postMessage({ day: date, edition: box }))
    .catch(() => undefined);
}

function tick() {
  passSecond();
  updatePuzzles({ now: Date.now() });
}

/** @returns {Record<string, unknown>} */
const waitingResults = () => read(WAITING, {});

/** A result waits on this device until the server has it; what comes back can't wait there. @param {Puzzle} puzzle */
function keepResult(puzzle) {
  const result = { [puzzle.view.id]: resultOf(puzzle, puzzle.begun) };
  return write(WAITING, { ...waitingResults(), ...result }) ? {} : result;
}

async function finished() {
  if (!puzzles.puzzle) return;
  await send(keepResult(puzzles.puzzle));
  /** @type {HTMLElement | null} */ (document.querySelector(".solved h2"))?.focus();
}

/** Send what waits, whatever page is looked at by then, and fetch the streak. @param {Record<string, unknown>} [unkept] what can't wait */
async function send(unkept = {}) {
  const { signal } = page;
  try {
    for (const [id, result] of Object.entries({ ...waitingResults(), ...unkept })) {
      await sendResult(result);
      // Another case may have been finished meanwhile.
      const { [id]: _, ...others } = waitingResults();
      write(WAITING, others);
    }
    /** @type {DailyRecord} */
    const daily = await ask(`/api/daily/record?today=${today()}`, { signal });
    updatePuzzles({ daily, unsent: false });
  } catch (problem) {
    if (signal.aborted) return;
    const unsent = Object.keys(waitingResults()).length > 0;
    updatePuzzles({ unsent });
    if (!unsent || !(problem instanceof Problem)) report(problem);
  }
}

/** What the server refuses for good doesn't wait for ever. @param {unknown} json */
async function sendResult(json) {
  try {
    await ask("/api/daily/record", { method: "POST", json });
  } catch (problem) {
    if (!(problem instanceof Problem) || isTransient(problem.status)) throw problem;
  }
}
