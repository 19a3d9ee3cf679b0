/** The notebook's pages: kept on the server with every mark, so that they survive a reload and another device. */

import { ask, Problem, report } from "../ui/api.js";
import { settings } from "../ui/settings.js";
import { game, updateGame } from "./game_state.js";
import { afterMark, afterNotes, afterTap, afterUndo, joinMark, splitMark } from "./notebook_model.js";
import { CONFLICT, NotebookSaver } from "./notebook_saver.js";

/** @import {Frame, Notebook} from "../types/types.js" */

/** Bytes of pages that go into one message to the table, with room for what is around them. */
const LONGEST_MESSAGE = 15_000;

/** The pages that lie open, and those that were left with marks that aren't saved yet. @type {Map<string, NotebookSaver>} */
const savers = new Map();

/** @param {string} table @param {number} chair */
const pathOf = (table, chair) => `/api/tables/${table}/chairs/${chair}/notebook`;

/** The saver of the pages on the screen. */
const openSaver = () => (game.table && game.chair !== null ? savers.get(pathOf(game.table.id, game.chair)) : undefined);

/**
 * @param {string} table @param {number} chair
 * @param {(chair: number, pages: Notebook) => Promise<Frame | null>} send over the connection to the table, if there is one
 */
export async function loadNotebook(table, chair, send) {
  const path = pathOf(table, chair);
  const isOpen = () => game.chair === chair && game.table?.id === table;
  for (const [left, saver] of savers) if (left !== path && !saver.isUnsaved) savers.delete(left);
  const saver =
    savers.get(path) ??
    new NotebookSaver({
      read: () => ask(path),
      write: async (pages, leaving) => {
        const answer = leaving || isLong(pages) ? null : await send(chair, pages);
        if (answer?.type === "done") return;
        if (answer?.type === "refused" && answer.stale) throw new Problem(answer.sentence, CONFLICT);
        // Without a connection, or on a server that doesn't know this command.
        await ask(path, { method: "PUT", json: pages, keepalive: true });
      },
      show: (notebook) => isOpen() && updateGame({ notebook }),
      report: (problem) => isOpen() && report(problem),
    });
  savers.set(path, saver);
  await saver.load();
}

/** Whether pages may be too long for a message to the table. @param {Notebook} pages */
const isLong = (pages) => new TextEncoder().encode(JSON.stringify(pages)).length > LONGEST_MESSAGE;

/** Save at once what isn't saved yet: the page is about to show something else, or nothing any more. */
export const saveNotebooks = () => savers.forEach((saver) => saver.leave());

/** @param {(notebook: Notebook) => Notebook} change */
function write(change) {
  if (game.notebook) openSaver()?.change(change);
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

// A device may put a page away for good without saying so again.
addEventListener("pagehide", saveNotebooks);
