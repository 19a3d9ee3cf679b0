/** How to play an edition: a few steps, each with a picture made of the game's own cards and board. */

import { html, nothing } from "../vendor/lit-html.js";
import { cardBack } from "../board/card_back.js";
import { card } from "../board/card.js";
import { playForm } from "../offers/play_form.js";
import { token } from "../board/token.js";
import { rulebook } from "./rulebook_state.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import { sealed } from "../board/home_art.js";
import { drawingNamed } from "./rule_diagrams.js";

/** @import {EditionPrint, HowStep} from "../types/types.js" */

/** @param {EditionPrint} printed */
export const howToPlay = (printed) =>
  html`<ol class="how">
      ${(rulebook.howTo[printed.key] ?? []).map(
        (step, at) =>
          html`<li>
            <div class="picture" aria-hidden="true">${picture(printed, step.picture)}</div>
            <div>
              <h2><span aria-hidden="true">${at + 1}</span> ${step.title}</h2>
              <p>${step.words}</p>
              <p class="exact">${t("how.exact")} ${step.rules.map((id) => html`<a href=${`#${id}`}>${id}</a> `)}</p>
            </div>
          </li>`,
      )}
    </ol>
    <div class="buttons how-next">
      ${playForm(t("home.play this", { edition: printed.title }), { kind: "primary", edition: printed.key })}
      <a class="button" href=${url("/first")}>${t("home.tutorial")}</a>
      <a class="button" href=${url("/rules")}>${t("rules.compare")}</a>
    </div>`;

/** @param {EditionPrint} printed @param {HowStep["picture"]} kind */
function picture(printed, kind) {
  const { suspects, weapons, rooms } = printed;
  const three = (/** @type {number} */ at) => [suspects[at], weapons[at], rooms[at]].map(({ word }) => word);
  const cards = (/** @type {string[]} */ words) =>
    html`<div class="three-cards">${words.map((word) => card(printed, word))}</div>`;
  switch (kind) {
    case "file":
      return sealed;
    case "cards":
      return cards(three(0));
    case "suggestion":
      return html`<div class="example-quote">${token(printed, suspects[0].word)}<q>…</q></div>
        ${cards(three(1))}`;
    case "answer":
      return html`<div class="three-cards shown">
        ${token(printed, suspects[2].word)}${cardBack()}<span class="arrow">→</span>${card(printed, weapons[1].word)}
      </div>`;
    case "notebook":
      return notebook(printed);
    case "accusation":
      return html`${sealed}${cards(three(2))}`;
    default:
      return drawingNamed(printed, kind) ?? nothing;
  }
}

/** A corner of a notebook page: who has what. @param {EditionPrint} printed */
const notebook = (printed) =>
  html`<table class="example-notes">
    <tbody>
      <tr>
        <td></td>
        ${printed.suspects.slice(0, 3).map((one) => html`<td>${token(printed, one.word)}</td>`)}
      </tr>
      ${printed.weapons.slice(0, 3).map(
        ({ name }, row) =>
          html`<tr>
            <td>${name}</td>
            ${["✓✗✗", "✗✗✓", "✗✗✗"][row]
              .split("")
              .map((mark) => html`<td class=${mark === "✓" ? "yes" : ""}>${mark}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
