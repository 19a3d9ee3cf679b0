/** Replay: a finished game, a record that somebody brought, or a game that somebody shares, event by event. */

import { loadModule, ask, report } from "../ui/api.js";
import { boxes, edition } from "../board/editions.js";
import { fetchOffer } from "../offers/offer.js";
import { planOf } from "../session/game_model.js";
import { lazyLoad } from "../ui/lazy_load.js";
import { motion, settings } from "../ui/settings.js";
import { afterwards } from "../ui/staged_render.js";
import { replay, updateReplay } from "./replay_state.js";
import { page, updatePage } from "../ui/page.js";
import { redraw } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { caseFile, icon } from "./replay_parts.js";
import { replayNotebook } from "./replay_notebook.js";
import { eyes, hands } from "../game/revealed_hands.js";
import { cardName, token } from "../board/token.js";
import { head } from "../ui/page_frame.js";
import { sentence } from "../game/sentence.js";
import { turns } from "../game/game_log.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import "../words/review.js";
import "../words/game.js";
import { boardOf } from "../game/game.js";

/** @import {EditionPrint, Line, Look, Route, Step, Steps, TableView, Word} from "../types/types.js" */
/** @import {ReviewDecision} from "../types/wire.js" */
/** @import {PastNotebook} from "../notebook/notebook_then.js" */
/** The review is fetched when it is first opened. */
const reviewing = lazyLoad(() => import("../review/game_review.js"));
const PACE = { usual: 900, fast: 300, none: 700 };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;
/** @type {Step | null} */
let drawn = null;
/** The table of the game, if it was played here. @type {TableView | null} */
let table = null;
/** The notebook of the seat that one looks from, if it is one's own. @type {PastNotebook | null} */
let past = null;
/** The seat that one looks from; empty to see everything. */
let viewing = "";
/** Whether the review lies open. */
let opened = false;
/** Whether somebody asked for the review and hasn't seen it yet. */
let awaited = false;
/** Whether all hands are known, so that the game can be played on. */
let whole = false;

/** Where a game is found in the API, by the screen that shows it. @type {Record<string, string>} */
const SOURCES = { replay: "/api/tables/", record: "/api/records/", shared: "/api/shared/" };
const source = () => `${SOURCES[page.route.name]}${page.route.id}`;

/** Look at a finished game, or at a record that somebody brought. @param {Route} route */
export async function enter({ name: kind, id }) {
  drawn = table = past = null;
  viewing = "";
  opened = awaited = new URLSearchParams(location.search).has("review");
  whole = false;
  updateReplay({ steps: null, at: 0, playing: false });
  try {
    const steps = /** @type {Steps} */ (await ask(`${SOURCES[kind]}${id}/steps`));
    whole = Object.keys(steps.hands).length === steps.seats.length;
    if (kind === "replay") table = /** @type {TableView} */ (await ask(`/api/tables/${id}`));
    await Promise.all([edition(steps.edition), fetchOffer(), fetchNotebook("")]);
    updateReplay({ steps, at: steps.steps.findIndex((step) => step.sighting.event === "Began") });
  } catch (problem) {
    report(problem);
    updatePage({ trouble: { title: t("trouble.record"), sentence: t("trouble.page note") } });
  }
}

/** One's own seats at the table of the game. */
const ownSeats = () => table?.yours?.map((chair) => ({ chair, seat: table?.chairs[chair]?.suspect ?? "" })) ?? [];

/** Who was to choose before an event. @param {Steps} steps @param {number} event */
const moverAt = (steps, event) => steps.steps[event - 1]?.look.to_act ?? "";

/** The history of one's own notebook: of the seat that one looks from, or of the only one that one has. @param {string} word */
async function fetchNotebook(word) {
  past = null;
  const own = ownSeats();
  const found = word ? own.find(({ seat }) => seat === word) : own.length === 1 ? own[0] : undefined;
  if (!table || !found) return;
  const { changes } = await ask(`/api/tables/${table.id}/chairs/${found.chair}/notebook/history`);
  past = { seat: found.seat, changes };
}

