/** A case that others play too, and what is said about sharing it. */

import { createStore } from "../ui/store.js";

/** @import {SharedCaseView} from "../types/wire.js" */
/** @import {EditionPrint} from "../types/types.js" */

const EMPTY = {
  view: /** @type {SharedCaseView | null} */ (null),
  edition: /** @type {EditionPrint | null} */ (null),
  timer: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined),
  /** How often it was asked how it stands. */
  polls: 0,
  starting: false,
  shareNote: "",
};

export const { state: shared, update: updateShared } = createStore({
  ...EMPTY,
  help: /** @type {SharedCaseView["help"]} */ ("direct facts"),
});

/** Forget the case: another page is looked at. */
export function forgetShared() {
  clearTimeout(shared.timer);
  updateShared(EMPTY);
}
