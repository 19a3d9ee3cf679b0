/** The entries as they will be: those that are worked out, with the changes that wait. */

import { current, waiting } from "./book.js";

/** @import {CompanionEntry} from "../types/wire.js" */
/** @typedef {{entry: CompanionEntry, words: string | null, aside: boolean, waits: boolean, going: boolean}} Listed */

const BLANK = { words: null, aside: false, waits: true, going: false };

/** Every entry, in order; without words where they aren't the server's yet. @returns {Listed[]} */
export function entries() {
  /** @type {Listed[]} */
  const list = (current()?.entries ?? []).map(({ entry, words, aside = false }) => ({
    entry,
    words,
    aside,
    waits: false,
    going: false,
  }));
  const find = (/** @type {string} */ id) => list.findIndex(({ entry }) => entry.id === id);
  for (const change of waiting()) {
    if (change.do === "put") {
      const at = find(change.entry.id);
      list.splice(at < 0 ? list.length : at, 1, { ...BLANK, entry: change.entry });
    } else if (change.do === "take out" && find(change.entry) >= 0) list[find(change.entry)].going = true;
  }
  return list;
}

/** Whose turn it is likely to be, with what still waits: the next player who isn't eliminated. */
export function turn() {
  const view = current();
  if (!view) return 0;
  if (!waiting().length) return view.turn;
  const all = entries().filter((one) => !one.going);
  const { length } = view.setup.players;
  const out = new Set(all.map(({ entry }) => (entry.kind === "accusation" ? entry.by : -1)));
  const last = all.map(({ entry }) => entry).findLast((entry) => entry.kind === "suggestion");
  const after = last ? last.by + 1 : 0;
  for (let step = 0; step < length; step++) if (!out.has((after + step) % length)) return (after + step) % length;
  return after % length;
}
