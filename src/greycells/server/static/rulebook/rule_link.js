/** A rule, one tap away. */

import { report } from "../ui/api.js";
import { boxes, edition as fetchEdition } from "../board/editions.js";
import { fetchOffer } from "../offers/offer.js";
import { game } from "../session/game_state.js";
import { updatePage } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";

/** @import {EditionPrint, RulePrint} from "../types/types.js" */

/** @param {string} id one or several ids, of which an edition has at least one @param {string} what */
export const ruleButton = (id, what) =>
  html`<button
    class="rule-mark"
    aria-label=${t("rules.rule", { what })}
    @click=${() => {
      updatePage({ dialog: { kind: "rule", id } });
      if (!game.table || !booksWith(id).length) void fetchBooks();
    }}
  >
    ?
  </button>`;

/** The rulebooks at hand that have such a rule. @param {string} id */
const booksWith = (id) =>
  Object.values(boxes).filter((book) => book.rules.some((rule) => id.split(" ").includes(rule.id)));

/**
 * The title and the words of rules as the box on the table has them; where it has none, as other rulebooks have them.
 * @param {string} id @param {EditionPrint | null} edition @returns {[string, unknown]}
 */
export function ruleText(id, edition) {
  const ids = id.split(" ");
  const own = edition && booksWith(id).includes(edition);
  /** @type {Map<string, {rule: RulePrint, books: EditionPrint[]}>} */
  const found = new Map();
  for (const book of own ? [edition] : booksWith(id))
    for (const rule of book.rules.filter((one) => ids.includes(one.id)))
      found.set(rule.text, { rule, books: [...(found.get(rule.text)?.books ?? []), book] });
  const [first] = found.values();
  return [
    first?.rule.section ?? t("app.rules"),
    html`${[...found.values()].map(
        ({ rule, books }) =>
          html`<p>
            <b>${rule.id}</b> ${rule.text}
            ${own ? nothing : html`<small class="books">${books.map((book) => book.title).join(", ")}</small>`}
          </p>`,
      )}
      <p>
        <a href=${url(`/rules/${first?.books[0].key ?? ""}#${first?.rule.id ?? ""}`)} target="_blank"
          >${t("rules.all")}</a
        >
      </p>`,
  ];
}

/** Every rulebook of the house: a refused record may be of any edition, and a refusal tells what other boxes allow. */
async function fetchBooks() {
  try {
    const offer = await fetchOffer();
    // The box on the table is there, and has its house rules.
    const missing = offer.editions.filter((one) => !boxes[one.key]);
    await Promise.all(missing.map((one) => fetchEdition(one.key)));
  } catch (problem) {
    report(problem);
  }
}
