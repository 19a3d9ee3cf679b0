/** A rule, one tap away. */

import { update } from "../store.js";
import { html } from "../vendor/lit-html.js";
import { t } from "../words.js";

/** @param {string} id one or several ids, of which an edition has at least one @param {string} what */
export const ruleButton = (id, what) =>
  html`<button
    class="rule-mark"
    aria-label=${t("do.rule", { what })}
    @click=${() => update({ dialog: { kind: "rule", id } })}
  >
    ?
  </button>`;
