/**
 * The pad: how something is entered or edited. Three cards are tapped on the sheet, then who showed one, which commits it.
 * One tap more says which card it was, if I saw it. Where an entry is about a single card, one is tapped.
 */

import { redraw } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { canUndo, current, mayWrite, undo } from "./book.js";
import { fresh } from "./device.js";
import { entries } from "./entries.js";
import { brief } from "./entry_list.js";
import { factButtons } from "./fact_buttons.js";
import {
  answered,
  chosen,
  clear,
  commit,
  pad,
  setBy,
  setMode,
  showed,
  SINGLE,
  suggester,
  suggestion,
  three,
  visible,
} from "./pad_state.js";

/** @import {CompanionView} from "../types/wire.js" */
/** @import {Mode} from "./pad_state.js" */

export function entryPad() {
  const view = current();
  if (!view || !mayWrite()) return nothing;
  return html`<section class="c-pad" aria-label=${t("companion.enter")}>
    <div class="c-row">
      ${sentence(view)}
      <span>
        <button class="quiet" data-do="undo" ?disabled=${!canUndo()} @click=${undo}>${t("companion.undo")}</button>
        <button
          class="quiet"
          data-do="more"
          aria-expanded=${pad.more}
          @click=${() => {
            pad.more = !pad.more;
            redraw();
          }}
        >
          ${t("companion.more")}
        </button>
      </span>
    </div>
    ${pad.more ? more(view) : answers(view)}
  </section>`;
}

/** Who does what, with whoever it is to be changed by a tap. @param {CompanionView} view */
function sentence(view) {
  if (pad.mode === "open") return html`<p>${t("companion.an open card")}</p>`;
  const about = pad.mode === "fact";
  return html`<label class="c-turn"
    ><span
      >${t(
        about
          ? "companion.about"
          : pad.mode === "accusation"
            ? "companion.accuser"
            : pad.mode === "snoop"
              ? "companion.snooper"
              : "companion.turn",
      )}</span
    ><select
      .value=${String(suggester())}
      @change=${(/** @type {Event} */ event) => setBy(Number(/** @type {HTMLSelectElement} */ (event.target).value))}
    >
      ${view.setup.players.map(
        (name, at) => html`<option value=${at} ?selected=${at === suggester()}>${name}</option>`,
      )}
      ${about ? html`<option value="-1" ?selected=${suggester() === -1}>${t("companion.case file")}</option>` : nothing}
    </select></label
  >`;
}

/** What can be entered beside suggestions. @param {CompanionView} view */
const more = (view) =>
  html`<div class="c-answers" role="group" aria-label=${t("companion.more")}>
      ${mode("suggestion", t("companion.a suggestion"))} ${mode("accusation", t("companion.a wrong accusation"))}
      ${mode("open", t("companion.an open card"))} ${view.snooping ? mode("snoop", t("companion.a snoop")) : nothing}
    </div>
    <p class="c-hint">${t("companion.more hint")}</p>`;

/** @param {Mode} mode @param {string} words */
const mode = (mode, words) => html`<button data-mode=${mode} @click=${() => setMode(mode)}>${words}</button>`;

/** @param {CompanionView} view */
function answers(view) {
  if (pad.asking !== null) return whichCard(view, pad.asking);
  const ready = chosen().length === 3;
  const cancel = pad.mode !== "suggestion" || pad.editing;
  return html`<p class="c-hint c-last-entry">
      ${pad.editing ? html`<b>${t("companion.editing")}</b>` : nothing} ${hint(ready)}
    </p>
    <div
      class=${`c-answers ${pad.mode === "fact" ? "c-facts" : ""}`}
      role="group"
      aria-label=${pad.mode === "suggestion" ? t("companion.who showed") : hint(ready)}
    >
      ${pad.mode === "suggestion" ? showers(view, ready) : nothing} ${pad.mode === "snoop" ? owners(view) : nothing}
      ${pad.mode === "open" ? layers(view) : nothing}
      ${pad.mode === "fact"
        ? factButtons({ card: chosen()[0] ?? null, holder: suggester(), enter: commit, was: pad.editing })
        : nothing}
      ${pad.mode === "accusation"
        ? html`<button
            class="primary"
            data-do="accuse"
            ?disabled=${!ready}
            @click=${() => commit({ kind: "accusation", id: fresh(), by: suggester(), cards: three() })}
          >
            ${t("companion.was wrong")}
          </button>`
        : nothing}
      ${cancel ? html`<button class="quiet" @click=${clear}>${t("companion.cancel")}</button>` : nothing}
    </div>`;
}

