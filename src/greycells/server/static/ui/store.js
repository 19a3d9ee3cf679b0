/** The one store: the state of the page, and who wants to know when it changes. */

/** @import {State} from "../types/types.js" */

/** Forget a table, as when another one is opened or another seat looks: nothing of it may be shown to the next. */
export const emptyTable = () => ({
  look: null,
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
  devices: 0,
  asking: null,
  dealing: false,
  dialog: null,
  marker: null,
  bubbles: [],
  unread: 0,
  ending: null,
  thrown: null,
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
  pen: { sign: "", colour: "" },
  settings: {
    theme: "system",
    motion: "usual",
    sound: true,
    volume: 0.7,
    notify: false,
    markers: true,
    seen: true,
    pens: false,
    answers: false,
    ends: true,
    coordinates: false,
    keys: true,
  },
  steps: null,
  at: 0,
  playing: false,
  lists: { open: [], running: [], games: [], records: [] },
  differences: null,
  search: "",
  drawings: {},
  howTo: {},
  about: null,
  myData: null,
  maintenance: null,
  lesson: null,
  heard: [],
  sending: false,
};

/** @type {Set<() => void>} */
const listeners = new Set();
let waiting = false;

/** Be called after every change; what is returned ends it. @param {() => void} listener @returns {() => void} */
export function listen(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

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
