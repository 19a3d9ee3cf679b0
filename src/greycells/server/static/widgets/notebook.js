/** The notebook: cards down, players across, a mark in every cell that one wants. */

import { mine, planOf } from "../session.js";
import { askHint } from "../advice.js";
import { CASE_FILE, cell, cycleMark, setMark, undoMark, writeNotes } from "../notes.js";
import { panel } from "../panels.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../words.js";
import { called, cardName, token } from "./token.js";
import { known, markAt } from "./marks.js";

/** @import {EditionPrint, Word} from "../types.js" */

const SIGNS = { yes: "✓", no: "✗", maybe: "?" };
const KEYS = { y: "yes", n: "no", m: "maybe", Backspace: "", Delete: "" };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The pages, drawn kind by kind. @param {EditionPrint} edition */
export function notebook(edition) {
  const { table, chair, notebook: written, filter } = state;
  const seats = (table?.seats ?? []).map(([word]) => word);
  const page = panel("notebook", [edition, table, chair, written, filter], () => pages(edition, seats, kinds));
  const kinds = written
    ? [
        rows(edition, "pick.suspect", edition.suspects, seats),
        rows(edition, "pick.weapon", edition.weapons, seats),
        rows(edition, "pick.room", edition.rooms, seats),
      ]
    : [];
  return page;
}

/** @param {EditionPrint} edition @param {Word[]} seats @param {HTMLElement[]} kinds */
function pages(edition, seats, kinds) {
  const { table, chair, notebook: written } = state;
  if (!table) return nothing;
  if (!written)
    return html`<section class="notebook">
      ${chair === null ? html`<p class="empty">${t("note.spectator")}</p>` : nothing}
    </section>`;
  return html`<section class="notebook" aria-label=${t("note.title")}>
    <div class="tools">
      <label
        ><input type="checkbox" .checked=${state.filter} @change=${() => update({ filter: !state.filter })} /> ${t(
          "note.filter",
        )}</label
      >
      ${planOf(table).help === "full logic" && table.state === "running"
        ? html`<button @click=${askHint}>${t("note.hint")}</button>`
        : nothing}<button class="quiet" ?disabled=${!written.undo.length} @click=${undoMark}>${t("note.undo")}</button>
    </div>
    <table @keydown=${key}>
      ${columns(edition, seats)}${kinds}
    </table>
    <p class="keys">${t("note.keys")}</p>
    <textarea
      class="notes"
      rows="2"
      maxlength="4000"
      aria-label=${t("note.notes")}
      placeholder=${t("note.notes")}
      .value=${written.notes}
      @input=${(/** @type {Event} */ event) => writeNotes(/** @type {HTMLTextAreaElement} */ (event.target).value)}
    ></textarea>
  </section>`;
}

/** @param {EditionPrint} edition @param {Word[]} seats */
const columns = (edition, seats) =>
  html`<thead>
    <tr>
      <td></td>
      ${seats.map(
        (word) =>
          html`<th scope="col">
            <button
              class="column"
              aria-label=${t("note.behind who", { who: cardName(edition, word) })}
              title=${cardName(edition, word)}
              @click=${() => update({ dialog: { kind: "player", id: word } })}
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
  const { look, notebook: written, help, filter } = state;
  const shows = [
    edition,
    seats.join(),
    mine(),
    look?.hand.join(),
    look?.open_cards.join(),
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
  return html`<tr class=${kind}>
    <th scope="row">
      <button class="card-row" @click=${() => update({ dialog: { kind: "behind", id: word } })}>
        ${cardName(edition, word)}
      </button>
    </th>
    ${[...seats, CASE_FILE].map((suspect) => {
      const { mark, ink } = markAt(word, suspect);
      const says = mark ? t(`note.${mark}`) : t("note.blank");
      return html`<td class=${suspect === mine() ? "me" : ""}>
        <button
          class=${`cell ${mark} ${ink}`}
          data-cell=${cell(word, suspect)}
          tabindex=${suspect === seats[0] ? 0 : -1}
          aria-label=${t("note.cell", {
            card: cardName(edition, word),
            who: suspect === CASE_FILE ? t("note.file") : cardName(edition, suspect),
            mark: says,
          })}
          @click=${() => cycleMark(cell(word, suspect))}
          @contextmenu=${(/** @type {Event} */ event) => {
            event.preventDefault();
            update({ dialog: { kind: "mark", id: cell(word, suspect) } });
          }}
        >
          ${SIGNS[/** @type {keyof typeof SIGNS} */ (mark)] ?? ""}
        </button>
      </td>`;
    })}
  </tr>`;
}

/** @param {KeyboardEvent} event */
function key(event) {
  const button = /** @type {HTMLElement} */ (event.target).closest("button.cell");
  if (!(button instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in KEYS) {
    setMark(button.dataset.cell ?? "", KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
  } else if (event.key === "u") {
    undoMark();
  } else if (event.key === "w") {
    update({ dialog: { kind: "mark", id: button.dataset.cell ?? "" } });
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
