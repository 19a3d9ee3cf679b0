/** Advice, where it is wanted: what to ask from the rooms in reach, which card to show, when to accuse, what others know. */

import { Problem } from "../ui/api.js";
import { redraw } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { advice, current } from "./book.js";
import { asked, propose } from "./pad_state.js";
import { kinds } from "./sheet.js";

/** @import {CompanionAdvice} from "../types/wire.js" */

/** @type {CompanionAdvice | null} */
let given = null;
let asking = false;
let problem = "";
/** For which version and question the advice was given. */
let about = "";
/** @type {Set<number>} */
const rooms = new Set();

async function fetchAdvice() {
  const view = current();
  if (!view || asking) return;
  const pending = asked();
  const show = pending ? `&by=${pending.by}&cards=${pending.cards.join(",")}` : "";
  asking = true;
  redraw();
  try {
    given = await advice(`rooms=${[...rooms].join(",")}${show}`);
    problem = "";
  } catch (why) {
    if (!(why instanceof Problem)) throw why;
    problem = why.message;
  }
  asking = false;
  about = `${view.id} ${view.version}`;
  redraw();
}

export function advicePanel() {
  const view = current();
  if (!view) return nothing;
  if (view.setup.level !== "advice")
    return html`<section class="c-advice"><p>${t("companion.no advice")}</p></section>`;
  const old = given && about !== `${view.id} ${view.version}`;
  const [, , [, first, count]] = kinds(view);
  return html`<section class="c-advice">
    <h2>${t("companion.advice")}</h2>
    <fieldset>
      <legend>${t("companion.reach")}</legend>
      <div class="c-chips">
        ${Array.from({ length: count }, (_, at) => {
          const room = first + at;
          return html`<button
            data-room=${room}
            aria-pressed=${rooms.has(room)}
            @click=${() => {
              if (!rooms.delete(room)) rooms.add(room);
              redraw();
            }}
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
    ${given ? told(given, Boolean(old), view.setup.me) : nothing}
  </section>`;
}

/** @param {CompanionAdvice} given @param {boolean} old @param {number} me */
const told = (given, old, me) =>
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
