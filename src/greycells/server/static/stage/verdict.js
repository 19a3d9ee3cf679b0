/** The verdict, which only the accuser sees after a wrong accusation: the case file, and what follows. */

import { picturePanel } from "../ui/staged_render.js";
import { game, updateGame } from "../session/game_state.js";
import { html, nothing } from "../vendor/lit-html.js";
import { card } from "../board/card.js";
import { called } from "../board/token.js";
import { t } from "../ui/words.js";
import "../words/game.js";

/** @import {EditionPrint} from "../types/types.js" */

/** @param {EditionPrint} edition */
export function verdict(edition) {
  if (!game.verdict || game.asking || game.opening || game.table?.state === "over") return nothing;
  const { case_file } = game.verdict;
  const [suspect, weapon, room] = case_file.map((word) => called(edition, word));
  return html`<section class="verdict" aria-label=${t("end.file")}>
    <h2>${t("stage.not all")}</h2>
    <p>${t("stage.solution")}</p>
    <div class="three" aria-hidden="true">
      ${case_file.map((word, at) => picturePanel(`told ${at}`, [edition, word], () => card(edition, word)))}
    </div>
    <p><b>${t("end.it was", { suspect, weapon, room })}.</b> ${t("stage.eliminated")}</p>
    <p class="buttons">
      <button class="primary" @click=${() => updateGame({ verdict: null })}>${t("stage.done")}</button>
    </p>
  </section>`;
}
