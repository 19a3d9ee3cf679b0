/** A puzzle as it is drawn: the question, your hand, the story in suggestion cards, the notebook, and the judge. */

import { html, nothing } from "../vendor/lit-html.js";
import { card } from "../board/card.js";
import { cardBack } from "../board/card_back.js";
import { called, cardName, token } from "../board/token.js";
import { SIGNS } from "../ui/signs.js";
import { t } from "../ui/words.js";
import "../words/puzzles.js";
import { clock } from "../ui/times_model.js";
import { explain, help, pressKey, setPuzzle, tap } from "./puzzle_controller.js";
import { canExplain, clueOf, columnsOf, judgedAt, kindOf, rowsOf, signAt, withTool } from "./puzzle_model.js";

/** @import {PuzzleView, StoryCard} from "../types/wire.js" */
/** @import {Puzzle, Sign} from "./puzzle_model.js" */

const KINDS = /** @type {const} */ (["suspects", "weapons", "rooms"]);

/** @param {Puzzle} puzzle */
export const puzzleSheet = (puzzle) =>
  html`<div class="puzzle">
    <section class="puzzle-intro">
      <p class="question">${puzzle.view.question}</p>
      <p class="note">${answerNote(puzzle)}</p>
      <p class="meta">
        <span>${t("puzzle.grade", { grade: puzzle.view.grade })}</span>
        <span class="stopwatch" role="timer" aria-live="off">${clock(puzzle.seconds)}</span>
      </p>
      <details class="your-hand framed">
        <summary>
          ${token(puzzle.edition, puzzle.view.you)} ${t("puzzle.you", { who: called(puzzle.edition, puzzle.view.you) })}
          <span>${puzzle.view.hand.map((word) => cardName(puzzle.edition, word)).join(", ")}</span>
        </summary>
        <div class="cards">${puzzle.view.hand.map((word) => card(puzzle.edition, word, { small: true }))}</div>
      </details>
      <p class="sizes">
        ${t("puzzle.sizes")}
        ${puzzle.view.seats.map(
          (seat, at) =>
            html`<span
              >${token(puzzle.edition, seat)}
              ${seat === puzzle.view.you ? t("puzzle.you short") : holder(puzzle.view, at)}:
              ${puzzle.view.sizes[at]}</span
            >`,
        )}
      </p>
    </section>
    <section class="story" aria-label=${t("puzzle.story")}>
      <h2>${t("puzzle.story")}</h2>
      <ol>
        ${puzzle.view.events.map((event) => storyCard(puzzle, event))}
      </ol>
    </section>
    <section class="sheet">
      <h2>${t("puzzle.notebook")}</h2>
      ${notebook(puzzle)}
    </section>
    ${puzzle.done ? nothing : desk(puzzle)}
  </div>`;

/** Where the answer is marked. @param {Puzzle} puzzle */
function answerNote({ view, edition }) {
  const [{ column }] = view.goals;
  const seat = view.seats[column];
  return seat ? t("puzzle.answer card", { who: called(edition, seat) }) : t("puzzle.answer case file");
}

/** A suggestion and who answered how. @param {Puzzle} puzzle @param {StoryCard} event */
const storyCard = (puzzle, event) =>
  html`<li
    class=${`story-card framed ${clueOf(puzzle)?.turns.includes(event.turn) ? "cited" : ""} ${event.turn === puzzle.view.asked ? "in-question" : ""}`}
  >
    <p class="visually-hidden">${t("puzzle.turn", { turn: event.turn })}: ${event.text}</p>
    <div aria-hidden="true">
      <p class="suggestion-by">
        <small>${t("puzzle.turn", { turn: event.turn })}</small>${token(puzzle.edition, event.by)}
        <b
          >${event.by === puzzle.view.you
            ? t("puzzle.you suggest")
            : t("puzzle.suggests", { who: seatName(puzzle, event.by) })}</b
        >
      </p>
      <div class="named-cards">${event.theory.map((word) => card(puzzle.edition, word, { small: true }))}</div>
      <ul class="answers">
        ${event.answers.map(
          ({ seat, showed, card: seen }) =>
            html`<li class=${showed ? "showed" : "nothing"}>
              ${token(puzzle.edition, seat)}<span>${answerWords(
                puzzle,
                event,
                seat,
                showed,
                seen ?? null,
              )}</span>${showed ? (seen ? nothing : html`<i class="hidden-card">${cardBack()}</i>`) : nothing}
            </li>`,
        )}
      </ul>
    </div>
  </li>`;

/** @param {Puzzle} puzzle @param {string} seat */
const seatName = ({ view }, seat) => holder(view, view.seats.indexOf(seat));

/** The name of a column's holder. @param {PuzzleView} view @param {number} column */
const holder = ({ players }, column) => players[column] ?? t("puzzle.case file");

/** @param {Puzzle} puzzle @param {StoryCard} event @param {string} seat @param {boolean} showed @param {string | null} seen */
function answerWords(puzzle, event, seat, showed, seen) {
  const mine = seat === puzzle.view.you;
  const who = seatName(puzzle, seat);
  if (!showed) return mine ? t("puzzle.you pass") : t("puzzle.passes", { who });
  if (!seen) return t("puzzle.showed", { who, to: seatName(puzzle, event.by) });
  const shown = called(puzzle.edition, seen);
  return mine
    ? t("puzzle.you showed", { to: seatName(puzzle, event.by), card: shown })
    : t("puzzle.showed you", { who, card: shown });
}

