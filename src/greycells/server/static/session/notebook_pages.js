/** The notebook's pages: kept on the server with every mark, so that they survive a reload and another device. */

import { Problem, ask, report } from "../ui/api.js";
import { settings } from "../ui/settings.js";
import { game, updateGame } from "./game_state.js";
import { BLANK, afterMark, afterNotes, afterTap, afterUndo, joinMark, splitMark } from "./notebook_model.js";

/** @import {Notebook} from "../types/types.js" */

/** Milliseconds without a mark after which they are saved; and before it is tried again. */
const PAUSE = 350;
const RETRY_DELAY = 2000;

/** The timer of the next save. */
const saving = { timer: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined) };

/** @param {string} table @param {number} chair */
export async function loadNotebook(table, chair) {
  try {
    const pages = await ask(`/api/tables/${table}/chairs/${chair}/notebook`);
    if (game.chair === chair && game.table?.id === table) updateGame({ notebook: { ...BLANK, ...pages } });
  } catch (problem) {
    report(problem);
  }
}

/** @param {(notebook: Notebook) => Notebook} change */
function write(change) {
  if (!game.notebook) return;
  const notebook = change(game.notebook);
  if (notebook === game.notebook) return;
  updateGame({ notebook });
  saveIn(PAUSE);
}

/** @param {number} delay */
function saveIn(delay) {
  clearTimeout(saving.timer);
  saving.timer = setTimeout(save, delay);
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
      return saveIn(RETRY_DELAY);
    }
    report(problem);
    await loadNotebook(table.id, chair);
  }
}

/** Write a mark; an empty one rubs it out. @param {string} key @param {string} mark */
export const setMark = (key, mark) => write((notebook) => afterMark(notebook, key, mark));

/** The pen that one writes with: the one that was picked, as long as the pens lie on the page. */
const pen = () => (settings.pens ? game.pen : { sign: "", colour: "" });

/** The mark in a cell. @param {string} key */
const markIn = (key) => game.notebook?.marks[key] ?? "";

/** Write a sign in the colour of the pen. @param {string} key @param {string} sign */
export const writeSign = (key, sign) => setMark(key, joinMark(sign, pen().colour));

/** Tap a cell. @param {string} key @param {boolean} certain whether the card is known to be there */
export const tapCell = (key, certain) => setMark(key, afterTap(markIn(key), pen(), certain));

/** Give the mark of a cell another colour. @param {string} key @param {string} colour */
export const colourMark = (key, colour) => setMark(key, joinMark(splitMark(markIn(key)).sign, colour));

export const undoMark = () => write(afterUndo);

/** @param {string} notes */
export const writeNotes = (notes) => write((notebook) => afterNotes(notebook, notes));
