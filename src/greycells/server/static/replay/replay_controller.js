/** What can be done in a replay: go to a moment, look through the eyes of a seat, play on, share. */

import { ask, loadModule, report } from "../ui/api.js";
import { boxes } from "../board/editions.js";
import { boardOf } from "../game/game.js";
import { page } from "../ui/page.js";
import { motion } from "../ui/settings.js";
import { afterwards } from "../ui/staged_render.js";
import { goTo, moverBefore, notebookSeat, paceOf, sourceOf, stepsOfKey, viewQuery } from "./replay_model.js";
import { replay, updateReplay } from "./replay_state.js";

/** @import {TableView, Word} from "../types/types.js" */
/** @import {ReviewDecision} from "../types/wire.js" */
/** @import {PastNotebook} from "../notebook/notebook_then.js" */

/** The history of one's own notebook, if a seat that one looks from is one's own. @param {TableView | null} table @param {Word} seat @returns {Promise<PastNotebook | null>} */
export async function fetchNotebook(table, seat) {
  const found = notebookSeat(table, seat);
  if (!table || !found) return null;
  const path = `/api/tables/${table.id}/chairs/${found.chair}/notebook/history`;
  const { changes } = await ask(path, { signal: page.signal });
  return { seat: found.seat, changes };
}

/** Look at the same moment through the eyes of a seat, or see everything. @param {Word} seat */
export async function seenBy(seat) {
  const { table } = replay;
  try {
    const path = `${sourceOf(page.route)}/steps${viewQuery(table, seat)}`;
    const [steps, past] = await Promise.all([ask(path, { signal: page.signal }), fetchNotebook(table, seat)]);
    updateReplay({ steps, past, viewing: seat, playing: false });
    showBoard(false);
  } catch (problem) {
    report(problem);
  }
}

/** Draw the moment on the board; what happened moves, if the moment before it was there. @param {boolean} forward */
export function showBoard(forward) {
  const { steps, at } = replay;
  if (!steps) return;
  const { look, sighting } = steps.steps[at];
  const board = boardOf(boxes[steps.edition]);
  const fresh = forward ? [sighting] : [];
  board.show(look, { lit: [], paths: {}, mine: null, fresh, motion: forward ? motion() : "none" });
  afterwards(() => board.centre(look.pawns[look.mover]));
}

/** Go to a moment. @param {number} at */
export function to(at) {
  const before = replay.at;
  updateReplay(goTo(replay, at));
  if (replay.at !== before) showBoard(replay.at === before + 1);
  playLater();
}

/** Play, or pause. */
export function togglePlaying() {
  const last = (replay.steps?.steps.length ?? 1) - 1;
  updateReplay({ playing: !replay.playing && replay.at < last });
  playLater();
}

function playLater() {
  clearTimeout(replay.timer);
  if (!replay.playing) return;
  updateReplay({ timer: setTimeout(() => replay.playing && to(replay.at + 1), paceOf(motion())) });
}

/** @param {KeyboardEvent} event */
export function pressKey(event) {
  const steps = stepsOfKey(event.key);
  if (steps && /** @type {HTMLElement} */ (event.target).tagName !== "INPUT") to(replay.at + steps);
}

/** Choose who sits where, and play on from a moment. @param {number} at @param {number} turn @param {Word} seat */
export async function playOn(at, turn, seat) {
  const { steps, past, viewing } = replay;
  if (!steps) return;
  updateReplay({ playing: false });
  const part = await loadModule(() => import("./play_on.js"));
  const game = { path: sourceOf(page.route), edition: steps.edition, seats: steps.seats, at, turn: Math.max(1, turn) };
  part?.openPlayOn(game, past?.seat || viewing || seat || steps.seats[0][0]);
}

/** Decide differently: play on from before a decision. @param {ReviewDecision} decision */
export const decideAgain = ({ event, turn }) =>
  replay.steps && playOn(event - 1, turn, moverBefore(replay.steps, event));

export async function share() {
  (await loadModule(() => import("./share_game.js")))?.openSharing(sourceOf(page.route));
}
