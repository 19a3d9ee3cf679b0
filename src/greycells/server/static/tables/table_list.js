/** Tables in a list: what is played there, with whom, how it stands, and when somebody last did something. */

import { editionTitle } from "../offers/offer.js";
import { html, nothing } from "../vendor/lit-html.js";
import { url } from "../ui/url.js";
import { locale, t } from "../ui/words.js";

/** @import {Listed} from "../types/types.js" */

/** @param {number} at */
export const when = (at) => new Date(at * 1000).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });

/** @param {Listed[]} tables @param {string} [does] what a tap on one does, where that isn't plain */
export const listed = (tables, does = "") =>
  html`<ul class="listed">
    ${tables.map(
      (table) =>
        html`<li>
          <a href=${url(table.state === "over" ? `/replay/${table.id}` : `/table/${table.id}`)}
            ><span><b>${editionTitle(table.edition)}</b> ${table.company}</span
            ><span class="game-state"
              >${table.practice
                ? html`<span class="practice-mark">${t("table.practice")}</span> `
                : nothing}${table.standing}</span
            ><small>${when(table.touched)}</small>${does ? html`<b class="action-word">${does}</b>` : nothing}</a
          >
        </li>`,
    )}
  </ul>`;
