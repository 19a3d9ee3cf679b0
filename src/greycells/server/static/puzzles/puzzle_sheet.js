/** A puzzle as it is drawn: the question, your hand, the story in suggestion cards, the notebook, and the judge. */

import { ask, report } from "../ui/api.js";
import { redraw } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { card } from "../board/card.js";
import { cardBack } from "../board/card_back.js";
import { called, cardName, token } from "../board/token.js";
import { t } from "../ui/words.js";
import "../words/puzzles.js";
import { clock } from "./puzzle_play.js";

/** @import {StoryCard} from "../types/wire.js" */
/** @import {Box, PuzzlePlay, Sign} from "./puzzle_play.js" */

const SIGNS = { yes: "✓", no: "✗", maybe: "?" };
const KINDS = /** @type {const} */ (["suspects", "weapons", "rooms"]);

/** @param {PuzzlePlay} play */
export const puzzleSheet = (play) =>
  html`<div class="puzzle">
    <section class="puzzle-intro">
      <p class="question">${play.view.question}</p>
      <p class="note">${answerNote(play)}</p>
      <p class="meta">
        <span>${t("puzzle.grade", { grade: play.view.grade })}</span>
        <span class="stopwatch" role="timer" aria-live="off">${clock(play.seconds)}</span>
      </p>
      <details class="your-hand framed">
        <summary>
          ${token(play.edition, play.view.you)} ${t("puzzle.you", { who: called(play.edition, play.view.you) })}
          <span>${play.view.hand.map((word) => cardName(play.edition, word)).join(", ")}</span>
        </summary>
        <div class="cards">${play.view.hand.map((word) => card(play.edition, word, { small: true }))}</div>
      </details>
      <p class="sizes">
        ${t("puzzle.sizes")}
        ${play.view.seats.map(
          (seat, at) =>
            html`<span
              >${token(play.edition, seat)} ${seat === play.view.you ? t("puzzle.you short") : play.holder(at)}:
              ${play.view.sizes[at]}</span
            >`,
        )}
      </p>
    </section>
    <section class="story" aria-label=${t("puzzle.story")}>
      <h2>${t("puzzle.story")}</h2>
      <ol>
        ${play.view.events.map((event) => storyCard(play, event))}
      </ol>
    </section>
    <section class="sheet">
      <h2>${t("puzzle.notebook")}</h2>
      ${notebook(play)}
    </section>
    ${play.done ? nothing : desk(play)}
  </div>`;

/** Where the answer is marked. @param {PuzzlePlay} play */
function answerNote({ view, edition }) {
  const [{ column }] = view.goals;
  const seat = view.seats[column];
  return seat ? t("puzzle.answer card", { who: called(edition, seat) }) : t("puzzle.answer case file");
}

/** A suggestion and who answered how. @param {PuzzlePlay} play @param {StoryCard} event */
const storyCard = (play, event) =>
  html`<li
    class=${`story-card framed ${play.told?.turns.includes(event.turn) ? "cited" : ""} ${event.turn === play.view.asked ? "in-question" : ""}`}
  >
    <p class="visually-hidden">${t("puzzle.turn", { turn: event.turn })}: ${event.text}</p>
    <div aria-hidden="true">
      <p class="suggestion-by">
        <small>${t("puzzle.turn", { turn: event.turn })}</small>${token(play.edition, event.by)}
        <b
          >${event.by === play.view.you
            ? t("puzzle.you suggest")
            : t("puzzle.suggests", { who: seatName(play, event.by) })}</b
        >
      </p>
      <div class="named-cards">${event.theory.map((word) => card(play.edition, word, { small: true }))}</div>
      <ul class="answers">
        ${event.answers.map(
          ({ seat, showed, card: seen }) =>
            html`<li class=${showed ? "showed" : "nothing"}>
              ${token(play.edition, seat)}<span>${answerWords(play, event, seat, showed, seen ?? null)}</span>${showed
                ? seen
                  ? nothing
                  : html`<i class="hidden-card">${cardBack()}</i>`
                : nothing}
            </li>`,
        )}
      </ul>
    </div>
  </li>`;

/** @param {PuzzlePlay} play @param {string} seat */
const seatName = (play, seat) => play.holder(play.view.seats.indexOf(seat));

/** @param {PuzzlePlay} play @param {StoryCard} event @param {string} seat @param {boolean} showed @param {string | null} seen */
function answerWords(play, event, seat, showed, seen) {
  const mine = seat === play.view.you;
  const who = seatName(play, seat);
  if (!showed) return mine ? t("puzzle.you pass") : t("puzzle.passes", { who });
  if (!seen) return t("puzzle.showed", { who, to: seatName(play, event.by) });
  const shown = called(play.edition, seen);
  return mine
    ? t("puzzle.you showed", { to: seatName(play, event.by), card: shown })
    : t("puzzle.showed you", { who, card: shown });
}

/** The notebook: a box for every card that isn't yours, and everybody who may have it. @param {PuzzlePlay} play */
const notebook = (play) =>
  html`<div class="notebook puzzle-notes">
    <table @keydown=${(/** @type {KeyboardEvent} */ event) => walk(play, event)}>
      <thead>
        <tr>
          <td></td>
          ${play.columns.map(
            (column) =>
              html`<th scope="col">
                ${play.view.seats[column]
                  ? token(play.edition, play.view.seats[column])
                  : html`<span class="file-mark" aria-hidden="true">▤</span>`}
                <span>${play.holder(column)}</span>
              </th>`,
          )}
        </tr>
      </thead>
      ${KINDS.map(
        (kind, number) =>
          html`<tbody>
            <tr class="kind">
              <th colspan=${play.columns.length + 1} scope="rowgroup">${t(`puzzle.${kind}`)}</th>
            </tr>
            ${play.rows.filter((row) => play.kind(row) === number).map((row) => line(play, row))}
          </tbody>`,
      )}
    </table>
  </div>`;

