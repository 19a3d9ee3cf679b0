/** A puzzle being solved: its marks, what the judge says about each, slips, hints and time. */

/** @import {PuzzleView, StepHint} from "../types/wire.js" */
/** @import {EditionPrint} from "../types/types.js" */

/** @typedef {"yes" | "no" | "maybe"} Sign */
/** @typedef {{row: number, column: number}} Box */
/** @typedef {{kind: "proved" | "open" | "cannot be", box: Box}} Judged */
/** What is kept of a puzzle. @typedef {{marks: Record<string, Sign>, slips: number, hints: number, seconds: number, begun: string, done: boolean}} Kept */
/**
 * `tool` is the mark in hand: none before one is chosen, so that nobody makes a slip with a mark they didn't choose.
 * `empty` is whether a box was tapped without one.
 * @typedef {Kept & {view: PuzzleView, edition: EditionPrint, tool: Sign | null, empty: boolean, judged: Judged | null, proof: string[] | null, hint: {at: number, level: number} | null, focus: Box}} Puzzle
 */

/** Puzzles that are kept on a device: a daily case for each day of the calendar and some more, and the latest of practice. */
const DAYS = 60;
const PRACTICE = 12;
/** How the id of a daily case ends. */
const DATE = /-\d{4}-\d{2}-\d{2}$/;
/** Steps of a hint. */
const STEPS = 3;
/** Seconds after which the time is kept again. */
const KEEP_EVERY = 5;
/** The server counts no more seconds than those of a day. */
const MOST_SECONDS = 86_400;

/** Which way an arrow key goes in the notebook, down and across. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** The keys that write a mark. @type {Record<string, Sign>} */
const MARK_KEYS = { x: "no", v: "yes", "?": "maybe" };

/**
 * A puzzle as it was left, or a new one.
 * @param {{view: PuzzleView, edition: EditionPrint}} given @param {string} today @param {Partial<Kept>} [kept]
 * @returns {Puzzle}
 */
export function openedPuzzle({ view, edition }, today, kept = {}) {
  const { marks = {}, slips = 0, hints = 0, seconds = 0, begun = today, done = false } = kept;
  return {
    ...{ view, edition, marks, slips, hints, seconds, begun, done },
    ...{ tool: null, empty: false, judged: null, proof: null, hint: null },
    focus: { row: rowsOf(view)[0], column: columnsOf(view)[0] },
  };
}

/** What is kept of a puzzle on the device. @param {Puzzle} puzzle @param {number} touched */
export const keptOf = ({ marks, slips, hints, seconds, begun, done }, touched) => ({
  ...{ marks, slips, hints, seconds, begun, done, touched },
});

/** What is worth keeping has changed. @param {Puzzle} before @param {Puzzle} after */
export const wantsKeeping = (before, after) =>
  before !== after && (before.seconds === after.seconds || after.seconds % KEEP_EVERY === 0);

/** The columns of the notebook: everybody but you, then the case file. @param {PuzzleView} view */
export const columnsOf = ({ seats, you }) =>
  [...seats.keys(), seats.length].filter((column) => column !== seats.indexOf(you));

/** The rows: every card that isn't in your hand. @param {PuzzleView} view */
export const rowsOf = ({ rows, hand }) => [...rows.keys()].filter((row) => !hand.includes(rows[row]));

/** Whether a row is a suspect, a weapon or a room: 0, 1 or 2. @param {EditionPrint} edition @param {number} row */
export const kindOf = ({ suspects, weapons }, row) =>
  row < suspects.length ? 0 : row < suspects.length + weapons.length ? 1 : 2;

/** @param {Box} box */
const key = ({ row, column }) => `${row},${column}`;

/** @param {Box} one @param {Box} other */
const sameBox = (one, other) => one.row === other.row && one.column === other.column;

/** The mark in a box. @param {Puzzle} puzzle @param {Box} box @returns {Sign | undefined} */
export const signAt = ({ marks }, box) => marks[key(box)];

/** Whether a box is the one that was judged last, and how. @param {Puzzle} puzzle @param {Box} box */
export const judgedAt = ({ judged }, box) => (judged && sameBox(judged.box, box) ? judged.kind : null);

/** Take a mark in hand. @param {Puzzle} puzzle @param {Sign} tool @returns {Puzzle} */
export const withTool = (puzzle, tool) => ({ ...puzzle, tool, hint: null, empty: false });

/** Mark a box with the tool in hand; the judge answers at once. @param {Puzzle} puzzle @param {Box} box @returns {Puzzle} */
export function afterTap(puzzle, box) {
  if (puzzle.done) return puzzle;
  const { tool } = puzzle;
  const now = signAt(puzzle, box);
  const next = { ...puzzle, focus: box, proof: null, hint: null, judged: null, empty: !tool };
  if (now === "yes" || now === "no") return { ...next, judged: { kind: "proved", box } };
  if (!tool) return next;
  return tool === "maybe" ? { ...next, marks: pencilled(box, next.marks) } : judge(next, box, tool);
}

/** A question mark is written, or taken out. @param {Box} box @param {Puzzle["marks"]} marks @returns {Puzzle["marks"]} */
function pencilled(box, { [key(box)]: now, ...others }) {
  return now ? others : { ...others, [key(box)]: "maybe" };
}

/** @param {Puzzle} puzzle @param {Box} box @param {"yes" | "no"} tool @returns {Puzzle} */
function judge(puzzle, box, tool) {
  const certain = puzzle.view.boxes[box.row][box.column];
  if (certain === (tool === "yes" ? 1 : 0))
    return settled({ ...puzzle, marks: written(puzzle, box, tool), judged: { kind: "proved", box } });
  const marks = certain < 0 ? { ...puzzle.marks, [key(box)]: /** @type {Sign} */ ("maybe") } : puzzle.marks;
  return { ...puzzle, marks, slips: puzzle.slips + 1, judged: { kind: certain < 0 ? "open" : "cannot be", box } };
}

