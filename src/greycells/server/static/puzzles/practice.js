/** Practice: puzzles by grade, technique and edition, with a rating of one's own; and storm, three minutes of them. */

import { ask, Problem, report } from "../ui/api.js";
import { editionTitle, fetchOffer } from "../offers/offer.js";
import { foot, head } from "../ui/page_frame.js";
import { isTransient } from "../ui/retries_model.js";
import { clock } from "../ui/times_model.js";
import { t } from "../ui/words.js";
import { html, nothing } from "../vendor/lit-html.js";
import "../words/puzzles.js";
import {
  afterSolved,
  asQuery,
  charged,
  choose,
  EDITIONS,
  gradesOf,
  newStorm,
  stormGrade,
  THEMES,
  themesOf,
} from "./practice_model.js";
import { everySecond, openPuzzle, passSecond, today } from "./puzzle_controller.js";
import { resultOf } from "./puzzle_model.js";
import { puzzleSheet } from "./puzzle_sheet.js";
import { forgetPuzzles, puzzles, updatePuzzles } from "./puzzles_state.js";

/** @import {Choice} from "./practice_model.js" */
/** @import {Puzzle} from "./puzzle_model.js" */

/** Milliseconds until a storm asks again for a puzzle that it didn't get. */
const PAUSE = 3000;

export async function enter() {
  leave();
  everySecond(tick);
  const [practice] = await Promise.all([ask("/api/practice/record"), fetchOffer()]);
  updatePuzzles({ practice });
}

export const leave = forgetPuzzles;

function tick() {
  if (puzzles.fetching) return; // Nobody pays for the time in which the next puzzle is fetched.
  passSecond();
  const { storm, puzzle } = puzzles;
  if (!storm || !puzzle) return;
  const next = charged(storm, puzzle, 1);
  updatePuzzles({ storm: next });
  if (!next.left) void endStorm(next.solved);
}

/** @param {Partial<Choice>} wanted */
async function fetchPuzzle(wanted) {
  const inStorm = puzzles.storm !== null;
  const { timer } = puzzles;
  updatePuzzles({ fetching: true });
  try {
    const view = await ask(`/api/practice?${new URLSearchParams(asQuery(wanted))}`);
    if (timer !== puzzles.timer) return;
    await openPuzzle(view, () => void finished());
    scrollTo(0, 0);
  } catch (problem) {
    if (timer !== puzzles.timer) return;
    // A storm waits for its next puzzle, with its clock standing.
    if (inStorm && problem instanceof Problem && isTransient(problem.status)) return askAgain(wanted);
    report(problem);
    if (inStorm) updatePuzzles({ storm: null, puzzle: null });
  }
  updatePuzzles({ fetching: false });
}

/** @param {Partial<Choice>} wanted */
function askAgain(wanted) {
  const { timer } = puzzles;
  setTimeout(() => timer === puzzles.timer && puzzles.storm && void fetchPuzzle(wanted), PAUSE);
}

/** Tell the server how it went, and hear the new rating. @param {string} path @param {unknown} json */
async function rate(path, json) {
  try {
    updatePuzzles({ practice: await ask(path, { method: "POST", json }) });
  } catch (problem) {
    report(problem);
  }
}

/** @param {Puzzle} puzzle */
const ratePuzzle = (puzzle) => rate("/api/practice/record", resultOf(puzzle, today()));

async function finished() {
  const { puzzle, storm } = puzzles;
  if (!puzzle) return;
  if (!storm) return ratePuzzle(puzzle);
  const next = afterSolved(storm, puzzle);
  updatePuzzles({ storm: next });
  await fetchPuzzle({ grade: stormGrade(next) });
}

async function startStorm() {
  const storm = newStorm();
  updatePuzzles({ storm, lastStorm: null });
  await fetchPuzzle({ grade: stormGrade(storm) });
}

/** @param {number} solved */
async function endStorm(solved) {
  updatePuzzles({ storm: null, puzzle: null, lastStorm: solved });
  await rate("/api/practice/storm", { solved });
}

const back = () => updatePuzzles({ puzzle: null });

/** @param {Puzzle} puzzle */
async function giveUp(puzzle) {
  await ratePuzzle(puzzle);
  back();
}

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
          <button @click=${back}>${t("practice.other")}</button>
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
