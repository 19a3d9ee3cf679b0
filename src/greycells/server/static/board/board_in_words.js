/** The board as text: where everybody stands, for those who listen to it. */

import { html, nothing } from "../vendor/lit-html.js";
import { placeName } from "./token.js";
import { listOf, t } from "../ui/words.js";
import "../words/game.js";

/** @import {EditionPrint, Look} from "../types/types.js" */

/** @param {EditionPrint} edition @param {string | undefined} place */
const where = (edition, place) =>
  place === undefined ? t("board.off") : placeName(edition, place, Object.keys(edition.board.outside)).bare;

/** @param {EditionPrint} edition */
const spyglasses = ({ board, names }) =>
  listOf(board.spyglasses.map((place) => `${names[`outside ${board.outside[place]}`]?.bare ?? ""} ${place}`.trim()));

/** @param {EditionPrint} edition @param {Look} look */
export const inWords = (edition, look) =>
  html`<details class="board-in-words">
    <summary>${t("board.words")}</summary>
    <ul>
      ${edition.suspects.map(
        (one) => html`<li>${t("board.stands", { who: one.name, place: where(edition, look.pawns[one.word]) })}</li>`,
      )}
      ${edition.weapons.map(
        (one) => html`<li>${t("board.stands", { who: one.name, place: where(edition, look.weapons[one.word]) })}</li>`,
      )}
      ${edition.board.spyglasses.length
        ? html`<li>${t("board.spyglasses", { places: spyglasses(edition) })}</li>`
        : nothing}
    </ul>
  </details>`;
