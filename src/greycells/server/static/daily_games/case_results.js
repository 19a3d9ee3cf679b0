/** How those did who played the same case: a list, or side by side. */

import { html } from "../vendor/lit-html.js";
import { url } from "../ui/url.js";
import { numberText, t } from "../ui/words.js";
import "../words/puzzles.js";

/** @import {CaseTry, SharedCaseView} from "../types/wire.js" */

/** A day's players, best first. @param {SharedCaseView} shown */
export const resultList = (shown) =>
  html`<table class="figures">
    <thead>
      <tr>
        <th scope="col">${t("table.player")}</th>
        <th scope="col">${t("shared.result")}</th>
        <th scope="col">${t("shared.suggestions")}</th>
        <th scope="col">${t("shared.accuracy")}</th>
        <th scope="col">${t("shared.help")}</th>
      </tr>
    </thead>
    <tbody>
      ${shown.results.map(
        (one) =>
          html`<tr class=${one.you ? "you" : ""}>
            <th scope="row">${who(one)}</th>
            <td>${outcome(one)}</td>
            <td>${one.suggestions}</td>
            <td>${accuracy(one)}</td>
            <td>${helped(one)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

/** The players of a challenge, a column for each. @param {SharedCaseView} shown */
export function sideBySide({ results: all }) {
  /** @type {[string, (one: CaseTry) => unknown][]} */
  const rows = [
    ["shared.result", outcome],
    ["shared.suggestions", (one) => one.suggestions],
    ["shared.accuracy", accuracy],
    ["shared.help", helped],
  ];
  const order = [...all].sort((one, other) => Number(other.challenger) - Number(one.challenger));
  return html`<table class="figures">
    <thead>
      <tr>
        <td></td>
        ${order.map((one) => html`<th scope="col">${who(one)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, cell]) =>
          html`<tr>
            <th scope="row">${t(name)}</th>
            ${order.map((one) => html`<td>${cell(one)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {CaseTry} one */
function who(one) {
  const name = one.you ? t("shared.yourself") : (one.name ?? t("shared.guest"));
  return one.replay
    ? html`<a href=${url(`/replay/${one.replay}`)} aria-label=${t("shared.replay", { name })}>${name}</a>`
    : name;
}

/** @param {CaseTry} one */
const outcome = (one) => t(one.won ? "shared.won" : "shared.lost", { turn: one.turns });

/** @param {CaseTry} one */
const accuracy = (one) =>
  one.accuracy === null ? html`<span aria-label=${t("shared.working")}>…</span>` : numberText(one.accuracy);

/** @param {CaseTry} one */
function helped(one) {
  const parts = [t(`shared.help ${one.help}`)];
  if (one.hints) parts.push(t("daily.hint count", { number: one.hints }));
  return parts.join(", ") + (one.by_bot ? `; ${t("shared.by bot")}` : "");
}
