/** The notebook's pages: kept on the server with every mark, so that they survive a reload and another device. */

import { Problem, ask, report } from "../ui/api.js";
import { joinMark, splitMark } from "./notebook_marks.js";
import { game, updateGame } from "./game_state.js";
import { settings } from "../ui/settings.js";

/** @import {Notebook} from "../types/types.js" */

/** What taps write one after the other; where somebody certainly has the card, *no* is not the first of it. */
const CYCLE = ["", "no", "yes", "maybe"];
const CERTAIN = ["", "yes", "no", "maybe"];
const KEPT = 200;
const PAUSE = 350;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;

/** The column of the case file, beside those of the seats. */
export const CASE_FILE = "CaseFile";

/** @param {string} card @param {string} column */
export const cell = (card, column) => `${card}|${column}`;

/** @param {string} table @param {number} chair */
export async function loadNotebook(table, chair) {
  try {
    const pages = await ask(`/api/tables/${table}/chairs/${chair}/notebook`);
    if (game.chair === chair && game.table?.id === table) {
      updateGame({ notebook: { version: 0, marks: {}, notes: "", undo: [], ...pages } });
    }
  } catch (problem) {
    report(problem);
  }
}

/** @param {Partial<Notebook>} changes */
function write(changes) {
  if (!game.notebook) return;
  updateGame({ notebook: { ...game.notebook, ...changes } });
  clearTimeout(saving);
  saving = setTimeout(save, PAUSE);
}

async function save() {
  const { table, chair, notebook } = game;
  if (!table || chair === null || !notebook) return;
  const path = `/api/tables/${table.id}/chairs/${chair}/notebook`;
  const version = notebook.version + 1;
  // The next version is taken at once: the table's own word that it was written may come before the answer does.
  updateGame({ notebook: { ...notebook, version } });
  try {
    await ask(path, { method: "PUT", json: { ...notebook, version } });
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 0) {
      if (game.notebook) updateGame({ notebook: { ...game.notebook, version: notebook.version } });
      saving = setTimeout(save, 2000);
      return;
    }
    report(problem);
    await loadNotebook(table.id, chair);
  }
}

/** Write a mark; an empty one rubs it out. @param {string} key @param {string} mark */
export function setMark(key, mark) {
  if (!game.notebook) return;
  const before = game.notebook.marks[key] ?? "";
  if (before === mark) return;
  const { [key]: _, ...others } = game.notebook.marks;
  const marks = mark ? { ...others, [key]: mark } : others;
  write({ marks, undo: [...game.notebook.undo, /** @type {[string, string]} */ ([key, before])].slice(-KEPT) });
}

/** The pen that one writes with: the one that was picked, as long as the pens lie on the page. */
const pen = () => (settings.pens ? game.pen : { sign: "", colour: "" });

/** Write a sign in the colour of the pen. @param {string} key @param {string} sign */
export const writeSign = (key, sign) => setMark(key, joinMark(sign, pen().colour));

/**
 * Tap a cell: with a pen of one sign it is written or rubbed out, otherwise the next one follows.
 * @param {string} key @param {boolean} certain whether the card is known to be there
 */
export function tapCell(key, certain) {
  const before = game.notebook?.marks[key] ?? "";
  const { sign } = pen();
  const cycle = certain ? CERTAIN : CYCLE;
  if (!sign) return writeSign(key, cycle[(cycle.indexOf(splitMark(before).sign) + 1) % cycle.length]);
  writeSign(key, before === joinMark(sign, pen().colour) ? "" : sign);
}

/** Give the mark of a cell another colour. @param {string} key @param {string} colour */
export const colourMark = (key, colour) =>
  setMark(key, joinMark(splitMark(game.notebook?.marks[key] ?? "").sign, colour));

export function undoMark() {
  if (!game.notebook?.undo.length) return;
  const undo = [...game.notebook.undo];
  const [key, before] = /** @type {[string, string]} */ (undo.pop());
  const { [key]: _, ...others } = game.notebook.marks;
  write({ marks: before ? { ...others, [key]: before } : others, undo });
}

/** @param {string} notes */
export const writeNotes = (notes) => write({ notes: notes.slice(0, 4000) });
