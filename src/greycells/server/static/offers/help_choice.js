/** The choice of how much help the notebook gives. */

import { html } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";

/** @import {Plan} from "../types/types.js" */

const HELPS = /** @type {const} */ (["none", "direct facts", "full logic"]);

/** @param {Plan["help"]} chosen @param {(help: Plan["help"]) => void} choose @param {boolean} [locked] */
export const helpChoice = (chosen, choose, locked = false) =>
  html`<select
    ?disabled=${locked}
    @change=${(/** @type {Event} */ event) =>
      choose(HELPS[/** @type {HTMLSelectElement} */ (event.target).selectedIndex])}
  >
    ${HELPS.map((help) => html`<option value=${help} ?selected=${help === chosen}>${t(`plan.help ${help}`)}</option>`)}
  </select>`;
