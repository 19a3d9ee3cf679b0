/**
 * A companion's game on this device: what is known of it, and the changes that wait to be sent. One that was set up without a
 * connection can be entered into, and is worked out once the server knows it.
 */

/** @import {CompanionBox, CompanionChange, CompanionEntry, CompanionListed, CompanionSetup, CompanionView, OwnBox} from "../types/wire.js" */
/**
 * `unsent` is there while the server doesn't know the game: the set-up that may have reached it without an answer, if there was an
 * attempt.
 * @typedef {{view: CompanionView, queue: CompanionChange[], unsent?: {tried: CompanionSetup | null}}} Kept
 */

const UNKNOWN = -1;
/** @type {OwnBox} */
const NOTHING = { suspects: [], weapons: [], rooms: [] };
/** So many changes are sent at once. */
const MOST_SENT = 50;
/** How many games a device keeps. */
const MOST_KEPT = 20;

/** Whether anything of a game has to be sent. @param {Kept} kept */
export const waits = ({ queue, unsent }) => queue.length > 0 || unsent !== undefined;

/** Whether others may enter something, too. @param {Kept} kept */
const isShared = ({ view }) => view.role !== "owner" || Boolean(view.links?.length);

/** Whether the server is to be asked now. @param {Kept} kept @param {{reached: boolean, stuck: boolean}} connection */
export const wantsExchange = (kept, { reached, stuck }) =>
  (waits(kept) && !stuck) || (isShared(kept) && !kept.queue.length) || !reached;

/** @param {Kept} kept @param {CompanionChange} change @returns {Kept} */
export const queued = (kept, change) => ({ ...kept, queue: [...kept.queue, change] });

/** The last change that waits is not sent after all. @param {Kept} kept @returns {Kept} */
export const withoutLast = (kept) => ({ ...kept, queue: kept.queue.slice(0, -1) });

/** Whether there is anything to undo. @param {Kept} kept */
export const canUndo = ({ queue, view }) => queue.length > 0 || Boolean(view.can_undo);

/** What is sent next. @param {Kept} kept */
export const nextChanges = ({ queue }) => queue.slice(0, MOST_SENT);

/** What was sent waits no more; what was entered meanwhile does. @param {Kept} kept @param {CompanionChange[]} sent @param {CompanionView} view @returns {Kept} */
export function afterSending(kept, sent, view) {
  const ids = new Set(sent.map(({ id }) => id));
  return { ...kept, view, queue: kept.queue.filter(({ id }) => !ids.has(id)) };
}

/** Set up without the server. @param {CompanionSetup} setup @param {CompanionBox[]} boxes @param {string} id @returns {Kept} */
export const unsentGame = (setup, boxes, id) => ({
  view: unsentView(setup, boxes, id),
  queue: [],
  unsent: { tried: null },
});

/** The set-up of a game that the server doesn't know is corrected. What was refused is not tried again. @param {Kept} kept @param {CompanionSetup} setup @param {{boxes: CompanionBox[], stuck: boolean}} here @returns {Kept} */
export const corrected = (kept, setup, { boxes, stuck }) => ({
  ...kept,
  view: unsentView(setup, boxes, kept.view.id),
  unsent: { tried: stuck ? null : (kept.unsent?.tried ?? null) },
});

/** A set-up that is told to the server: told twice, it is still one game. @param {Kept} kept @returns {Kept & {unsent: {tried: CompanionSetup}}} */
export const tried = (kept) => ({ ...kept, unsent: { tried: kept.unsent?.tried ?? kept.view.setup } });

/** The server knows the game; what was corrected meanwhile is one more change. @param {Kept} kept @param {CompanionView} view @param {string} id of that change @returns {Kept} */
export function afterCreating({ view: { setup }, queue, unsent }, view, id) {
  const same = JSON.stringify(unsent?.tried) === JSON.stringify(setup);
  return { view, queue: same ? queue : [{ do: "set up", id, setup }, ...queue] };
}

/** What can be shown before anything is worked out: my own cards, and nothing else. @param {CompanionSetup} setup @param {CompanionBox[]} boxes @param {string} id @returns {CompanionView} */
function unsentView(setup, boxes, id) {
  const printed = boxes.find(({ key }) => key === setup.edition);
  const { suspects, weapons, rooms, everybody = false } = printed ?? setup.box ?? NOTHING;
  const names = [...suspects, ...weapons, ...rooms];
  const { players, me, hand = [], sizes = [] } = setup;
  const shares = names.map((_, card) =>
    Array.from({ length: players.length + 1 }, (_, at) => (at === me && hand.includes(card) ? 1 : UNKNOWN)),
  );
  return {
    ...{ id, version: 0, role: "owner", setup, names },
    kinds: [suspects.length, weapons.length, rooms.length],
    everybody,
    snooping: printed?.snooping ?? true,
    sizes: players.map((_, at) => sizes[at] ?? null),
    ...{ turn: 0, entries: [], sheet: { shares } },
  };
}

/** The game in a file, as far as a phone can tell; null if it is none. @param {string} text @param {CompanionBox[]} boxes @returns {{setup: CompanionSetup, entries: CompanionEntry[]} | null} */
export function fileGame(text, boxes) {
  try {
    const { companion, setup, entries = [] } = JSON.parse(text);
    return companion === 1 && setup.players.length > 1 && unsentView(setup, boxes, "").names.length
      ? { setup, entries }
      : null;
  } catch {
    return null;
  }
}

/** A game of this device in the list. @param {Kept} kept @returns {CompanionListed} */
export const listedGame = ({ view: { id, setup, role } }) => ({
  id,
  words: setup.players.join(", "),
  changed: 0,
  role,
});

/**
 * What a device keeps of its games when one is kept, the latest first. Where there is no room for all, those go first that the server
 * has anyway: each attempt is smaller than the one before.
 * @param {Record<string, Kept>} kept @param {Kept} game @returns {Record<string, Kept>[]}
 */
export function keptWith(kept, game) {
  const { [game.view.id]: _, ...rest } = kept;
  const others = Object.entries(rest);
  const first = /** @type {[string, Kept]} */ ([game.view.id, game]);
  const waiting = others.filter(([, one]) => waits(one));
  const sent = others.filter(([, one]) => !waits(one));
  return [[first, ...waiting, ...sent].slice(0, MOST_KEPT), [first, ...waiting], [first]].map((some) =>
    Object.fromEntries(some),
  );
}
