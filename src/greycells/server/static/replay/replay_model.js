/** The replay of a finished game: which moment is shown, through whose eyes, and what lies beside it. */

/** @import {Line, Steps, TableView, Word} from "../types/types.js" */
/** @import {ReviewedSeat} from "../types/wire.js" */

/** Where a game is found in the API, by the screen that shows it. @type {Record<string, string>} */
const SOURCES = { replay: "/api/tables/", record: "/api/records/", shared: "/api/shared/" };
/** Milliseconds for which a moment stands, by how much moves. */
const PACE = { usual: 900, fast: 300, none: 700 };

/** A game's address in the API. @param {{name: string, id: string}} route */
export const sourceOf = ({ name, id }) => `${SOURCES[name]}${id}`;

/** The page of a game, by its address in the API. @param {string} source */
export function pageOf(source) {
  const found = Object.entries(SOURCES).find(([, begins]) => source.startsWith(begins));
  return found ? source.replace(found[1], `/${found[0]}/`) : source;
}

/** Where a replay begins: with the first turn. @param {Steps} steps */
export const firstStep = ({ steps }) =>
  Math.max(
    0,
    steps.findIndex(({ sighting }) => sighting.event === "Began"),
  );

/**
 * Whether all hands are known, so that the game can be played on. Only then can one look from a seat, which hides the others again.
 * @param {Steps} steps @param {Word} viewing
 */
export const isWhole = ({ hands, seats }, viewing) => viewing !== "" || Object.keys(hands).length === seats.length;

/** Whether the game was played to its end. @param {Steps} steps */
export const isOver = ({ steps }) => steps.at(-1)?.sighting.event === "Finished";

/** Another moment; playing ends with the last one. @param {{steps: Steps | null, playing: boolean}} replay @param {number} at */
export function goTo({ steps, playing }, at) {
  const last = (steps?.steps.length ?? 1) - 1;
  return { at: Math.max(0, Math.min(last, at)), playing: playing && at < last };
}

/** How long a moment stands, in milliseconds. @param {string} motion */
export const paceOf = (motion) => PACE[/** @type {keyof typeof PACE} */ (motion)];

/** How many moments a key goes on. @param {string} key */
export const stepsOfKey = (key) => ({ ArrowLeft: -1, ArrowRight: 1 })[key] ?? 0;

/** What had happened by a moment. @param {Steps} steps @param {number} at @returns {Line[]} */
export const linesUntil = ({ steps }, at) =>
  steps.slice(0, at + 1).map(({ words, sighting }, seq) => ({ seq, at: 0, kind: "event", words, event: sighting }));

/** Who was to choose before an event. @param {Steps} steps @param {number} event @returns {Word} */
export const moverBefore = ({ steps }, event) => steps[event - 1]?.look.to_act ?? "";

/** One's own seats at the table of the game. @param {TableView | null} table */
const ownSeats = (table) => table?.yours?.map((chair) => ({ chair, seat: table.chairs[chair]?.suspect ?? "" })) ?? [];

/** The own seat whose notebook is shown: the one that one looks from, or the only one that one has. @param {TableView | null} table @param {Word} viewing */
export function notebookSeat(table, viewing) {
  const own = ownSeats(table);
  return viewing ? own.find(({ seat }) => seat === viewing) : own.length === 1 ? own[0] : undefined;
}

/** Asks for the game as a seat saw it; empty to see everything. @param {TableView | null} table @param {Word} seat */
export function viewQuery(table, seat) {
  if (!seat) return "";
  return table ? `?chair=${table.chairs.findIndex(({ suspect }) => suspect === seat)}` : `?seat=${seat}`;
}

/** Asks for the review, as one's own if one had one seat. @param {TableView | null} table @param {boolean} coordinates */
export function reviewQuery(table, coordinates) {
  const own = notebookSeat(table, "");
  const query = new URLSearchParams({
    ...(own ? { you: own.seat } : {}),
    ...(coordinates ? { coordinates: "1" } : {}),
  });
  return query.size ? `?${query}` : "";
}

/**
 * What a seat could know at a moment: who has a card or doesn't; nobody's seat is the case file.
 * @param {ReviewedSeat["certain"]} certain @param {number} at @param {Word[]} seats
 */
export const certainAt = (certain, at, seats) =>
  certain
    .filter(([event]) => event <= at)
    .map(([, card, holder, has]) => ({ card, holder: seats.includes(holder) ? holder : null, has }));
