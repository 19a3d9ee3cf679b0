/** What the server thinks for a seat, as far as the table allows: a hint, and why a mark is certain. */

import { ask, report } from "../ui/api.js";
import { hasHelpedWith } from "./help_model.js";
import { game, updateGame } from "../session/game_state.js";
import { page, updatePage } from "../ui/page.js";

/** @import {Reason} from "../types/types.js" */

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
