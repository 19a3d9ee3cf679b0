/** What a change at the table means for this page: who plays a seat now, and what was said out of sight. */

import { lastPicks } from "./turn_end.js";

/** @import {Frame, State} from "../types/types.js" */

/** Whether a message is from somebody else and isn't in sight. @param {number | null | undefined} chair @param {State} now */
export const isNews = (chair, now) =>
  now.tab !== "log" && !now.yours.includes(chair ?? -1) && !now.unheard.includes(chair ?? -1);

/** The table has changed: who plays a seat now is told in the log, and whose seat a bot plays is asked nothing. @param {Extract<Frame, {type: "changed"}>} frame @param {State} now @returns {Partial<State>} */
export function changed({ table, words, seq, at, nonce_hashes }, now) {
  const away = now.chair !== null && table.chairs[now.chair]?.away;
  return {
    table,
    dealing: Boolean(nonce_hashes),
    yours: now.yours.filter((chair) => table.chairs[chair]?.name),
    log: words ? [...now.log, { seq, at, kind: "remark", words }] : now.log,
    choice: away ? null : now.choice,
    asking: away ? null : now.asking,
    ending: away ? null : now.ending,
  };
}

/** What was chosen is refused: the cards that were picked for it lie there again. @param {Extract<Frame, {type: "refused"}>} frame @param {State} now @returns {Partial<State>} */
export const refused = ({ sentence, rule }, now) => ({
  toast: { sentence, rule: rule ?? null },
  asking: now.sending && now.choice ? lastPicks : now.asking,
  sending: false,
});
