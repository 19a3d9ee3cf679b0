/** What the server thinks for a seat, as far as the table allows: help in the notebook, a hint, the review at the end. */

import { Problem, ask, report } from "../ui/api.js";
import { hasHelpedWith, marksOf, nextRequest } from "./help_model.js";
import { game, updateGame } from "../session/game_state.js";
import { later } from "../ui/timers.js";
import { page, updatePage } from "../ui/page.js";
import { isTransient } from "../ui/retries_model.js";

/** @import {Reason} from "../types/types.js" */

/** Milliseconds until something is asked for again that was too much, or did not come through. */
const RETRY_DELAY = 4000;

/** Ask for help once something has been learnt that the help does not know of yet. */
export function keepHelp() {
  const { table, chair, helpAsked } = game;
  const next = nextRequest(game, performance.now());
  if (!table || chair === null || !next) return;
  updateGame({ helpAsked: { ...helpAsked, event: next.event } });
  askAfter(next.delay, table.id, chair);
}

/** @param {number} delay @param {string} table @param {number} chair */
const askAfter = (delay, table, chair) => later("help", delay, () => void fetchHelp(table, chair));

/** @param {string} table @param {number} chair */
async function fetchHelp(table, chair) {
  if (game.chair !== chair || game.table?.id !== table) return;
  // Help doesn't run ahead of the stage, either: it is requested again once everything has been shown.
  if (game.unshown !== null) return updateGame({ helpAsked: { ...game.helpAsked, event: game.helped } });
  const { event: helped } = game.helpAsked;
  updateGame({ helpAsked: { event: helped, at: performance.now() } });
  try {
    const { marks } = await ask(`/api/tables/${table}/chairs/${chair}/help`);
    if (game.chair !== chair || game.table?.id !== table) return;
    updateGame({ helped, help: marksOf(game, marks) });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (game.table?.id === table) updateGame({ helped });
    if (isTransient(problem.status)) askAfter(RETRY_DELAY, table, chair);
  }
}

/** Whether the help has written down all that followed from this event. @param {number} event */
export const hasHelped = (event) => hasHelpedWith(game, event);

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
    const path = `/api/tables/${table.id}/chairs/${chair}/${question}`;
    const reason = /** @type {Reason} */ (await ask(path, { signal: page.signal }));
    if (game.chair !== chair) return;
    updateGame({ reason, hintSteps: 0 });
    updatePage({ dialog: { kind: "reason", id: question === "hint" ? "hint" : "" } });
  } catch (problem) {
    report(problem);
  }
}
