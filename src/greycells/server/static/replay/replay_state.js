/** What the replay shows. */

import { createStore } from "../ui/store.js";

/** @import {Steps} from "../types/types.js" */

export const { state: replay, update: updateReplay } = createStore({
  steps: /** @type {Steps | null} */ (null),
  at: 0,
  playing: false,
});
