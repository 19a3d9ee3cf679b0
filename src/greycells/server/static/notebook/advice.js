/** What the server thinks for a seat, as far as the table allows: help in the notebook, a hint, the review at the end. */

import { Problem, ask, report } from "../ui/api.js";
import { CASE_FILE, cell } from "../session/notebook_model.js";
import { planOf } from "../session/game_model.js";
import { game, updateGame } from "../session/game_state.js";
import { updatePage } from "../ui/page.js";

/** @import {Reason, Review} from "../types/types.js" */

const TELLING = new Set(["Dealt", "LaidOpen", "CouldNotShow", "Shown", "Snooped", "Opened"]);
/** Milliseconds between two helps: a round of answers is one. */
const PAUSE = 2000;
/** Milliseconds until something is asked for again that was too much, or did not come through. */
const RETRY_DELAY = 4000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;
let told = -1;
let asked = -PAUSE;

/** Ask for help once something has been learnt that the help does not know of yet. */
export function keepHelp() {
  const { table, chair, log } = game;
  if (!table || chair === null || planOf(table).help === "none") return;
  const last = log.findLast((line) => line.event && TELLING.has(line.event.event))?.event?.number ?? -1;
  if (last === told && Object.keys(game.help).length) return;
  told = last;
  clearTimeout(soon);
  soon = setTimeout(() => void fetchHelp(table.id, chair), Math.max(150, asked + PAUSE - performance.now()));
}

/** Whether it is worth asking again later. @param {unknown} problem */
const passing = (problem) => problem instanceof Problem && (problem.status === 0 || problem.status === 429);

/** @param {string} table @param {number} chair */
async function fetchHelp(table, chair) {
  if (game.chair !== chair || game.table?.id !== table) return;
  asked = performance.now();
  const helped = told;
  try {
    const { marks } = await ask(`/api/tables/${table}/chairs/${chair}/help`);
    if (game.chair !== chair || game.table?.id !== table) return;
    const seats = new Set((game.table.seats ?? []).map(([word]) => word));
    updateGame({
      helped,
      help: Object.fromEntries(
        marks.map((/** @type {{card: string, holder: string, has: boolean}} */ mark) => [
          cell(mark.card, seats.has(mark.holder) ? mark.holder : CASE_FILE),
          mark.has ? "yes" : "no",
        ]),
      ),
    });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (game.table?.id === table) updateGame({ helped });
    if (passing(problem)) soon = setTimeout(() => void fetchHelp(table, chair), RETRY_DELAY);
  }
}

/** Whether the help, where the table allows it, has written down all that followed from this event. @param {number} event */
export const hasHelped = (event) =>
  !game.table || game.chair === null || planOf(game.table).help === "none" || game.helped >= event;

/** One thing that follows and is not plain to see, with its reason. */
export const askHint = () => askReason("hint");

/** Why a mark of the help is certain. @param {string} card @param {string} holder */
export const askWhy = (card, holder) =>
  askReason(`why?card=${encodeURIComponent(card)}&holder=${encodeURIComponent(holder)}`);

/** @param {string} question */
async function askReason(question) {
  const { table, chair } = game;
  if (!table || chair === null) return;
  try {
    const reason = /** @type {Reason} */ (await ask(`/api/tables/${table.id}/chairs/${chair}/${question}`));
    if (game.chair !== chair || game.table?.id !== table.id) return;
    updateGame({ reason, hintSteps: 0 });
    updatePage({ dialog: { kind: "reason", id: question === "hint" ? "hint" : "" } });
  } catch (problem) {
    report(problem);
  }
}

/** Who could have proved what when. @param {string} table */
export async function fetchReview(table) {
  if (game.table?.id !== table) return;
  try {
    const review = /** @type {Review} */ (await ask(`/api/tables/${table}/review`));
    if (game.table?.id === table) updateGame({ review });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (passing(problem)) setTimeout(() => void fetchReview(table), RETRY_DELAY);
  }
}
