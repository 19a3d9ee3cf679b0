/** What every figure of a review means, in the words of the server. */

import { ask } from "../api.js";
import { update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { foot, head } from "../widgets/page_frame.js";

/** @import {About} from "../types.js" */

/** @type {About | null} */
let guide = null;

export async function enter() {
  guide ??= /** @type {About} */ (await ask("/api/explained"));
  update({});
}

export const draw = () =>
  html`${head()}
    <main class="about" id="page" tabindex="-1">
      ${guide
        ? html`<h1>${guide.title}</h1>
            <p class="lead">${guide.lead}</p>
            ${guide.sections.map(
              ([name, list]) =>
                html`<section>
                  <h2>${name}</h2>
                  ${list.map((point) => html`<p>${point}</p>`)}
                </section>`,
            )}`
        : nothing}
    </main>
    ${foot()}`;