/** @param {PuzzlePlay} play @param {number} row */
const line = (play, row) =>
  html`<tr>
    <th scope="row">${cardName(play.edition, play.view.rows[row])}</th>
    ${play.columns.map((column) => {
      const sign = play.sign({ row, column });
      const here = play.focus.row === row && play.focus.column === column;
      const judged = play.judged?.box.row === row && play.judged.box.column === column ? play.judged.kind : "";
      return html`<td>
        <button
          class=${`cell ${sign ?? ""} ${judged === "proved" ? "" : judged.replace(" ", "-")}`}
          data-box=${`${row},${column}`}
          tabindex=${here ? 0 : -1}
          aria-label=${label(play, row, column, sign)}
          @click=${() => play.tap({ row, column })}
        >
          ${sign ? SIGNS[sign] : ""}
        </button>
      </td>`;
    })}
  </tr>`;

/** @param {PuzzlePlay} play @param {number} row @param {number} column @param {Sign | undefined} sign */
const label = (play, row, column, sign) =>
  t(`puzzle.box ${sign ?? "empty"}`, {
    card: cardName(play.edition, play.view.rows[row]),
    holder: play.holder(column),
  });

/** Arrows move through the notebook; x, v and ? choose a sign and write it. @param {PuzzlePlay} play @param {KeyboardEvent} event */
function walk(play, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { rows, columns, focus } = play;
  const [down, across] = [rows.indexOf(focus.row), columns.indexOf(focus.column)];
  const steps = /** @type {Record<string, [number, number]>} */ ({
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  });
  const step = steps[event.key];
  const tool = /** @type {Record<string, Sign>} */ ({ x: "no", v: "yes", "?": "maybe" })[event.key];
  if (step) {
    const row = rows[Math.min(rows.length - 1, Math.max(0, down + step[0]))];
    const column = columns[Math.min(columns.length - 1, Math.max(0, across + step[1]))];
    play.focus = { row, column };
    redraw();
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-box="${row},${column}"]`))?.focus();
  } else if (tool) {
    play.tool = tool;
    play.tap(focus);
  } else return;
  event.preventDefault();
}

/** What lies at hand: the sign to write, the judge's word, and hints. @param {PuzzlePlay} play */
const desk = (play) =>
  html`<section class="puzzle-tools" aria-label=${t("puzzle.tools")}>
    <div class="word" role="status">
      ${play.told
        ? html`<p class="clue">${play.told.lines.join(" ")}</p>`
        : play.judged
          ? html`<p class=${`judged ${play.judged.kind.replace(" ", "-")}`}>
              <span>${play.judged.words}</span>
              ${play.judged.kind === "open" || play.givesAway(play.judged)
                ? nothing
                : html`<button class="quiet" @click=${() => void explain(play, /** @type {Box} */ (play.judged?.box))}>
                    ${t("puzzle.why")}
                  </button>`}
            </p>`
          : html`<p class="judged">
              <span>${t(play.empty ? "puzzle.choose first" : "puzzle.begin")}</span>
              ${play.empty
                ? nothing
                : html`<button class="quiet" @click=${jump}>${t("puzzle.notebook short")}</button>`}
            </p>`}
      ${play.proof
        ? html`<ol class="reasons">
            ${play.proof.map((words) => html`<li>${words}</li>`)}
          </ol>`
        : nothing}
    </div>
    <div class="pens" role="radiogroup" aria-label=${t("puzzle.sign")}>
      ${
        /** @type {Sign[]} */ (["no", "yes", "maybe"]).map(
          (tool) =>
            html`<button
              role="radio"
              aria-checked=${play.tool === tool}
              class=${`pen-sign ${tool} ${play.tool === tool ? "chosen" : ""}`}
              @click=${() => choose(play, tool)}
            >
              <b aria-hidden="true">${SIGNS[tool]}</b> ${t(`puzzle.tool ${tool}`)}
            </button>`,
        )
      }
      <button class="jump" aria-label=${t("puzzle.jump")} title=${t("puzzle.jump")} @click=${jump}>
        <span aria-hidden="true">⇅</span>
      </button>
      <button class="hint-button" @click=${() => play.help()}>
        ${play.told?.more ? t("puzzle.more hint") : t("puzzle.hint")}
      </button>
    </div>
  </section>`;

/** On a phone, between the story and the notebook. */
function jump() {
  const [story, sheet] = [".puzzle .story", ".puzzle .sheet"].map((place) => document.querySelector(place));
  const below = (sheet?.getBoundingClientRect().top ?? 0) > innerHeight / 3;
  (below ? sheet : story)?.scrollIntoView();
}

/** @param {PuzzlePlay} play @param {Sign} tool */
function choose(play, tool) {
  play.tool = tool;
  play.hint = null;
  play.empty = false;
  redraw();
}

/** Ask for the proof of a box. @param {PuzzlePlay} play @param {Box} box */
async function explain(play, { row, column }) {
  try {
    const { lines } = await ask(`/api/puzzles/${play.view.id}/why?row=${row}&column=${column}`);
    play.proof = lines;
    redraw();
  } catch (problem) {
    report(problem);
  }
}
