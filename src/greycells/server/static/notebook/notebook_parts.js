/** Parts of the notebook: the pens, the numbers of answers that one did not see, and the eye of who has seen a card. */

import { COLOURS, SIGNS } from "../ui/signs.js";
import { game, updateGame } from "../session/game_state.js";
import { shownAnswers } from "../session/held_back_model.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { oneOfThree } from "./card_notes.js";
import { closeButton } from "../ui/close_button.js";
import { token } from "../board/token.js";

/** @import {EditionPrint} from "../types/types.js" */
/** @import {HiddenAnswer} from "../types/types.js" */

/** How many numbers fit into a cell. */
const FIT = 2;

export const pencil = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 20 5.4 14.8 16.2 4Q18 2.6 19.8 4.2T20 7.8L9.2 18.6ZM14 6.2 17.8 10"></path>
</svg>`;

export const eye = html`<svg class="seen-eye" viewBox="0 0 24 16" aria-hidden="true">
  <path d="M1 8Q12-5 23 8 12 21 1 8Z"></path>
  <circle cx="12" cy="8" r="3.6"></circle>
</svg>`;

/** The numbers of the answers that a card may have been, in the corner of its cell. @param {HiddenAnswer[]} answers */
export const numbered = (answers) =>
  answers.length
    ? html`<span class="answer-numbers" aria-hidden="true"
        >${answers.slice(-FIT).map(({ number }) => html`<i data-answer=${number}>${number}</i>`)}${answers.length > FIT
          ? html`<i>+</i>`
          : nothing}</span
      >`
    : nothing;

/** By key: the next answer of a cell, and nothing after the last. @param {string} key */
export function pickNext(key) {
  const [card, holder] = key.split("|");
  const numbers = oneOfThree(card, holder).map(({ number }) => number);
  updateGame({ marker: numbers[numbers.indexOf(game.marker ?? 0) + 1] ?? null });
}

/** What was suggested and answered, below the notebook, as long as its three cards are marked. @param {EditionPrint} edition */
export function noteOnAnswer(edition) {
  const found = shownAnswers(game).find(({ number }) => number === game.marker);
  return html`<div class=${found ? "answer-note" : "answer-note silent"} role="status">
    ${found
      ? html`<p>
            <b class="answer-badge">${found.number}</b>${token(edition, found.seat)}<span
              >${found.words}<span class="visually-hidden"> ${t("note.one of")}</span></span
            >
          </p>
          ${closeButton(() => updateGame({ marker: null }))}`
      : nothing}
  </div>`;
}

/** The pens: with which sign a tap writes, and in which colour. */
export const palette = () =>
  html`<div class="palette">
    <div role="group" aria-label=${t("note.sign")}>
      ${["", ...Object.keys(SIGNS)].map(
        (sign) =>
          html`<button
            class=${`pen ink-${game.pen.colour || "plain"}`}
            aria-pressed=${game.pen.sign === sign}
            aria-label=${sign ? t(`sign.${sign}`) : t("note.in turn")}
            title=${sign ? t(`sign.${sign}`) : t("note.in turn")}
            @click=${() => updateGame({ pen: { ...game.pen, sign } })}
          >
            ${sign ? SIGNS[sign] : "✗✓?"}
          </button>`,
      )}
    </div>
    <div role="group" aria-label=${t("note.colour")}>
      ${["", ...COLOURS].map(
        (colour) =>
          html`<button
            class=${`ink-pot ink-${colour || "plain"}`}
            aria-pressed=${game.pen.colour === colour}
            aria-label=${colour ? t(`colour.${colour}`) : t("note.plain ink")}
            title=${colour ? t(`colour.${colour}`) : t("note.plain ink")}
            @click=${() => updateGame({ pen: { ...game.pen, colour } })}
          ></button>`,
      )}
    </div>
  </div>`;
