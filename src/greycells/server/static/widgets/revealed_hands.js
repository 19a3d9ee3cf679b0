/** What everybody held, when it may be known. */

import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../words.js";
import { botName } from "./bot_face.js";
import { cardName, token } from "./token.js";

/** @import {EditionPrint, Steps, Word} from "../types.js" */

/** @param {EditionPrint} edition @param {Steps} steps @param {Word | null} [mine] the viewer's own suspect */
export function hands(edition, steps, mine = null) {
  const listed = (/** @type {Word[]} */ cards) => cards.map((held) => cardName(edition, held)).join(", ");
  const open = steps.steps.at(-1)?.look.open_cards ?? [];
  return html`<ul class="hands">
    ${steps.seats.map(
      ([word, name]) =>
        html`<li>
          ${token(edition, word)}
          <p>
            <b>${cardName(edition, word)}</b> <small>${word === mine ? t("table.you") : botName(name)}</small><br />
            ${listed(steps.hands[word] ?? [])}
          </p>
        </li>`,
    )}${open.length
      ? html`<li class="open">
          <p><b>${t("game.open cards")}</b><br />${listed(open)}</p>
        </li>`
      : nothing}
  </ul>`;
}
