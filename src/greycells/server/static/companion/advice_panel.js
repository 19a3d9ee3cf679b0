/** Advice, where it is wanted: what to ask from the rooms in reach, which card to show, when to accuse, what others know. */

import { Problem } from "../ui/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { advice } from "./book.js";
import { companion, current, updateCompanion } from "./companion_state.js";
import { propose, suggestionInHand } from "./pad_controller.js";
import { toggled } from "./setup_model.js";
import { kindsOf } from "./sheet_model.js";

/** @import {CompanionAdvice, CompanionView} from "../types/wire.js" */

/** What advice is given for. @param {CompanionView} view */
const versionOf = ({ id, version }) => `${id} ${version}`;

async function fetchAdvice() {
  const view = current();
  if (!view || companion.asking) return;
  const pending = suggestionInHand();
  const show = pending ? `&by=${pending.by}&cards=${pending.cards.join(",")}` : "";
  updateCompanion({ asking: true });
  try {
    updateCompanion({ advice: await advice(`rooms=${companion.rooms.join(",")}${show}`), problem: "" });
  } catch (why) {
    if (!(why instanceof Problem)) throw why;
    updateCompanion({ problem: why.message });
  }
  updateCompanion({ asking: false, about: versionOf(view) });
}

export function advicePanel() {
  const view = current();
  if (!view) return nothing;
  if (view.setup.level !== "advice")
    return html`<section class="c-advice"><p>${t("companion.no advice")}</p></section>`;
  const { advice: given, asking, problem, rooms } = companion;
  const old = companion.about !== versionOf(view);
  const [, , [, first, count]] = kindsOf(view);
  return html`<section class="c-advice">
    <h2>${t("companion.advice")}</h2>
    <fieldset>
      <legend>${t("companion.reach")}</legend>
      <div class="c-chips">
        ${Array.from({ length: count }, (_, at) => {
          const room = first + at;
          return html`<button
            data-room=${room}
            aria-pressed=${rooms.includes(room)}
            @click=${() => updateCompanion({ rooms: toggled(rooms, room) })}
          >
            ${view.names[room]}
          </button>`;
        })}
      </div>
    </fieldset>
    <button class="primary" data-do="advise" ?disabled=${asking} @click=${fetchAdvice}>
      ${t(asking ? "companion.thinking" : "companion.advise")}
    </button>
    ${problem ? html`<p role="status">${problem}</p>` : nothing}
    ${given ? givenAdvice(given, old, view.setup.me) : nothing}
  </section>`;
}

/** @param {CompanionAdvice} given @param {boolean} old @param {number} me */
const givenAdvice = (given, old, me) =>
  html`<div class=${old ? "c-advice-text old" : "c-advice-text"} aria-live="polite">
    ${old ? html`<p class="c-hint">${t("companion.old advice")}</p>` : nothing}
    <p>${given.accuse}</p>
    ${given.show.length
      ? html`<h3>${t("companion.to show")}</h3>
          <ul>
            ${given.show.map((line) => html`<li>${line}</li>`)}
          </ul>`
      : nothing}
    ${given.questions.length
      ? html`<h3>${t("companion.to ask")}</h3>
          <ul>
            ${given.questions.map(
              (one) =>
                html`<li>
                  <p>${one.words} ${one.tells}</p>
                  <button class="quiet" @click=${() => propose(one.cards, me)}>${t("companion.use")}</button>
                </li>`,
            )}
          </ul>`
      : nothing}
    ${given.others.length
      ? html`<h3>${t("companion.others know")}</h3>
          <ul>
            ${given.others.map((line) => html`<li>${line}</li>`)}
          </ul>`
      : nothing}
  </div>`;
