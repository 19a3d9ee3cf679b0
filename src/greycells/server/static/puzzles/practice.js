/** Practice: puzzles by grade, technique and edition, with a rating of one's own; and storm, three minutes of them. */

import { ask, Problem, report } from "../ui/api.js";
import { edition } from "../board/editions.js";
import { editionTitle, fetchOffer } from "../offers/offer.js";
import { clock, ownDate, PuzzlePlay } from "./puzzle_play.js";
import { puzzleSheet } from "./puzzle_sheet.js";
import { redraw } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { foot, head } from "../ui/page_frame.js";
import { t } from "../ui/words.js";
import "../words/puzzles.js";

/** @import {PracticeRecord, PuzzleView} from "../types/wire.js" */

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
/** By grade, the techniques that its puzzles often need, by their places: those of others are too rare to be found in time. */
const NEEDED = [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 2, 5], [0, 2, 6]];
const EDITIONS = ["classic", "anniversary", "luxury", "getaway", "master-detective", "parlour", "cottage"];
/** Editions whose grades end early: they have too few cards for the harder techniques. @type {Record<string, number>} */
const LAST_GRADE = { cottage: 5 };
const SECOND = 1000;
/** Milliseconds until a storm asks again for a puzzle that it didn't get. */
const AGAIN = 3000;
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
  redraw();
}

export function leave() {
  clearInterval(timer);
  [play, record, storm, stormed, busy] = [null, null, null, null, false];
}

function tick() {
  if (busy) return; // Nobody pays for the time in which the next puzzle is fetched.
  play?.tick();
  if (storm && play) {
    charge(storm, play, 1);
    if (!storm.left) void over();
  }
  if (play) redraw();
}

/** Take seconds off a storm, and what new slips and hints cost. @param {NonNullable<typeof storm>} run @param {PuzzlePlay} now @param {number} seconds */
function charge(run, now, seconds) {
  const owed = now.slips + now.hints - run.charged;
  run.charged += owed;
  run.left = Math.max(0, run.left - seconds - owed * COSTS);
}

/** @param {Record<string, string | number>} wanted */
async function fetchPuzzle(wanted) {
  const run = storm;
  busy = true;
  redraw();
  try {
    const query = Object.entries(wanted).filter(([, value]) => value);
    const view = /** @type {PuzzleView} */ (
      await ask(`/api/practice?${new URLSearchParams(query.map(([key, value]) => [key, String(value)]))}`)
    );
    const printed = await edition(view.edition);
    play = new PuzzlePlay(view, printed, () => void finished());
    scrollTo(0, 0);
  } catch (problem) {
    if (run && run === storm && problem instanceof Problem && isPassing(problem)) return again(run, wanted);
    report(problem);
    if (run) [storm, play] = [null, null];
  }
  busy = false;
  redraw();
}

/** Whether asking again may help: too fast, busy, or without a connection. @param {Problem} problem */
const isPassing = ({ status }) => status === 0 || status === 429 || status >= 500;

/** A storm waits for its next puzzle, with its clock standing. @param {NonNullable<typeof storm>} run @param {Record<string, string | number>} wanted */
function again(run, wanted) {
  setTimeout(() => run === storm && void fetchPuzzle(wanted), AGAIN);
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
  redraw();
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
  redraw();
  try {
    record = await ask("/api/practice/storm", { method: "POST", json: { solved } });
  } catch (problem) {
    report(problem);
  }
  redraw();
}

async function giveUp() {
  await rate(false);
  play = null;
  redraw();
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
            ${busy ? t("practice.storm waits") : nothing}
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
    : html`<p>
        <button class="quiet" @click=${() => void giveUp()}>${t("practice.give up")}</button>
      </p>`}`;

/** @param {number} change */
const signed = (change) => (change > 0 ? `+${change}` : String(change).replace("-", "−"));

function back() {
  play = null;
  redraw();
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
          grades().map((grade) => [
            grade,
            t("practice.grade name", { grade, name: t(`practice.theme ${THEMES[grade - 1]}`) }),
          ]),
        )}</label
      >
      <label
        >${t("practice.theme")}
        ${select("theme", [
          ["", t("practice.any")],
          ...themes().map((theme) => /** @type {[string, string]} */ ([theme, t(`practice.theme ${theme}`)])),
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
    <section class="entry framed">
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

/** The grades that the chosen edition has. */
const grades = () => GRADES.filter((grade) => grade <= (LAST_GRADE[choice.edition] ?? GRADES.length));

const themes = () => NEEDED[choice.grade - 1].map((at) => THEMES[at]);

/** @param {"grade" | "theme" | "edition"} name @param {string} value */
function choose(name, value) {
  if (name === "grade") choice.grade = Number(value);
  else choice[name] = value;
  choice.grade = Math.min(choice.grade, grades().length);
  if (!themes().some((theme) => theme === choice.theme)) choice.theme = "";
  redraw();
}

/** @param {SubmitEvent} event */
function start(event) {
  event.preventDefault();
  void fetchPuzzle(choice);
}
