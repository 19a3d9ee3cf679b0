/** What the coach says: one short sentence at a time, above the game, read aloud by screen readers. */

import { beatNow, goThere, markRead, keepLesson, light, turnNow } from "./coach.js";
import { CASE_FILE } from "../session/notebook_model.js";
import { lessons } from "./lesson_state.js";
import { game } from "../session/game_state.js";
import { html, nothing } from "../vendor/lit-html.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import "../words/tutorial.js";
import "../words/game.js";
import { called } from "../board/token.js";

/** @import {Beat, EditionPrint} from "../types/types.js" */

/** Ask for the lesson, and light what it wants. */
export function follow() {
  keepLesson();
  light();
}

/** @param {EditionPrint} edition */
export function coach(edition) {
  const { lesson } = lessons;
  const { scene } = game;
  if (!lesson || !scene) return nothing;
  const beat = beatNow();
  const over = game.table?.state === "over";
  const turn = turnNow();
  return html`<aside class="coach" aria-label=${t("first.coach")}>
    <svg class="face" viewBox="0 0 40 40" aria-hidden="true">
      <circle class="disc" cx="20" cy="20" r="19"></circle>
      <path class="hat" d="M6 19q2-2 5-2 2-8 9-8t9 8q3 0 5 2-14 4-28 0Z"></path>
      <path class="chin" d="M12 20q0 11 8 11t8-11"></path>
      <circle class="glass" cx="24.5" cy="23" r="3.4"></circle>
      <path class="chin" d="M17 27q3 1.6 6 0M15 22.5h2.5"></path>
    </svg>
    <div class="words">
      <p class="chapter">
        ${t("first.turn", { turn, turns: lesson.teaches.length })}<span class="dots" aria-hidden="true"
          >${lesson.teaches.map(
            (_, at) => html`<i class=${at < turn - 1 || over ? "past" : at < turn ? "now" : ""}></i>`,
          )}</span
        >
      </p>
      <p class="says" id="coach-says" role="status" aria-live="polite">${sentence(edition, beat)}</p>
      ${beat?.mark && !game.moments.length ? html`<p class="tap">${t("first.tap")}</p>` : nothing}
    </div>
    <div class="buttons">${over ? afterwards() : buttons(beat)}</div>
  </aside>`;
}

/** @param {Beat | null} beat */
const buttons = (beat) =>
  html`${beat && !beat.does && !beat.mark
      ? html`<button class="primary next" @click=${() => markRead(beat)}>${t("first.next")}</button>`
      : nothing}
    ${beat && (beat.does || beat.mark)
      ? html`<button class="quiet there" @click=${goThere}>${t("first.there")}</button>`
      : nothing}<a class="leave" href=${url("/first")}>${t("first.leave")}</a>`;

const afterwards = () =>
  html`<form method="post" action=${url("/play")}><button class="primary">${t("first.play")}</button></form>
    <form method="post" action=${url("/first")}>
      <button class="quiet" name="again" value="1">${t("first.again")}</button>
    </form>`;

/** @param {EditionPrint} edition @param {Beat | null} beat */
function sentence(edition, beat) {
  const { scene } = game;
  const names = Object.fromEntries(
    [...edition.suspects, ...edition.weapons, ...edition.rooms].map(({ word }) => [word, called(edition, word)]),
  );
  if (!beat) return t("first.watch", { who: names[scene?.to_act ?? ""] ?? "" });
  const does = beat.does ?? { do: "" };
  const [suspect = "", weapon = "", room = ""] = "theory" in does ? does.theory : [];
  const [marked = "", holder = ""] = beat.mark ?? [];
  return t(`first.${beat.says}`, {
    ...names,
    suspect: names[suspect],
    weapon: names[weapon],
    room: names[room],
    card: names["card" in does ? does.card : marked],
    who: holder === CASE_FILE ? t("note.file") : names[holder],
    place: called(edition, "to" in does ? does.to : ""),
  });
}