/** @param {boolean} ready */
function hint(ready) {
  const last = entries().at(-1);
  const view = current();
  if (view && pad.mode === "suggestion" && !pad.editing && !chosen().length)
    return last ? t("companion.last", { words: brief(view, last.entry) }) : t("companion.first hint");
  if (SINGLE.has(pad.mode)) return t(`companion.${pad.mode} hint`);
  return ready
    ? t(pad.mode === "accusation" ? "companion.accuse hint" : "companion.who showed")
    : t("companion.three cards", { count: chosen().length });
}

/** @param {CompanionView} view @param {boolean} ready */
function showers(view, ready) {
  const { players } = view.setup;
  const order = players.map((_, step) => (suggester() + 1 + step) % players.length).slice(0, -1);
  const marked = new Set(pad.shown.map((one) => one.player));
  return html`${order.map(
      (player) =>
        html`<button
          data-showed=${player}
          class=${before(player) ? "c-previous" : ""}
          ?disabled=${!ready}
          aria-pressed=${view.everybody ? marked.has(player) : nothing}
          @click=${() => showed(view, player)}
        >
          ${players[player]}
        </button>`,
    )}<button
      class=${view.everybody ? "primary" : "c-nobody"}
      data-showed=${view.everybody ? "done" : "nobody"}
      ?disabled=${!ready}
      @click=${() => commit(suggestion(pad.shown))}
    >
      ${view.everybody ? t("companion.done") : t("companion.nobody")}
    </button>`;
}

/** Whether this is the answer that is being edited. @param {number} player */
const before = (player) =>
  pad.editing?.kind === "suggestion" && (pad.editing.shown ?? []).some((one) => one.player === player);

/** Whose card lies face up; it may be one that nobody was dealt. @param {CompanionView} view */
function layers(view) {
  const card = chosen()[0];
  const lay = (/** @type {number | null} */ of) =>
    commit({ kind: "open", id: fresh(), card, ...(of === null ? {} : { of }) });
  return html`${view.setup.players.map(
      (name, of) =>
        html`<button data-showed=${of} ?disabled=${card === undefined} @click=${() => lay(of)}>${name}</button>`,
    )}<button class="c-nobody" data-showed="nobody" ?disabled=${card === undefined} @click=${() => lay(null)}>
      ${t("companion.left over")}
    </button>`;
}

/** Whose card was looked at; which one, if a card is chosen. @param {CompanionView} view */
function owners(view) {
  const by = suggester();
  const card = chosen()[0];
  return view.setup.players.map((name, of) =>
    of === by
      ? nothing
      : html`<button
          data-showed=${of}
          @click=${() => commit({ kind: "snoop", id: fresh(), by, of, ...(card === undefined ? {} : { card }) })}
        >
          ${name}
        </button>`,
  );
}

/** @param {CompanionView} view @param {number} player */
const whichCard = (view, player) =>
  html`<p class="c-hint">${t("companion.which card", { player: view.setup.players[player] })}</p>
    <div class="c-answers" role="group" aria-label=${t("companion.which")}>
      ${visible(view, player).map(
        (card) =>
          html`<button class="primary" data-seen=${card} @click=${() => answered(view, player, card)}>
            ${view.names[card]}
          </button>`,
      )}
      <button
        class="quiet"
        @click=${() => {
          pad.asking = null;
          redraw();
        }}
      >
        ${t("companion.cancel")}
      </button>
    </div>`;
