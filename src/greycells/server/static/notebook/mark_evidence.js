/** What stands behind a mark: the suggestions that gave it, and the proof of what the help wrote. */

import { askWhy } from "./advice.js";
import { setMark } from "../session/notebook_pages.js";
import { CASE_FILE, cell } from "../session/notebook_model.js";
import { mine } from "../session/session.js";
import { seatOf, theoryOf } from "../session/sightings.js";
import { game, updateGame } from "../session/game_state.js";
import { shownAnswers, shownLog } from "../session/held_back_model.js";
import { page, updatePage } from "../ui/page.js";
import { settings } from "../ui/settings.js";
import { html, nothing } from "../vendor/lit-html.js";
import { capital, t } from "../ui/words.js";
import "../words/game.js";
import { cardName, token } from "../board/token.js";
import { markAt } from "./card_notes.js";
import { helpAt } from "./help_model.js";

/** @import {EditionPrint, Line, Word} from "../types/types.js" */

/** A card: what is noted of each player, why, and every suggestion that named it. @param {EditionPrint} edition @param {Word} card */
export const evidenceForCard = (edition, card) =>
  html`<ul class="evidence-list">
      ${[...(game.table?.seats ?? []).map(([word]) => word), CASE_FILE].map((holder) =>
        standing(edition, card, holder),
      )}
    </ul>
    ${suggestions((lines) => theoryOf(lines[0].event).includes(card), "note.no suggestions")}`;

/** One cell: the suggestions that named the card and came to this player. @param {EditionPrint} edition @param {Word} card @param {Word} holder */
export const evidenceForMark = (edition, card, holder) =>
  html`<ul class="evidence-list">
      ${standing(edition, card, holder)}
    </ul>
    ${holder === CASE_FILE
      ? suggestions((lines) => theoryOf(lines[0].event).includes(card), "note.no suggestions")
      : suggestions(
          (lines) =>
            theoryOf(lines[0].event).includes(card) && lines.slice(1).some((line) => seatOf(line.event) === holder),
          "note.not asked",
          holder,
        )}`;

/** What a player answered, suggestion by suggestion. @param {Word} seat */
export const evidenceForPlayer = (seat) =>
  suggestions((lines) => lines.slice(1).some((line) => seatOf(line.event) === seat), "note.no answers", seat);

/** @param {EditionPrint} edition @param {Word} card @param {Word} holder */
function standing(edition, card, holder) {
  const { mark, ink } = markAt(card, holder);
  const certain = mark === "yes" || mark === "no";
  const who = holder === CASE_FILE ? t("note.file") : cardName(edition, holder);
  let says = `${who}: ${mark ? t(`note.${mark}`) : t("note.blank")}`;
  if (certain && holder === mine()) says = t(`note.you ${mark}`);
  if (certain && holder === CASE_FILE) says = capital(t(mark === "yes" ? "pick.file mark" : "pick.not file mark"));
  return html`<li>
    ${token(edition, holder)}<span>${says}</span>
    ${mark && ink === "own" ? html`<small>${t("note.by you")}</small>` : nothing}${mark && ink === "hand"
      ? html`<small>${t("note.by hand")}</small>`
      : nothing}${ink !== "hand" && helpAt(game, card, holder)
      ? html`<button @click=${() => askWhy(card, holder)}>${t("note.why")}</button>`
      : nothing}
  </li>`;
}

/**
 * The suggestions that pass a filter, with their answers; or a sentence that says that there are none.
 * @param {(lines: Line[]) => boolean} wanted @param {string} none @param {string} [who]
 */
function suggestions(wanted, none, who) {
  /** @type {Line[][]} */
  const rounds = [];
  for (const line of shownLog(game)) {
    if (line.event?.event === "Suggested") rounds.push([line]);
    else if (rounds.length && ["CouldNotShow", "Shown"].includes(line.event?.event ?? ""))
      rounds[rounds.length - 1].push(line);
  }
  const found = rounds.filter(wanted);
  return found.length
    ? html`<ol class="evidence">
        ${found.map(
          (lines) =>
            html`<li>
              ${lines
                .filter((line, at) => !who || at === 0 || seatOf(line.event) === who)
                .map((line) => html`<p>${number(lines[0], line)}${line.words}</p>`)}
            </li>`,
        )}
      </ol>`
    : html`<p class="empty">${t(none)}</p>`;
}

/** The notebook's number of an answer that others saw; a tap highlights its three cards there. @param {Line} suggestion @param {Line} answer */
function number(suggestion, answer) {
  const theory = theoryOf(suggestion.event).join();
  const found =
    settings.markers && answer.event?.event === "Shown"
      ? shownAnswers(game).find((known) => known.seat === seatOf(answer.event) && known.theory.join() === theory)
      : undefined;
  return found && answer.event?.event === "Shown" && answer.event.to !== mine()
    ? html`<button
          class="answer-badge"
          aria-label=${t("note.show number", { number: found.number })}
          title=${t("note.show number", { number: found.number })}
          @click=${() => {
            updatePage({ dialog: null });
            updateGame({ marker: found.number, tab: "notebook" });
          }}
        >
          ${found.number}</button
        >${" "}`
    : nothing;
}

/** One step further. @param {string} words */
const more = (words) =>
  html`<button @click=${() => updateGame({ hintSteps: game.hintSteps + 1 })}>${t(words)}</button>`;

/** The proof, step by step; what it proves can be written down at once. */
export function reason() {
  if (!game.reason) return nothing;
  const { sentence, nudge, mark, proof = [] } = game.reason;
  const step = nudge && page.dialog?.id === "hint" ? game.hintSteps : 2;
  if (step === 0)
    return html`<p>${nudge}</p>
      ${more("note.tell me")}`;
  return html`<p>${sentence}</p>
    ${step === 1 && proof.length ? more("note.show proof") : nothing}
    ${step === 2 && proof.length
      ? html`<h3>${t("note.proof")}</h3>
          <ul class="proof">
            ${proof.map((step) => html`<li>${step}</li>`)}
          </ul>`
      : nothing}
    ${mark
      ? html`<button
          class="primary"
          @click=${() => {
            setMark(cell(mark.card, mark.holder), mark.has ? "yes" : "no");
            updatePage({ dialog: null });
          }}
        >
          ${t("moment.note")}
        </button>`
      : nothing}`;
}
