/** The rules, from the engine's own data: per edition, with a search, and a table of what differs. */

import { ask, edition } from "../api.js";
import { BoardView } from "../board/board.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { card } from "../widgets/card.js";
import { foot, head } from "../widgets/frame.js";
import { capital, t } from "../words.js";

/** @import {EditionPrint} from "../types.js" */

/** @param {string} key */
export async function enterRules(key) {
  const [offer, differences] = await Promise.all([
    state.offer ?? ask("/api/offer"),
    ask("/api/rules"),
    key ? edition(key) : null,
  ]);
  update({ offer, differences, search: "" });
  if (location.hash) requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView());
}

/** @param {string} key */
export function rules(key) {
  const printed = state.editions[key];
  const { differences } = state;
  return html`${head()}
    <main class="rules" id="page" tabindex="-1">
      <h1>${key && printed ? printed.title : t("rules.title")}</h1>
      <nav class="chips" aria-label=${t("plan.edition")}>
        ${(state.offer?.editions ?? []).map(
          (one) =>
            html`<a href=${`/rules/${one.key}`} aria-current=${one.key === key ? "page" : nothing}>${one.title}</a>`,
        )}
      </nav>
      ${printed ? whole(printed) : nothing}
      ${differences
        ? html`<section>
            <h2>${t("rules.differ")}</h2>
            <div class="wide" role="region" aria-label=${t("rules.differ")} tabindex="0">
              <table class="differ">
                <thead>
                  <tr>
                    <th scope="col">${t("rules.question")}</th>
                    ${differences.editions.map(([, title]) => html`<th scope="col">${title}</th>`)}
                  </tr>
                </thead>
                <tbody>
                  ${differences.questions.map(
                    ([question, answers]) =>
                      html`<tr>
                        <th scope="row">${capital(question)}</th>
                        ${answers.map((answer) => html`<td>${answer}</td>`)}
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>
          </section>`
        : nothing}
    </main>
    ${foot()}`;
}

/** @type {Map<string, BoardView>} */
const boards = new Map();

/** The board as it is printed, with everybody where they begin. @param {EditionPrint} printed */
function board(printed) {
  let view = boards.get(printed.key);
  if (!view) {
    view = new BoardView(printed, () => undefined);
    boards.set(printed.key, view);
    const pawns = Object.fromEntries(printed.suspects.map((one) => [one.word, one.start]));
    view.show(
      {
        number: 0,
        ask: "",
        turn: 0,
        mover: "",
        phase: "",
        to_act: null,
        dice: [],
        steps: 0,
        theory: [],
        pawns,
        weapons: {},
        out: [],
        sizes: {},
        open_cards: [],
        hand: [],
        paths: {},
        winner: null,
        case_file: [],
      },
      { lit: [], paths: {}, mine: null, fresh: [], motion: "none" },
    );
  }
  return view.element;
}

/** @param {EditionPrint} printed */
function whole(printed) {
  const wanted = state.search.trim().toLowerCase();
  const found = printed.rules.filter((rule) => !wanted || `${rule.id} ${rule.text}`.toLowerCase().includes(wanted));
  const sections = [...new Set(found.map((rule) => rule.section))];
  return html`<p class="lead">${printed.rulebook}</p>
    <section>
      <h2>${t("rules.board")}</h2>
      <div class="scroll">${board(printed)}</div>
    </section>
    <section>
      <h2>${t("rules.cards")}</h2>
      <div class="cards all">
        ${[...printed.suspects, ...printed.weapons, ...printed.rooms].map((one) => card(printed, one.word))}
      </div>
    </section>
    <label class="search"
      >${t("rules.search")}<input
        type="search"
        .value=${state.search}
        @input=${(/** @type {Event} */ event) =>
          update({ search: /** @type {HTMLInputElement} */ (event.target).value })}
    /></label>
    ${sections.map(
      (section) =>
        html`<section>
          <h2>${section}</h2>
          <dl>
            ${found
              .filter((rule) => rule.section === section)
              .map(
                (rule) =>
                  html`<div id=${rule.id}>
                    <dt>${rule.id}</dt>
                    <dd>${rule.text}</dd>
                  </div>`,
              )}
          </dl>
        </section>`,
    )}
    ${found.length ? nothing : html`<p class="empty">${t("rules.none")}</p>`}
    ${printed.suspects.some((one) => one.dossier)
      ? html`<section>
          <h2>${t("rules.suspects")}</h2>
          <dl>
            ${printed.suspects.map(
              (one) =>
                html`<div>
                  <dt>${one.name}</dt>
                  <dd>${one.dossier}</dd>
                </div>`,
            )}
          </dl>
        </section>`
      : nothing}`;
}
