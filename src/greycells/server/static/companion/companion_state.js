/** The companion: the game that is open, the pad, and what is looked at. */

import { createStore } from "../ui/store.js";
import { emptyPad } from "./pad_model.js";
import { blankForm } from "./setup_model.js";

/** @import {CompanionAdvice, CompanionBox, CompanionLinkView, CompanionListed, CompanionView, CompanionWhy} from "../types/wire.js" */
/** @import {Kept} from "./queue_model.js" */

export const TABS = /** @type {const} */ (["sheet", "entries", "advice", "table"]);

export const { state: companion, update: updateCompanion } = createStore({
  games: /** @type {CompanionListed[]} */ ([]),
  boxes: /** @type {CompanionBox[]} */ ([]),
  game: /** @type {Kept | null} */ (null),
  /** Whether the last attempt reached the server. */
  reached: true,
  /** Whether the server has refused what waits, so that sending it again is of no use. */
  stuck: false,
  sending: false,
  /** The version whose proof was asked for last. */
  proving: -1,
  tab: /** @type {(typeof TABS)[number]} */ ("sheet"),
  pad: emptyPad(),
  /** Whether the set-up is filled in or corrected now. */
  setting: false,
  form: blankForm(""),
  /** The mark that is looked at, and why it is certain. */
  cell: /** @type {{card: number, holder: number} | null} */ (null),
  why: /** @type {CompanionWhy | null} */ (null),
  advice: /** @type {CompanionAdvice | null} */ (null),
  asking: false,
  problem: "",
  /** The version that the advice was given for. */
  about: "",
  rooms: /** @type {number[]} */ ([]),
  /** The link that was just made: only now it can be shown. */
  link: /** @type {CompanionLinkView | null} */ (null),
  /** Whether deleting the game was asked for once. */
  sure: false,
});

/** @returns {CompanionView | null} */
export const current = () => companion.game?.view ?? null;
export const waiting = () => companion.game?.queue ?? [];
export const mayWrite = () => companion.game?.view.role !== "read";
