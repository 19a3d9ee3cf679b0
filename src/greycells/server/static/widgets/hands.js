/** What everybody held, when it may be known. */

import { html } from "../vendor/lit-html.js";
import { levelName } from "../words.js";
import { cardName, token } from "./token.js";

/** @import {EditionPrint, Steps} from "../types.js" */

/** @param {EditionPrint} edition @param {Steps} steps */
export const hands = (edition, steps) =>
  html`<ul class="hands">
    ${steps.seats.map(
      ([word, name]) =>
        html`<li>
          ${token(edition, word)}
          <p>
            <b>${cardName(edition, word)}</b> <small>${levelName(name)}</small><br />
            ${(steps.hands[word] ?? []).map((held) => cardName(edition, held)).join(", ")}
          </p>
        </li>`,
    )}
  </ul>`;
