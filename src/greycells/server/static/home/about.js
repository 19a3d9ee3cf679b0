/** About: what the project is, what it is not, and what is stored, in the words of the server. */

import { ask } from "../ui/api.js";
import { leadOf } from "./home_model.js";
import { home, updateHome } from "./home_state.js";
import { html, nothing } from "../vendor/lit-html.js";
import { foot, head, links } from "../ui/page_frame.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";

/** @import {About} from "../types/types.js" */

export async function enter() {
  updateHome({ about: home.about ?? /** @type {About} */ (await ask("/api/about")) });
}

export const draw = () =>
  html`${head()}
    <main class="about" id="page" tabindex="-1">
      ${home.about ? points(home.about) : nothing}
      <p class="buttons">
        <a class="button primary" href=${url("/first")}>${t("about.first")}</a
        ><a class="button" href=${links.rules()}>${t("app.rules")}</a
        ><a class="button" href=${url("/my-data")}>${t("data.title")}</a>
      </p>
    </main>
    ${foot()}`;

/** @param {About} about */
const points = ({ title, lead, sections }) =>
  html`<h1>${title}</h1>
    <p class="lead">${lead}</p>
    ${sections.map(
      ([name, list]) =>
        html`<section>
          <h2>${name}</h2>
          <ul>
            ${list.map((point) => html`<li>${strong(point)}</li>`)}
          </ul>
        </section>`,
    )}`;

/** @param {string} words */
function strong(words) {
  const [lead, rest] = leadOf(words);
  return lead ? html`<b>${lead}</b>${rest}` : rest;
}
