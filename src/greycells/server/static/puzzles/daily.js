/** The daily case: one puzzle a day, on the player's own date, with a streak, a calendar and something to share. */

import { ask, Problem, report } from "../ui/api.js";
import { edition } from "../board/editions.js";
import { clock, ownDate, PuzzlePlay } from "./puzzle_play.js";
import { puzzleSheet } from "./puzzle_sheet.js";
import { shareLines } from "../ui/sharing.js";
import { page, updatePage } from "../ui/page.js";
import { redraw } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { card } from "../board/card.js";
import { foot, head } from "../ui/page_frame.js";
import { url } from "../ui/url.js";
import { locale, t } from "../ui/words.js";
import "../words/puzzles.js";

/** @import {DailyRecord, PuzzleView} from "../types/wire.js" */
/** @import {Route} from "../types/types.js" */

const WAITING = "greycells.daily.waiting";
/** Days that the calendar shows: whole weeks. */
const SHOWN = 35;
const SECOND = 1000;

/** @type {PuzzlePlay | null} */
let play = null;
/** @type {DailyRecord | null} */
let record = null;
/** @type {number | undefined} */
let timer;
let told = "";
let waits = false;

/** @param {Route} route */
export async function enter(route) {
  leave();
  const day = route.id || ownDate();
  /** @type {PuzzleView} */
  let view;
  try {
    view = await ask(`/api/daily?date=${encodeURIComponent(day)}`);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return updatePage({ trouble: { title: t("daily.unavailable"), sentence: problem.message } });
  }
  const printed = await edition(view.edition);
  play = new PuzzlePlay(view, printed, () => void finished());
  timer = setInterval(tick, SECOND);
  addEventListener("online", send);
  redraw();
  keepPage(view);
  if (play.done) keepResult(play);
  await send();
}

/** Keep the page and this case on this device, so that it opens without a connection, too. @param {PuzzleView} view */
function keepPage({ date, edition: box }) {
  navigator.serviceWorker?.ready
    .then((worker) => worker.active?.postMessage({ day: date, edition: box }))
    .catch(() => undefined);
}

export function leave() {
  clearInterval(timer);
  removeEventListener("online", send);
  [play, record, told, waits] = [null, null, "", false];
}

function tick() {
  play?.tick();
  redraw();
}

/** A result waits on this device until the server has it. @param {PuzzlePlay} done */
function keepResult(done) {
  const { view, begun, seconds, slips, hints } = done;
  const answer = view.goals.map(({ row }) => view.rows[row]);
  const waiting = JSON.parse(localStorage.getItem(WAITING) ?? "{}");
  waiting[view.id] = { id: view.id, on: begun, seconds: Math.min(seconds, 86_400), slips, hints, answer };
  localStorage.setItem(WAITING, JSON.stringify(waiting));
}

async function finished() {
  if (!play) return;
  keepResult(play);
  await send();
  /** @type {HTMLElement | null} */ (document.querySelector(".solved h2"))?.focus();
}

/** Send what waits, and fetch the streak; without a connection it waits on. */
async function send() {
  const waiting = JSON.parse(localStorage.getItem(WAITING) ?? "{}");
  try {
    for (const [id, result] of Object.entries(waiting)) {
      try {
        await ask("/api/daily/record", { method: "POST", json: result });
      } catch (problem) {
        // What the server refuses for good doesn't wait for ever.
        if (!(problem instanceof Problem) || problem.status === 0 || problem.status >= 429) throw problem;
      }
      delete waiting[id];
      localStorage.setItem(WAITING, JSON.stringify(waiting));
    }
    record = await ask(`/api/daily/record?today=${ownDate()}`);
    waits = false;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    waits = Object.keys(waiting).length > 0;
    if (!waits) report(problem);
  }
  redraw();
}

export const draw = () =>
  html`${head()}
    <main class="daily" id="page" tabindex="-1">
      <header class="day">
        <h1>${t("daily.title")}</h1>
        ${play ? html`<p>${longDate(play.view.date ?? "")}${flame()}</p>` : nothing}
        ${play && play.view.date !== play.begun ? html`<p class="note">${t("daily.earlier")}</p>` : nothing}
      </header>
      ${play ? html`${play.done ? solved(play) : nothing}${puzzleSheet(play)}` : html`<p>${t("app.loading")}</p>`}
      ${play && record ? calendar(record) : nothing}
    </main>
    ${foot()}`;

