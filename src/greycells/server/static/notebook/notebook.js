/** The notebook: cards down, players across, a mark in every cell that one wants. */

import { mine } from "../session/session.js";
import { planOf } from "../session/game_model.js";
import { askHint } from "./advice.js";
import { seenOfMine } from "../session/answers_seen.js";
import { CASE_FILE, cell } from "../session/notebook_model.js";
import { COLOURS, SIGNS } from "../ui/signs.js";
import { colourMark, setMark, tapCell, undoMark, writeNotes, writeSign } from "../session/notebook_pages.js";
import { prefer, settings } from "../ui/settings.js";
import { panel } from "../ui/staged_render.js";
import { game, updateGame } from "../session/game_state.js";
import { shownAnswers, shownLog } from "../session/held_back_model.js";
import { updatePage } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { called, cardName, token } from "../board/token.js";
import { isCertain, known, markAt, oneOfThree, seenBy } from "./card_notes.js";
import { legend } from "./notebook_legend.js";
import { eye, noteOnAnswer, numbered, palette, pencil, pickNext } from "./notebook_parts.js";

/** @import {EditionPrint, TableView, Word} from "../types/types.js" */

/** What a key writes. @type {Record<string, string>} */
const KEYS = { y: "yes", n: "no", m: "maybe", s: "star", d: "dot", o: "ring", e: "bang" };
const RUBBER = ["Backspace", "Delete"];
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The notebook, drawn one kind of card at a time. @param {EditionPrint} edition */
export function notebook(edition) {
  const { table, chair, notebook: written, filter, pen, marker, answers, unshown } = game;
  const seats = (table?.seats ?? []).map(([word]) => word);
  const { markers, seen, pens } = settings;
  const shows = [edition, table, chair, written, filter, markers, seen, pens, pen, marker, answers, unshown];
  const page = panel("notebook", shows, () => pages(edition, seats, kinds));
  const kinds = written
    ? [
        rows(edition, "note.suspects", edition.suspects, seats),
        rows(edition, "note.weapons", edition.weapons, seats),
        rows(edition, "note.rooms", edition.rooms, seats),
      ]
    : [];
  return page;
}

/** @param {EditionPrint} edition @param {Word[]} seats @param {HTMLElement[]} kinds */
function pages(edition, seats, kinds) {
  const { table, chair, notebook: written } = game;
  if (!table) return nothing;
  if (!written)
    return html`<section class="notebook">
      ${chair === null ? html`<p class="empty">${t("note.spectator")}</p>` : nothing}
    </section>`;
  return html`<section class=${settings.pens ? "notebook with-pens" : "notebook"} aria-label=${t("note.title")}>
    <div class="tools">
      <label
        ><input type="checkbox" .checked=${game.filter} @change=${() => updateGame({ filter: !game.filter })} /> ${t(
          "note.filter",
        )}</label
      >
      ${planOf(table).help === "full logic" && table.state === "running"
        ? html`<button @click=${askHint}>${t("note.hint")}</button>`
        : nothing}<button class="quiet" ?disabled=${!written.undo.length} @click=${undoMark}>${t("note.undo")}</button
      ><button
        class="quiet pens"
        aria-label=${t("note.pens")}
        title=${t("note.pens")}
        aria-pressed=${settings.pens}
        @click=${() => prefer({ pens: !settings.pens })}
      >
        ${pencil}
      </button>
    </div>
    ${settings.pens ? palette() : nothing}
    <table @keydown=${key} @focusin=${tellLegend}>
      ${columns(edition, seats, table)}${kinds}
    </table>
    <p class="keys">${t("note.keys")} · ${t("note.more keys")}</p>
    <textarea
      class="notes"
      rows="2"
      maxlength="4000"
      aria-label=${t("note.notes")}
      placeholder=${t("note.notes")}
      .value=${written.notes}
      @input=${(/** @type {Event} */ event) => writeNotes(/** @type {HTMLTextAreaElement} */ (event.target).value)}
    ></textarea>
    ${noteOnAnswer(edition)}
  </section>`;
}

/** @param {EditionPrint} edition @param {Word[]} seats @param {TableView} table */
const columns = (edition, seats, table) =>
  html`<thead>
    <tr>
      <td>${legend(table)}</td>
      ${seats.map(
        (word) =>
          html`<th scope="col">
            <button
              class="column-head"
              aria-label=${t("note.behind who", { who: called(edition, word) })}
              title=${cardName(edition, word)}
              @click=${() => updatePage({ dialog: { kind: "player", id: word } })}
            >
              ${token(edition, word)}<span aria-hidden="true">${called(edition, word).short}</span>
            </button>
          </th>`,
      )}
      <th scope="col" class="file-column" title=${t("note.file")}>
        <svg viewBox="0 0 24 18" role="img" aria-label=${t("note.file")}>
          <rect x="1" y="1" width="22" height="16" rx="1"></rect>
          <path d="M1 1 12 10 23 1"></path>
        </svg>
      </th>
    </tr>
  </thead>`;

