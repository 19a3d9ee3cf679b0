/** The daily case: one puzzle a day, on the player's own date, with a streak, a calendar and something to share. */

import { card } from "../board/card.js";
import { page } from "../ui/page.js";
import { foot, head } from "../ui/page_frame.js";
import { shareLines } from "../ui/sharing.js";
import { clock } from "../ui/times_model.js";
import { url } from "../ui/url.js";
import { longDate, t } from "../ui/words.js";
import { html, nothing } from "../vendor/lit-html.js";
import "../words/puzzles.js";
import { calendarDays, untilTomorrow } from "./daily_model.js";
import { today } from "./puzzle_controller.js";
import { puzzleSheet } from "./puzzle_sheet.js";
import { forgetPuzzles, puzzles, updatePuzzles } from "./puzzles_state.js";

/** @import {DailyRecord} from "../types/wire.js" */
/** @import {Puzzle} from "./puzzle_model.js" */

export { enter } from "./daily_controller.js";
export const leave = forgetPuzzles;

export function draw() {
  const { puzzle, daily } = puzzles;
  return html`${head()}
    <main class="daily" id="page" tabindex="-1">
      <header class="day">
        <h1>${t("daily.title")}</h1>
        ${puzzle ? html`<p>${longDate(puzzle.view.date ?? "")}${streak()}</p>` : nothing}
        ${puzzle && puzzle.view.date !== puzzle.begun ? html`<p class="note">${t("daily.earlier")}</p>` : nothing}
      </header>
      ${puzzle
        ? html`${puzzle.done ? solved(puzzle) : nothing}${puzzleSheet(puzzle)}`
        : html`<p>${t("app.loading")}</p>`}
      ${puzzle && daily ? calendar(daily) : nothing}
    </main>
    ${foot()}`;
}

const streak = () =>
  puzzles.daily?.streak ? html` · <b class="streak">${t("daily.streak", { days: puzzles.daily.streak })}</b>` : nothing;

/** @param {string} words @param {unknown} value */
const figure = (words, value) =>
  html`<div>
    <dt>${words}</dt>
    <dd>${value}</dd>
  </div>`;

/** How it went, what to share, and when the next one comes. @param {Puzzle} puzzle */
const solved = (puzzle) =>
  html`<section class="solved" aria-labelledby="solved">
    <h2 id="solved" tabindex="-1">${t("daily.solved")}</h2>
    <div class="answer">
      ${puzzle.view.goals.map(({ row }) => card(puzzle.edition, puzzle.view.rows[row], { small: true }))}
    </div>
    <dl>
      ${figure(t("daily.time"), clock(puzzle.seconds))} ${figure(t("daily.slips"), puzzle.slips)}
      ${figure(t("daily.hints"), puzzle.hints)} ${figure(t("daily.in a row"), puzzles.daily?.streak ?? "…")}
    </dl>
    ${puzzles.unsent ? html`<p class="note">${t("daily.waiting")}</p>` : nothing}
    <div class="buttons">
      <button class="primary" @click=${() => void share(puzzle)}>${t("daily.share")}</button>
      ${puzzle.view.date === today()
        ? nothing
        : html`<a class="button" href=${url("/daily")}>${t("home.daily open")}</a>`}
      <a class="button" href=${url("/daily/game")}>${t("home.game open")}</a>
      <a class="button" href=${url("/practice")}>${t("home.practise")}</a>
    </div>
    ${puzzles.shareNote ? html`<p role="status">${puzzles.shareNote}</p>` : nothing}
    <p class="note">${t("daily.next", { time: clock(untilTomorrow(new Date(puzzles.now))) })}</p>
  </section>`;

/** What is shared: plain words first, and nothing of the answer. @param {Puzzle} puzzle */
function shareText({ view, seconds, slips, hints }) {
  const words = t("daily.share text", {
    date: longDate(view.date ?? ""),
    time: clock(seconds),
    slips: counted("slip", slips),
    hints: counted("hint", hints),
  });
  const address = new URL(url(`/daily/${view.date}`), location.href).href;
  return `${words}\n${"🔎".repeat(view.grade)}\n${address}`;
}

/** @param {"slip" | "hint"} kind @param {number} number */
const counted = (kind, number) => t(`daily.${kind} count`, { number: number || t("daily.no") });

/** @param {Puzzle} puzzle */
async function share(puzzle) {
  const text = shareText(puzzle);
  const how = await shareLines(text);
  updatePuzzles({ shareNote: how === "copied" ? t("daily.copied") : how ? "" : text });
}

const MARKS = { "on time": "✓", later: "·", open: "" };

/** The last five weeks. @param {DailyRecord} record */
const calendar = (record) =>
  html`<details class="calendar">
    <summary>${t("daily.calendar")} <small>${t("daily.best", { days: record.best })}</small></summary>
    <ol>
      ${calendarDays(record, new Date(puzzles.now)).map(
        ({ date, how, possible }) =>
          html`<li class=${how.replace(" ", "-")}>
            ${possible
              ? html`<a
                  href=${url(`/daily/${date}`)}
                  aria-label=${t(`daily.day ${how}`, { date: longDate(date) })}
                  aria-current=${date === page.route.id ? "page" : nothing}
                  ><span>${Number(date.slice(8))}</span><b aria-hidden="true">${MARKS[how]}</b></a
                >`
              : html`<span class="never">${Number(date.slice(8))}</span>`}
          </li>`,
      )}
    </ol>
  </details>`;
