/** Practice: puzzles by grade, technique and edition, with a rating of one's own; and storm, three minutes of them. */

import { editionTitle } from "../offers/offer.js";
import { foot, head } from "../ui/page_frame.js";
import { clock } from "../ui/times_model.js";
import { t } from "../ui/words.js";
import { html, nothing } from "../vendor/lit-html.js";
import "../words/puzzles.js";
import { closePuzzle, fetchPuzzle, giveUp, startStorm } from "./practice_controller.js";
import { choose, EDITIONS, gradesOf, THEMES, themesOf } from "./practice_model.js";
import { puzzleSheet } from "./puzzle_sheet.js";
import { forgetPuzzles, puzzles, updatePuzzles } from "./puzzles_state.js";

/** @import {Puzzle} from "./puzzle_model.js" */

export { enter } from "./practice_controller.js";
export const leave = forgetPuzzles;

export function draw() {
  const { puzzle, practice, storm, fetching } = puzzles;
  return html`${head()}
    <main class="daily practice" id="page" tabindex="-1">
      <header class="day">
        <h1>${t("practice.title")}</h1>
        ${practice
          ? html`<p>
              ${t("practice.rating", { rating: String(practice.rating), played: practice.played })}${practice.storm
                ? html` · ${t("practice.best storm", { solved: practice.storm })}`
                : nothing}
            </p>`
          : nothing}
      </header>
      ${storm
        ? html`<p class="storm" role="timer">
            ${t("practice.storm left", { time: clock(storm.left), solved: storm.solved })}
            ${fetching ? t("practice.storm waits") : nothing}
          </p>`
        : nothing}
      ${puzzle ? playing(puzzle) : choices()}
    </main>
    ${foot()}`;
}

/** @param {Puzzle} puzzle */
function playing(puzzle) {
  const { practice, storm, fetching } = puzzles;
  return html`${puzzle.done && !storm
    ? html`<section class="solved">
        <h2>${t("daily.solved")}</h2>
        <p>
          ${practice
            ? t("practice.change", { rating: String(practice.rating), change: signed(practice.change) })
            : nothing}
        </p>
        <div class="buttons">
          <button class="primary" ?disabled=${fetching} @click=${() => void fetchPuzzle(puzzles.choice)}>
            ${t("practice.next")}
          </button>
          <button @click=${closePuzzle}>${t("practice.other")}</button>
        </div>
      </section>`
    : nothing}
  ${puzzleSheet(puzzle)}
  ${puzzle.done || storm
    ? nothing
    : html`<p>
        <button class="quiet" @click=${() => void giveUp(puzzle)}>${t("practice.give up")}</button>
      </p>`}`;
}

/** @param {number} change */
const signed = (change) => (change > 0 ? `+${change}` : String(change).replace("-", "−"));

function choices() {
  const { choice, lastStorm, fetching } = puzzles;
  return html`${lastStorm === null
      ? nothing
      : html`<p class="storm" role="status">${t("practice.storm over", { solved: lastStorm })}</p>`}
    <form
      class="choices"
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        void fetchPuzzle(choice);
      }}
    >
      <label
        >${t("practice.grade")}
        ${select(
          "grade",
          gradesOf(choice).map((grade) => [
            grade,
            t("practice.grade name", { grade, name: t(`practice.theme ${THEMES[grade - 1]}`) }),
          ]),
        )}</label
      >
      <label
        >${t("practice.theme")}
        ${select("theme", [
          ["", t("practice.any")],
          ...themesOf(choice).map((theme) => /** @type {[string, string]} */ ([theme, t(`practice.theme ${theme}`)])),
        ])}</label
      >
      <label
        >${t("practice.edition")}
        ${select(
          "edition",
          EDITIONS.map((key) => [key, editionTitle(key)]),
        )}</label
      >
      <button class="primary" ?disabled=${fetching}>${t("practice.start")}</button>
    </form>
    <section class="entry framed">
      <h2>${t("practice.storm")}</h2>
      <p>${t("practice.storm note")}</p>
      <button ?disabled=${fetching} @click=${() => void startStorm()}>${t("practice.storm start")}</button>
    </section>
    <p class="note">${t("practice.formula")}</p>`;
}

/** @param {"grade" | "theme" | "edition"} name @param {[string | number, string][]} options */
const select = (name, options) =>
  html`<select
    name=${name}
    @change=${(/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      updatePuzzles({ choice: choose(puzzles.choice, { [name]: name === "grade" ? Number(value) : value }) });
    }}
  >
    ${options.map(
      ([value, words]) =>
        html`<option value=${value} ?selected=${String(puzzles.choice[name]) === String(value)}>${words}</option>`,
    )}
  </select>`;