/** Look at the same moment with the eyes of a seat, or see everything. @param {string} word */
async function seenBy(word) {
  const chair = table?.chairs.findIndex((one) => one.suspect === word);
  const eyes = word ? (table ? `?chair=${chair}` : `?seat=${word}`) : "";
  try {
    const [steps] = await Promise.all([ask(`${source()}/steps${eyes}`), fetchNotebook(word)]);
    viewing = word;
    updateReplay({ steps, playing: false });
  } catch (problem) {
    report(problem);
  }
}

/** @param {number} at */
function to(at) {
  const last = (replay.steps?.steps.length ?? 1) - 1;
  updateReplay({ at: Math.max(0, Math.min(last, at)), playing: replay.playing && at < last });
}

function tick() {
  clearTimeout(next);
  if (!replay.playing) return;
  next = setTimeout(
    () => {
      if (replay.playing) to(replay.at + 1);
    },
    PACE[/** @type {keyof typeof PACE} */ (motion())],
  );
}

/** Nothing of the game is left for another page. */
export const leave = () => updateReplay({ steps: null, playing: false });

export function draw() {
  const { steps, at } = replay;
  const printed = steps ? boxes[steps.edition] : undefined;
  if (!steps || !printed)
    return html`${head()}
      <main class="message-page" id="page"><p>${t("app.loading")}</p></main>`;
  tick();
  const last = steps.steps.length - 1;
  const { look, words } = steps.steps[at];
  const told = steps.steps.slice(0, at + 1).map((step, seq) => ({
    seq,
    at: 0,
    kind: /** @type {const} */ ("event"),
    words: step.words,
    event: step.sighting,
  }));
  const board = boardOf(printed);
  if (drawn !== steps.steps[at]) {
    const forward = drawn === steps.steps[at - 1];
    board.show(look, {
      lit: [],
      paths: {},
      mine: null,
      fresh: forward ? [steps.steps[at].sighting] : [],
      motion: forward ? motion() : "none",
    });
    afterwards(() => board.centre(look.pawns[look.mover]));
    drawn = steps.steps[at];
  }
  return html`<div
    class=${`game replaying tab-board ${opened && over() ? "studying" : ""} ${board.wide ? "wide-board" : ""}`}
  >
    ${sentence(printed, look, words, ways())}
    <main class="board-area">
      <div class="scroll" role="region" tabindex="0" aria-label=${t("rules.board")}>${board.element}</div>
    </main>
    <aside class="side">
      ${whole ? eyes(printed, steps, seenBy) : nothing}${further(look)}${hands(printed, steps)}${caseFile(
        printed,
        steps,
      )}${notebook(printed, steps, told)}${analysis(printed, steps)}
      <section class="log">
        <h2 class="visually-hidden">${t("log.title")}</h2>
        <ol class="turns">
          ${turns(told).map(
            (turn) =>
              html`<li>
                <h3>
                  ${token(printed, turn.seat)}${turn.number ? t("log.turn", { turn: turn.number }) : t("log.before")}
                </h3>
                ${turn.lines.map(
                  (line) => html`<p><button class="line" @click=${() => to(line.seq)}>${line.words}</button></p>`,
                )}
              </li>`,
          )}
        </ol>
      </section>
    </aside>
    <section class="turn-panel" aria-label=${t("replay.title")}>
      <div class="player-bar" role="group" aria-label=${t("replay.title")} @keydown=${keys}>
        <button aria-label=${t("replay.first")} @click=${() => to(0)}>${icon("M5 5v14M19 5 8 12l11 7Z")}</button
        ><button aria-label=${t("replay.back")} @click=${() => to(at - 1)}>${icon("M17 5 6 12l11 7Z")}</button>
        <button
          class="primary"
          aria-label=${t(replay.playing ? "replay.pause" : "replay.play")}
          @click=${() => updateReplay({ playing: !replay.playing && at < last })}
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

/** What else can be done with a game that is over: play on from this moment, and share it. @param {Look} look */
const further = (look) =>
  over()
    ? html`<p class="buttons further">
        ${whole
          ? html`<button @click=${() => playOn(replay.at, look.turn, look.to_act ?? "")}>${t("game.play on")}</button>`
          : nothing}${page.route.name === "shared"
          ? nothing
          : html`<button @click=${async () => (await loadModule(() => import("./share_game.js")))?.begin(source())}>
              ${t("share.open")}
            </button>`}
      </p>`
    : nothing;

const over = () => replay.steps?.steps.at(-1)?.sighting.event === "Finished";

/** Choose who sits where, and play on from a moment. @param {number} at @param {number} turn @param {Word} seat */
async function playOn(at, turn, seat) {
  const { steps } = replay;
  if (!steps) return;
  updateReplay({ playing: false });
  const part = await loadModule(() => import("./play_on.js"));
  const { edition: key, seats } = steps;
  part?.begin(
    { path: source(), edition: key, seats, at, turn: Math.max(1, turn) },
    past?.seat || viewing || seat || seats[0][0],
  );
}

/** Where to go from here: back to the result where there is one to be seen, to one's games, or home. */
const ways = () =>
  html`${table?.practice ? html`<span class="practice-mark">${t("table.practice")}</span>` : nothing}${table &&
    (table.yours?.length || planOf(table).spectators)
      ? html`<a class="leave" href=${url(`/table/${table.id}`)}>${t("replay.result")}</a>`
      : nothing}${page.route.name === "record"
      ? html`<a class="leave" href=${url("/games")}>${t("app.games")}</a>`
      : nothing}<a class="leave" href=${url("/")}>${t("app.home")}</a>`;

/** One's own notebook, or once the review is there an empty one for the seat that one looks from. */
const sheet = () => past ?? (viewing && opened && reviewing()?.current() ? { seat: viewing, changes: [] } : null);

/** The review of a game that is over. @param {EditionPrint} printed @param {Steps} steps */
function analysis(printed, steps) {
  if (!over()) return nothing;
  const part = opened ? reviewing() : null;
  const own = ownSeats();
  const asked = new URLSearchParams(own.length === 1 ? { you: own[0].seat } : {});
  if (settings.coordinates) asked.set("coordinates", "1");
  part?.begin(`${source()}/analysis${asked.size ? `?${asked}` : ""}`);
  // Whoever asked for the review finds it in sight, not below the hands and the notebook.
  if (awaited && part?.current()) afterwards(() => document.querySelector(".reviewing")?.scrollIntoView());
  awaited &&= !part?.current();
  const seat = viewing || past?.seat || "";
  const again = whole
    ? (/** @type {ReviewDecision} */ { event, turn }) => void playOn(event - 1, turn, moverAt(steps, event))
    : null;
  return html`<details
    class="reviewing replay-details"
    ?open=${opened}
    @toggle=${(/** @type {Event} */ event) => {
      const open = /** @type {HTMLDetailsElement} */ (event.target).open;
      if (open !== opened) {
        opened = open;
        redraw();
      }
    }}
  >
    <summary>${t("table.review")}</summary>
    ${part
      ? part.gameReview(printed, seat, { at: replay.at, to, again })
      : opened
        ? html`<p>${t("app.loading")}</p>`
        : nothing}
  </details>`;
}

/** The notebook at this moment, with what could be known once the review is there. @param {EditionPrint} printed @param {Steps} steps @param {Line[]} told */
function notebook(printed, steps, told) {
  const book = sheet();
  if (!book) return nothing;
  const reviewed = opened ? reviewing()?.current() : null;
  const certain = reviewed?.seats.find(({ seat }) => seat === book.seat)?.certain ?? null;
  const open = viewing === book.seat;
  return replayNotebook(printed, { steps, book, told, certain, own: book === past, open, source: source() });
}

/** @param {KeyboardEvent} event */
function keys(event) {
  if (/** @type {HTMLElement} */ (event.target).tagName === "INPUT") return;
  if (event.key === "ArrowLeft") to(replay.at - 1);
  if (event.key === "ArrowRight") to(replay.at + 1);
}
