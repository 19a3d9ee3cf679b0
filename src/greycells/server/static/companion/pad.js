/**
 * The pad: how something is entered. Three cards are tapped on the sheet, then who showed one, which commits it. One tap
 * more says which card it was, if I saw it.
 */

import { update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../words.js";
import { canUndo, current, fresh, mayWrite, put, turn, undo } from "./book.js";
import { show } from "./tabs.js";

/** @import {CompanionEntry, CompanionView, ShownEntry, SuggestionEntry} from "../wire.js" */
/** @typedef {"suggestion" | "accusation" | "open" | "snoop"} Mode */

/** @type {{mode: Mode, cards: (number | null)[], by: number | null, shown: ShownEntry[], asking: number | null, editing: CompanionEntry | null, more: boolean}} */
let pad = empty();

/** @returns {typeof pad} */
function empty() {
  return {
    mode: "suggestion",
    cards: [null, null, null],
    by: null,
    shown: [],
    asking: null,
    editing: null,
    more: false,
  };
}

/** Begin again, with nothing chosen. */
export function clear() {
  pad = empty();
  update({});
}

/** The cards that are chosen. */
export const chosen = () => pad.cards.filter((card) => card !== null);

/** Whether cards can be chosen now. */
export const choosable = () => mayWrite() && pad.asking === null;

/** The three cards and the suggester, once they are chosen: what advice on showing asks about. */
export const asked = () => (chosen().length === 3 ? { by: suggester(), cards: chosen() } : null);

const suggester = () => pad.by ?? turn();

/** @param {CompanionView} view @param {number} card */
function kindOf(view, card) {
  const [suspects, weapons] = view.kinds;
  return card < suspects ? 0 : card < suspects + weapons ? 1 : 2;
}

/** Choose a card, or take it back. @param {number} card */
export function pick(card) {
  const view = current();
  if (!view || !choosable()) return;
  if (pad.mode === "open") return commit({ kind: "open", id: fresh(), card });
  const kind = kindOf(view, card);
  pad.cards[kind] = pad.cards[kind] === card ? null : card;
  update({});
}

/** Make an earlier entry the one that is being entered. @param {CompanionEntry} entry */
export function edit(entry) {
  pad = empty();
  if (entry.kind === "suggestion" || entry.kind === "accusation") {
    pad.mode = entry.kind;
    pad.cards = [...entry.cards];
    pad.by = entry.by;
    pad.editing = entry;
    if (entry.kind === "suggestion" && current()?.everybody) pad.shown = [...(entry.shown ?? [])];
  }
  show("sheet");
}

/** Fill in a suggestion that is worth making. @param {number[]} cards @param {number} by */
export function propose(cards, by) {
  pad = { ...empty(), cards: [...cards], by };
  show("sheet");
}

/** @param {CompanionEntry} entry */
function commit(entry) {
  const { editing } = pad;
  pad = empty();
  put(editing ? { ...entry, id: editing.id } : entry, editing ?? undefined);
}

/** @returns {[number, number, number]} */
function three() {
  const [suspect, weapon, room] = pad.cards;
  return [suspect ?? 0, weapon ?? 0, room ?? 0];
}

/** @param {ShownEntry[]} shown @returns {SuggestionEntry} */
const suggestion = (shown) => ({ kind: "suggestion", id: fresh(), by: suggester(), cards: three(), shown });

/** The cards that this player can have shown, if I must say which one. @param {CompanionView} view @param {number} player */
function visible(view, player) {
  const { me, hand = [] } = view.setup;
  if (player === me) return chosen().filter((card) => hand.includes(card));
  return suggester() === me ? chosen() : [];
}

/** Somebody showed a card: this commits it, unless it must be said which card. @param {CompanionView} view @param {number} player */
function showed(view, player) {
  if (view.everybody && pad.shown.some((one) => one.player === player)) {
    pad.shown = pad.shown.filter((one) => one.player !== player);
    return update({});
  }
  const cards = visible(view, player);
  if (cards.length > 1) {
    pad.asking = player;
    return update({});
  }
  answered(view, player, cards[0] ?? null);
}

/** @param {CompanionView} view @param {number} player @param {number | null} card */
function answered(view, player, card) {
  const shown = { player, ...(card === null ? {} : { card }) };
  pad.asking = null;
  if (!view.everybody) return commit(suggestion([shown]));
  pad.shown = [...pad.shown, shown];
  update({});
}

export function entryPad() {
  const view = current();
  if (!view || !mayWrite()) return nothing;
  return html`<section class="c-pad" aria-label=${t("companion.enter")}>
    <div class="c-line">
      ${sentence(view)}
      <span class="c-tools">
        <button class="quiet" data-do="undo" ?disabled=${!canUndo()} @click=${undo}>${t("companion.undo")}</button>
        <button
          class="quiet"
          data-do="more"
          aria-expanded=${pad.more}
          @click=${() => {
            pad.more = !pad.more;
            update({});
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
  if (pad.mode === "open") return html`<p>${t("companion.open hint")}</p>`;
  return html`<label class="c-turn"
    ><span
      >${t(
        pad.mode === "accusation" ? "companion.accuser" : pad.mode === "snoop" ? "companion.snooper" : "companion.turn",
      )}</span
    ><select
      .value=${String(suggester())}
      @change=${(/** @type {Event} */ event) => {
        pad.by = Number(/** @type {HTMLSelectElement} */ (event.target).value);
        pad.shown = [];
        update({});
      }}
    >
      ${view.setup.players.map(
        (name, at) => html`<option value=${at} ?selected=${at === suggester()}>${name}</option>`,
      )}
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
  html`<button
    data-mode=${mode}
    @click=${() => {
      pad = { ...empty(), mode };
      update({});
    }}
  >
    ${words}
  </button>`;

/** @param {CompanionView} view */
function answers(view) {
  if (pad.asking !== null) return whichCard(view, pad.asking);
  const ready = chosen().length === 3;
  const cancel = pad.mode !== "suggestion" || pad.editing;
  return html`<p class="c-hint">
      ${pad.editing ? html`<b>${t("companion.editing")}</b>` : nothing}
      ${pad.mode === "open" ? nothing : pad.mode === "snoop" ? t("companion.snoop hint") : hint(ready)}
    </p>
    <div class="c-answers" role="group" aria-label=${t("companion.who showed")}>
      ${pad.mode === "suggestion" ? showers(view, ready) : pad.mode === "snoop" ? owners(view) : nothing}
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
const hint = (ready) =>
  ready
    ? t(pad.mode === "accusation" ? "companion.accuse hint" : "companion.who showed")
    : t("companion.three cards", { count: chosen().length });

/** @param {CompanionView} view @param {boolean} ready */
function showers(view, ready) {
  const { players } = view.setup;
  const order = players.map((_, step) => (suggester() + 1 + step) % players.length).slice(0, -1);
  const marked = new Set(pad.shown.map((one) => one.player));
  return html`${order.map(
      (player) =>
        html`<button
          data-showed=${player}
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
          update({});
        }}
      >
        ${t("companion.cancel")}
      </button>
    </div>`;
