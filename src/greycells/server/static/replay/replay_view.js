/** The replay as it is drawn: the board, the hands, the notebook, the review, and what happened. */

import { boardOf } from "../game/game.js";
import { card } from "../board/card.js";
import { token } from "../board/token.js";
import { turns } from "../game/game_log.js";
import { eyes, hands } from "../game/revealed_hands.js";
import { sentence } from "../game/sentence.js";
import { review } from "../review/review_state.js";
import { planOf } from "../session/game_model.js";
import { page } from "../ui/page.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import { html, nothing } from "../vendor/lit-html.js";
import "../words/review.js";
import "../words/game.js";
import { decideAgain, playOn, pressKey, seenBy, share, to, togglePlaying } from "./replay_controller.js";
import { isOver, isWhole, linesUntil } from "./replay_model.js";
import { replayNotebook } from "./replay_notebook.js";
import { replay, updateReplay } from "./replay_state.js";

/** @import {EditionPrint, Line, Look, Steps} from "../types/types.js" */
/** How the review is drawn, once that is here. @typedef {typeof import("../review/game_review.js") | null} Reviewing */

/** @param {EditionPrint} printed @param {Steps} steps @param {Reviewing} reviewing */
export function replayView(printed, steps, reviewing) {
  const { at } = replay;
  const last = steps.steps.length - 1;
  const { look, words } = steps.steps[at];
  const lines = linesUntil(steps, at);
  const board = boardOf(printed);
  return html`<div
    class=${`game replaying tab-board ${replay.opened && isOver(steps) ? "studying" : ""} ${board.wide ? "wide-board" : ""}`}
  >
    ${sentence(printed, look, words, ways())}
    <main class="board-area">
      <div class="board-scroll" role="region" tabindex="0" aria-label=${t("rules.board")}>${board.element}</div>
    </main>
    <aside class="side">
      ${isWhole(steps, replay.viewing) ? eyes(printed, steps, seenBy) : nothing}${further(steps, look)}${hands(
        printed,
        steps,
      )}${caseFile(printed, steps)}${notebook(printed, steps, lines)}${analysis(printed, steps, reviewing)}
      <section class="log">
        <h2 class="visually-hidden">${t("log.title")}</h2>
        <ol class="turns">
          ${turns(lines).map(
            (turn) =>
              html`<li>
                <h3>
                  ${token(printed, turn.seat)}${turn.number ? t("log.turn", { turn: turn.number }) : t("log.before")}
                </h3>
                ${turn.lines.map(
                  (line) =>
                    html`<p><button class="line-button" @click=${() => to(line.seq)}>${line.words}</button></p>`,
                )}
              </li>`,
          )}
        </ol>
      </section>
    </aside>
    <section class="turn-panel" aria-label=${t("replay.title")}>
      <div class="player-bar" role="group" aria-label=${t("replay.title")} @keydown=${pressKey}>
        <button aria-label=${t("replay.first")} @click=${() => to(0)}>${icon("M5 5v14M19 5 8 12l11 7Z")}</button
        ><button aria-label=${t("replay.back")} @click=${() => to(at - 1)}>${icon("M17 5 6 12l11 7Z")}</button>
        <button
          class="primary"
          aria-label=${t(replay.playing ? "replay.pause" : "replay.play")}
          @click=${togglePlaying}
        >
          ${icon(replay.playing ? "M8 5v14M16 5v14" : "M7 5l12 7-12 7Z")}
        </button>
        <button aria-label=${t("replay.next")} @click=${() => to(at + 1)}>${icon("M7 5l11 7-11 7Z")}</button
        ><button aria-label=${t("replay.last")} @click=${() => to(last)}>${icon("M19 5v14M5 5l11 7-11 7Z")}</button>
        <input
          type="range"
          min="0"
          max=${last}
          .value=${String(at)}
          aria-label=${t("replay.slider")}
          @input=${(/** @type {Event} */ event) => to(Number(/** @type {HTMLInputElement} */ (event.target).value))}
        />
        <span>${t("replay.at", { at: at + 1, last: last + 1 })}</span>
      </div>
    </section>
  </div>`;
}

/** What else can be done with a game that is over: play on from this moment, and share it. @param {Steps} steps @param {Look} look */
const further = (steps, look) =>
  isOver(steps)
    ? html`<p class="buttons further">
        ${isWhole(steps, replay.viewing)
          ? html`<button @click=${() => playOn(replay.at, look.turn, look.to_act ?? "")}>${t("game.play on")}</button>`
          : nothing}${page.route.name === "shared"
          ? nothing
          : html`<button @click=${share}>${t("share.open")}</button>`}
      </p>`
    : nothing;

/** Where to go from here: back to the result where there is one to be seen, to one's games, or home. */
const ways = ({ table } = replay) =>
  html`${table?.practice ? html`<span class="practice-mark">${t("table.practice")}</span>` : nothing}${table &&
    (table.yours?.length || planOf(table).spectators)
      ? html`<a class="leave" href=${url(`/table/${table.id}`)}>${t("replay.result")}</a>`
      : nothing}${page.route.name === "record"
      ? html`<a class="leave" href=${url("/games")}>${t("app.games")}</a>`
      : nothing}<a class="leave" href=${url("/")}>${t("app.home")}</a>`;

/** The review of a game that is over. @param {EditionPrint} printed @param {Steps} steps @param {Reviewing} reviewing */
function analysis(printed, steps, reviewing) {
  if (!isOver(steps)) return nothing;
  const { at, opened, past, viewing } = replay;
  const again = isWhole(steps, viewing) ? decideAgain : null;
  return html`<details
    class="reviewing replay-details"
    ?open=${opened}
    @toggle=${(/** @type {Event} */ event) =>
      updateReplay({ opened: /** @type {HTMLDetailsElement} */ (event.target).open })}
  >
    <summary>${t("table.review")}</summary>
    ${reviewing
      ? reviewing.gameReview(printed, viewing || past?.seat || "", { at, to, again })
      : opened
        ? html`<p>${t("app.loading")}</p>`
        : nothing}
  </details>`;
}

/**
 * One's own notebook at this moment, with what could be known once the review is there; then an empty one for a seat that one looks from.
 * @param {EditionPrint} printed @param {Steps} steps @param {Line[]} lines
 */
function notebook(printed, steps, lines) {
  const { past, viewing } = replay;
  const reviewed = replay.opened ? review.progress.review : null;
  const book = past ?? (viewing && reviewed ? { seat: viewing, changes: [] } : null);
  if (!book) return nothing;
  const certain = reviewed?.seats.find(({ seat }) => seat === book.seat)?.certain ?? null;
  return replayNotebook(printed, { steps, book, lines, certain, own: book === past, open: viewing === book.seat });
}

/** @param {string} d */
const icon = (d) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${d}></path></svg>`;

/** The case file, once it has been opened. @param {EditionPrint} printed @param {Steps} steps */
const caseFile = (printed, steps) =>
  replay.at === steps.steps.length - 1
    ? html`<div class="cards">
        ${steps.steps[replay.at].look.case_file.map((word) => card(printed, word, { small: true }))}
      </div>`
    : nothing;
