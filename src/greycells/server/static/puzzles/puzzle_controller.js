/** A puzzle on this device: opened as it was left, kept after every mark, and timed while somebody looks at it. */

import { ask, report } from "../ui/api.js";
import { edition } from "../board/editions.js";
import { page } from "../ui/page.js";
import { keys, read, remove, write } from "../ui/storage.js";
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

export const today = () => ownDate(new Date());

/** Open a puzzle, unless the screen has been left by then. @param {PuzzleView} view @param {() => void} finished @param {AbortSignal} signal */
export async function openPuzzle(view, finished, signal) {
  const given = { view, edition: await edition(view.edition) };
  signal.throwIfAborted();
  updatePuzzles({ puzzle: openedPuzzle(given, today(), read(KEY + view.id, {})), finished, now: Date.now() });
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
    const { lines } = await ask(`/api/puzzles/${puzzle.view.id}/why?row=${row}&column=${column}`, {
      signal: page.signal,
    });
    const now = puzzles.puzzle;
    if (now?.judged === puzzle.judged) updatePuzzles({ puzzle: { ...now, proof: lines } });
  } catch (problem) {
    report(problem);
  }
}

/** @param {Puzzle} puzzle */
function keep(puzzle) {
  const kept = keys()
    .filter((key) => key.startsWith(KEY))
    .map((key) => ({ id: key, touched: read(key, { touched: 0 }).touched ?? 0 }));
  for (const old of outdated(kept, KEY + puzzle.view.id)) remove(old);
  write(KEY + puzzle.view.id, keptOf(puzzle, Date.now()));
}
