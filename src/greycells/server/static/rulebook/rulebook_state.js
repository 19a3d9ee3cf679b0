/** What the rulebooks show. */

import { createStore } from "../ui/store.js";

/** @import {Differences, Drawing, HowStep} from "../types/types.js" */

export const { state: rulebook, update: updateRulebook } = createStore({
  differences: /** @type {Differences | null} */ (null),
  search: "",
  /** The edition whose drawings came last, with its house rules. */
  loaded: "",
  drawings: /** @type {Record<string, Drawing[]>} */ ({}),
  howTo: /** @type {Record<string, HowStep[]>} */ ({}),
});
