/** Who sits at the table: suspect, name, cards, and whose choice it is. */

import { command, chairOf, mine } from "../session/session.js";
import { planOf } from "../session/game_model.js";
import { offers } from "../offers/offer.js";
import { game } from "../session/game_state.js";
import { updatePage } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { botFace, botRank, namesAtTable } from "../offers/bot_face.js";
import { token } from "../board/token.js";

/** @import {EditionPrint, Look, TableView} from "../types/types.js" */

/** @param {EditionPrint} edition */
export function players(edition) {
  const { table, scene } = game;
  if (!table || !scene) return nothing;
  const seats = table.seats ?? [];
  const many = `${seats.length > 4 ? "of-many" : ""} ${seats.length > 6 ? "token-row" : ""}`;
  const names = namesInGame(table);
  return html`<ul class=${`players of-${seats.length} ${many}`} aria-label=${t("game.players")}>
    ${seats.map(([word, name], at) => {
      const chair = table.chairs[chairOf(word)];
      const toAct = scene.to_act === word;
      const gone = chair && !chair.bot && !game.present.includes(chairOf(word)) && table.state === "running";
      const size = scene.sizes[word] ?? 0;
      return html`<li
        class=${`player ${toAct ? "to-act" : ""} ${scene.out.includes(word) ? "out" : ""} ${word === mine() ? "me" : ""}`}
      >
        <span class="seat-token"
          >${token(edition, word)}${size
            ? html`<b class="card-count" aria-hidden="true" title=${held(size)}>${size}</b>`
            : nothing}</span
        ><span class="who"
          ><button class="name" @click=${() => updatePage({ dialog: { kind: "player", id: word } })}>
            ${edition.suspects.find((one) => one.word === word)?.name ?? word}
          </button>
          <small
            >${word === mine() ? t("table.you") : chair?.bot ? bot(chair.bot, names[at]) : name}${size
              ? html`<span class="visually-hidden">, ${held(size)}</span>`
              : nothing}</small
          >
          ${scene.out.includes(word) ? html`<small class="state">${t("game.out")}</small>` : nothing}
          ${chair?.away && table.state === "running"
            ? html`<small class="state">${t("game.away")}</small>`
            : gone
              ? html`<small class="state">${t("game.gone")}</small>`
              : nothing}
          ${chair?.muted || game.muted.includes(chairOf(word))
            ? html`<small class="state">${t("mute.is")}</small>`
            : nothing}
          ${toAct && !(gone && !chair.away)
            ? html`<small class="state now">${t(word === mine() ? yours(scene) : "game.to act")}</small>`
            : nothing}</span
        >
        ${gone && !chair.away && isHost()
          ? html`<button class="quiet" @click=${() => command({ type: "fill", chair: chairOf(word), bot: level() })}>
              ${t("game.fill", { name })}
            </button>`
          : nothing}
      </li>`;
    })}
  </ul>`;
}

/** The players' names, in the order of their seats. @param {TableView} table */
export const namesInGame = (table) =>
  namesAtTable((table.seats ?? []).map(([word, name]) => table.chairs[chairOf(word)]?.bot ?? name));

/** A bot by its face and name; the rank is in the tooltip, and read out. @param {string} level @param {string} name */
function bot(level, name) {
  const rank = botRank(level) ? t("table.bot", { level: botRank(level) }) : "";
  return html`<span class="bot" title=${rank}
    >${botFace(level)}${name}${rank ? html`<span class="visually-hidden">, ${rank}</span>` : nothing}</span
  >`;
}

/** The words for whose turn it is: somebody who only has to answer isn't on turn. @param {Look} scene */
const yours = (scene) => (scene.phase === "answering" ? "game.you answer" : "game.you act");

/** @param {number} size of a hand */
const held = (size) => t("game.cards", { count: size });

export const isHost = () => game.yours.some((chair) => game.table?.chairs[chair]?.host);

/** The level that steps in: that of the other bots, or the middle one. */
function level() {
  const levels = offers.offer?.levels ?? [];
  const bots = game.table
    ? planOf(game.table)
        .chairs.map((chair) => chair.bot)
        .filter(Boolean)
    : [];
  return bots[0] ?? levels[Math.floor(levels.length / 2)];
}
