/** A puzzle being solved: its marks, what the judge says about each, slips, hints and time. Kept on this device. */

import { redraw } from "../ui/store.js";
import { t } from "../ui/words.js";
import "../words/puzzles.js";

/** @import {PuzzleView, StepHint} from "../types/wire.js" */
/** @import {EditionPrint} from "../types/types.js" */

/** @typedef {"yes" | "no" | "maybe"} Sign */
/** @typedef {{row: number, column: number}} Box */
/** @typedef {{kind: "proved" | "open" | "cannot be", box: Box, words: string}} Judged */

const KEY = "greycells.puzzle.";
/** Puzzles that are kept on this device: a daily case for each day of the calendar and some more, and the latest of practice. */
const DAYS = 60;
const PRACTICE = 12;
/** How the id of a daily case ends. */
const DATE = /-\d{4}-\d{2}-\d{2}$/;
/** Steps of a hint. */
const STEPS = 3;

/** The player's own date. @param {Date} [now] */
export function ownDate(now = new Date()) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export class PuzzlePlay {
  /** @param {PuzzleView} view @param {EditionPrint} edition @param {() => void} finished */
  constructor(view, edition, finished) {
    this.view = view;
    this.edition = edition;
    this.finished = finished;
    /** @type {Record<string, Sign>} */
    this.marks = {};
    this.slips = 0;
    this.hints = 0;
    this.seconds = 0;
    this.begun = ownDate();
    this.done = false;
    /** The mark in hand; none before one is chosen, so that nobody makes a slip with a mark they didn't choose. @type {Sign | null} */
    this.tool = null;
    /** Whether a box was tapped without a mark in hand. */
    this.empty = false;
    /** @type {Judged | null} */
    this.judged = null;
    /** @type {string[] | null} */
    this.proof = null;
    /** @type {{at: number, level: number} | null} */
    this.hint = null;
    /** @type {Box} */
    this.focus = { row: this.rows[0], column: this.columns[0] };
    this.#load();
  }

  /** The columns of the notebook: everybody but you, then the case file. */
  get columns() {
    const you = this.view.seats.indexOf(this.view.you);
    return [...this.view.seats.keys(), this.view.seats.length].filter((column) => column !== you);
  }

  /** The rows: every card that isn't in your hand. */
  get rows() {
    return [...this.view.rows.keys()].filter((row) => !this.view.hand.includes(this.view.rows[row]));
  }

  /** The name of a column's holder. @param {number} column */
  holder(column) {
    return this.view.players[column] ?? t("puzzle.case file");
  }

  /** @param {Box} box */
  sign({ row, column }) {
    return this.marks[`${row},${column}`];
  }

  /** Mark a box with the tool in hand; the judge answers at once. @param {Box} box */
  tap(box) {
    if (this.done) return;
    this.focus = box;
    this.proof = this.hint = null;
    const now = this.sign(box);
    this.empty = !this.tool;
    if (now === "yes" || now === "no") this.#say("proved", box);
    else if (!this.tool) this.judged = null;
    else if (this.tool === "maybe") this.#pencil(box, now);
    else this.#judge(box, this.tool);
    this.#save();
    redraw();
  }

  /** @param {Box} box @param {Sign | undefined} now */
  #pencil(box, now) {
    const { row, column } = box;
    this.judged = null;
    if (now) delete this.marks[`${row},${column}`];
    else this.marks[`${row},${column}`] = "maybe";
  }

  /** @param {Box} box @param {"yes" | "no"} tool */
  #judge(box, tool) {
    const certain = this.view.boxes[box.row][box.column];
    if (certain === (tool === "yes" ? 1 : 0)) {
      this.#write(box, tool);
      this.#say("proved", box);
    } else {
      this.slips += 1;
      if (certain < 0) this.marks[`${box.row},${box.column}`] = "maybe";
      this.#say(certain < 0 ? "open" : "cannot be", box);
    }
    this.#finish();
  }

  /** Whether the reason for this would be the answer: a part of it was ruled out. @param {Judged} judged */
  givesAway({ kind, box }) {
    return kind === "cannot be" && this.view.goals.some(({ row, column }) => row === box.row && column === box.column);
  }

  /** @param {Judged["kind"]} kind @param {Box} box */
  #say(kind, box) {
    this.judged = { kind, box, words: t(`puzzle.${kind}`) };
  }

  /** Write a certain mark, and what goes without saying. @param {Box} box @param {"yes" | "no"} sign */
  #write({ row, column }, sign) {
    this.marks[`${row},${column}`] = sign;
    if (sign === "no") return;
    for (const other of this.columns) if (other !== column) this.marks[`${row},${other}`] = "no";
    if (column !== this.view.seats.length) return;
    for (const other of this.rows)
      if (other !== row && this.kind(other) === this.kind(row)) this.marks[`${other},${column}`] = "no";
  }

  /** Whether a row is a suspect, a weapon or a room: 0, 1 or 2. @param {number} row */
  kind(row) {
    const { suspects, weapons } = this.edition;
    return row < suspects.length ? 0 : row < suspects.length + weapons.length ? 1 : 2;
  }

  #finish() {
    if (this.done || !this.view.goals.every((goal) => this.sign(goal) === "yes")) return;
    this.done = true;
    this.#save();
    this.finished();
  }

  /** The first step that isn't on the notebook yet, of those that lead to a part of the answer that is still missing. @returns {StepHint | undefined} */
  get #next() {
    const { hints, goals } = this.view;
    const missing = (/** @type {StepHint} */ hint) => hint.marks.some((mark) => !this.#has(mark));
    const wanted = goals.filter((goal) => !this.#has(goal));
    const leads = new Set(
      hints.filter((hint) =>
        hint.marks.some((mark) =>
          wanted.some(({ row, column }) => mark.has && mark.row === row && mark.column === column),
        ),
      ),
    );
    // What a step rests on matters only while the step itself is missing; a set takes in what is added while it is walked.
    for (const hint of leads) for (const at of hint.needs ?? []) if (missing(hints[at])) leads.add(hints[at]);
    return hints.find((hint) => leads.has(hint) && missing(hint)) ?? hints.find(missing);
  }

  /** @param {{row: number, column: number, has: boolean}} mark */
  #has(mark) {
    return this.sign(mark) === (mark.has ? "yes" : "no") || !this.columns.includes(mark.column);
  }

  /** What the hint says so far. */
  get told() {
    if (!this.hint) return null;
    const { look, think, answer, turns } = this.view.hints[this.hint.at];
    return { lines: [look, think, answer].slice(0, this.hint.level), turns, more: this.hint.level < STEPS };
  }

  /** A hint, or its next part; the last part writes the marks. */
  help() {
    if (this.done) return;
    const next = this.#next;
    if (!next) return;
    const at = this.view.hints.indexOf(next);
    const level = this.hint?.at === at ? Math.min(STEPS, this.hint.level + 1) : 1;
    if (this.hint?.at !== at || this.hint.level < STEPS) this.hints += 1;
    this.hint = { at, level };
    this.judged = this.proof = null;
    if (level === STEPS) for (const mark of next.marks) this.#write(mark, mark.has ? "yes" : "no");
    this.#finish();
    this.#save();
    redraw();
  }

  /** Another second; the page is drawn by whoever counts. */
  tick() {
    if (this.done || document.hidden) return;
    this.seconds += 1;
    if (this.seconds % 5 === 0) this.#save();
  }

  #load() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY + this.view.id) ?? "{}");
      for (const name of /** @type {const} */ (["marks", "slips", "hints", "seconds", "begun", "done"]))
        if (name in kept) Object.assign(this, { [name]: kept[name] });
    } catch {
      localStorage.removeItem(KEY + this.view.id);
    }
  }

  #save() {
    const { marks, slips, hints, seconds, begun, done } = this;
    const own = KEY + this.view.id;
    for (const old of outdated(own)) localStorage.removeItem(old);
    const touched = Date.now();
    localStorage.setItem(own, JSON.stringify({ marks, slips, hints, seconds, begun, done, touched }));
  }
}

/**
 * The puzzles that make room for this one: the earliest days for a daily case, and for practice what was touched longest ago.
 * Practice never costs a daily case. @param {string} own
 */
function outdated(own) {
  const daily = DATE.test(own);
  const others = Object.keys(localStorage).filter(
    (key) => key.startsWith(KEY) && key !== own && DATE.test(key) === daily,
  );
  if (daily) return others.sort((a, b) => (a.slice(-10) < b.slice(-10) ? -1 : 1)).slice(0, -DAYS + 1);
  const touched = new Map(others.map((key) => [key, lastTouched(key)]));
  return others.sort((a, b) => (touched.get(a) ?? 0) - (touched.get(b) ?? 0)).slice(0, -PRACTICE + 1);
}

/** When a puzzle was touched last; those that an earlier version kept come first. @param {string} key @returns {number} */
function lastTouched(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}").touched ?? 0;
  } catch {
    return 0;
  }
}

/** Minutes and seconds. @param {number} seconds */
export const clock = (seconds) => {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};