const flame = () => (record?.streak ? html` · <b class="streak">${streakWords(record.streak)}</b>` : nothing);

/** @param {number} days */
const streakWords = (days) => t("daily.streak", { days });

/** @param {string} date */
const longDate = (date) =>
  new Date(`${date}T12:00:00`).toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "long" });

/** How it went, what to share, and when the next one comes. @param {PuzzlePlay} done */
const solved = (done) =>
  html`<section class="solved" aria-labelledby="solved">
    <h2 id="solved" tabindex="-1">${t("daily.solved")}</h2>
    <div class="answer">
      ${done.view.goals.map(({ row }) => card(done.edition, done.view.rows[row], { small: true }))}
    </div>
    <dl>
      <div>
        <dt>${t("daily.time")}</dt>
        <dd>${clock(done.seconds)}</dd>
      </div>
      <div>
        <dt>${t("daily.slips")}</dt>
        <dd>${done.slips}</dd>
      </div>
      <div>
        <dt>${t("daily.hints")}</dt>
        <dd>${done.hints}</dd>
      </div>
      <div>
        <dt>${t("daily.in a row")}</dt>
        <dd>${record?.streak ?? "…"}</dd>
      </div>
    </dl>
    ${waits ? html`<p class="note">${t("daily.waiting")}</p>` : nothing}
    <div class="buttons">
      <button class="primary" @click=${() => void share(done)}>${t("daily.share")}</button>
      ${done.view.date === ownDate()
        ? nothing
        : html`<a class="button" href=${url("/daily")}>${t("home.daily open")}</a>`}
      <a class="button" href=${url("/daily/game")}>${t("home.game open")}</a>
      <a class="button" href=${url("/practice")}>${t("home.practise")}</a>
    </div>
    ${told ? html`<p role="status">${told}</p>` : nothing}
    <p class="note">${t("daily.next", { time: untilTomorrow() })}</p>
  </section>`;

/** Until midnight where the player is. */
function untilTomorrow() {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return clock(Math.max(0, Math.round((midnight.getTime() - now.getTime()) / SECOND)));
}

/** What is shared: plain words first, and nothing of the answer. @param {PuzzlePlay} done */
export function shareText(done) {
  const words = t("daily.share text", {
    date: longDate(done.view.date ?? ""),
    time: clock(done.seconds),
    slips: counted("slip", done.slips),
    hints: counted("hint", done.hints),
  });
  const stars = "🔎".repeat(done.view.grade);
  const address = new URL(url(`/daily/${done.view.date}`), location.href).href;
  return `${words}\n${stars}\n${address}`;
}

/** @param {"slip" | "hint"} kind @param {number} number */
const counted = (kind, number) => t(`daily.${kind} count`, { number: number || t("daily.no") });

/** @param {PuzzlePlay} done */
async function share(done) {
  const text = shareText(done);
  const how = await shareLines(text);
  told = how === "copied" ? t("daily.copied") : how ? "" : text;
  redraw();
}

/** The last five weeks: solved on the day, solved later, or not yet. @param {DailyRecord} kept */
function calendar(kept) {
  const today = new Date(`${ownDate()}T12:00:00`);
  const days = Array.from({ length: SHOWN }, (_, at) => {
    const weekday = (today.getDay() + 6) % 7;
    return ownDate(new Date(today.getFullYear(), today.getMonth(), today.getDate() - weekday - SHOWN + 7 + at, 12));
  });
  const solvedOn = new Map(kept.days.map((day) => [day.date, day]));
  return html`<details class="calendar">
    <summary>${t("daily.calendar")} <small>${t("daily.best", { days: kept.best })}</small></summary>
    <ol>
      ${days.map((date) => {
        const day = solvedOn.get(date);
        const how = day ? (day.counts ? "on time" : "later") : "open";
        const possible = date <= ownDate() && date >= kept.first;
        const words = t(`daily.day ${how}`, { date: longDate(date) });
        return html`<li class=${how.replace(" ", "-")}>
          ${possible
            ? html`<a
                href=${url(`/daily/${date}`)}
                aria-label=${words}
                aria-current=${date === page.route.id ? "page" : nothing}
                ><span>${Number(date.slice(8))}</span
                ><b aria-hidden="true">${day ? (day.counts ? "✓" : "·") : ""}</b></a
              >`
            : html`<span class="never">${Number(date.slice(8))}</span>`}
        </li>`;
      })}
    </ol>
  </details>`;
}
