/** What is behind a mark: how likely it is in exact numbers, why it is certain, and what one knows or thinks about it. */

import { Problem } from "../ui/api.js";
import { afterwards } from "../ui/staged_render.js";
import { redraw } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { numberText, t } from "../ui/words.js";
import "../words/companion.js";
import { current, mayWrite, put, unsent, why } from "./book.js";
import { fresh } from "./device.js";
import { factButtons, resetOdds } from "./fact_buttons.js";

/** @import {CompanionView, CompanionWhy} from "../types/wire.js" */

/** @type {{card: number, holder: number, why: CompanionWhy | null, version: number} | null} */
let open = null;

export const inspected = () => open;

/** Look at a mark. @param {number} card @param {number} holder */
export async function inspect(card, holder) {
  const view = current();
  if (!view) return;
  const looked = (open = { card, holder, why: /** @type {CompanionWhy | null} */ (null), version: view.version });
  resetOdds();
  redraw();
  afterwards(focusPanel);
  // A number says by itself how likely something is; only what is certain has a reason.
  const share = view.sheet.shares[card][holder];
  if (view.setup.level === "sheet" || unsent() || (share > 0 && share < 1)) return;
  try {
    looked.why = await why(card, holder);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    looked.why = { words: problem.message };
  }
  redraw();
}

/** Whoever reads by ear or key goes on inside the panel. */
const focusPanel = () => /** @type {HTMLElement | null} */ (document.querySelector(".c-panel"))?.focus();

export function close() {
  const cell = open && `[data-cell="${open.card}-${open.holder}"]`;
  open = null;
  redraw();
  if (cell) afterwards(() => /** @type {HTMLElement | null} */ (document.querySelector(cell))?.focus());
}

export function cellPanel() {
  const view = current();
  if (!view || !open) return nothing;
  const { card, holder } = open;
  const file = holder === view.setup.players.length;
  const share = view.sheet.shares[card][holder];
  return html`<section
    class="c-panel"
    role="dialog"
    aria-labelledby="c-panel-title"
    tabindex="-1"
    @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()}
  >
    <div class="c-row">
      <h2 id="c-panel-title">${view.names[card]} · ${file ? t("companion.case file") : view.setup.players[holder]}</h2>
      <button class="quiet" data-do="close" @click=${close}>${t("app.close")}</button>
    </div>
    <p><b>${said(share)}</b> ${numbers(view, card, holder, share)}</p>
    ${open.why ? reason(open.why) : nothing} ${mayWrite() ? facts(card, file ? -1 : holder, view) : nothing}
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
    open = null;
    put(entry);
  };
  return html`<div class="c-answers c-facts">
    ${factButtons({ card, holder, enter })}
    ${view.snooping && holder >= 0 && holder !== me
      ? html`<button data-fact="snoop" @click=${() => enter({ kind: "snoop", id: fresh(), by: me, of: holder, card })}>
          ${t("companion.snooped")}
        </button>`
      : nothing}
  </div>`;
}

/** How likely something is, in words. @param {number} share */
export const said = (share) =>
  share < 0
    ? t("companion.unknown")
    : share === 1
      ? t("companion.yes")
      : share === 0
        ? t("companion.no")
        : t("companion.percent", { percent: percent(share) });

/** @param {number} share */
const percent = (share) => numberText(100 * share, share < 0.01 || share > 0.99 ? 1 : 0);
