/** Small parts of the replay. */

import { card } from "../board/card.js";
import { html, nothing } from "../vendor/lit-html.js";
import { replay } from "./replay_state.js";

/** @import {EditionPrint, Steps} from "../types/types.js" */

/** A line on a button. @param {string} d */
export const icon = (d) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${d}></path></svg>`;

/** The case file, once it has been opened. @param {EditionPrint} printed @param {Steps} steps */
export const caseFile = (printed, steps) =>
  replay.at === steps.steps.length - 1
    ? html`<div class="cards">
        ${steps.steps[replay.at].look.case_file.map((word) => card(printed, word, { small: true }))}
      </div>`
    : nothing;
