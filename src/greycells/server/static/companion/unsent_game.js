/** A game that was set up without a connection: it can be entered into, and is worked out once the server knows it. */

import { fresh, knownBoxes } from "./device.js";

/** @import {CompanionEntry, CompanionSetup, CompanionView, OwnBox} from "../types/wire.js" */
/** @import {Kept} from "./device.js" */

const UNKNOWN = -1;
/** @type {OwnBox} */
const NOTHING = { suspects: [], weapons: [], rooms: [] };

/** @param {CompanionSetup} setup @returns {Kept} */
export const unsentGame = (setup) => ({
  view: unsentView(setup, `new-${fresh()}`),
  queue: [],
  unsent: { tried: null },
});

/** What can be shown before anything is worked out: my own cards, and nothing else. @param {CompanionSetup} setup @param {string} id @returns {CompanionView} */
export function unsentView(setup, id) {
  const printed = knownBoxes().find(({ key }) => key === setup.edition);
  const { suspects, weapons, rooms, everybody = false } = printed ?? setup.box ?? NOTHING;
  const names = [...suspects, ...weapons, ...rooms];
  const { players, me, hand = [], sizes = [] } = setup;
  const shares = names.map((_, card) =>
    Array.from({ length: players.length + 1 }, (_, at) => (at === me && hand.includes(card) ? 1 : UNKNOWN)),
  );
  return {
    id,
    version: 0,
    role: "owner",
    setup,
    names,
    kinds: [suspects.length, weapons.length, rooms.length],
    everybody,
    snooping: printed?.snooping ?? true,
    sizes: players.map((_, at) => sizes[at] ?? null),
    turn: 0,
    entries: [],
    sheet: { shares },
  };
}

/** The game in a file, as far as a phone can tell; null if it is none. @param {string} text @returns {{setup: CompanionSetup, entries: CompanionEntry[]} | null} */
export function fileGame(text) {
  try {
    const { companion, setup, entries = [] } = JSON.parse(text);
    return companion === 1 && setup.players.length > 1 && unsentView(setup, "").names.length
      ? { setup, entries }
      : null;
  } catch {
    return null;
  }
}
