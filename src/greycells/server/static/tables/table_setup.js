/** A table before the start: who sits where as whom, what is played, how to invite; everything can be changed. */

import { setName } from "../ui/api.js";
import { newNonce } from "../dealing/nonces.js";
import { addBots, changePlan, offeredEdition } from "./plan_changes.js";
import { canTakeAway, guestHint, hostWaits, isFull, seatLimits, waitedFor } from "./plan_model.js";
import { command } from "../session/session.js";
import { planOf } from "../session/game_model.js";
import { game } from "../session/game_state.js";
import { page, updatePage } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { foot, head } from "../ui/page_frame.js";
import { copyText } from "../ui/sharing.js";
import { qr } from "../ui/qr.js";
import { url } from "../ui/url.js";
import { listOf, t } from "../ui/words.js";
import { seat } from "./table_seat.js";
import { switches } from "./table_options.js";

/** @import {EditionPrint, TableView} from "../types/types.js" */

/** Milliseconds that a mere confirmation stays. */
const BRIEFLY = 4000;

/** @param {TableView} table @param {EditionPrint} edition */
export function table(table, edition) {
  const plan = planOf(table);
  const host = game.yours.some((chair) => table.chairs[chair]?.host);
  return html`${head()}
    <main class="table" id="page" tabindex="-1">
      <h1>${t("table.title", { code: table.code })} <small>${edition.title}</small></h1>
      <form class="name-form" @submit=${(/** @type {SubmitEvent} */ event) => rename(event, table)}>
        <label>${t("home.name")} <input name="name" maxlength="24" required .value=${page.guest ?? ""} /></label
        ><button>${t("home.rename")}</button>
      </form>
      <section class="chairs framed">
        <h2>${t("plan.chairs")}</h2>
        ${table.practice ? html`<p class="practice">${t("table.played on", { turn: table.practice })}</p>` : nothing}
        <ol>
          ${table.chairs.map((chair, at) => seat(chair, at, { edition, host, dealt: Boolean(table.practice) }))}
        </ol>
        ${host
          ? html`<p class="buttons">
              ${table.practice ? nothing : moreOrLess(table)}
              ${isFull(table.chairs) ? nothing : html`<button @click=${addBots}>${t("table.bots")}</button>`}
            </p>`
          : nothing}
        ${starting(table, host)}
      </section>
      <section class="invite framed">
        <h2>${t("table.invite")}</h2>
        <p>${t("table.invite note")}</p>
        ${qr(location.href)}
        <p class="address">${location.href}</p>
        <p class="buttons">
          <button @click=${copy}>${t("table.copy")}</button>${"share" in navigator
            ? html`<button @click=${share}>${t("table.share")}</button>`
            : nothing}
        </p>
        <p>${t("table.code")} <b class="code">${table.code}</b></p>
      </section>
      <section class="plan framed">
        <h2>${edition.title}</h2>
        ${switches(plan, changePlan, { locked: !host, dealt: Boolean(table.practice) })}
      </section>
    </main>
    ${foot()}`;
}

/** Another seat, or one less. @param {TableView} table */
function moreOrLess(table) {
  const { chairs, edition } = planOf(table);
  const [fewest, most] = seatLimits(offeredEdition(edition));
  return html`<button
      class="quiet"
      ?disabled=${table.chairs.length >= most}
      @click=${() => changePlan({ chairs: [...chairs, {}] })}
    >
      ${t("table.add")}
    </button>
    <button
      class="quiet"
      ?disabled=${!canTakeAway(table.chairs, fewest)}
      @click=${() => changePlan({ chairs: chairs.slice(0, -1) })}
    >
      ${t("table.less")}
    </button>`;
}

/** @param {TableView} table @param {boolean} host */
function starting(table, host) {
  if (game.dealing) return html`<p class="hint" role="status">${t("table.dealing")}</p>`;
  if (!host) return html`<p class="hint">${t(guestHint(table.chairs, game.yours))}</p>`;
  const waits = hostWaits(table.chairs, game.yours);
  const names = waitedFor(table.chairs, game.yours).map(({ name }) => name ?? "");
  return html`<p class="buttons">
      <button class="primary big" ?disabled=${waits !== null} @click=${() => command({ type: "start" })}>
        ${t("table.start")}
      </button>
    </p>
    ${waits ? html`<p class="hint">${t(`table.wait ${waits}`, { names: listOf(names) })}</p>` : nothing}
    <p><button class="quiet" @click=${() => command({ type: "close" })}>${t("table.close")}</button></p>`;
}

/** Be called something else, also in the chair where one sits. @param {SubmitEvent} event @param {TableView} table */
async function rename(event, table) {
  event.preventDefault();
  const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name"));
  if (!(await setName(name))) return;
  const [chair] = game.yours;
  if (chair !== undefined)
    await command({ type: "sit", chair, suspect: table.chairs[chair].suspect, ...(await newNonce()) });
}

async function copy() {
  const copied = await copyText(location.href);
  const toast = { sentence: t(copied ? "table.copied" : "table.not copied"), rule: null };
  updatePage({ toast });
  setTimeout(() => page.toast === toast && updatePage({ toast: null }), BRIEFLY);
}

const share = () => navigator.share({ title: t("app.name"), url: location.href }).catch(() => undefined);

/** Why a table is closed. @type {Record<string, string>} */
const CLOSED = {
  host: "table.closed host",
  "too long": "table.closed too long",
  operator: "table.closed operator",
};

/** @param {TableView} table */
export const closedTable = (table) =>
  html`${head()}
    <main class="message-page" id="page" tabindex="-1">
      <h1>${t("table.closed")}</h1>
      <p>${t(CLOSED[table.reason ?? ""] ?? "table.closed abandoned")}</p>
      ${table.reason === "abandoned" && game.yours.length
        ? html`<p>
            <button class="primary" @click=${() => command({ type: "reopen" })}>${t("table.reopen")}</button>
          </p>`
        : nothing}
      <p><a class="button" href=${url("/")}>${t("app.home")}</a></p>
    </main>`;
