/** What waits until a roll or the case file has been seen: nothing on the page tells the result before dice and cards do. */

import { motion } from "../ui/settings.js";
import { state, update } from "../ui/store.js";

/** @import {Frame, Opening, Sighting} from "../types/types.js" */
/** @typedef {Extract<Frame, {type: "happened"}>} Happened */
/** @typedef {Extract<Sighting, {event: "Rolled"}>} Rolled */

/** Frames that tell how the game goes on. Talk, and who is connected, may be told at any time. */
const TELLING = new Set(["hello", "changed", "happened", "look", "choose"]);
/** Seconds on a clock below which nobody is kept waiting for a picture: the server adds the scene's length to a deadline. */
const HURRY = 10;
/** Milliseconds until the result is told although nothing has begun to show it. */
const RAISED_AT_LAST = 4000;

/** What was rolled, or how the accusation on stage ended, and all that came after it. @type {Frame[] | null} */
let waiting = null;
/** What is no later than this is no news. */
let caughtUp = -1;
/** @type {(frames: Frame[]) => void} */
let take = () => undefined;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let alarm = undefined;

/**
 * The frames that can be taken now. A roll waits until the dice lie still. An accusation is split: that it was made is
 * told at once, how it ended only when the cards have been opened.
 * @param {Frame[]} frames @param {number} known what is no later than this is no news @param {typeof take} taken
 */
export function heldBack(frames, known, taken) {
  take = taken;
  caughtUp = known;
  if (waiting) {
    // A line that has healed tells anew how everything stands.
    if (frames.some((frame) => frame.type === "hello")) lift();
    else {
      waiting.push(...frames.filter((frame) => TELLING.has(frame.type)));
      return frames.filter((frame) => !TELLING.has(frame.type));
    }
  }
  // Whoever catches up with a game is told everything at once.
  return frames[0]?.type === "hello" ? frames : upToResult(frames);
}

/** What comes before the next result; with no motion nothing waits. @param {Frame[]} frames @returns {Frame[]} */
function upToResult(frames) {
  const at = frames.findIndex((frame) => frame.type === "happened" && frame.seq > caughtUp && opened(frame));
  return at < 0 ? upToRoll(frames) : upToAccusation(frames, at);
}

/**
 * What comes before a roll, unless more has happened since: then it is beside the sentence at once, and nobody falls behind.
 * @param {Frame[]} frames
 */
function upToRoll(frames) {
  const at = frames.findLastIndex((frame) => frame.type === "happened");
  const frame = /** @type {Happened | undefined} */ (frames[at]);
  const rolled = frame && frame.seq > caughtUp ? rolledIn(frame) : null;
  if (!rolled || document.hidden || motion() === "none" || frames.some(isUrgent)) return frames;
  // Nobody sees a throw behind a scene.
  if (document.querySelector(".scene:not(.away, .aside)")) return frames;
  update({ thrown: { dice: rolled.dice.length, number: rolled.number } });
  hold(frames.slice(at));
  return frames.slice(0, at);
}

/** The roll with which a frame ends. @param {Happened} frame @returns {Rolled | null} */
function rolledIn({ sightings }) {
  const last = sightings[sightings.length - 1];
  return last?.event === "Rolled" ? last : null;
}

/** Keep what is told when the result has been seen. @param {Frame[]} frames */
function hold(frames) {
  waiting = frames;
  alarm = setTimeout(raise, RAISED_AT_LAST);
}

/** What comes before the end of an accusation. @param {Frame[]} frames @param {number} at where it ended @returns {Frame[]} */
function upToAccusation(frames, at) {
  const accusation = /** @type {Happened} */ (frames[at]);
  const opening = openingOf(accusation);
  if (!opening.shared && (document.hidden || motion() === "none")) {
    tell(opening);
    return [...frames.slice(0, at + 1), ...upToResult(frames.slice(at + 1))];
  }
  // The case file opens on the board: nobody misses it over a notebook.
  update({ opening, tab: "board" });
  if (!opening.shared && frames.some(isUrgent)) return frames;
  const [first, rest] = split(accusation);
  hold([rest, ...frames.slice(at + 1)]);
  return [...frames.slice(0, at), first];
}

/** Whether this viewer has to choose and has little time for it. @param {Frame} frame */
const isUrgent = (frame) =>
  frame.type === "choose" && Boolean(frame.until) && (frame.until ?? 0) - Date.now() / 1000 < HURRY;

/** @param {Happened} frame */
const opened = (frame) => frame.sightings.find((seen) => seen.event === "Opened");

/** @param {Happened} frame @returns {Opening} */
function openingOf(frame) {
  const find = (/** @type {string} */ name) => frame.sightings.find((seen) => seen.event === name);
  const accused = /** @type {Opening["accused"]} */ (find("Accused"));
  const seen = /** @type {Opening["opened"]} */ (find("Opened"));
  const finished = /** @type {Extract<Sighting, {event: "Finished"}> | undefined} */ (find("Finished"));
  const chair = state.table?.chairs.findIndex((one) => one.suspect === accused.seat) ?? -1;
  const shared = state.yours.length > 1 && state.chair === chair && !seen.right;
  const words = frame.words?.[frame.sightings.indexOf(accused)] ?? "";
  return { accused, opened: seen, words, case_file: seen.right ? (finished?.case_file ?? null) : null, shared };
}

/** Tell the accuser alone of a wrong accusation; what one was told stays until it has been read. @param {Opening} opening */
function tell({ opened: { right, case_file }, shared }) {
  if (!right && case_file && !shared) update({ verdict: { case_file: [...case_file] } });
}

/** @param {Happened} frame @returns {[Frame, Frame]} */
function split(frame) {
  const at = frame.sightings.findIndex((seen) => seen.event === "Accused") + 1;
  const { sightings, words = [] } = frame;
  return [
    { ...frame, sightings: sightings.slice(0, at), words: words.slice(0, at), table: null },
    { ...frame, sightings: sightings.slice(at), words: words.slice(at) },
  ];
}

/** Something has begun to show it and will say when it is done. */
export const watched = () => clearTimeout(alarm);

/** Whether the case file has been laid open on stage: then it need not turn over again. */
let laidOpen = false;
export const wasLaidOpen = () => laidOpen;

/** The dice or the cards have been seen: the page goes on. */
export function raise() {
  const { opening } = state;
  laidOpen ||= Boolean(opening?.opened.right);
  const frames = lifted();
  if (opening) tell(opening);
  // Another result among what has waited is shown first, too.
  if (frames) take([frames[0], ...upToResult(frames.slice(1))]);
}

/** Tell at once what has waited, without a scene. */
function lift() {
  const frames = lifted();
  if (frames) take(frames);
}

/** Nothing is shown any more; what has waited can be told. */
function lifted() {
  clearTimeout(alarm);
  const frames = waiting;
  waiting = null;
  if (state.opening || state.thrown) update({ opening: null, thrown: null });
  return frames;
}

/** Another table, or another seat: nothing of this one is told any more. */
export function dropCurtain() {
  clearTimeout(alarm);
  waiting = null;
  laidOpen = false;
}

// Whoever looks elsewhere is not kept waiting: the title calls them.
document.addEventListener("visibilitychange", () => document.hidden && !state.opening?.shared && raise());
