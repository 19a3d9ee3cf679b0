/** The marks of a notebook: a sign, and the colour that it was written in (`star.red` is a red star), and how they change. */

/** @import {Notebook} from "../types/types.js" */

/** The column of the case file, beside those of the seats. */
export const CASE_FILE = "CaseFile";

/** What taps write one after the other; where somebody certainly has the card, *no* is not the first of it. */
const CYCLE = ["", "no", "yes", "maybe"];
const CERTAIN = ["", "yes", "no", "maybe"];
/** The most changes that can be undone, and letters of notes. */
const MOST_UNDONE = 200;
const LONGEST_NOTES = 4000;

/** @type {Notebook} */
export const BLANK = { version: 0, marks: {}, notes: "", undo: [] };

/** The key of a cell. @param {string} card @param {string} column a seat's suspect, or the case file */
export const cell = (card, column) => `${card}|${column}`;

/** @param {string} mark @returns {{sign: string, colour: string}} */
export function splitMark(mark) {
  const [sign, colour = ""] = mark.split(".");
  return { sign, colour };
}

/** @param {string} sign @param {string} colour */
export const joinMark = (sign, colour) => (sign && colour ? `${sign}.${colour}` : sign);

/** Write a mark; an empty one rubs it out. What is there already changes nothing. @param {Notebook} notebook @param {string} key @param {string} mark @returns {Notebook} */
export function afterMark(notebook, key, mark) {
  const before = notebook.marks[key] ?? "";
  if (before === mark) return notebook;
  const undo = [...notebook.undo, /** @type {[string, string]} */ ([key, before])].slice(-MOST_UNDONE);
  return { ...notebook, marks: withMark(notebook.marks, key, mark), undo };
}

/** Take back the last change. @param {Notebook} notebook @returns {Notebook} */
export function afterUndo(notebook) {
  const last = notebook.undo.at(-1);
  if (!last) return notebook;
  return { ...notebook, marks: withMark(notebook.marks, ...last), undo: notebook.undo.slice(0, -1) };
}

/** @param {Notebook} notebook @param {string} notes @returns {Notebook} */
export const afterNotes = (notebook, notes) => ({ ...notebook, notes: notes.slice(0, LONGEST_NOTES) });

/**
 * The server's pages with what this device wrote since it last knew them: no mark of either is lost.
 * @param {Notebook} pages as the server has them now
 * @param {Notebook} before as it had them when they were last the same here
 * @param {Notebook} own as they are on this device
 */
export function withUnsaved(pages, before, own) {
  const keys = new Set([...Object.keys(before.marks), ...Object.keys(own.marks)]);
  const changed = [...keys].filter((key) => before.marks[key] !== own.marks[key]);
  const marked = changed.reduce((notebook, key) => afterMark(notebook, key, own.marks[key] ?? ""), pages);
  return own.notes === before.notes || own.notes === marked.notes ? marked : { ...marked, notes: own.notes };
}

/** @param {Record<string, string>} marks @param {string} key @param {string} mark */
function withMark(marks, key, mark) {
  const { [key]: _, ...others } = marks;
  return mark ? { ...others, [key]: mark } : others;
}

/**
 * What a tap writes: with a pen of one sign that is written or rubbed out, otherwise the next one follows.
 * @param {string} before @param {{sign: string, colour: string}} pen @param {boolean} certain whether the card is known to be there
 */
export function afterTap(before, { sign, colour }, certain) {
  const cycle = certain ? CERTAIN : CYCLE;
  if (!sign) return joinMark(cycle[(cycle.indexOf(splitMark(before).sign) + 1) % cycle.length], colour);
  return before === joinMark(sign, colour) ? "" : joinMark(sign, colour);
}
