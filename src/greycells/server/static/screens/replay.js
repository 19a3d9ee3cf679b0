/** Replay: a finished game, or a record that somebody brought, event by event. */

import { ask, edition, report } from "../api.js";
import { fetchOffer } from "../offer.js";
import { planOf } from "../session.js";
import { lazyLoad } from "../lazy_load.js";
import { CASE_FILE, cell } from "../notebook_pages.js";
import { motion } from "../settings.js";
import { afterwards } from "../staged_render.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { botName } from "../widgets/bot_face.js";
import { card } from "../widgets/card.js";
import { notebookThen } from "../widgets/notebook_then.js";
import { hands } from "../widgets/revealed_hands.js";
import { cardName, token } from "../widgets/token.js";
import { head, sentence } from "../widgets/page_frame.js";
import { turns } from "../widgets/game_log.js";
import { t } from "../words.js";
import { boardOf } from "./game.js";

/** @import {EditionPrint, Line, Reason, Route, Step, Steps, TableView} from "../types.js" */
/** @import {Knowable, PastNotebook} from "../widgets/notebook_then.js" */

/** The review is fetched when it is first opened. */
const reviewing = lazyLoad(() => import("../widgets/game_review.js"));
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
/** Why something could be known. @type {Reason | null} */
let reason = null;

/** Look at a finished game, or at a record that somebody brought. @param {Route} route */
export async function enter({ name: kind, id }) {
  drawn = table = past = null;
  viewing = "";
  opened = new URLSearchParams(location.search).has("review");
  reason = null;
  update({ steps: null, at: 0, playing: false });
  try {
    const steps = /** @type {Steps} */ (
      await ask(kind === "record" ? `/api/records/${id}/steps` : `/api/tables/${id}/steps`)
    );
    if (kind === "replay") table = /** @type {TableView} */ (await ask(`/api/tables/${id}`));
    await Promise.all([edition(steps.edition), fetchOffer(), fetchNotebook("")]);
    update({ steps, at: steps.steps.findIndex((step) => step.sighting.event === "Began") });
  } catch (problem) {
    report(problem);
    update({ trouble: { title: t("trouble.record"), sentence: t("trouble.page note") } });
  }
}

/** The history of one's own notebook: of the seat that one looks from, or of the only one that one has. @param {string} word */
async function fetchNotebook(word) {
  past = null;
  const own = table?.yours?.map((chair) => ({ chair, seat: table?.chairs[chair]?.suspect ?? "" })) ?? [];
  const found = word ? own.find(({ seat }) => seat === word) : own.length === 1 ? own[0] : undefined;
  if (!table || !found) return;
  const { changes } = await ask(`/api/tables/${table.id}/chairs/${found.chair}/notebook/history`);
  past = { seat: found.seat, changes };
}

/** Look at the same moment with the eyes of a seat, or see everything. @param {string} word */
async function seenBy(word) {
  const { name, id } = state.route;
  try {
    let path = `/api/records/${id}/steps${word ? `?seat=${word}` : ""}`;
    if (name === "replay") {
      path = `/api/tables/${id}/steps${word ? `?chair=${table?.chairs.findIndex((chair) => chair.suspect === word)}` : ""}`;
    }
    const [steps] = await Promise.all([ask(path), fetchNotebook(word)]);
    viewing = word;
    update({ steps, playing: false });
  } catch (problem) {
    report(problem);
  }
}

/** @param {number} at */
function to(at) {
  const last = (state.steps?.steps.length ?? 1) - 1;
  reason = null;
  update({ at: Math.max(0, Math.min(last, at)), playing: state.playing && at < last });
}

function tick() {
  clearTimeout(next);
  if (!state.playing) return;
  next = setTimeout(
    () => {
      if (state.playing) to(state.at + 1);
    },
    PACE[/** @type {keyof typeof PACE} */ (motion())],
  );
}

