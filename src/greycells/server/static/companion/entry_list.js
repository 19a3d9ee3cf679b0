/** The entries: in words, to be edited or taken out, with what clashes, what waits, and what another phone overwrote. */

import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { change, put, takeOut } from "./book.js";
import { companion, current, mayWrite, waiting } from "./companion_state.js";
import { newId } from "./device.js";
import { entriesOf } from "./entries_model.js";
import { edit } from "./pad_controller.js";

/** @import {ClashView, CompanionChange, CompanionEntry, CompanionView, CorrectionView} from "../types/wire.js" */
/** @import {Listed} from "./entries_model.js" */

/** What comes before everything else: the solution, what clashes, and what isn't sent. */
export function notices() {
  const view = current();
  if (!view) return nothing;
  const { solved } = view.sheet;
  const count = waiting().length;
  return html`<div class="c-notices" aria-live="polite">
    ${companion.reached && !count
      ? nothing
      : html`<p class="c-waiting" role="status">
          ${count ? t("companion.waiting", { count }) : t("companion.no line")}
        </p>`}
    ${solved
      ? html`<details class="c-solved">
          <summary>${solved.words}</summary>
          <ol class="c-proof">
            ${(solved.proof ?? []).map((line) => html`<li>${line}</li>`)}
          </ol>
        </details>`
      : nothing}
    ${(view.clashes ?? []).map((clash) => clashing(view, clash))}
  </div>`;
}

/** @param {CompanionView} view @param {ClashView} clash */
function clashing(view, clash) {
  const [title, ...lines] = clash.words;
  return html`<section class="c-clash" role="alert">
    <h2>${title}</h2>
    <ul>
      ${lines.map((line) => html`<li>${line.replace(/^- /, "")}</li>`)}
    </ul>
    ${mayWrite()
      ? html`<div class="c-answers">
          ${clash.corrections.map(
            (one) =>
              html`<button data-heal=${one.entry ?? "setup"} @click=${() => correct(view, one)}>${one.words}</button>`,
          )}
        </div>`
      : nothing}
  </section>`;
}

/** @param {CompanionView} view @param {CorrectionView} correction */
function correct(view, { entry, replacement, setup }) {
  if (setup) return change({ do: "set up", id: newId(), setup });
  const now = view.entries.find((one) => one.entry.id === entry)?.entry;
  if (!now) return;
  if (replacement) put(replacement, now);
  else takeOut(now);
}

export function entryList() {
  const view = current();
  if (!view) return nothing;
  const list = entriesOf(view, waiting());
  const others = waiting().filter((one) => one.do !== "put" && one.do !== "take out");
  return html`<section class="c-entries">
    <h2>${t("companion.entries")}</h2>
    ${list.length || others.length
      ? html`<ol>
          ${list.map((one, at) => entered(view, one, at))}${others.map(waitingChange)}
        </ol>`
      : html`<p>${t("companion.no entries")}</p>`}
    ${overwritten(view)}
  </section>`;
}

/** @param {CompanionView} view @param {Listed} one @param {number} at */
const entered = (view, { entry, words, aside, waits, going }, at) =>
  html`<li class=${going ? "going" : waits ? "waits" : aside ? "aside" : ""} data-entry=${entry.id}>
    <p>
      <b>${at + 1}.</b> ${waits || going ? html`<em>${t("companion.waits")}</em>` : nothing}
      ${words ?? brief(view, entry)} ${aside ? html`<em>${t("companion.aside")}</em>` : nothing}
    </p>
    ${mayWrite() && !going
      ? html`<span class="buttons"
          ><button class="quiet" data-do="edit" @click=${() => edit(entry)}>${t("companion.edit")}</button
          ><button class="quiet" data-do="take out" @click=${() => takeOut(entry)}>
            ${t("companion.take out")}
          </button></span
        >`
      : nothing}
  </li>`;

/** A change that waits, and isn't about an entry. @param {CompanionChange} change */
const waitingChange = (change) =>
  html`<li class="waits" data-waiting=${change.id}>
    <p><em>${t("companion.waits")}</em> ${t(change.do === "undo" ? "companion.undo" : "companion.set up")}</p>
  </li>`;

/** An entry as short as it was typed. @param {CompanionView} view @param {CompanionEntry} entry */
export function brief(view, entry) {
  const { players } = view.setup;
  const name = (/** @type {number} */ card) => view.names[card];
  switch (entry.kind) {
    case "suggestion":
      return `${players[entry.by]}: ${entry.cards.map(name).join(", ")} → ${
        (entry.shown ?? []).map((one) => players[one.player]).join(", ") || t("companion.nobody")
      }`;
    case "accusation":
      return `${players[entry.by]}: ${entry.cards.map(name).join(", ")}`;
    case "snoop":
      return `${players[entry.by]} → ${players[entry.of]}`;
    case "open":
      return name(entry.card);
    default: {
      const holder = entry.holder < 0 ? t("companion.case file") : players[entry.holder];
      const sure = entry.kind === "known" ? "know" : "think";
      return `${name(entry.card)} · ${holder}: ${t(`companion.${sure} ${entry.has === false ? "no" : "yes"}`)}`;
    }
  }
}

/** @param {CompanionView} view */
const overwritten = (view) =>
  view.overwritten?.length
    ? html`<section>
        <h3>${t("companion.overwritten")}</h3>
        <ul>
          ${view.overwritten.map(
            (one) =>
              html`<li>
                <p>${one.words}</p>
                ${mayWrite()
                  ? html`<button class="quiet" @click=${() => put(one.entry)}>${t("companion.restore")}</button>`
                  : nothing}
              </li>`,
          )}
        </ul>
      </section>`
    : nothing;
