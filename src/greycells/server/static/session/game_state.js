/** What this page knows of the table that it is at. */

import { createStore } from "../ui/store.js";

/** @import {AtTable, Game} from "../types/types.js" */

/** What is known of a game before anything of it has been seen from a seat. @returns {AtTable} */
export const emptyTable = () => ({
  scene: null,
  fresh: [],
  choice: null,
  log: [],
  moments: [],
  opening: null,
  verdict: null,
  notebook: null,
  help: {},
  helped: -1,
  reason: null,
  review: null,
  deal: null,
  steps: null,
  devices: 0,
  asking: null,
  dealing: false,
  marker: null,
  bubbles: [],
  unread: 0,
  ending: null,
  thrown: null,
});

/** @returns {Game} */
export const emptyGame = () => ({
  connection: "none",
  table: null,
  yours: [],
  chair: null,
  present: [],
  ...emptyTable(),
  muted: [],
  tab: "board",
  handover: null,
  filter: false,
  pen: { sign: "", colour: "" },
  sending: false,
});

export const { state: game, update: updateGame } = createStore(emptyGame());
