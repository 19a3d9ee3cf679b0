/** The puzzle that is being solved, and what is around it: of the daily case, and of practice. */

import { createStore } from "../ui/store.js";
import { FIRST_CHOICE } from "./practice_model.js";

/** @import {DailyRecord, PracticeRecord} from "../types/wire.js" */
/** @import {Storm} from "./practice_model.js" */
/** @import {Puzzle} from "./puzzle_model.js" */

const EMPTY = {
  puzzle: /** @type {Puzzle | null} */ (null),
  finished: () => {},
  now: 0,
  /** Of the daily case: the streak, whether a result waits to be sent, and what is said about sharing it. */
  daily: /** @type {DailyRecord | null} */ (null),
  unsent: false,
  shareNote: "",
  /** Of practice: the rating, the storm that runs, and what the last one came to. */
  practice: /** @type {PracticeRecord | null} */ (null),
  storm: /** @type {Storm | null} */ (null),
  lastStorm: /** @type {number | null} */ (null),
  fetching: false,
};

export const { state: puzzles, update: updatePuzzles } = createStore({ ...EMPTY, choice: FIRST_CHOICE });

/** Forget everything but what was chosen in practice. */
export const forgetPuzzles = () => updatePuzzles(EMPTY);
