/** The rules, from the engine's own data: per edition or all at once, with a search, drawings, and what differs. */

import { ask, edition } from "../api.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { card } from "../widgets/card.js";
import { foot, head } from "../widgets/frame.js";
import { capital, t } from "../words.js";
import { drawings, loadDrawings, wholeBoard } from "./drawings.js";

/** @import {EditionPrint, Route, RulePrint} from "../types.js" */

/** @param {Route} route */
export async function enter({ id: key }) {
  update({ search: "" });
  const [offer, differences] = await Promise.all([state.offer ?? ask("/api/offer"), ask("/api/rules")]);
  const books = differences.editions.map((/** @type {[string, string]} */ [book]) => book);
  await Promise.all([...(key ? [edition(key), loadDrawings(key)] : books.map(edition))]);
  update({ offer, differences });
  if (location.hash) requestAnimationFrame(() => goTo(location.hash.slice(1)));
}

/** Bring a rule into sight, and put the focus there. @param {string} id */
function goTo(id) {
  const rule = document.getElementById(id);
  rule?.scrollIntoView({ block: "center" });
  rule?.focus({ preventScroll: true });
}

export function draw() {
  const key = state.route.id;
  const printed = state.editions[key];
  return html`${head()}
    <main class="rules" id="page" tabindex="-1">
      <h1>${key && printed ? printed.title : t("rules.title")}</h1>
      <nav class="chips" aria-label=${t("plan.edition")}>
        <a href="/rules" aria-current=${key ? nothing : "page"}>${t("rules.every")}</a>${(
          state.offer?.editions ?? []
        ).map(
          (one) =>
            html`<a href=${`/rules/${one.key}`} aria-current=${one.key === key ? "page" : nothing}>${one.title}</a>`,
        )}
      </nav>
      ${printed ? html`<p class="lead">${printed.rulebook}</p>` : nothing} ${search()}
      ${key ? (printed && state.drawings[key] ? whole(printed) : nothing) : everywhere()} ${differ()}
    </main>
    ${foot()}`;
}

const search = () =>
  html`<label class="search"
    >${t("rules.search")}<input
      type="search"
      .value=${state.search}
      @input=${(/** @type {Event} */ event) =>
        update({ search: /** @type {HTMLInputElement} */ (event.target).value })}
  /></label>`;

/** The words that are looked for. */
const wanted = () => state.search.trim().toLowerCase();

/** @param {RulePrint} rule */
const isFound = (rule) => `${rule.id} ${rule.text}`.toLowerCase().includes(wanted());

/** Words with what is looked for marked in them. @param {string} words @returns {unknown} */
function marked(words) {
  const at = wanted() ? words.toLowerCase().indexOf(wanted()) : -1;
  if (at < 0) return words;
  const end = at + wanted().length;
  return html`${words.slice(0, at)}<mark>${words.slice(at, end)}</mark>${marked(words.slice(end))}`;
}

/** The words of a rule, in which every other rule of its book is a link. @param {string} words @param {string} book */
function linked(words, book) {
  const known = new Set(state.editions[book].rules.map((rule) => rule.id));
  return words
    .split(/\b([A-Z]+-\d+)\b/)
    .map((part) => (known.has(part) ? html`<a href=${`/rules/${book}#${part}`}>${marked(part)}</a>` : marked(part)));
}

/** @param {{rule: RulePrint, books: string[]}[]} found @param {string} key */
function list(found, key) {
  const sections = [...new Set(found.map(({ rule }) => rule.section))];
  return html`<p class="said" role="status">${wanted() ? t("rules.found", { count: found.length }) : ""}</p>
    ${sections.map(
      (section) =>
        html`<section>
          <h2>${section}</h2>
          <dl>
            ${found
              .filter(({ rule }) => rule.section === section)
              .map(
                ({ rule, books }) =>
                  html`<div id=${key ? rule.id : nothing} tabindex="-1">
                    <dt><a href=${key ? `#${rule.id}` : `/rules/${books[0]}#${rule.id}`}>${marked(rule.id)}</a></dt>
                    <dd>
                      ${linked(rule.text, key || books[0])}${key
                        ? nothing
                        : html`<small class="books"
                            >${books.map((book) => state.editions[book].title).join(", ")}</small
                          >`}
                    </dd>
                  </div>`,
              )}
          </dl>
        </section>`,
    )}
    ${found.length ? nothing : html`<p class="empty">${t("rules.none")}</p>`}`;
}

/** What the rulebooks say, all together: the same words once, with the books that have them. */
function everywhere() {
  if (!wanted()) return html`<p class="empty">${t("rules.all books")}</p>`;
  /** @type {Map<string, {rule: RulePrint, books: string[]}>} */
  const found = new Map();
  for (const [book] of state.differences?.editions ?? [])
    for (const rule of (state.editions[book]?.rules ?? []).filter(isFound)) {
      const same = found.get(`${rule.id} ${rule.text}`) ?? { rule, books: [] };
      same.books.push(book);
      found.set(`${rule.id} ${rule.text}`, same);
    }
  return list(
    [...found.values()].sort((one, other) => one.rule.id.localeCompare(other.rule.id, "en", { numeric: true })),
    "",
  );
}

/** @param {EditionPrint} printed */
function whole(printed) {
  const found = printed.rules.filter(isFound).map((rule) => ({ rule, books: [printed.key] }));
  if (wanted()) return list(found, printed.key);
  return html`<section>
      <h2>${t("rules.board")}</h2>
      <div class="scroll" role="region" tabindex="0" aria-label=${t("rules.board")}>${wholeBoard(printed)}</div>
    </section>
    ${drawings(printed)} ${list(found, printed.key)}
    <section>
      <h2>${t("rules.cards")}</h2>
      <div class="cards all">
        ${[...printed.suspects, ...printed.weapons, ...printed.rooms].map((one) => card(printed, one.word))}
      </div>
    </section>
    ${printed.suspects.some((one) => one.dossier) ? dossiers(printed) : nothing}`;
}

/** @param {EditionPrint} printed */
const dossiers = (printed) =>
  html`<section>
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
  </section>`;

function differ() {
  const { differences } = state;
  if (!differences || wanted()) return nothing;
  return html`<section>
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
  </section>`;
}
