/** Tables in a list: what is played there, with whom, how it stands, and when somebody last did something. */

import { html } from "../vendor/lit-html.js";
import { locale, t } from "../words.js";

/** @import {Listed} from "../types.js" */

/** @param {number} at */
export const when = (at) => new Date(at * 1000).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });

/** @param {Listed[]} tables */
export const listed = (tables) =>
  html`<ul class="listed">
    ${tables.map(
      (table) =>
        html`<li>
          <a href=${table.state === "over" ? `/replay/${table.id}` : `/table/${table.id}`}
            ><span><b>${t(`edition.${table.edition}`)}</b> ${table.company}</span
            ><span class="standing">${table.standing}</span><small>${when(table.touched)}</small></a
          >
        </li>`,
    )}
  </ul>`;
