/** About: what the project is, what it is not, and what is stored. */

import { html } from "../vendor/lit-html.js";
import { foot, head } from "../widgets/frame.js";
import { t } from "../words.js";

const PARTS = /** @type {const} */ ([
  ["about.is", ["about.rules", "about.bots", "about.deal", "about.proof"]],
  ["about.not", ["about.hasbro", "about.money"]],
  ["about.stored", ["about.cookie", "about.tables", "about.device", "about.nothing"]],
  ["about.code", ["about.licence"]],
]);

export const about = () =>
  html`${head()}
    <main class="about" id="page" tabindex="-1">
      <h1>${t("about.title")}</h1>
      <p class="lead">${t("about.lead")}</p>
      ${PARTS.map(
        ([title, points]) =>
          html`<section>
            <h2>${t(title)}</h2>
            <ul>
              ${points.map((point) => html`<li>${strong(t(point))}</li>`)}
            </ul>
          </section>`,
      )}
      <p class="buttons">
        <a class="button primary" href="/first">${t("about.first")}</a
        ><a class="button" href="/rules">${t("rules.title")}</a>
      </p>
    </main>
    ${foot()}`;

/** The first words of a point stand out, up to its first full stop. @param {string} words */
function strong(words) {
  const end = words.indexOf(". ") + 1;
  return end && end < 40 ? html`<b>${words.slice(0, end)}</b>${words.slice(end)}` : words;
}
