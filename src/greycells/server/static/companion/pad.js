/**
 * The pad: how something is entered or edited. Three cards are tapped on the sheet, then who showed one, which commits it.
 * One tap more says which card it was, if I saw it. Where an entry is about a single card, one is tapped.
 */

import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { undo } from "./book.js";
import { companion, current, mayWrite, waiting } from "./companion_state.js";
import { newId } from "./device.js";
import { entriesOf } from "./entries_model.js";
import { brief } from "./entry_list.js";
import { factButtons } from "./fact_buttons.js";
import {
  changePad,
  choosePlayer,
  clearPad,
  commit,
  commitSuggestion,
  showed,
  showedCard,
  suggester,
} from "./pad_controller.js";
import { chosenCards, emptyPad, SINGLE, threeCards, visibleCards } from "./pad_model.js";
import { canUndo } from "./queue_model.js";

/** @import {CompanionView} from "../types/wire.js" */
/** @import {Mode} from "./pad_model.js" */

export function entryPad() {
  const { game, pad } = companion;
  if (!game || !mayWrite()) return nothing;
  const { view } = game;
  return html`<section class="c-pad" aria-label=${t("companion.enter")}>
    <div class="c-row">
      ${sentence(view)}
      <span>
        <button class="quiet" data-do="undo" ?disabled=${!canUndo(game)} @click=${undo}>${t("companion.undo")}</button>
        <button class="quiet" data-do="more" aria-expanded=${pad.more} @click=${() => changePad({ more: !pad.more })}>
          ${t("companion.more")}
        </button>
      </span>
    </div>
    ${pad.more ? more(view) : answers(view)}
  </section>`;
}

/** Who does what, with whoever it is to be changed by a tap. @param {CompanionView} view */
function sentence(view) {
  const { pad } = companion;
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
      @change=${(/** @type {Event} */ event) =>
        choosePlayer(Number(/** @type {HTMLSelectElement} */ (event.target).value))}
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
const mode = (mode, words) =>
  html`<button data-mode=${mode} @click=${() => changePad({ ...emptyPad(), mode })}>${words}</button>`;

/** @param {CompanionView} view */
function answers(view) {
  const { pad } = companion;
  if (pad.asking !== null) return whichCard(view, pad.asking);
  const ready = chosenCards(pad).length === 3;
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
        ? factButtons({ card: chosenCards(pad)[0] ?? null, holder: suggester(), enter: commit, was: pad.editing })
        : nothing}
      ${pad.mode === "accusation"
        ? html`<button
            class="primary"
            data-do="accuse"
            ?disabled=${!ready}
            @click=${() => commit({ kind: "accusation", id: newId(), by: suggester(), cards: threeCards(pad) })}
          >
            ${t("companion.was wrong")}
          </button>`
        : nothing}
      ${cancel ? html`<button class="quiet" @click=${clearPad}>${t("companion.cancel")}</button>` : nothing}
    </div>`;
}

/** @param {boolean} ready */
function hint(ready) {
  const { pad } = companion;
  const count = chosenCards(pad).length;
  const view = current();
  const last = view && entriesOf(view, waiting()).at(-1);
  if (view && pad.mode === "suggestion" && !pad.editing && !count)
    return last ? t("companion.last", { words: brief(view, last.entry) }) : t("companion.first hint");
  if (SINGLE.has(pad.mode)) return t(`companion.${pad.mode} hint`);
  return ready
    ? t(pad.mode === "accusation" ? "companion.accuse hint" : "companion.who showed")
    : t("companion.three cards", { count });
}

/** @param {CompanionView} view @param {boolean} ready */
function showers(view, ready) {
  const { players } = view.setup;
  const { pad } = companion;
  const order = players.map((_, step) => (suggester() + 1 + step) % players.length).slice(0, -1);
  const marked = new Set(pad.shown.map((one) => one.player));
  return html`${order.map(
      (player) =>
        html`<button
          data-showed=${player}
          class=${wasShower(player) ? "c-previous" : ""}
          ?disabled=${!ready}
          aria-pressed=${view.everybody ? marked.has(player) : nothing}
          @click=${() => showed(player)}
        >
          ${players[player]}
        </button>`,
    )}<button
      class=${view.everybody ? "primary" : "c-nobody"}
      data-showed=${view.everybody ? "done" : "nobody"}
      ?disabled=${!ready}
      @click=${() => commitSuggestion(pad.shown)}
    >
      ${view.everybody ? t("companion.done") : t("companion.nobody")}
    </button>`;
}

/** Whether this is the answer that is being edited. @param {number} player */
function wasShower(player) {
  const { editing } = companion.pad;
  return editing?.kind === "suggestion" && (editing.shown ?? []).some((one) => one.player === player);
}

/** Whose card lies face up; it may be one that nobody was dealt. @param {CompanionView} view */
function layers(view) {
  const [card] = chosenCards(companion.pad);
  const lay = (/** @type {number | null} */ of) =>
    commit({ kind: "open", id: newId(), card, ...(of === null ? {} : { of }) });
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
  const [card] = chosenCards(companion.pad);
  return view.setup.players.map((name, of) =>
    of === by
      ? nothing
      : html`<button
          data-showed=${of}
          @click=${() => commit({ kind: "snoop", id: newId(), by, of, ...(card === undefined ? {} : { card }) })}
        >
          ${name}
        </button>`,
  );
}

/** @param {CompanionView} view @param {number} player */
const whichCard = (view, player) =>
  html`<p class="c-hint">${t("companion.which card", { player: view.setup.players[player] })}</p>
    <div class="c-answers" role="group" aria-label=${t("companion.which")}>
      ${visibleCards(companion.pad, view, { by: suggester(), player }).map(
        (card) =>
          html`<button class="primary" data-seen=${card} @click=${() => showedCard(player, card)}>
            ${view.names[card]}
          </button>`,
      )}
      <button class="quiet" @click=${() => changePad({ asking: null })}>${t("companion.cancel")}</button>
    </div>`;
