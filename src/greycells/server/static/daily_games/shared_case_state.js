/** A case that others play too, and what is said about sharing it. */

import { createStore } from "../ui/store.js";

/** @import {SharedCaseView} from "../types/wire.js" */
/** @import {EditionPrint} from "../types/types.js" */

const EMPTY = {
  view: /** @type {SharedCaseView | null} */ (null),
  edition: /** @type {EditionPrint | null} */ (null),
  starting: false,
  shareNote: "",
};

export const { state: shared, update: updateShared } = createStore({
  ...EMPTY,
  help: /** @type {SharedCaseView["help"]} */ ("direct facts"),
});

/** Forget the case: another page is looked at. */
export const forgetShared = () => updateShared(EMPTY);
