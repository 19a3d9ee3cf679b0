/** Changes of what is planned at a table before the start. */

import { offers } from "../offers/offer.js";
import { company, playChoice } from "../offers/play_choice.js";
import { planOf } from "../session/game_model.js";
import { game, updateGame } from "../session/game_state.js";
import { command } from "../session/session.js";
import { fittedPlan, withBots, withSeat } from "./plan_model.js";

/** @import {Plan} from "../types/types.js" */

/** What is offered of an edition. @param {string} edition */
export const offeredEdition = (edition) => offers.offer?.editions.find((one) => one.key === edition);

/** Change the plan of the table. @param {Partial<Plan>} changes */
export function changePlan(changes) {
  const { table } = game;
  if (!table) return;
  const plan = { ...planOf(table), ...changes };
  void replan(fittedPlan(plan, table.chairs, offeredEdition(plan.edition)));
}

/** Change what is planned for one seat. @param {number} at @param {Plan["chairs"][number]} changes */
export function changeSeat(at, changes) {
  const { table } = game;
  if (table) changePlan({ chairs: withSeat(planOf(table), table.chairs, at, changes) });
}

/** Seat a bot in every free chair: the same company as in the last game against bots. */
export function addBots() {
  const { table } = game;
  if (!table) return;
  const bots = company({ ...playChoice(), opponents: table.chairs.length });
  changePlan({ chairs: withBots(planOf(table), table.chairs, bots) });
}

/** Ask for another plan. It holds on this page at once, so that two quick changes do not undo each other. @param {Plan} plan */
async function replan(plan) {
  const before = game.table;
  if (!before) return;
  updateGame({ table: { ...before, plan } });
  if (!(await command({ type: "change", plan })) && game.table?.plan === plan)
    updateGame({ table: { ...game.table, plan: before.plan } });
}
