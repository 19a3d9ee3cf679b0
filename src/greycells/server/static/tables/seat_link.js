/** The link that opens one's own seat on another device. */

import { ask, report } from "../ui/api.js";
import { state } from "../ui/store.js";

/** The secret address of this seat. */
export async function seatLink() {
  if (!state.table || state.chair === null) return "";
  try {
    const { url } = await ask(`/api/tables/${state.table.id}/chairs/${state.chair}/link`);
    return new URL(new URL(url).pathname, location.origin).href;
  } catch (problem) {
    report(problem);
    return "";
  }
}
