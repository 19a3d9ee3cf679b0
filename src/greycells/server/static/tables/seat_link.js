/** The link that opens one's own seat on another device. */

import { ask, report } from "../ui/api.js";
import { game } from "../session/game_state.js";

/** The secret address of this seat. */
export async function seatLink() {
  if (!game.table || game.chair === null) return "";
  try {
    const { url } = await ask(`/api/tables/${game.table.id}/chairs/${game.chair}/link`);
    return new URL(new URL(url).pathname, location.origin).href;
  } catch (problem) {
    report(problem);
    return "";
  }
}
