/** Asks for the review of a game, again and again until it is worked out. */

import { ask, Problem, report } from "../ui/api.js";
import { page } from "../ui/page.js";
import { pause } from "../ui/timers.js";
import { afterAnswer, afterRefusal, isWorking, NO_REVIEW } from "./review_model.js";
import { review, updateReview } from "./review_state.js";

/** Milliseconds between two questions how far it is. */
const PAUSE = 700;

/** Ask for a review, unless it is there or on its way. @param {string} source */
export function fetchReview(source) {
  if (review.source === source) return;
  updateReview({ source, progress: NO_REVIEW, everything: false, emphasized: "" });
  poll(source, page.signal).catch(report);
}

/** Forget the review: nobody looks at the game any more. */
export const forgetReview = () => updateReview({ source: "", progress: NO_REVIEW });

/** @param {string} source @param {AbortSignal} signal */
async function poll(source, signal) {
  for (;;) {
    const progress = await ask(source, { signal }).then(afterAnswer, (problem) => {
      if (!(problem instanceof Problem)) throw problem;
      return afterRefusal(review.progress, problem);
    });
    if (review.source !== source) return;
    updateReview({ progress });
    if (!isWorking(progress)) return;
    await pause(PAUSE, signal);
  }
}
