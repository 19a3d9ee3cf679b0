/** The review beside the replay, and the page that explains its numbers. */

import { createStore } from "../ui/store.js";
import { NO_REVIEW } from "./review_model.js";

/** @import {ReviewGuide} from "../types/wire.js" */
/** @import {Word} from "../types/types.js" */
/** @import {Measure} from "./review_model.js" */

export const { state: review, update: updateReview } = createStore({
  /** Where the review is fetched from. */
  source: "",
  progress: NO_REVIEW,
  measure: /** @type {Measure} */ ("win"),
  everything: false,
  /** The seat whose line stands out in the graph; empty for none. */
  emphasized: /** @type {Word} */ (""),
  guide: /** @type {ReviewGuide | null} */ (null),
});
