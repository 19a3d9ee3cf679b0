/** What the replay shows, and the windows in which a game is played on or shared. */

import { createStore } from "../ui/store.js";

/** @import {Plan, Reason, Steps, TableView, Word} from "../types/types.js" */
/** @import {ShareLink} from "../types/wire.js" */
/** @import {PastNotebook} from "../notebook/notebook_then.js" */
/** @import {PlayedOn, Sitters} from "./play_on_model.js" */

const EMPTY = {
  steps: /** @type {Steps | null} */ (null),
  at: 0,
  playing: false,
  timer: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined),
  /** The table of the game, if it was played here. */
  table: /** @type {TableView | null} */ (null),
  /** The notebook of the seat that one looks from, if it is one's own. */
  past: /** @type {PastNotebook | null} */ (null),
  /** The seat that one looks from; empty to see everything. */
  viewing: /** @type {Word} */ (""),
  /** Whether the review is open, and whether somebody asked for it and hasn't seen it yet. */
  opened: false,
  awaited: false,
  /** Why something could be known, and at which moment. */
  reason: /** @type {{at: number, reason: Reason} | null} */ (null),
};

export const { state: replay, update: updateReplay } = createStore({
  ...EMPTY,
  /** The game that is to be played on, who sits where, and the help they have. */
  playedOn: /** @type {PlayedOn | null} */ (null),
  sitters: /** @type {Sitters} */ ({}),
  help: /** @type {Plan["help"]} */ ("none"),
  starting: false,
  /** The address of the game that is shared, the link that was just made, whether it was copied, and all links of one's own. */
  shared: "",
  link: /** @type {ShareLink | null} */ (null),
  copied: false,
  links: /** @type {ShareLink[]} */ ([]),
});

/** Nothing of a game is left for another page. */
export function forgetReplay() {
  clearTimeout(replay.timer);
  updateReplay(EMPTY);
}
