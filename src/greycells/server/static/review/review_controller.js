/** Asks for the review of a game, again and again until it is worked out. */

import { ask, Problem } from "../ui/api.js";
import { afterAnswer, afterRefusal, isWorking, NO_REVIEW } from "./review_model.js";
import { review, updateReview } from "./review_state.js";

/** Milliseconds between two questions how far it is. */
const PAUSE = 700;

/** Ask for a review, unless it is there or on its way. @param {string} source */
export function fetchReview(source) {
  if (review.source === source) return;
  updateReview({ source, progress: NO_REVIEW, everything: false, emphasized: "" });
  void poll(source);
}

/** Forget the review: nobody looks at the game any more. */
export const forgetReview = () => updateReview({ source: "", progress: NO_REVIEW });

/** @param {string} source */
async function poll(source) {
  if (review.source !== source) return;
  const progress = await ask(source).then(afterAnswer, (problem) => {
    if (!(problem instanceof Problem)) throw problem;
    return afterRefusal(review.progress, problem);
  });
  if (review.source !== source) return;
  updateReview({ progress });
  if (isWorking(progress)) setTimeout(() => void poll(source), PAUSE);
}
