/** How to play an edition, with its rules below and a search; and a page that compares the rulebooks. */

import { ask } from "../ui/api.js";
import { boxes, edition } from "../board/editions.js";
import { fetchOffer, offers } from "../offers/offer.js";
import { rulebook, updateRulebook } from "./rulebook_state.js";
import { page } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { card } from "../board/card.js";
import { foot, head } from "../ui/page_frame.js";
import { url } from "../ui/url.js";
import { capital, language, t } from "../ui/words.js";
import { howToPlay } from "./how_to_play.js";
import { bySection, findRules, linkParts, marks, sharedRules } from "./rules_search_model.js";
import { drawings, loadDrawings, wholeBoard } from "./rule_diagrams.js";

/** @import {EditionPrint, Route, RulePrint} from "../types/types.js" */
/** @import {SharedRule} from "./rules_search_model.js" */

/** @param {Route} route */
export async function enter({ id: key }) {
  updateRulebook({ search: "" });
  const [differences] = await Promise.all([ask("/api/rules"), fetchOffer()]);
  const books = differences.editions.map((/** @type {[string, string]} */ [book]) => book);
  await Promise.all([
    ...(key
      ? [edition(key, location.search), loadDrawings(key, location.search)]
      : books.map((/** @type {string} */ book) => edition(book))),
  ]);
  updateRulebook({ differences });
  if (location.hash) requestAnimationFrame(() => goTo(location.hash.slice(1)));
}

/** Bring a rule into sight, and put the focus there. @param {string} id */
function goTo(id) {
  const rule = document.getElementById(id);
  rule?.scrollIntoView({ block: "center" });
  rule?.focus({ preventScroll: true });
}

export function draw() {
  const key = page.route.id;
  const printed = boxes[key];
  return html`${head()}
    <main class="rules" id="page" tabindex="-1">
      <h1>${key ? (printed ? t("how.title", { edition: printed.title }) : t("app.rules")) : t("rules.differ")}</h1>
      <nav class="chips" aria-label=${t("plan.edition")}>
        ${(offers.offer?.editions ?? []).map(
          (one) =>
            html`<a href=${url(`/rules/${one.key}`)} aria-current=${one.key === key ? "page" : nothing}
              >${one.title}</a
            >`,
        )}<a href=${url("/rules")} aria-current=${key ? nothing : "page"}>${t("rules.compare")}</a>
      </nav>
      ${printed ? html`<p class="lead">${printed.rulebook}</p>` : nothing}
      ${printed ? html`<p><a href=${url(`/print/${key}`)} target="_blank">${t("rules.print")}</a></p>` : nothing}
      ${search()} ${key ? (printed && rulebook.drawings[key] ? whole(printed) : nothing) : everywhere()}
    </main>
    ${foot()}`;
}

const search = () =>
  html`<label class="search"
    >${t("rules.search")}<input
      type="search"
      .value=${rulebook.search}
      @input=${(/** @type {Event} */ event) =>
        updateRulebook({ search: /** @type {HTMLInputElement} */ (event.target).value })}
  /></label>`;

/** The words that are looked for. */
const wanted = () => rulebook.search.trim().toLowerCase();

/** Words with what is looked for marked in them. @param {string} words @returns {unknown} */
const marked = (words) =>
  marks(words, rulebook.search, language).map(({ text, found }) => (found ? html`<mark>${text}</mark>` : text));

/** The words of a rule, in which every other rule of its book is a link. @param {string} words @param {string} book */
function linked(words, book) {
  const known = boxes[book].rules.map(({ id }) => id);
  return linkParts(words, known).map(({ text, link }) =>
    link ? html`<a href=${url(`/rules/${book}#${text}`)}>${marked(text)}</a>` : marked(text),
  );
}

/** @param {SharedRule[]} found @param {string} key */
const list = (found, key) =>
  bySection(found).map(
    ([section, rules]) =>
      html`<section>
        <h2>${section}</h2>
        ${entries(rules, key)}
      </section>`,
  );

/** @param {SharedRule[]} found @param {string} key */
const entries = (found, key) =>
  html`<dl>
    ${found.map(
      ({ rule, books }) =>
        html`<div id=${key ? rule.id : nothing} tabindex="-1">
          <dt><a href=${key ? `#${rule.id}` : url(`/rules/${books[0]}#${rule.id}`)}>${marked(rule.id)}</a></dt>
          <dd>
            ${linked(rule.text, key || books[0])}${key
              ? nothing
              : html`<small class="books">${books.map((book) => boxes[book].title).join(", ")}</small>`}
          </dd>
        </div>`,
    )}
  </dl>`;

/** What was found, best first. @param {SharedRule[]} found @param {string} key */
const results = (found, key) =>
  html`<p class="found" role="status">
      ${found.length ? t("rules.found", { count: found.length }) : t("rules.none", { words: rulebook.search.trim() })}
    </p>
    ${entries(found, key)}
    ${found.length
      ? nothing
      : html`<p class="buttons">
          <button @click=${() => updateRulebook({ search: "" })}>${t("rules.browse")}</button>
        </p>`}`;

/** What the rulebooks say, all together: the same words once, with the books that have them; otherwise what differs. */
function everywhere() {
  if (!wanted()) return differ();
  const books = rulebook.differences?.editions ?? [];
  const all = sharedRules(books.map(([book]) => [book, boxes[book]?.rules ?? []]));
  const found = findRules(
    all.map(({ rule }) => rule),
    rulebook.search,
    language,
  );
  return results(
    found.flatMap((rule) => all.filter((one) => one.rule === rule)),
    "",
  );
}

/** @param {EditionPrint} printed */
function whole(printed) {
  const listed = (/** @type {RulePrint[]} */ rules) => rules.map((rule) => ({ rule, books: [printed.key] }));
  if (wanted()) return results(listed(findRules(printed.rules, rulebook.search, language)), printed.key);
  return html`${howToPlay(printed)}
    <section>
      <h2>${t("rules.board")}</h2>
      <div class="board-scroll" role="region" tabindex="0" aria-label=${t("rules.board")}>${wholeBoard(printed)}</div>
    </section>
    ${drawings(printed)}
    <h2 class="all-rules" id="all-rules">${t("rules.all")}</h2>
    <p>${t("rules.rulings")}</p>
    ${list(listed(printed.rules), printed.key)}
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
  const { differences } = rulebook;
  if (!differences) return nothing;
  return html`<section>
    <p>${t("rules.all books")}</p>
    <div class="wide-table" role="region" aria-label=${t("rules.differ")} tabindex="0">
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
