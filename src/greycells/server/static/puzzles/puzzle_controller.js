/** A puzzle on this device: opened as it was left, kept after every mark, and timed while somebody looks at it. */

import { ask, report } from "../ui/api.js";
import { edition } from "../board/editions.js";
import { ownDate } from "../ui/times_model.js";
import {
  afterHint,
  afterKey,
  afterSecond,
  afterTap,
  keptOf,
  openedPuzzle,
  outdated,
  wantsKeeping,
} from "./puzzle_model.js";
import { puzzles, updatePuzzles } from "./puzzles_state.js";

/** @import {PuzzleView} from "../types/wire.js" */
/** @import {Box, Puzzle} from "./puzzle_model.js" */

const KEY = "greycells.puzzle.";
const SECOND = 1000;

export const today = () => ownDate(new Date());

/** Call something every second until the screen is left. @param {() => void} tick */
export const everySecond = (tick) => updatePuzzles({ timer: setInterval(tick, SECOND), now: Date.now() });

/** Open a puzzle. @param {PuzzleView} view @param {() => void} finished */
export async function openPuzzle(view, finished) {
  const given = { view, edition: await edition(view.edition) };
  updatePuzzles({ puzzle: openedPuzzle(given, today(), read(KEY + view.id)), finished });
}

/** Show a puzzle as it is now, keep it, and say when it is done. @param {Puzzle | null} next */
export function setPuzzle(next) {
  const { puzzle, finished } = puzzles;
  if (!puzzle || !next) return;
  updatePuzzles({ puzzle: next });
  if (wantsKeeping(puzzle, next)) keep(next);
  if (next.done && !puzzle.done) finished();
}

/** @param {(puzzle: Puzzle) => Puzzle | null} change */
const changePuzzle = (change) => setPuzzle(puzzles.puzzle && change(puzzles.puzzle));

/** @param {Box} box */
export const tap = (box) => changePuzzle((puzzle) => afterTap(puzzle, box));
export const help = () => changePuzzle(afterHint);
/** Another second, if somebody looks. */
export const passSecond = () => document.hidden || changePuzzle(afterSecond);

/** @param {KeyboardEvent} event */
export function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !puzzles.puzzle) return;
  const next = afterKey(puzzles.puzzle, event.key);
  if (!next) return;
  event.preventDefault();
  setPuzzle(next);
  const { row, column } = next.focus;
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-box="${row},${column}"]`))?.focus();
}

/** Ask for the proof of what was judged last. @param {Puzzle} puzzle */
export async function explain(puzzle) {
  if (!puzzle.judged) return;
  const { row, column } = puzzle.judged.box;
  try {
    const { lines } = await ask(`/api/puzzles/${puzzle.view.id}/why?row=${row}&column=${column}`);
    const now = puzzles.puzzle;
    if (now?.judged === puzzle.judged) updatePuzzles({ puzzle: { ...now, proof: lines } });
  } catch (problem) {
    report(problem);
  }
}

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    localStorage.removeItem(key);
    return {};
  }
}

/** @param {Puzzle} puzzle */
function keep(puzzle) {
  const kept = Object.keys(localStorage)
    .filter((key) => key.startsWith(KEY))
    .map((key) => ({ id: key, touched: read(key).touched ?? 0 }));
  for (const old of outdated(kept, KEY + puzzle.view.id)) localStorage.removeItem(old);
  localStorage.setItem(KEY + puzzle.view.id, JSON.stringify(keptOf(puzzle, Date.now())));
}
