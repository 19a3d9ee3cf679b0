/** The entries: in words, to be edited or taken out, with what clashes, what waits, and what another phone overwrote. */

import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../words.js";
import { change, connected, current, fresh, mayWrite, put, takeOut, waiting } from "./book.js";
import { edit } from "./pad.js";

/** @import {ClashView, CompanionChange, CompanionEntry, CompanionView, CorrectionView, EntryView} from "../wire.js" */

/** What comes before everything else: the solution, what clashes, and what isn't sent. */
export function notices() {
  const view = current();
  if (!view) return nothing;
  const { solved } = view.sheet;
  const count = waiting().length;
  return html`<div class="c-notices" aria-live="polite">
    ${connected() && !count
      ? nothing
      : html`<p class="c-waiting" role="status">
          ${count ? t("companion.waiting", { count }) : t("companion.no line")}
        </p>`}
    ${solved
      ? html`<details class="c-solved">
          <summary>${solved.words}</summary>
          <ol class="c-proof">
            ${solved.proof.map((line) => html`<li>${line}</li>`)}
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
  if (setup) return change({ do: "set up", id: fresh(), setup });
  const now = view.entries.find((one) => one.entry.id === entry)?.entry;
  if (!now) return;
  if (replacement) put(replacement, now);
  else takeOut(now);
}

export function entryList() {
  const view = current();
  if (!view) return nothing;
  const gone = new Set(waiting().map((one) => (one.do === "take out" ? one.entry : "")));
  return html`<section class="c-entries">
    <h2>${t("companion.entries")}</h2>
    ${view.entries.length || waiting().length
      ? html`<ol>
          ${view.entries.map((one, at) => entered(one, at, gone.has(one.entry.id)))}${waiting().map((one) =>
            unsent(view, one),
          )}
        </ol>`
      : html`<p>${t("companion.no entries")}</p>`}
    ${overwritten(view)}
  </section>`;
}

/** @param {EntryView} view @param {number} at @param {boolean} going */
const entered = ({ entry, words, aside }, at, going) =>
  html`<li class=${aside ? "aside" : going ? "going" : ""} data-entry=${entry.id}>
    <p><b>${at + 1}.</b> ${words} ${aside ? html`<em>${t("companion.aside")}</em>` : nothing}</p>
    ${mayWrite()
      ? html`<span class="buttons"
          >${entry.kind === "suggestion" || entry.kind === "accusation"
            ? html`<button class="quiet" data-do="edit" @click=${() => edit(entry)}>${t("companion.edit")}</button>`
            : nothing}<button class="quiet" data-do="take out" @click=${() => takeOut(entry)}>
            ${t("companion.take out")}
          </button></span
        >`
      : nothing}
  </li>`;

/** Something that was entered and isn't worked out yet, as short as it was typed. @param {CompanionView} view @param {CompanionChange} change */
const unsent = (view, change) =>
  html`<li class="waits" data-waiting=${change.id}>
    <p>
      <em>${t("companion.waits")}</em> ${change.do === "put"
        ? brief(view, change.entry)
        : t(
            change.do === "undo"
              ? "companion.undo"
              : change.do === "take out"
                ? "companion.take out"
                : "companion.set up",
          )}
    </p>
  </li>`;

/** @param {CompanionView} view @param {CompanionEntry} entry */
function brief(view, entry) {
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
    default:
      return `${name(entry.card)} · ${entry.holder < 0 ? t("companion.case file") : players[entry.holder]}`;
  }
}

/** @param {CompanionView} view */
const overwritten = (view) =>
  view.overwritten?.length
    ? html`<section class="c-overwritten">
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
