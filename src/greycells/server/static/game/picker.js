/** Suggesting and accusing by picking cards, which show what has been noted about them. */

import { play } from "../session/session.js";
import { panel } from "../ui/staged_render.js";
import { game, updateGame } from "../session/game_state.js";
import { updatePage } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { art, nameOn } from "../board/card.js";
import { called } from "../board/token.js";
import { known } from "../notebook/card_notes.js";
import { afterPick, isComplete, rowsOf } from "./picker_model.js";

/** @import {EditionPrint, Word} from "../types/types.js" */

/** @param {EditionPrint} edition */
export function picker(edition) {
  const { asking, choice } = game;
  if (!asking || !choice) return nothing;
  const { kind, picked } = asking;
  const rows = rowsOf(edition, asking, choice.options);
  const complete = isComplete(asking);
  const [suspect, weapon, room] = picked.map((word) => called(edition, word ?? "…"));
  return html`<form
    class=${`picker ${kind}`}
    tabindex="-1"
    aria-label=${t(`pick.${kind}`)}
    @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (!complete) return;
      if (kind === "suggest") void play({ do: "suggest", theory: picked });
      else updatePage({ dialog: { kind: "accuse", id: "" } });
    }}
    @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && updateGame({ asking: null })}
  >
    <h2>
      ${t(`pick.${kind}`)}${kind === "suggest" && edition.everyone_answers
        ? html` <small class="all-answer">${t("pick.everybody")}</small>`
        : nothing}
    </h2>
    ${rows.map(
      (words, at) =>
        html`<fieldset>
          <legend>${t(["pick.suspect", "pick.weapon", "pick.room"][at])}</legend>
          <div class="row">${words.map((word) => choiceCard(edition, word, at, picked))}</div>
        </fieldset>`,
    )}
    <div class="close">
      <p class="theory" aria-live="polite">
        ${complete ? t("pick.sentence", { suspect, weapon, room }) : t("pick.unfinished")}
      </p>
      <div class="buttons">
        <button type="button" class="quiet" @click=${() => updateGame({ asking: null })}>${t("app.back")}</button>
        <button class=${kind === "accuse" ? "danger" : "primary"} ?disabled=${!complete}>
          ${t(`pick.do ${kind}`)}
        </button>
      </div>
    </div>
  </form>`;
}

/** A card to pick; pictures have many lines, so each is drawn in a task of its own. @param {EditionPrint} edition @param {Word} word @param {number} row @param {(Word | null)[]} picked */
function choiceCard(edition, word, row, picked) {
  const mark = known(edition, word);
  return html`<label class=${`pick ${mark.kind} ${picked[row] === word ? "picked" : ""}`} data-card=${word}>
    <input
      class="covering"
      type="radio"
      name=${`row-${row}`}
      .checked=${picked[row] === word}
      @change=${() => game.asking && updateGame({ asking: afterPick(game.asking, row, word) })}
    />${panel(`pick ${word}`, [edition], () => art(edition, word), "span")}${nameOn(edition, word)}
    ${mark.words ? html`<small class="mark">${mark.words}</small>` : nothing}</label
  >`;
}
