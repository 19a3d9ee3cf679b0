/**
 * What waits until a roll or the case file has been seen: nothing on the page tells the result before dice and cards do.
 * Pure: the frames that came and those that wait become the frames to take now, those that wait from now on, and what the
 * stage shows meanwhile.
 */

/** @import {Frame, Game, HiddenAnswer, Line, Moment, Opening, Sighting} from "../types/types.js" */
/** @typedef {Extract<Frame, {type: "happened"}>} Happened */
/** @typedef {Extract<Sighting, {event: "Rolled"}>} Rolled */

/**
 * Who looks at the page: what is no later than `caughtUp` is no news to them. Nothing moves for a viewer who looks
 * `elsewhere`; nobody sees a throw behind a scene that has the board `covered`. `now` is in seconds.
 * @typedef {{caughtUp: number, elsewhere: boolean, covered: boolean, now: number}} Viewer
 */

/**
 * Frames to take now, in one or two batches; those that wait, or null; and what the stage shows.
 * @typedef {{batches: Frame[][], held: Frame[] | null, shows: Partial<Game>}} Release
 */

/** Frames about the course of the game. Chat, and who is connected, never wait. */
const PROGRESS = new Set(["hello", "changed", "happened", "look", "choose", "helped"]);
/** Seconds on a clock below which nobody is kept waiting for a picture: the server adds the scene's length to a deadline. */
const HURRY = 10;

/**
 * Frames have come. A roll waits until the dice lie still. An accusation is split: that it was made is shown at once, how it
 * ended only when the cards have been opened.
 * @param {Game} game @param {Frame[]} frames @param {Viewer} viewer @returns {Release}
 */
export function afterFramesCame(game, frames, viewer) {
  const { held } = game;
  // A new connection sends the whole state again.
  if (held && frames.some((frame) => frame.type === "hello")) {
    const next = releaseOf(game, frames, viewer);
    return { ...next, batches: [held, ...next.batches], shows: { opening: null, thrown: null, ...next.shows } };
  }
  if (!held) return releaseOf(game, frames, viewer);
  const [progress, others] = [true, false].map((kind) => frames.filter((frame) => PROGRESS.has(frame.type) === kind));
  return { batches: [others], held: [...held, ...progress], shows: {} };
}

/** The dice have stopped or the cards have been opened, or won't be shown: release what waited. @param {Game} game @param {Viewer} viewer @returns {Release} */
export function afterResultSeen(game, viewer) {
  const { opening, held } = game;
  const shows = {
    opening: null,
    thrown: null,
    laidOpen: game.laidOpen || Boolean(opening?.opened.right),
    ...(opening ? verdictOf(opening) : {}),
  };
  if (!held) return { batches: [], held: null, shows };
  // Another result among what has waited is shown first, too.
  const next = upToResult(game, held.slice(1), viewer);
  return { batches: [[held[0], ...next.batches.flat()]], held: next.held, shows: { ...shows, ...next.shows } };
}

/**
 * What becomes of the time after which a result is shown in words although no scene has begun to show it: it begins with the
 * first frame that waits, goes on whatever joins that, and ends when nothing waits.
 * @param {Frame[] | null} before what waited until now @param {Frame[] | null} held @returns {"begins" | "goes on" | "ends"}
 */
export const timeToWait = (before, held) => (!held ? "ends" : before ? "goes on" : "begins");

/** Whether an event has been shown: a game goes on while a suggestion is on stage, log and notebook wait for its answers. @param {Game} game @param {number} event */
export const isShown = ({ unshown }, event) => unshown === null || event < unshown;

/** The log as far as the stage has shown it; talk never waits. @param {Game} game @returns {Line[]} */
export const shownLog = (game) =>
  game.unshown === null ? game.log : game.log.filter(({ event }) => !event || isShown(game, event.number));

/** What others have shown each other, as far as it has been on stage. @param {Game} game @returns {HiddenAnswer[]} */
export const shownAnswers = (game) => game.answers.filter(({ event }) => isShown(game, event));

/** The private notices, as far as they have been on stage. @param {Game} game @returns {Moment[]} */
export const shownMoments = (game) => game.moments.filter(({ number }) => isShown(game, number));

/** A page that catches up with a game takes everything at once. @param {Game} game @param {Frame[]} frames @param {Viewer} viewer @returns {Release} */
const releaseOf = (game, frames, viewer) =>
  frames[0]?.type === "hello" ? { batches: [frames], held: null, shows: {} } : upToResult(game, frames, viewer);

