/** What is behind a mark: how likely it is in exact numbers, why it is certain, and what one knows or thinks about it. */

import { Problem } from "../ui/api.js";
import { afterwards } from "../ui/staged_render.js";
import { html, nothing } from "../vendor/lit-html.js";
import { numberText, t } from "../ui/words.js";
import "../words/companion.js";
import { put, why } from "./book.js";
import { companion, current, mayWrite, updateCompanion } from "./companion_state.js";
import { newId } from "./device.js";
import { factButtons } from "./fact_buttons.js";
import { changePad } from "./pad_controller.js";
import { USUAL } from "./pad_model.js";
import { decimalsOf, likelihood } from "./sheet_model.js";

/** @import {CompanionView, CompanionWhy} from "../types/wire.js" */

/** Look at a mark. @param {number} card @param {number} holder */
export async function inspect(card, holder) {
  const view = current();
  if (!view) return;
  const cell = { card, holder };
  updateCompanion({ cell, why: null });
  changePad({ weight: USUAL });
  afterwards(focusPanel);
  // A number says by itself how likely something is; only what is certain has a reason.
  if (
    view.setup.level === "sheet" ||
    companion.game?.unsent ||
    likelihood(view.sheet.shares[card][holder]) === "likely"
  )
    return;
  const reason = await why(card, holder).catch((problem) => {
    if (!(problem instanceof Problem)) throw problem;
    return { words: problem.message };
  });
  if (companion.cell === cell) updateCompanion({ why: reason });
}

/** Whoever reads by ear or key goes on inside the panel. */
const focusPanel = () => /** @type {HTMLElement | null} */ (document.querySelector(".c-panel"))?.focus();

export function closePanel() {
  const { cell } = companion;
  if (!cell) return;
  updateCompanion({ cell: null });
  const place = `[data-cell="${cell.card}-${cell.holder}"]`;
  afterwards(() => /** @type {HTMLElement | null} */ (document.querySelector(place))?.focus());
}

export function cellPanel() {
  const view = current();
  if (!view || !companion.cell) return nothing;
  const { card, holder } = companion.cell;
  const file = holder === view.setup.players.length;
  const share = view.sheet.shares[card][holder];
  return html`<section
    class="c-panel"
    role="dialog"
    aria-labelledby="c-panel-title"
    tabindex="-1"
    @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && closePanel()}
  >
    <div class="c-row">
      <h2 id="c-panel-title">${view.names[card]} · ${file ? t("companion.case file") : view.setup.players[holder]}</h2>
      <button class="quiet" data-do="close" @click=${closePanel}>${t("app.close")}</button>
    </div>
    <p><b>${shareWords(share)}</b> ${numbers(view, card, holder, share)}</p>
    ${companion.why ? reason(companion.why) : nothing} ${mayWrite() ? facts(card, file ? -1 : holder, view) : nothing}
  </section>`;
}

/** @param {CompanionView} view @param {number} card @param {number} holder @param {number} share */
function numbers(view, card, holder, share) {
  const { total, numbers } = view.sheet;
  if (!total || !numbers || share === 0 || share === 1) return nothing;
  return html`<span class="c-exact"
    >${t("companion.deals", {
      number: numberText(BigInt(numbers[card][holder])),
      total: numberText(BigInt(total)),
    })}</span
  >`;
}

/** @param {CompanionWhy} why */
const reason = ({ words, proof = [] }) =>
  html`<p>${words}</p>
    ${proof.length
      ? html`<ol class="c-proof">
          ${proof.map((line) => html`<li>${line}</li>`)}
        </ol>`
      : nothing}`;

/** @param {number} card @param {number} holder @param {CompanionView} view */
function facts(card, holder, view) {
  const { me } = view.setup;
  const enter = (/** @type {Parameters<typeof put>[0]} */ entry) => {
    updateCompanion({ cell: null });
    put(entry);
  };
  return html`<div class="c-answers c-facts">
    ${factButtons({ card, holder, enter })}
    ${view.snooping && holder >= 0 && holder !== me
      ? html`<button data-fact="snoop" @click=${() => enter({ kind: "snoop", id: newId(), by: me, of: holder, card })}>
          ${t("companion.snooped")}
        </button>`
      : nothing}
  </div>`;
}

/** How likely something is, in words. @param {number} share */
export function shareWords(share) {
  const how = likelihood(share);
  return how === "likely"
    ? t("companion.percent", { percent: numberText(100 * share, decimalsOf(share)) })
    : t(`companion.${how}`);
}
