/** Which part of a companion's game is looked at. */

import { redraw } from "../ui/store.js";

export const TABS = /** @type {const} */ (["sheet", "entries", "advice", "table"]);

/** @type {(typeof TABS)[number]} */
let tab = "sheet";

export const shown = () => tab;

/** @param {(typeof TABS)[number]} name */
export function show(name) {
  tab = name;
  redraw();
}
