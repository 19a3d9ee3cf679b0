/** The log: everything public in sentences, turn by turn, and the chat. */

import { seatOf } from "../session/sightings.js";
import { once } from "../ui/once.js";
import { panel } from "../ui/staged_render.js";
import { game } from "../session/game_state.js";
import { shownLog } from "../session/held_back_model.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { canTalk, talk } from "./table_talk.js";
import { token } from "../board/token.js";

/** @import {EditionPrint, Line} from "../types/types.js" */
/** @typedef {{number: number, seat: string, lines: Line[]}} Turn */

const SILENT = new Set(["TurnEnded"]);

/** The lines of the log on this page: everything that has been shown, and the chat of players who are not muted. */
const linesShown = () =>
  shownLog(game).filter((line) => line.kind !== "chat" || !game.muted.includes(line.chair ?? -1));

/** The lines of each turn, the latest last: everything reads downwards. @param {Line[]} lines */
export function turns(lines) {
  /** @type {Turn[]} */
  const found = [{ number: 0, seat: "", lines: [] }];
  for (const line of lines) {
    const last = found[found.length - 1];
    if (line.event && !SILENT.has(line.event.event)) last.seat ||= seatOf(line.event);
    if (!line.event || !SILENT.has(line.event.event)) last.lines.push(line);
    if (line.event?.event === "TurnEnded" || line.event?.event === "Began")
      found.push({ number: found.length, seat: "", lines: [] });
  }
  return found.filter((turn) => turn.lines.length);
}

/** The turns on the page: only the current one is drawn again, and a new one is added below. */
class Story {
  element = document.createElement("ol");
  /** @type {{item: HTMLLIElement, lines: Line[]}[]} */
  turns = [];

  constructor() {
    this.element.className = "turns";
  }

  /** @param {EditionPrint} edition @param {Turn[]} turns the latest last */
  draw(edition, turns) {
    for (const { item } of this.turns.splice(turns.length)) item.remove();
    turns.forEach((turn, at) => {
      if (!this.turns[at]) {
        this.turns[at] = { item: document.createElement("li"), lines: [] };
        this.element.append(this.turns[at].item);
      }
      const { item, lines } = this.turns[at];
      if (lines.length === turn.lines.length && lines.every((line, one) => line === turn.lines[one])) return;
      this.turns[at].lines = turn.lines;
      render(paragraphs(edition, turn), item);
    });
    return this.element;
  }
}

/** @param {EditionPrint} edition @param {Turn} turn */
const paragraphs = (edition, turn) =>
  html`<h3>${token(edition, turn.seat)}${turn.number ? t("log.turn", { turn: turn.number }) : t("log.before")}</h3>
    ${turn.lines.map(
      (line) => html`<p class=${line.kind}>${line.name ? html`<b>${line.name}:</b> ` : nothing}${line.words}</p>`,
    )}`;

/** @param {EditionPrint} edition */
export const log = (edition) =>
  panel(
    "log",
    [edition, game.log, game.unshown, game.muted, canTalk()],
    () =>
      html`<section class="log">
        <h2 class="visually-hidden">${t("log.title")}</h2>
        ${once("log", () => new Story()).draw(edition, turns(linesShown()))}
        ${game.log.length ? nothing : html`<p class="empty">${t("log.empty")}</p>`}${canTalk() ? talk() : nothing}
      </section>`,
  );

/** The latest lines, under the board, which screen readers announce; earlier ones above them, where there is room. @param {EditionPrint} edition */
export function ticker(edition) {
  const lines = linesShown().filter((line) => !SILENT.has(line.event?.event ?? ""));
  const shown = (/** @type {Line[]} */ some) =>
    some.map(
      (line) =>
        html`<p class=${line.kind}>
          ${token(edition, seatOf(line.event))}<span
            >${line.name ? html`<b>${line.name}:</b> ` : nothing}${line.words}</span
          >
        </p>`,
    );
  return html`<div class="ticker">
    <div class="earlier" aria-hidden="true">${shown(lines.slice(-12, -3))}</div>
    <div class="latest" role="log" aria-label=${t("log.latest")}>${shown(lines.slice(-3))}</div>
  </div>`;
}
