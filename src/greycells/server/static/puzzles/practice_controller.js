/** Practice: fetches puzzles, tells the server how they went, and keeps the clock of a storm. */

import { ask, Problem, report } from "../ui/api.js";
import { fetchOffer } from "../offers/offer.js";
import { page } from "../ui/page.js";
import { isTransient } from "../ui/retries_model.js";
import { every, pause } from "../ui/timers.js";
import { afterSolved, asQuery, charged, newStorm, stormGrade } from "./practice_model.js";
import { openPuzzle, passSecond, today } from "./puzzle_controller.js";
import { resultOf } from "./puzzle_model.js";
import { forgetPuzzles, puzzles, updatePuzzles } from "./puzzles_state.js";

/** @import {PuzzleView} from "../types/wire.js" */
/** @import {Route} from "../types/types.js" */
/** @import {Choice} from "./practice_model.js" */
/** @import {Puzzle} from "./puzzle_model.js" */

const SECOND = 1000;
/** Milliseconds until a storm asks again for a puzzle that it didn't get. */
const PAUSE = 3000;

/** @param {Route} _route @param {AbortSignal} signal */
export async function enter(_route, signal) {
  forgetPuzzles();
  every(SECOND, tick, signal);
  const [practice] = await Promise.all([ask("/api/practice/record", { signal }), fetchOffer()]);
  signal.throwIfAborted();
  updatePuzzles({ practice });
}

function tick() {
  if (puzzles.fetching) return; // Nobody pays for the time in which the next puzzle is fetched.
  passSecond();
  const { storm, puzzle } = puzzles;
  if (!storm || !puzzle) return;
  const next = charged(storm, puzzle, 1);
  updatePuzzles({ storm: next });
  if (!next.left) void endStorm(next.solved);
}

/** @param {Partial<Choice>} wanted */
export async function fetchPuzzle(wanted) {
  const { signal } = page;
  const inStorm = puzzles.storm !== null;
  updatePuzzles({ fetching: true });
  try {
    await openPuzzle(await newPuzzle(wanted, signal), () => void finished(), signal);
    scrollTo(0, 0);
  } catch (problem) {
    if (signal.aborted) return;
    report(problem);
    if (inStorm) updatePuzzles({ storm: null, puzzle: null });
  }
  updatePuzzles({ fetching: false });
}

/** A puzzle of the server; a storm waits for it, with its clock standing. @param {Partial<Choice>} wanted @param {AbortSignal} signal @returns {Promise<PuzzleView>} */
async function newPuzzle(wanted, signal) {
  for (;;) {
    try {
      return await ask(`/api/practice?${new URLSearchParams(asQuery(wanted))}`, { signal });
    } catch (problem) {
      if (!puzzles.storm || !(problem instanceof Problem && isTransient(problem.status))) throw problem;
      await pause(PAUSE, signal);
    }
  }
}

/** Tell the server how it went; the answer is the new rating. @param {string} path @param {unknown} json */
async function rate(path, json) {
  const { signal } = page;
  try {
    const practice = await ask(path, { method: "POST", json });
    if (!signal.aborted) updatePuzzles({ practice });
  } catch (problem) {
    if (!signal.aborted) report(problem);
  }
}

/** @param {Puzzle} puzzle */
const ratePuzzle = (puzzle) => rate("/api/practice/record", resultOf(puzzle, today()));

async function finished() {
  const { puzzle, storm } = puzzles;
  if (!puzzle) return;
  if (!storm) return ratePuzzle(puzzle);
  const next = afterSolved(storm, puzzle);
  updatePuzzles({ storm: next });
  await fetchPuzzle({ grade: stormGrade(next) });
}

export async function startStorm() {
  const storm = newStorm();
  updatePuzzles({ storm, lastStorm: null });
  await fetchPuzzle({ grade: stormGrade(storm) });
}

/** @param {number} solved */
async function endStorm(solved) {
  updatePuzzles({ storm: null, puzzle: null, lastStorm: solved });
  await rate("/api/practice/storm", { solved });
}

/** Go back to the choices. */
export const closePuzzle = () => updatePuzzles({ puzzle: null });

/** It is closed at once: by the time the server has answered, another puzzle may be open. @param {Puzzle} puzzle */
export async function giveUp(puzzle) {
  closePuzzle();
  await ratePuzzle(puzzle);
}
