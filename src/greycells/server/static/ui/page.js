/** The page around every screen: where it is, who looks at it, and what lies above it. */

import { createStore } from "./store.js";

/** @import {Page} from "../types/types.js" */

export const { state: page, update: updatePage } = createStore(
  /** @type {Page} */ ({
    route: { name: "home", id: "", query: "" },
    signal: new AbortController().signal,
    guest: null,
    toast: null,
    trouble: null,
    dialog: null,
    maintenance: null,
    putAway: false,
    second: 0,
    modules: 0,
  }),
);
