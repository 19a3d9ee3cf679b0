/** Changes of what is planned at a table before the start. */

import { company, playChoice } from "../offers/play_choice.js";
import { command } from "../session/session.js";
import { planOf } from "../session/game_model.js";
import { offers } from "../offers/offer.js";
import { game, updateGame } from "../session/game_state.js";

/** @import {Plan, TableView} from "../types/types.js" */

/** Change the plan of the table. @param {Partial<Plan>} changes */
export function changePlan(changes) {
  if (game.table) void replan(fitted({ ...planOf(game.table), ...changes }, game.table));
}

/** Change what is planned for one seat. @param {number} at @param {Plan["chairs"][number]} changes */
export function changeSeat(at, changes) {
  const { table } = game;
  if (!table) return;
  changePlan({
    chairs: planOf(table).chairs.map((planned, number) =>
      number === at ? { ...planned, suspect: table.chairs[number].suspect, ...changes } : planned,
    ),
  });
}

/** The seats with a bot in every free one: the same company as in the last game against bots. */
export function withBots() {
  const { table } = game;
  if (!table) return [];
  const bots = company({ ...playChoice(), opponents: table.chairs.length });
  return planOf(table).chairs.map((planned, at) => {
    const { name, bot } = table.chairs[at];
    return name || bot ? planned : { ...planned, bot: bots.shift() };
  });
}

/** Ask for another plan. It holds on this page at once, so that two quick changes do not undo each other. @param {Plan} plan */
async function replan(plan) {
  const before = game.table;
  if (!before) return;
  updateGame({ table: { ...before, plan } });
  if (!(await command({ type: "change", plan })) && game.table?.plan === plan)
    updateGame({ table: { ...game.table, plan: before.plan } });
}

/**
 * A plan that still fits who sits: suspects and house rules that the edition has.
 * @param {Plan} plan
 * @param {TableView} table
 * @returns {Plan}
 */
function fitted(plan, table) {
  const offered = offers.offer?.editions.find((one) => one.key === plan.edition);
  const chairs = plan.chairs.map((planned, at) => {
    const suspect = planned.suspect ?? table.chairs[at]?.suspect ?? null;
    return { ...planned, suspect: suspect && offered?.suspects.includes(suspect) ? suspect : null };
  });
  while (chairs.length < (offered?.fewest ?? 3)) chairs.push({ suspect: null });
  return {
    ...plan,
    chairs: chairs.slice(0, Math.max(offered?.most ?? 6, 1)),
    house_rules: plan.house_rules.filter((rule) => offered?.house_rules.includes(rule)),
  };
}
