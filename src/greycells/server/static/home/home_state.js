/** What the pages of the house list. */

import { createStore } from "../ui/store.js";

/** @import {About, Listed, Uploaded} from "../types/types.js" */

export const { state: home, update: updateHome } = createStore({
  lists: /** @type {{open: Listed[], running: Listed[], games: Listed[], records: Uploaded[]}} */ ({
    open: [],
    running: [],
    games: [],
    records: [],
  }),
  about: /** @type {About | null} */ (null),
});
