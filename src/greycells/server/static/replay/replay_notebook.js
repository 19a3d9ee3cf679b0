/** A notebook beside a replay: one's own as it was, or what another seat could know, and why. */

import { ask, report } from "../ui/api.js";
import { CASE_FILE, cell } from "../session/notebook_model.js";
import { afterwards } from "../ui/staged_render.js";
import { page } from "../ui/page.js";
import { certainAt, sourceOf } from "./replay_model.js";
import { replay, updateReplay } from "./replay_state.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/review.js";
import { keyToDifferences, notebookThen } from "../notebook/notebook_then.js";
import { cardName } from "../board/token.js";

/** @import {EditionPrint, Line, Reason, Steps} from "../types/types.js" */
/** @import {ReviewedSeat} from "../types/wire.js" */
/** @import {Knowable, PastNotebook} from "../notebook/notebook_then.js" */
/** `certain` is what could be known, once there is a review; `own` if it is one's own notebook. */
/** @typedef {{steps: Steps, book: PastNotebook, lines: Line[], certain: ReviewedSeat["certain"] | null, own: boolean, open: boolean}} Shown */

/** @param {EditionPrint} printed @param {Shown} shown */
export function replayNotebook(printed, shown) {
  const { steps, book, lines, own, open } = shown;
  const title = own ? t("replay.notebook") : t("replay.knowledge", { who: cardName(printed, book.seat) });
  const known = knowable(shown);
  const { at, reason } = replay;
  return html`<details class="notebook replay-details" ?open=${open}>
    <summary>${title}</summary>
    ${own && !book.changes.length ? html`<p class="empty">${t("replay.no notes")}</p>` : nothing}
    <p class="note">${t(known ? (own ? "review.differences" : "review.knowledge") : "review.open for differences")}</p>
    ${known && own ? keyToDifferences() : nothing}
    ${notebookThen(printed, steps, book, lines, known)}${reason?.at === at ? because(reason.reason) : nothing}
  </details>`;
}

/** @param {Reason} reason */
const because = (reason) =>
  html`<div class="because" role="status">
    <p><b>${reason.sentence}</b></p>
    <ol class="proof">
      ${reason.proof?.map((step) => html`<li>${step}</li>`)}
    </ol>
  </div>`;

/** What the seat could know at this moment. @param {Shown} shown @returns {Knowable | null} */
function knowable({ steps, book, certain, own }) {
  if (!certain) return null;
  const seats = steps.seats.map(([word]) => word);
  const cells = new Map(
    certainAt(certain, replay.at, seats).map(({ card, holder, has }) => [
      cell(card, holder ?? CASE_FILE),
      has ? "yes" : "no",
    ]),
  );
  return { cells, own, why: (card, column) => void askWhy(book.seat, card, column) };
}

/** @param {string} seat @param {string} card @param {string} column */
async function askWhy(seat, card, column) {
  const { at } = replay;
  const query = new URLSearchParams({ at: String(at), seat, card, holder: column });
  try {
    const reason = await ask(`${sourceOf(page.route)}/analysis/why?${query}`, { signal: page.signal });
    updateReplay({ reason: { at, reason } });
    afterwards(() => document.querySelector(".because")?.scrollIntoView({ block: "nearest" }));
  } catch (problem) {
    report(problem);
  }
}