export function draw() {
  const { steps, at } = state;
  const printed = steps ? state.editions[steps.edition] : undefined;
  if (!steps || !printed)
    return html`${head()}
      <main class="sorry" id="page"><p>${t("app.loading")}</p></main>`;
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
  return html`<div class="game replaying tab-board">
    ${sentence(printed, look, words, ways())}
    <main class="boardroom">
      <div class="scroll" role="region" tabindex="0" aria-label=${t("rules.board")}>${board.element}</div>
    </main>
    <aside class="side">
      <label class="eyes"
        >${t("replay.as")}
        <select
          @change=${(/** @type {Event} */ event) => seenBy(/** @type {HTMLSelectElement} */ (event.target).value)}
        >
          <option value="">${t("replay.all")}</option>
          ${steps.seats.map(
            ([word, name]) => html`<option value=${word}>${cardName(printed, word)} (${botName(name)})</option>`,
          )}
        </select></label
      >${hands(printed, steps)}${caseFile(printed, steps)}${notebook(printed, steps, told)}${analysis(printed, steps)}
      <section class="log">
        <h2 class="said">${t("log.title")}</h2>
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
    <section class="doing" aria-label=${t("replay.title")}>
      <div class="player-bar" role="group" aria-label=${t("replay.title")} @keydown=${keys}>
        <button aria-label=${t("replay.first")} @click=${() => to(0)}>${icon("M5 5v14M19 5 8 12l11 7Z")}</button
        ><button aria-label=${t("replay.back")} @click=${() => to(at - 1)}>${icon("M17 5 6 12l11 7Z")}</button>
        <button
          class="primary"
          aria-label=${t(state.playing ? "replay.pause" : "replay.play")}
          @click=${() => update({ playing: !state.playing && at < last })}
        >
          ${icon(state.playing ? "M8 5v14M16 5v14" : "M7 5l12 7-12 7Z")}
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

/** Where to go from here: back to the result where there is one to be seen, to one's games, or home. */
const ways = () =>
  html`${table && (table.yours?.length || planOf(table).spectators)
      ? html`<a class="leave" href=${`/table/${table.id}`}>${t("replay.result")}</a>`
      : nothing}${state.route.name === "record"
      ? html`<a class="leave" href="/games">${t("app.games")}</a>`
      : nothing}<a class="leave" href="/">${t("app.home")}</a>`;

/** What the seat of the notebook could know at this moment, once the review is there. @returns {Knowable | null} */
function knowable() {
  const one = opened
    ? reviewing()
        ?.current()
        ?.seats.find(({ seat }) => seat === past?.seat)
    : undefined;
  if (!one || !past) return null;
  const seats = new Set(state.steps?.seats.map(([word]) => word));
  const cells = new Map(
    one.certain
      .filter(([event]) => event <= state.at)
      .map(([, card, holder, has]) => [cell(card, seats.has(holder) ? holder : CASE_FILE), has ? "yes" : "no"]),
  );
  return { cells, why: (card, column) => void askWhy(card, column) };
}

/** Why something could be known at this moment. @param {string} card @param {string} column */
async function askWhy(card, column) {
  const holder = column === CASE_FILE ? "CaseFile" : column;
  const query = new URLSearchParams({ at: String(state.at), seat: past?.seat ?? "", card, holder });
  try {
    reason = /** @type {Reason} */ (await ask(`/api/tables/${state.route.id}/analysis/why?${query}`));
    update({});
  } catch (problem) {
    report(problem);
  }
}

/** The review of a game that is over. @param {EditionPrint} printed @param {Steps} steps */
function analysis(printed, steps) {
  if (steps.steps.at(-1)?.sighting.event !== "Finished") return nothing;
  const { name, id } = state.route;
  const part = opened ? reviewing() : null;
  part?.begin(`/api/${name === "record" ? "records" : "tables"}/${id}/analysis`);
  const seat = viewing || past?.seat || "";
  return html`<details
    class="reviewing then"
    ?open=${opened}
    @toggle=${(/** @type {Event} */ event) => {
      const open = /** @type {HTMLDetailsElement} */ (event.target).open;
      if (open !== opened) {
        opened = open;
        update({});
      }
    }}
  >
    <summary>${t("review.title")}</summary>
    ${part ? part.gameReview(printed, seat, to) : opened ? html`<p>${t("app.loading")}</p>` : nothing}
  </details>`;
}

/** One's own notebook at this moment. @param {EditionPrint} printed @param {Steps} steps @param {Line[]} told */
const notebook = (printed, steps, told) =>
  past
    ? html`<details class="notebook then" ?open=${viewing === past.seat}>
        <summary>${t("replay.notebook")}</summary>
        ${past.changes.length ? nothing : html`<p class="empty">${t("replay.no notes")}</p>`}
        ${knowable() ? html`<p class="note">${t("review.differences")}</p>` : nothing}
        ${notebookThen(printed, steps, past, told, knowable())}${reason
          ? html`<div role="status">
              <p><b>${reason.sentence}</b></p>
              <ol>
                ${reason.proof?.map((step) => html`<li>${step}</li>`)}
              </ol>
            </div>`
          : nothing}
      </details>`
    : nothing;

/** @param {string} d */
const icon = (d) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${d}></path></svg>`;

/** @param {KeyboardEvent} event */
function keys(event) {
  if (/** @type {HTMLElement} */ (event.target).tagName === "INPUT") return;
  if (event.key === "ArrowLeft") to(state.at - 1);
  if (event.key === "ArrowRight") to(state.at + 1);
}

/** The case file, once it has been opened. @param {EditionPrint} printed @param {Steps} steps */
const caseFile = (printed, steps) =>
  state.at === steps.steps.length - 1
    ? html`<div class="cards">
        ${steps.steps[state.at].look.case_file.map((word) => card(printed, word, { small: true }))}
      </div>`
    : nothing;
