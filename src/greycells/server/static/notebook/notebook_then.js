/** A seat's notebook as it was at a moment of a replay: to be read, not to be written in. */

import { hiddenAnswers } from "../session/answers_seen.js";
import { CASE_FILE, cell, splitMark } from "../session/notebook_model.js";
import { SIGNS } from "../ui/signs.js";
import { settings } from "../ui/settings.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/review.js";
import "../words/game.js";
import { numbered } from "./notebook_parts.js";
import { called, cardName, token } from "../board/token.js";

/** @import {EditionPrint, HiddenAnswer, Line, Steps, Word} from "../types/types.js" */
/** @import {NotebookHistory} from "../types/wire.js" */
/** @typedef {{seat: Word, changes: NotebookHistory["changes"]}} PastNotebook */
/** @typedef {{sign: string, colour: string, ink: string}} PastMark */
/** What could be known: `yes` or `no` by cell, whether the notebook is your own, and what a tap on *why* does. */
/** @typedef {{cells: Map<string, string>, own: boolean, why: (card: Word, column: Word) => void}} Knowable */
/** @typedef {"could" | "unsure" | "wrong"} Difference */

/** A mark of each kind that differs, and what could be known. */
const EXAMPLES = [
  ["", "no"],
  ["maybe", "no"],
  ["yes", "no"],
];

/**
 * The notebook after a number of steps.
 * @param {EditionPrint} edition @param {Steps} steps @param {PastNotebook} past @param {Line[]} lines what had happened by then
 * @param {Knowable | null} [knowable] from the review, if it is there
 */
export function notebookThen(edition, steps, { seat: me, changes }, lines, knowable = null) {
  const written = new Map(changes.filter(([events]) => events <= lines.length).map(([, key, mark]) => [key, mark]));
  const dealt = lines.some(({ event }) => event?.event === "Dealt");
  const open = steps.steps[lines.length - 1]?.look.open_cards ?? [];
  const held = dealt ? (steps.hands[me] ?? []) : [];
  /** @param {Word} card @param {Word} column @returns {PastMark} */
  const markAt = (card, column) => {
    const own = written.get(cell(card, column));
    if (own) return { ...splitMark(own), ink: "own" };
    if (dealt && column === me) return { sign: held.includes(card) ? "yes" : "no", colour: "", ink: "hand" };
    const elsewhere = column !== CASE_FILE && (held.includes(card) || open.includes(card));
    return { sign: elsewhere ? "no" : "", colour: "", ink: "hand" };
  };
  const seats = steps.seats.map(([word]) => word);
  const hidden = settings.markers ? hiddenAnswers(lines, me) : [];
  const rows = (/** @type {string} */ kind, /** @type {{word: Word}[]} */ cards) =>
    html`<tr class="kind">
        <th colspan=${seats.length + 2} scope="rowgroup"><span>${t(kind)}</span></th>
      </tr>
      ${cards.map(
        ({ word }) =>
          html`<tr>
            <th scope="row"><span class="card-row">${cardName(edition, word)}</span></th>
            ${[...seats, CASE_FILE].map((column) => past(word, column, me, { markAt, hidden, knowable }))}
          </tr>`,
      )}`;
  return html`<table>
    <thead>
      <tr>
        <td></td>
        ${seats.map(
          (word) =>
            html`<th scope="col">
              <span class="column-head" title=${cardName(edition, word)}
                >${token(edition, word)}<span aria-hidden="true">${called(edition, word).short}</span
                ><span class="visually-hidden">${cardName(edition, word)}</span></span
              >
            </th>`,
        )}
        <th scope="col"><span class="column-head">${t("note.file")}</span></th>
      </tr>
    </thead>
    <tbody>
      ${rows("note.suspects", edition.suspects)}${rows("note.weapons", edition.weapons)}${rows(
        "note.rooms",
        edition.rooms,
      )}
    </tbody>
  </table>`;
}

/**
 * A cell as it was.
 * @param {Word} card @param {Word} column @param {Word} me
 * @param {{markAt: (card: Word, column: Word) => PastMark, hidden: HiddenAnswer[], knowable: Knowable | null}} then
 */
function past(card, column, me, { markAt, hidden, knowable }) {
  const { sign, colour, ink } = markAt(card, column);
  const answers = hidden.filter(
    ({ seat, theory }) =>
      sign !== "no" &&
      seat === column &&
      theory.includes(card) &&
      !theory.some((one) => markAt(one, seat).sign === "yes"),
  );
  const known = knowable?.cells.get(cell(card, column));
  if (known && knowable && known !== sign)
    return html`<td class=${column === me ? "me" : ""}>
      <button class=${`cell ${difference(sign)} ${known}`} @click=${() => knowable.why(card, column)}>
        ${knowable.own ? both({ sign, colour, ink }, known) : SIGNS[known]}<span class="visually-hidden"
          >${knowable.own ? told(sign, known) : t(`note.${known}`)}</span
        >
      </button>
    </td>`;
  return html`<td class=${column === me ? "me" : ""}>
    <span class=${`cell ${sign} ink-${ink} ink-${colour || "plain"}`}
      >${SIGNS[sign] ?? ""}${sign
        ? html`<span class="visually-hidden">${t(`note.${sign}`)}</span>`
        : nothing}${numbered(answers)}</span
    >
  </td>`;
}

/** How a mark differs from what could be known. @param {string} sign @returns {Difference} */
const difference = (sign) => (sign === "yes" || sign === "no" ? "wrong" : sign ? "unsure" : "could");

/** Your own mark, if there is one, and next to it, framed, what could be known. @param {PastMark} own @param {string} known */
const both = ({ sign, colour, ink }, known) =>
  html`${sign
      ? html`<span class=${`mark ink-${ink} ink-${colour || "plain"}`} aria-hidden="true">${SIGNS[sign]}</span>`
      : nothing}<span class="known" aria-hidden="true">${SIGNS[known]}</span>`;

/** The same in words. @param {string} sign @param {string} known */
const told = (sign, known) =>
  t(`review.${difference(sign)} mark`, { own: sign && t(`note.${sign}`), sign: t(`note.${known}`) });

/** What the frames mean, each with an example. */
export const keyToDifferences = () =>
  html`<ul class="differences-key">
    ${EXAMPLES.map(
      ([sign, known]) =>
        html`<li>
          <span class=${`cell ${difference(sign)}`}>${both({ sign, colour: "", ink: "own" }, known)}</span>
          ${t(`review.key ${difference(sign)}`)}
        </li>`,
    )}
  </ul>`;