/** What comes before the next result. @param {Game} game @param {Frame[]} frames @param {Viewer} viewer @returns {Release} */
function upToResult(game, frames, viewer) {
  const at = frames.findIndex((frame) => frame.type === "happened" && frame.seq > viewer.caughtUp && opened(frame));
  return at < 0 ? upToRoll(frames, viewer) : upToAccusation(game, frames, at, viewer);
}

/**
 * What comes before a roll, unless more has happened since: then it is beside the sentence at once, and nobody falls behind.
 * @param {Frame[]} frames @param {Viewer} viewer @returns {Release}
 */
function upToRoll(frames, viewer) {
  const at = frames.findLastIndex((frame) => frame.type === "happened");
  const frame = /** @type {Happened | undefined} */ (frames[at]);
  const rolled = frame && frame.seq > viewer.caughtUp ? rolledIn(frame) : null;
  if (!rolled || viewer.elsewhere || viewer.covered || frames.some((one) => isUrgent(one, viewer)))
    return { batches: [frames], held: null, shows: {} };
  const thrown = { dice: rolled.dice.length, number: rolled.number };
  return { batches: [frames.slice(0, at)], held: frames.slice(at), shows: { thrown } };
}

/** The roll with which a frame ends. @param {Happened} frame @returns {Rolled | null} */
function rolledIn({ sightings }) {
  const last = sightings[sightings.length - 1];
  return last?.event === "Rolled" ? last : null;
}

/** What comes before the end of an accusation. @param {Game} game @param {Frame[]} frames @param {number} at where it ended @param {Viewer} viewer @returns {Release} */
function upToAccusation(game, frames, at, viewer) {
  const accusation = /** @type {Happened} */ (frames[at]);
  const opening = openingOf(game, accusation);
  if (!opening.shared && viewer.elsewhere) {
    const next = upToResult(game, frames.slice(at + 1), viewer);
    const batches = [[...frames.slice(0, at + 1), ...next.batches.flat()]];
    return { batches, held: next.held, shows: { ...verdictOf(opening), ...next.shows } };
  }
  // The case file opens on the board: nobody misses it over a notebook.
  const shows = { opening, tab: /** @type {const} */ ("board") };
  if (!opening.shared && frames.some((frame) => isUrgent(frame, viewer)))
    return { batches: [frames], held: null, shows };
  const [first, rest] = split(accusation);
  return { batches: [[...frames.slice(0, at), first]], held: [rest, ...frames.slice(at + 1)], shows };
}

/** Whether this viewer has to choose and has little time for it. @param {Frame} frame @param {Viewer} viewer */
const isUrgent = (frame, viewer) =>
  frame.type === "choose" && Boolean(frame.until) && (frame.until ?? 0) - viewer.now < HURRY;

/** @param {Happened} frame */
const opened = (frame) => frame.sightings.find((seen) => seen.event === "Opened");

/** The accusation that a frame tells; on a shared device, a wrong one is shown to the accuser alone. @param {Game} game @param {Happened} frame @returns {Opening} */
function openingOf({ table, yours, chair }, frame) {
  const find = (/** @type {string} */ name) => frame.sightings.find((seen) => seen.event === name);
  const accused = /** @type {Opening["accused"]} */ (find("Accused"));
  const seen = /** @type {Opening["opened"]} */ (find("Opened"));
  const finished = /** @type {Extract<Sighting, {event: "Finished"}> | undefined} */ (find("Finished"));
  const accuser = table?.chairs.findIndex((one) => one.suspect === accused.seat) ?? -1;
  const shared = yours.length > 1 && chair === accuser && !seen.right;
  const words = frame.words?.[frame.sightings.indexOf(accused)] ?? "";
  return { accused, opened: seen, words, case_file: seen.right ? (finished?.case_file ?? null) : null, shared };
}

/** What the accuser alone is told of a wrong accusation; it stays until it has been read. @param {Opening} opening @returns {Partial<Game>} */
const verdictOf = ({ opened: { right, case_file }, shared }) =>
  !right && case_file && !shared ? { verdict: { case_file: [...case_file] } } : {};

/** That an accusation was made, and how it ended. @param {Happened} frame @returns {[Frame, Frame]} */
function split(frame) {
  const at = frame.sightings.findIndex((seen) => seen.event === "Accused") + 1;
  const { sightings, words = [] } = frame;
  return [
    { ...frame, sightings: sightings.slice(0, at), words: words.slice(0, at), table: null },
    { ...frame, sightings: sightings.slice(at), words: words.slice(at) },
  ];
}
