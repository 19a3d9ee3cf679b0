/** The entries as they will be: those that are worked out, with the changes that wait. */

/** @import {CompanionChange, CompanionEntry, CompanionView} from "../types/wire.js" */
/** @typedef {{entry: CompanionEntry, words: string | null, aside: boolean, waits: boolean, going: boolean}} Listed */

const BLANK = { words: null, aside: false, waits: true, going: false };

/** Every entry, in order; without words where they aren't the server's yet. @param {CompanionView} view @param {CompanionChange[]} queue @returns {Listed[]} */
export function entriesOf(view, queue) {
  const list = view.entries.map(({ entry, words, aside = false }) => {
    const listed = { entry, words, aside, waits: false, going: false };
    return /** @type {Listed} */ (listed);
  });
  const find = (/** @type {string} */ id) => list.findIndex(({ entry }) => entry.id === id);
  for (const change of queue) {
    if (change.do === "put") {
      const at = find(change.entry.id);
      list.splice(at < 0 ? list.length : at, 1, { ...BLANK, entry: change.entry });
    } else if (change.do === "take out" && find(change.entry) >= 0) list[find(change.entry)].going = true;
  }
  return list;
}

/** Whose turn it is likely to be, with what still waits: the next player who isn't eliminated. @param {CompanionView} view @param {CompanionChange[]} queue */
export function turnOf(view, queue) {
  if (!queue.length) return view.turn;
  const all = entriesOf(view, queue)
    .filter((one) => !one.going)
    .map(({ entry }) => entry);
  const { length } = view.setup.players;
  const eliminated = new Set(all.map((entry) => (entry.kind === "accusation" ? entry.by : -1)));
  const last = all.findLast((entry) => entry.kind === "suggestion");
  const after = last ? last.by + 1 : 0;
  const order = Array.from({ length }, (_, step) => (after + step) % length);
  return order.find((player) => !eliminated.has(player)) ?? order[0];
}
