/** What the signs of the notebook mean, on demand: only those that this notebook shows. */

import { planOf } from "../session/game_model.js";
import { settings } from "../ui/settings.js";
import { html } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { closesItself } from "../ui/menu.js";
import { eye } from "./notebook_parts.js";

/** @import {TableView} from "../types/types.js" */

/** Each sign with what it means. @param {TableView} table @returns {[unknown, string][]} */
function signs(table) {
  const { markers, seen, pens } = settings;
  const helped = planOf(table).help !== "none";
  /** @type {[boolean, unknown, string][]} */
  const all = [
    [true, html`<b class="has">✓</b> ✗ ?`, "legend.marks"],
    [helped, html`<span class="by-help">✓ ✗</span>`, "legend.help"],
    [markers, html`<span class="one">1 2</span>`, "legend.numbers"],
    [seen, html`<span class="by-help">${eye}</span>`, "legend.eye"],
    [pens, html`<span class="in-colour">★</span>`, "legend.pens"],
    [true, html`<s>${t("pick.room")}</s>`, "legend.struck"],
    [true, html`<b class="has">${t("pick.room")}</b>`, "legend.bold"],
  ];
  return all.filter(([shown]) => shown).map(([, sign, key]) => [sign, t(key)]);
}

/** @param {TableView} table */
export const legend = (table) =>
  html`<details class="notebook-legend">
    <summary @click=${closesItself}>${t("legend.title")}</summary>
    <dl>
      ${signs(table).map(
        ([sign, words]) =>
          html`<div>
            <dt>${sign}</dt>
            <dd>${words}</dd>
          </div>`,
      )}
    </dl>
  </details>`;
