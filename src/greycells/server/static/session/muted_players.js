/** Players whose messages aren't shown on this page. */

import { read, write } from "../ui/storage.js";
import { game, updateGame } from "./game_state.js";

/** Who is muted at a table. @param {string} table @returns {number[]} */
export const mutedAt = (table) => read(`unheard ${table}`, [], "tab");

/** Mute a chair, or no longer: only on this page. @param {number} chair */
export function toggleMuted(chair) {
  const muted = game.muted.includes(chair) ? game.muted.filter((other) => other !== chair) : [...game.muted, chair];
  updateGame({ muted });
  if (game.table) write(`unheard ${game.table.id}`, muted, "tab");
}
