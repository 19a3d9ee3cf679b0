/** Sharing a finished game: a link is made on purpose, shown once, listed, and revoked. */

import { ask, report } from "../ui/api.js";
import { editionTitle } from "../offers/offer.js";
import { updatePage } from "../ui/page.js";
import { copyText } from "../ui/sharing.js";
import { url } from "../ui/url.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/review.js";
import "../words/game.js";
import { when } from "../tables/table_list.js";
import { pageOf } from "./replay_model.js";
import { replay, updateReplay } from "./replay_state.js";

/** @import {ShareLink, ShareLinks} from "../types/wire.js" */

/** Open the window. @param {string} source the game's address in the API */
export function openSharing(source) {
  updateReplay({ shared: source, link: null, copied: false });
  updatePage({ dialog: { kind: "share", id: source } });
  void fetchLinks();
}

/** Ask for one's own links. */
export async function fetchLinks() {
  try {
    updateReplay({ links: /** @type {ShareLinks} */ (await ask("/api/shares")).links });
  } catch (problem) {
    report(problem);
  }
}

/** The title of the window, and the window. @returns {[string, unknown]} */
export function shareGame() {
  const { link: made, links, shared } = replay;
  const older = links.filter((link) => link.source === pageOf(shared) && link.id !== made?.id);
  return [
    t("game.share"),
    html`<p>${t("share.note")}</p>
      ${made ? newLink(made) : form()}
      ${older.length
        ? html`<h3>${t("share.links here")}</h3>
            ${list(older)}`
        : nothing}`,
  ];
}

const form = () =>
  html`<form class="share" @submit=${make}>
    <label class="tick"><input type="checkbox" name="hide" /> ${t("share.hide names")}</label>
    <div class="buttons"><button class="primary">${t("share.make")}</button></div>
  </form>`;

/** @param {ShareLink} link */
const newLink = (link) =>
  html`<p class="address" role="status">${link.url}</p>
    <p class="buttons">
      <button class="primary" @click=${() => copy(link.url ?? "")}>
        ${t(replay.copied ? "share.copied" : "table.copy")}</button
      >${"share" in navigator
        ? html`<button @click=${() => navigator.share({ url: link.url ?? "" }).catch(() => undefined)}>
            ${t("table.share")}
          </button>`
        : nothing}<button class="quiet" @click=${() => revoke(link.id)}>${t("share.revoke")}</button>
    </p>
    <p class="note">${t("share.once")}</p>`;

/** @param {ShareLink[]} some */
const list = (some) =>
  html`<ul class="share-links">
    ${some.map(
      (link) =>
        html`<li>
          <span
            >${t(link.hide_names ? "share.without names" : "share.with names")}<small>${when(link.made)}</small></span
          ><button class="quiet" @click=${() => revoke(link.id)}>${t("share.revoke")}</button>
        </li>`,
    )}
  </ul>`;

/** All links that one has made, for a page. */
export const allLinks = () =>
  replay.links.length
    ? html`<section class="shared">
        <h2>${t("share.links")}</h2>
        <ul class="share-links">
          ${replay.links.map(
            (link) =>
              html`<li>
                <a href=${url(link.source)}
                  ><b>${editionTitle(link.edition)}</b> ${t(
                    link.hide_names ? "share.without names" : "share.with names",
                  )}<small>${when(link.made)}</small></a
                ><button class="quiet" @click=${() => revoke(link.id)}>${t("share.revoke")}</button>
              </li>`,
          )}
        </ul>
      </section>`
    : nothing;

/** @param {SubmitEvent} event */
async function make(event) {
  event.preventDefault();
  const hide_names = new FormData(/** @type {HTMLFormElement} */ (event.target)).has("hide");
  try {
    const link = await ask(`${replay.shared}/shares`, { method: "POST", json: { hide_names } });
    updateReplay({ link, links: [link, ...replay.links] });
  } catch (problem) {
    report(problem);
  }
}

/** @param {string} id */
async function revoke(id) {
  try {
    const { links } = /** @type {ShareLinks} */ (await ask(`/api/shares/${id}`, { method: "DELETE" }));
    updateReplay({ links, link: replay.link?.id === id ? null : replay.link });
  } catch (problem) {
    report(problem);
  }
}

/** @param {string} url */
async function copy(url) {
  const copied = await copyText(url);
  updateReplay({ copied });
  if (!copied) updatePage({ toast: { sentence: t("table.not copied"), rule: null } });
}
