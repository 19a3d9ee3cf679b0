/** The one store: the state of the page, and who wants to know when it changes. */

/** @import {State} from "./types.js" */

/** Forget a table, as when another one is opened or another seat looks: nothing of it may be shown to the next. */
export const emptyTable = () => ({
  look: null,
  fresh: [],
  choice: null,
  log: [],
  moments: [],
  notebook: null,
  help: {},
  reason: null,
  review: null,
  asking: null,
  dialog: null,
});

/** @type {State} */
export const state = {
  route: { name: "home", id: "", query: "" },
  guest: null,
  offer: null,
  editions: {},
  line: "none",
  table: null,
  yours: [],
  chair: null,
  present: [],
  ...emptyTable(),
  unheard: [],
  tab: "board",
  toast: null,
  trouble: null,
  handover: null,
  filter: false,
  settings: { theme: "system", motion: "usual", sound: false, notify: false },
  steps: null,
  at: 0,
  playing: false,
  lists: { open: [], running: [], games: [], records: [] },
  differences: null,
  search: "",
  drawings: {},
  about: null,
  lesson: null,
  heard: [],
  sending: false,
};

/** @type {(() => void)[]} */
const listeners = [];
let waiting = false;

/** @param {() => void} listener */
export const listen = (listener) => void listeners.push(listener);

/** Change the state; whoever listens is told once, when the current task is done. @param {Partial<State>} changes */
export function update(changes) {
  Object.assign(state, changes);
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    for (const listener of listeners) listener();
  });
}