/**
 * The cards of a kind.
 * @param {EditionPrint} edition @param {string} kind @param {{word: Word}[]} cards @param {Word[]} seats
 */
function rows(edition, kind, cards, seats) {
  const { scene, notebook: written, help, filter, marker, answers, unshown } = game;
  const shows = [
    settings.markers,
    settings.seen,
    settings.pens,
    marker,
    answers,
    unshown,
    [...seenOfMine(shownLog(game), mine())].join("|"),
    edition,
    seats.join(),
    mine(),
    scene?.hand.join(),
    scene?.open_cards.join(),
    written?.marks,
    help,
    filter,
  ];
  return panel(
    `notebook ${kind}`,
    shows,
    () =>
      html`<tr class="kind">
          <th colspan=${seats.length + 2} scope="rowgroup"><span>${t(kind)}</span></th>
        </tr>
        ${cards.filter(({ word }) => !filter || isOpen(edition, word)).map(({ word }) => row(edition, word, seats))}`,
    "tbody",
  );
}

/** @param {EditionPrint} edition @param {Word} word */
const isOpen = (edition, word) => !["mine", "yes"].includes(known(edition, word).kind);

/** @param {EditionPrint} edition @param {Word} word @param {Word[]} seats */
function row(edition, word, seats) {
  const { kind } = known(edition, word);
  const viewers = game.scene?.hand.includes(word) ? seenBy(word) : [];
  return html`<tr class=${kind}>
    <th scope="row">
      <button class="card-row" @click=${() => updatePage({ dialog: { kind: "behind", id: word } })}>
        ${cardName(edition, word)}
      </button>
    </th>
    ${[...seats, CASE_FILE].map((suspect) => {
      const { mark, colour, ink } = markAt(word, suspect);
      const answers = oneOfThree(word, suspect);
      const lit = isLit(word, suspect) ? "lit-answer" : "";
      const says = [
        mark ? t(`note.${mark}`) : t("note.blank"),
        colour ? t(`colour.${colour}`) : "",
        viewers.includes(suspect) ? t("note.has seen") : "",
        answers.length ? t("note.one of three", { numbers: answers.map(({ number }) => number).join(", ") }) : "",
      ];
      return html`<td class=${suspect === mine() ? "me" : ""}>
        <button
          class=${`cell ${mark} ink-${ink} ink-${colour || "plain"} ${lit} ${viewers.includes(suspect) ? "was-seen" : ""}`}
          data-cell=${cell(word, suspect)}
          tabindex=${suspect === seats[0] ? 0 : -1}
          aria-label=${t("note.cell", {
            card: cardName(edition, word),
            who: suspect === CASE_FILE ? t("note.file") : cardName(edition, suspect),
            mark: says.filter(Boolean).join(", "),
          })}
          @click=${() => tapCell(cell(word, suspect), isCertain(word, suspect))}
          @contextmenu=${(/** @type {Event} */ event) => {
            event.preventDefault();
            updatePage({ dialog: { kind: "mark", id: cell(word, suspect) } });
          }}
        >
          ${viewers.includes(suspect) ? eye : (SIGNS[mark] ?? "")}${numbered(answers)}
        </button>
      </td>`;
    })}
  </tr>`;
}

/** Whether a cell is one of the three of the answer that was tapped. @param {Word} card @param {Word} suspect */
function isLit(card, suspect) {
  const found = shownAnswers(game).find(({ number }) => number === game.marker);
  return found?.seat === suspect && found.theory.includes(card);
}

/** Show the keys for marking only while a cell has the focus, not the legend. @param {FocusEvent} event */
function tellLegend(event) {
  const legend = /** @type {Element} */ (event.target).matches("summary");
  /** @type {Element} */ (event.currentTarget).classList.toggle("at-legend", legend);
}

/** @param {KeyboardEvent} event */
function key(event) {
  const button = /** @type {HTMLElement} */ (event.target).closest("button.cell");
  if (!(button instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = button.dataset.cell ?? "";
  if (event.key in KEYS) writeSign(at, KEYS[event.key]);
  else if (RUBBER.includes(event.key)) setMark(at, "");
  else if (/^[0-4]$/.test(event.key)) colourMark(at, ["", ...COLOURS][Number(event.key)]);
  else if (event.key === "t") pickNext(at);
  else if (event.key === "u") {
    undoMark();
  } else if (event.key === "w") {
    updatePage({ dialog: { kind: "mark", id: at } });
  } else if (event.key in ARROWS) {
    const [down, across] = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    const rows = [...(button.closest("table")?.querySelectorAll("tr") ?? [])].filter((line) =>
      line.querySelector(".cell"),
    );
    const line = rows.indexOf(/** @type {HTMLTableRowElement} */ (button.closest("tr")));
    const column = [...rows[line].querySelectorAll(".cell")].indexOf(button);
    const next = rows[line + down]?.querySelectorAll(".cell")[column + across];
    if (next instanceof HTMLElement) next.focus();
  } else return;
  event.preventDefault();
}
