/** The end: the case file is opened, all hands are revealed, and there are links to replay and review. */

import { lazyLoad } from "../ui/lazy_load.js";
import { mine } from "../session/session.js";
import { game } from "../session/game_state.js";
import { isAlone, makeChallenge, startRematch } from "./game_over_controller.js";
import { html, nothing } from "../vendor/lit-html.js";
import { panel, picturePanel } from "../ui/staged_render.js";
import { cardBack } from "../board/card_back.js";
import { card } from "../board/card.js";
import { hands } from "./revealed_hands.js";
import { called, cardName } from "../board/token.js";
import { url } from "../ui/url.js";
import { listOf, t } from "../ui/words.js";
import "../words/game.js";

/** @import {DealCheck, EditionPrint, TableView} from "../types/types.js" */

const pictures = lazyLoad(() => import("../board/crime_scene.js"));

/** @param {TableView} table @param {EditionPrint} edition */
export function end(table, edition) {
  const { scene, steps } = game;
  if (!scene) return nothing;
  const [suspect, weapon, room] = scene.case_file.map((word) => called(edition, word));
  return html`<section class="end">
    <h2>${title(table, edition, scene.winner)}</h2>
    <p>${t("end.it was", { suspect, weapon, room })}</p>
    ${table.practice ? html`<p class="practice">${t("table.played on", { turn: table.practice })}</p>` : nothing}
    <div class="solution">
      ${picture(edition, scene.case_file)}
      <div class="case-file" role="group" aria-label=${t("end.file")}>
        ${scene.case_file.map((word, at) => opened(edition, word, at))}
      </div>
    </div>
    <p class="buttons">
      ${table.rematch
        ? html`<a class="button primary" href=${url(`/table/${table.rematch}`)}>${t("end.to rematch")}</a>`
        : game.chair !== null
          ? html`<button class="primary" @click=${startRematch}>
              ${t(table.practice ? "end.again from there" : isAlone() ? "end.rematch" : "end.invite")}
            </button>`
          : nothing}
      ${sharing(table)}
      <a class="button" href=${url(`/replay/${table.id}?review`)}>${t("table.review")}</a
      ><a class="button" href=${url(`/replay/${table.id}`)}>${t("end.replay")}</a
      ><a class="button" href=${url(`/api/tables/${table.id}/record`)} download>${t("end.record")}</a>
    </p>
    ${steps
      ? html`<h3>${t("end.hands")}</h3>
          ${panel("held", [edition, steps], () => hands(edition, steps, mine()))}`
      : nothing}
    ${game.review ? panel("review", [edition, game.review], () => review(edition)) : nothing}
    <p>${t("end.turns", { turns: scene.turn })}</p>
    ${game.deal ? dealt(edition, game.deal) : nothing}
  </section>`;
}

/** @type {Record<DealCheck["kind"], string>} */
const DEALS = { changed: "deal.changed", kept: "deal.kept", late: "deal.late", secret: "deal.secret" };

/** Whether the cards were dealt as fixed before the deal. @param {EditionPrint} edition @param {DealCheck} deal */
const dealt = (edition, { kind, suspects }) =>
  html`<p class="deal">${t(DEALS[kind], { names: listOf(suspects.map((word) => cardName(edition, word))) })}</p>`;

/** Who solved it: you yourself only if no bot had taken your seat. @param {TableView} table @param {EditionPrint} edition @param {string | null} winner */
function title(table, edition, winner) {
  if (!winner) return t("end.unsolved");
  if (winner !== mine()) return t("end.won", { who: cardName(edition, winner) });
  return t(table.chairs[game.chair ?? 0]?.away ? "end.bot won" : "end.you won");
}

/** A card of the case file, which turns over unless it already was laid open. @param {EditionPrint} edition @param {string} word @param {number} at */
const opened = (edition, word, at) =>
  picturePanel(
    `opened ${at}`,
    [edition, word, game.scene],
    () => html`<span class="turning">${game.laidOpen ? nothing : cardBack()}${card(edition, word)}</span>`,
    "div",
  );

/** The culprit in the room with the weapon, which the stage may have shown already. @param {EditionPrint} edition @param {string[]} solution */
function picture(edition, solution) {
  const drawn = pictures()?.crimeScene;
  return html`<figure class="crime" aria-hidden="true">
    ${drawn ? picturePanel("crime", [edition, solution.join(), drawn], () => drawn(edition, solution), "div") : nothing}
  </figure>`;
}

/** The turn in which each seat could first have proved each card. @param {EditionPrint} edition */
function review(edition) {
  const when = (/** @type {number | null | undefined} */ turn) => (turn ? t("end.turn", { turn }) : t("end.never"));
  return html`<h3>${t("end.review")}</h3>
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">${t("table.player")}</th>
          <th scope="col">${t("pick.suspect")}</th>
          <th scope="col">${t("pick.weapon")}</th>
          <th scope="col">${t("pick.room")}</th>
          <th scope="col">${t("end.all")}</th>
        </tr>
      </thead>
      <tbody>
        ${game.review?.insights.map(
          (seat) =>
            html`<tr>
              <th scope="row">${cardName(edition, seat.seat)}</th>
              <td>${when(seat.suspect)}</td>
              <td>${when(seat.weapon)}</td>
              <td>${when(seat.room)}</td>
              <td><b>${when(seat.everything)}</b></td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** How others did at the same case, or a link with which a friend can play it. @param {TableView} table */
function sharing(table) {
  if (game.chair === null) return nothing;
  if (table.case) {
    const day = DATE.test(table.case);
    return html`<a class="button" href=${url(day ? `/daily/game/${table.case}` : `/challenge/${table.case}`)}
      >${t(day ? "end.day" : "end.compare")}</a
    >`;
  }
  return isAlone() && !table.lesson && !table.practice
    ? html`<button @click=${makeChallenge}>${t("end.challenge")}</button>`
    : nothing;
}
