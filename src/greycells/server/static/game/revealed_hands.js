/** All hands, once they may be seen, and whose point of view a replay shows. */

import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { namesAtTable } from "../offers/bot_face.js";
import { cardName, token } from "../board/token.js";

/** @import {EditionPrint, Steps, Word} from "../types/types.js" */

/** @param {EditionPrint} edition @param {Steps} steps @param {Word | null} [mine] the viewer's own suspect */
export function hands(edition, steps, mine = null) {
  const listed = (/** @type {Word[]} */ cards) => cards.map((held) => cardName(edition, held)).join(", ");
  const names = namesAtTable(steps.seats.map(([, name]) => name));
  const open = steps.steps.at(-1)?.look.open_cards ?? [];
  const lines = steps.seats.length + (open.length ? 1 : 0);
  return html`<ul class=${lines > 7 ? "hands of-many" : "hands"}>
    ${steps.seats.map(
      ([word, name], at) =>
        html`<li>
          ${token(edition, word)}
          <p>
            <b>${cardName(edition, word)}</b>
            ${word === mine
              ? html`<small>${t("table.you")}</small>`
              : name === word
                ? nothing
                : html`<small>${names[at]}</small>`}<br />
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

/** With whose eyes one looks. @param {EditionPrint} printed @param {Steps} steps @param {(word: Word) => void} seenBy */
export const eyes = (printed, steps, seenBy) => {
  const names = namesAtTable(steps.seats.map(([, name]) => name));
  return html`<label class="viewpoint"
    >${t("hands.as")}
    <select @change=${(/** @type {Event} */ event) => seenBy(/** @type {HTMLSelectElement} */ (event.target).value)}>
      <option value="">${t("hands.all")}</option>
      ${steps.seats.map(
        ([word, name], at) =>
          html`<option value=${word}>
            ${cardName(printed, word)}${name === word ? nothing : html` (${names[at]})`}
          </option>`,
      )}
    </select></label
  >`;
};
