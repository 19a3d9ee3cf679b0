/** Who has seen which of your cards: shown where you choose a card to show, and on a player's page. */

import { seenOfMine } from "../session/answers_seen.js";
import { mine } from "../session/session.js";
import { game } from "../session/game_state.js";
import { shownLog } from "../session/held_back_model.js";
import { settings } from "../ui/settings.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { seenBy } from "./card_notes.js";
import { called, cardName } from "../board/token.js";

/** @import {EditionPrint, Word} from "../types/types.js" */

/** Below a card that can be shown: whether the suggester has seen it before, or who else has. @param {EditionPrint} edition @param {Word} card */
export function seenNote(edition, card) {
  if (!settings.seen) return nothing;
  const viewers = seenBy(card);
  const asking = game.scene?.mover ?? "";
  if (viewers.includes(asking))
    return html`<small class="seen-note again">${t("do.seen", { who: cardName(edition, asking) })}</small>`;
  const names = viewers.map((word) => called(edition, word).bare).join(", ");
  return html`<small class="seen-note">${names ? t("do.seen by", { names }) : t("do.unseen")}</small>`;
}

/** Which of your cards a player has seen. @param {EditionPrint} edition @param {Word} player */
export function seenByPlayer(edition, player) {
  const cards = [...seenOfMine(shownLog(game), mine())].filter(([, viewers]) => viewers.includes(player));
  if (!settings.seen || !cards.length) return nothing;
  return html`<h3>${t("note.seen title")}</h3>
    <p>${cards.map(([card]) => cardName(edition, card)).join(", ")}</p>`;
}
