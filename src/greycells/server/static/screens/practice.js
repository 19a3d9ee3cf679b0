/** Practice: puzzles by grade, technique and edition, with a rating of one's own; and storm, three minutes of them. */

import { ask, edition, report } from "../api.js";
import { editionTitle, fetchOffer } from "../offer.js";
import { clock, ownDate, PuzzlePlay } from "../puzzles/puzzle_play.js";
import { puzzleSheet } from "../puzzles/puzzle_sheet.js";
import { update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { foot, head } from "../widgets/page_frame.js";
import { t } from "../words.js";
import "../words/puzzles.js";

/** @import {PracticeRecord, PuzzleView} from "../wire.js" */

const GRADES = [1, 2, 3, 4, 5, 6, 7];
const THEMES = /** @type {const} */ ([
  "seen-and-passed",
  "last-of-a-kind",
  "one-of-three",
  "full-hand",
  "overlap",
  "pigeonhole",
  "case-split",
]);
const EDITIONS = ["classic", "anniversary", "luxury", "getaway", "master-detective", "parlour", "cottage"];
const SECOND = 1000;
/** Seconds of a storm, and what a slip or a part of a hint costs. */
const STORM = 180;
const COSTS = 10;
/** Puzzles of one grade in a storm before the next grade comes. */
const EACH = 3;

const choice = { grade: 2, theme: "", edition: "classic" };
/** @type {PuzzlePlay | null} */
let play = null;
/** @type {PracticeRecord | null} */
let record = null;
/** `charged` are the slips and hints of this puzzle that were charged. @type {{left: number, solved: number, charged: number} | null} */
let storm = null;
/** @type {number | null} */
let stormed = null;
/** @type {number | undefined} */
let timer;
let busy = false;

export async function enter() {
  leave();
  timer = setInterval(tick, SECOND);
  [record] = await Promise.all([ask("/api/practice/record"), fetchOffer()]);
  update({});
}

export function leave() {
  clearInterval(timer);
  [play, record, storm, stormed] = [null, null, null, null];
}

function tick() {
  play?.tick();
  if (storm && play) {
    charge(storm, play, 1);
    if (!storm.left) void over();
  }
  if (play) update({});
}

/** Take seconds off a storm, and what new slips and hints cost. @param {NonNullable<typeof storm>} run @param {PuzzlePlay} now @param {number} seconds */
function charge(run, now, seconds) {
  const owed = now.slips + now.hints - run.charged;
  run.charged += owed;
  run.left = Math.max(0, run.left - seconds - owed * COSTS);
}

/** @param {Record<string, string | number>} wanted */
async function fetchPuzzle(wanted) {
  busy = true;
  update({});
  try {
    const query = Object.entries(wanted).filter(([, value]) => value);
    const view = /** @type {PuzzleView} */ (
      await ask(`/api/practice?${new URLSearchParams(query.map(([key, value]) => [key, String(value)]))}`)
    );
    const printed = await edition(view.edition);
    play = new PuzzlePlay(view, printed, () => void finished());
    scrollTo(0, 0);
  } catch (problem) {
    report(problem);
  }
  busy = false;
  update({});
}

/** @param {boolean} solved */
async function rate(solved) {
  if (!play || storm) return;
  const { view, seconds, slips, hints } = play;
  const answer = solved ? view.goals.map(({ row }) => view.rows[row]) : [];
  try {
    record = await ask("/api/practice/record", {
      method: "POST",
      json: { id: view.id, on: ownDate(), seconds: Math.min(seconds, 86_400), slips, hints, answer },
    });
  } catch (problem) {
    report(problem);
  }
  update({});
}

async function finished() {
  if (storm && play) {
    charge(storm, play, 0);
    storm.solved += 1;
    storm.charged = 0;
    await fetchPuzzle({ grade: Math.min(7, 1 + Math.floor(storm.solved / EACH)) });
  } else await rate(true);
}

async function startStorm() {
  stormed = null;
  storm = { left: STORM, solved: 0, charged: 0 };
  await fetchPuzzle({ grade: 1 });
}

async function over() {
  const solved = storm?.solved ?? 0;
  [storm, play, stormed] = [null, null, solved];
  update({});
  try {
    record = await ask("/api/practice/storm", { method: "POST", json: { solved } });
  } catch (problem) {
    report(problem);
  }
  update({});
}

async function giveUp() {
  await rate(false);
  play = null;
  update({});
}

export const draw = () =>
  html`${head()}
    <main class="daily practice" id="page" tabindex="-1">
      <header class="day">
        <h1>${t("practice.title")}</h1>
        ${record
          ? html`<p>
              ${t("practice.rating", { rating: String(record.rating), played: record.played })}${record.storm
                ? html` · ${t("practice.best storm", { solved: record.storm })}`
                : nothing}
            </p>`
          : nothing}
      </header>
      ${storm
        ? html`<p class="storm" role="timer">
            ${t("practice.storm left", { time: clock(storm.left), solved: storm.solved })}
          </p>`
        : nothing}
      ${play ? playing(play) : choices()}
    </main>
    ${foot()}`;

/** @param {PuzzlePlay} now */
const playing = (now) =>
  html`${now.done && !storm
    ? html`<section class="solved">
        <h2>${t("daily.solved")}</h2>
        <p>
          ${record ? t("practice.change", { rating: String(record.rating), change: signed(record.change) }) : nothing}
        </p>
        <div class="buttons">
          <button class="primary" ?disabled=${busy} @click=${() => void fetchPuzzle(choice)}>
            ${t("practice.next")}
          </button>
          <button @click=${back}>${t("practice.other")}</button>
        </div>
      </section>`
    : nothing}
  ${puzzleSheet(now)}
  ${now.done || storm
    ? nothing
    : html`<p class="give-up">
        <button class="quiet" @click=${() => void giveUp()}>${t("practice.give up")}</button>
      </p>`}`;

/** @param {number} change */
const signed = (change) => (change > 0 ? `+${change}` : String(change).replace("-", "−"));

function back() {
  play = null;
  update({});
}

const choices = () =>
  html`${stormed === null
      ? nothing
      : html`<p class="storm" role="status">${t("practice.storm over", { solved: stormed })}</p>`}
    <form class="choices" @submit=${start}>
      <label
        >${t("practice.grade")}
        ${select(
          "grade",
          GRADES.map((grade) => [
            grade,
            t("practice.grade name", { grade, name: t(`practice.theme ${THEMES[grade - 1]}`) }),
          ]),
        )}</label
      >
      <label
        >${t("practice.theme")}
        ${select("theme", [
          ["", t("practice.any")],
          ...THEMES.map((theme) => /** @type {[string, string]} */ ([theme, t(`practice.theme ${theme}`)])),
        ])}</label
      >
      <label
        >${t("practice.edition")}
        ${select(
          "edition",
          EDITIONS.map((key) => [key, editionTitle(key)]),
        )}</label
      >
      <button class="primary" ?disabled=${busy}>${t("practice.start")}</button>
    </form>
    <section class="entry">
      <h2>${t("practice.storm")}</h2>
      <p>${t("practice.storm note")}</p>
      <button ?disabled=${busy} @click=${() => void startStorm()}>${t("practice.storm start")}</button>
    </section>
    <p class="note">${t("practice.formula")}</p>`;

/** @param {"grade" | "theme" | "edition"} name @param {[string | number, string][]} options */
const select = (name, options) =>
  html`<select
    name=${name}
    @change=${(/** @type {Event} */ event) => choose(name, /** @type {HTMLSelectElement} */ (event.target).value)}
  >
    ${options.map(
      ([value, words]) =>
        html`<option value=${value} ?selected=${String(choice[name]) === String(value)}>${words}</option>`,
    )}
  </select>`;

/** @param {"grade" | "theme" | "edition"} name @param {string} value */
function choose(name, value) {
  if (name === "grade") choice.grade = Number(value);
  else choice[name] = value;
}

/** @param {SubmitEvent} event */
function start(event) {
  event.preventDefault();
  void fetchPuzzle(choice);
}