/** The notebook: a box for every card that isn't yours, and everybody who may have it. @param {Puzzle} puzzle */
const notebook = (puzzle) =>
  html`<div class="notebook puzzle-notes">
    <table @keydown=${pressKey}>
      <thead>
        <tr>
          <td></td>
          ${columnsOf(puzzle.view).map(
            (column) =>
              html`<th scope="col">
                ${puzzle.view.seats[column]
                  ? token(puzzle.edition, puzzle.view.seats[column])
                  : html`<span class="file-mark" aria-hidden="true">▤</span>`}
                <span>${holder(puzzle.view, column)}</span>
              </th>`,
          )}
        </tr>
      </thead>
      ${KINDS.map(
        (kind, number) =>
          html`<tbody>
            <tr class="kind">
              <th colspan=${columnsOf(puzzle.view).length + 1} scope="rowgroup">${t(`puzzle.${kind}`)}</th>
            </tr>
            ${rowsOf(puzzle.view)
              .filter((row) => kindOf(puzzle.edition, row) === number)
              .map((row) => line(puzzle, row))}
          </tbody>`,
      )}
    </table>
  </div>`;

/** @param {Puzzle} puzzle @param {number} row */
const line = (puzzle, row) =>
  html`<tr>
    <th scope="row">${cardName(puzzle.edition, puzzle.view.rows[row])}</th>
    ${columnsOf(puzzle.view).map((column) => {
      const sign = signAt(puzzle, { row, column });
      const here = puzzle.focus.row === row && puzzle.focus.column === column;
      const judged = judgedAt(puzzle, { row, column }) ?? "";
      return html`<td>
        <button
          class=${`cell ${sign ?? ""} ${judged === "proved" ? "" : judged.replace(" ", "-")}`}
          data-box=${`${row},${column}`}
          tabindex=${here ? 0 : -1}
          aria-label=${label(puzzle, row, column, sign)}
          @click=${() => tap({ row, column })}
        >
          ${sign ? SIGNS[sign] : ""}
        </button>
      </td>`;
    })}
  </tr>`;

/** @param {Puzzle} puzzle @param {number} row @param {number} column @param {Sign | undefined} sign */
const label = (puzzle, row, column, sign) =>
  t(`puzzle.box ${sign ?? "empty"}`, {
    card: cardName(puzzle.edition, puzzle.view.rows[row]),
    holder: holder(puzzle.view, column),
  });

/** What lies at hand: the sign to write, the judge's word, and hints. @param {Puzzle} puzzle */
function desk(puzzle) {
  const clue = clueOf(puzzle);
  const { judged } = puzzle;
  return html`<section class="puzzle-tools" aria-label=${t("puzzle.tools")}>
    <div class="word" role="status">
      ${clue
        ? html`<p class="clue">${clue.lines.join(" ")}</p>`
        : judged
          ? html`<p class=${`judged ${judged.kind.replace(" ", "-")}`}>
              <span>${t(`puzzle.${judged.kind}`)}</span>
              ${canExplain(puzzle)
                ? html`<button class="quiet" @click=${() => void explain(puzzle)}>${t("puzzle.why")}</button>`
                : nothing}
            </p>`
          : html`<p class="judged">
              <span>${t(puzzle.empty ? "puzzle.choose first" : "puzzle.begin")}</span>
              ${puzzle.empty
                ? nothing
                : html`<button class="quiet" @click=${jump}>${t("puzzle.notebook short")}</button>`}
            </p>`}
      ${puzzle.proof
        ? html`<ol class="reasons">
            ${puzzle.proof.map((words) => html`<li>${words}</li>`)}
          </ol>`
        : nothing}
    </div>
    <div class="pens" role="radiogroup" aria-label=${t("puzzle.sign")}>
      ${
        /** @type {Sign[]} */ (["no", "yes", "maybe"]).map(
          (tool) =>
            html`<button
              role="radio"
              aria-checked=${puzzle.tool === tool}
              class=${`pen-sign ${tool} ${puzzle.tool === tool ? "chosen" : ""}`}
              @click=${() => setPuzzle(withTool(puzzle, tool))}
            >
              <b aria-hidden="true">${SIGNS[tool]}</b> ${t(`puzzle.tool ${tool}`)}
            </button>`,
        )
      }
      <button class="jump" aria-label=${t("puzzle.jump")} title=${t("puzzle.jump")} @click=${jump}>
        <span aria-hidden="true">⇅</span>
      </button>
      <button class="hint-button" @click=${() => help()}>
        ${clue?.more ? t("puzzle.more hint") : t("puzzle.hint")}
      </button>
    </div>
  </section>`;
}

/** On a phone, between the story and the notebook. */
function jump() {
  const [story, sheet] = [".puzzle .story", ".puzzle .sheet"].map((place) => document.querySelector(place));
  const below = (sheet?.getBoundingClientRect().top ?? 0) > innerHeight / 3;
  (below ? sheet : story)?.scrollIntoView();
}