/** The marks with a certain one, and what goes without saying. @param {Puzzle} puzzle @param {Box} box @param {"yes" | "no"} sign */
function written({ marks, view, edition }, box, sign) {
  const next = { ...marks, [key(box)]: sign };
  if (sign === "no") return next;
  const { row, column } = box;
  for (const other of columnsOf(view)) if (other !== column) next[key({ row, column: other })] = "no";
  if (column !== view.seats.length) return next;
  for (const other of rowsOf(view))
    if (other !== row && kindOf(edition, other) === kindOf(edition, row)) next[key({ row: other, column })] = "no";
  return next;
}

/** A puzzle is done when all that it asks for is marked. @param {Puzzle} puzzle @returns {Puzzle} */
const settled = (puzzle) =>
  puzzle.view.goals.every((goal) => signAt(puzzle, goal) === "yes") ? { ...puzzle, done: true } : puzzle;

/** The reason for the judge's word may be asked for, unless it would be the answer: then a part of that was ruled out. @param {Puzzle} puzzle */
export const canExplain = ({ judged, view }) =>
  judged !== null &&
  judged.kind !== "open" &&
  !(judged.kind === "cannot be" && view.goals.some((goal) => sameBox(goal, judged.box)));

/** The first step that isn't on the notebook yet, of those that lead to a part of the answer that is still missing. @param {Puzzle} puzzle */
function nextHint(puzzle) {
  const { hints, goals } = puzzle.view;
  const missing = (/** @type {StepHint} */ hint) => hint.marks.some((mark) => !hasMark(puzzle, mark));
  const wanted = goals.filter((goal) => !hasMark(puzzle, goal));
  const leads = new Set(
    hints.filter((hint) => hint.marks.some((mark) => mark.has && wanted.some((goal) => sameBox(goal, mark)))),
  );
  // What a step rests on matters only while the step itself is missing; a set takes in what is added while it is walked.
  for (const hint of leads) for (const at of hint.needs ?? []) if (missing(hints[at])) leads.add(hints[at]);
  return hints.find((hint) => leads.has(hint) && missing(hint)) ?? hints.find(missing);
}

/** @param {Puzzle} puzzle @param {Box & {has: boolean}} mark */
const hasMark = (puzzle, mark) =>
  signAt(puzzle, mark) === (mark.has ? "yes" : "no") || !columnsOf(puzzle.view).includes(mark.column);

/** A hint, or its next part; the last part writes the marks. @param {Puzzle} puzzle @returns {Puzzle} */
export function afterHint(puzzle) {
  const wanted = puzzle.done ? undefined : nextHint(puzzle);
  if (!wanted) return puzzle;
  const at = puzzle.view.hints.indexOf(wanted);
  const before = puzzle.hint?.at === at ? puzzle.hint.level : 0;
  const level = Math.min(STEPS, before + 1);
  let next = { ...puzzle, hint: { at, level }, judged: null, proof: null, hints: puzzle.hints + level - before };
  if (level === STEPS)
    for (const mark of wanted.marks) next = { ...next, marks: written(next, mark, mark.has ? "yes" : "no") };
  return settled(next);
}

/** What the hint says so far. @param {Puzzle} puzzle */
export function clueOf({ hint, view }) {
  if (!hint) return null;
  const { look, think, answer, turns } = view.hints[hint.at];
  return { lines: [look, think, answer].slice(0, hint.level), turns, more: hint.level < STEPS };
}

/** Arrows move through the notebook; x, v and ? choose a mark and write it. Nothing for other keys. @param {Puzzle} puzzle @param {string} pressed */
export function afterKey(puzzle, pressed) {
  if (pressed in MARK_KEYS) return afterTap({ ...puzzle, tool: MARK_KEYS[pressed] }, puzzle.focus);
  if (!(pressed in ARROWS)) return null;
  const [rows, columns] = [rowsOf(puzzle.view), columnsOf(puzzle.view)];
  const [down, across] = ARROWS[pressed];
  return {
    ...puzzle,
    focus: { row: neighbour(rows, puzzle.focus.row, down), column: neighbour(columns, puzzle.focus.column, across) },
  };
}

/** @param {number[]} all @param {number} from @param {number} step */
const neighbour = (all, from, step) => all[Math.min(all.length - 1, Math.max(0, all.indexOf(from) + step))];

/** Another second. @param {Puzzle} puzzle @returns {Puzzle} */
export const afterSecond = (puzzle) => (puzzle.done ? puzzle : { ...puzzle, seconds: puzzle.seconds + 1 });

/** What the server is told of a puzzle: how it went, and the answer of one that was solved. @param {Puzzle} puzzle @param {string} on */
export const resultOf = ({ view, seconds, slips, hints, done }, on) => ({
  ...{ id: view.id, on, seconds: Math.min(seconds, MOST_SECONDS), slips, hints },
  answer: done ? view.goals.map(({ row }) => view.rows[row]) : [],
});

/**
 * The puzzles that make room for this one: the earliest days for a daily case, and for practice what was touched longest ago.
 * Practice never costs a daily case. @param {{id: string, touched: number}[]} kept @param {string} own
 */
export function outdated(kept, own) {
  const daily = DATE.test(own);
  const others = kept.filter(({ id }) => id !== own && DATE.test(id) === daily);
  const day = (/** @type {string} */ id) => id.slice(-"2025-01-31".length);
  others.sort((a, b) => (daily ? (day(a.id) < day(b.id) ? -1 : 1) : a.touched - b.touched));
  return others.slice(0, 1 - (daily ? DAYS : PRACTICE)).map(({ id }) => id);
}
