/** Other devices and files: links to read or to write, the game as a file, and the end of it. */

import { Problem, report } from "../ui/api.js";
import { chosenFile } from "../ui/files.js";
import { page } from "../ui/page.js";
import { go } from "../ui/router.js";
import { html, nothing } from "../vendor/lit-html.js";
import { qr } from "../ui/qr.js";
import { url } from "../ui/url.js";
import { locale, t } from "../ui/words.js";
import "../words/companion.js";
import { change, endLink, makeLink, remove } from "./book.js";
import { companion, current, mayWrite, updateCompanion } from "./companion_state.js";
import { newId } from "./device.js";

/** @import {CompanionLinkView} from "../types/wire.js" */

/** @param {() => Promise<unknown>} work */
async function attempt(work) {
  try {
    await work();
  } catch (problem) {
    report(problem);
  }
}

/** @param {number} seconds */
const day = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric" });

/** @param {() => void} setUp */
export function sharePanel(setUp) {
  const view = current();
  if (!view) return nothing;
  return html`<section class="c-share">
    ${view.role === "owner" ? links(view.links ?? []) : html`<p>${t(`companion.role ${view.role}`)}</p>`}
    <h2>${t("companion.table")}</h2>
    <div class="buttons">
      ${mayWrite() ? html`<button data-do="set up" @click=${setUp}>${t("companion.set up")}</button>` : nothing}
      <a class="button" href=${url(`/api/companion/${view.id}/file`)} download>${t("companion.export")}</a>
      ${mayWrite()
        ? html`<label class="button"
            >${t("companion.import")}<input class="file-input" type="file" accept=".json" @change=${bring}
          /></label>`
        : nothing}
      <a class="button" href=${url("/companion")}>${t("companion.all games")}</a>
      ${companion.sure
        ? html`<button class="danger" data-do="delete for good" @click=${() => attempt(() => erase(view.id))}>
            ${t("companion.delete sure")}
          </button>`
        : html`<button class="danger" data-do="delete" @click=${() => updateCompanion({ sure: true })}>
            ${t("companion.delete")}
          </button>`}
    </div>
    <p class="c-note">${t("companion.fair")}</p>
  </section>`;
}

/** @param {string} id */
async function erase(id) {
  const { signal } = page;
  await remove(id);
  if (signal.aborted) return;
  updateCompanion({ sure: false });
  go("/companion");
}

/** @param {CompanionLinkView[]} links */
const links = (links) =>
  html`<h2>${t("companion.phones")}</h2>
    <p>${t("companion.phones note")}</p>
    <div class="buttons">
      ${
        /** @type {const} */ (["read", "write"]).map(
          (mode) =>
            html`<button
              data-link=${mode}
              @click=${() => attempt(async () => updateCompanion({ link: await makeLink(mode) }))}
            >
              ${t(`companion.link ${mode}`)}
            </button>`,
        )
      }
    </div>
    ${companion.link?.path ? newLink(new URL(url(companion.link.path), location.origin).href) : nothing}
    ${links.length
      ? html`<ul class="c-links">
          ${links.map(
            (link) =>
              html`<li>
                <p>
                  <b>${t(`companion.mode ${link.mode}`)}</b> ${t(
                    link.phones ? "companion.link until" : "companion.link unopened",
                    { until: day(link.ends), count: link.phones ?? 0 },
                  )}
                </p>
                <button
                  class="quiet"
                  data-end=${link.id}
                  @click=${() => {
                    updateCompanion({ link: null });
                    return attempt(() => endLink(link.id));
                  }}
                >
                  ${t("companion.end link")}
                </button>
              </li>`,
          )}
        </ul>`
      : nothing}`;

/** @param {string} address */
const newLink = (address) =>
  html`<div class="c-link">
    ${qr(address)}
    <p class="address">${address}</p>
    <p class="c-hint">${t("companion.link once")}</p>
  </div>`;

/** Go on with the game of a file. @param {Event} event */
async function bring(event) {
  const file = chosenFile(event);
  if (!file) return;
  await attempt(async () => change({ do: "import", id: newId(), game: gameIn(await file.text()) }));
}

/** @param {string} text */
function gameIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(t("companion.no file"), 422);
  }
}
