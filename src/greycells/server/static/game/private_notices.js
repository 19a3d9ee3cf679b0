/** Private notices: a card that was shown to you, drawn by you, or seen by another player. They appear once the stage has shown them. */

import { hasHelped } from "../notebook/advice.js";
import { setMark } from "../session/notebook_pages.js";
import { game, updateGame } from "../session/game_state.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { card } from "../board/card.js";
import { markAt } from "../notebook/card_notes.js";
import { marksFor, unwrittenMoments } from "../notebook/known_model.js";
import { closeButton } from "../ui/close_button.js";
import { pencil } from "../notebook/notebook_parts.js";
import { called, cardName } from "../board/token.js";

/** @import {EditionPrint, Moment} from "../types/types.js" */

/** Notices that you haven't written down yet. */
export const news = () => unwrittenMoments(game);

/** @param {EditionPrint} edition @param {Moment[]} notices */
export const moments = (edition, notices) =>
  html`<div class="private-notices">
    ${notices.map(
      (moment) =>
        html`<section class=${`private-notice ${moment.kind}`}>
          ${moment.card ? html`<div class="flip">${card(edition, moment.card, { small: true })}</div>` : nothing}
          <p>
            ${moment.card
              ? html`${t(`moment.${moment.kind}`, { who: called(edition, moment.who) })} <br /><b
                    >${cardName(edition, moment.card)}</b
                  >`
              : t("moment.peeked blind", { who: called(edition, moment.who) })}
          </p>
          <div class="buttons">
            ${moment.card && (moment.kind === "shown" || moment.kind === "snooped") && hasHelped(moment.number)
              ? markAt(moment.card, moment.who).mark === "yes"
                ? html`<small>${t("moment.noted")}</small>`
                : html`<button
                    class="primary note-it"
                    data-key="n"
                    aria-keyshortcuts="n"
                    title=${t("keys.press", { key: "N" })}
                    @click=${() => note(moment)}
                  >
                    ${pencil}<span>${t("moment.note")}</span>
                  </button>`
              : nothing}
            ${closeButton(() => dismiss(moment))}
          </div>
        </section>`,
    )}
  </div>`;

/** @param {Moment} moment */
const dismiss = (moment) => updateGame({ moments: game.moments.filter((other) => other !== moment) });

/** Write down who holds the card. @param {Moment} moment */
function note(moment) {
  for (const [key, mark] of marksFor(game, moment)) setMark(key, mark);
  dismiss(moment);
}
