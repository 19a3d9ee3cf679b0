/** The end of a game: what is fetched then, a rematch, and a challenge of a friend. */

import { Problem, ask, askUntilAnswered, report } from "../ui/api.js";
import { checkDeal } from "../dealing/deal_check.js";
import { giveNonces } from "../dealing/nonces.js";
import { page } from "../ui/page.js";
import { go } from "../ui/router.js";
import { command } from "../session/session.js";
import { game, updateGame } from "../session/game_state.js";

/** Whether all others at the table are bots. */
export const isAlone = () => game.table?.chairs.every((chair, at) => chair.bot || game.yours.includes(at));

/** Once the case file is open: fetch all hands and what could be proved when, and check the deal. */
export function followEnd() {
  const { lookedBack, scene, table } = game;
  if (table?.state !== "over" || !scene?.case_file.length || lookedBack === scene) return;
  updateGame({ lookedBack: scene });
  const { signal } = page;
  const path = `/api/tables/${table.id}`;
  askUntilAnswered(`${path}/steps`, signal).then((steps) => updateGame({ steps }), report);
  askUntilAnswered(`${path}/review`, signal).then((review) => updateGame({ review }), ignoreRefusal);
  checkDeal(table.id, table.chairs, signal).then((deal) => updateGame({ deal }), report);
}

/** A review may not be for every reader. @param {unknown} problem */
const ignoreRefusal = (problem) => (problem instanceof Problem ? undefined : report(problem));

/** Make a link with which a friend can play this case, and go where it can be sent from. */
export async function makeChallenge() {
  const { signal } = page;
  const id = game.table?.id;
  const answer = await command({ type: "challenge" });
  if (answer?.type !== "done" || !id) return;
  try {
    const { case: made } = await ask(`/api/tables/${id}`, { signal });
    go(`/challenge/${made}`);
  } catch (problem) {
    report(problem);
  }
}

/** Start a rematch. Against bots only, it begins at once. */
export async function startRematch() {
  const { signal } = page;
  const answer = await command({ type: "rematch" });
  if (answer?.type !== "done" || !answer.table) return;
  try {
    await giveNonces(await ask(`/api/tables/${answer.table}`));
    if (isAlone()) await ask(`/api/tables/${answer.table}`, { method: "POST", json: { command: { type: "start" } } });
  } catch (problem) {
    report(problem);
  }
  if (!signal.aborted) go(`/table/${answer.table}`);
}
