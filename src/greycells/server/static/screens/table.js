/** A table before the start: who sits where as whom, what is played, how to invite; everything can be changed. */

import { ask, report } from "../api.js";
import { command, planOf } from "../session.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { cardName, token } from "../widgets/token.js";
import { foot, head } from "../widgets/frame.js";
import { qr } from "../widgets/qr.js";
import { levelName, t } from "../words.js";
import { nonce, switches } from "./plan.js";

/** @import {ChairView, EditionPrint, Plan, TableView} from "../types.js" */

/** Milliseconds that a mere confirmation stays. */
const BRIEFLY = 4000;

/** @param {TableView} table @param {EditionPrint} edition */
export function table(table, edition) {
  const plan = planOf(table);
  const host = state.yours.some((chair) => table.chairs[chair]?.host);
  const change = (/** @type {Partial<Plan>} */ changes) => void replan(fitted({ ...plan, ...changes }, table));
  const offered = state.offer?.editions.find((one) => one.key === plan.edition);
  return html`${head()}
    <main class="table" id="page" tabindex="-1">
      <h1>${t("table.title", { code: table.code })}</h1>
      <form class="called" @submit=${(/** @type {SubmitEvent} */ event) => rename(event, table)}>
        <label>${t("home.name")} <input name="name" maxlength="24" required .value=${state.guest ?? ""} /></label
        ><button>${t("home.rename")}</button>
      </form>
      <section class="chairs">
        <h2>${t("plan.chairs")}</h2>
        <ol>
          ${table.chairs.map((chair, at) => seat(chair, at, { table, edition, plan, host, change }))}
        </ol>
        ${host
          ? html`<p class="buttons">
              <button
                class="quiet"
                ?disabled=${table.chairs.length >= (offered?.most ?? 6)}
                @click=${() => change({ chairs: [...plan.chairs, {}] })}
              >
                ${t("table.add")}
              </button>
              <button
                class="quiet"
                ?disabled=${table.chairs.length <= (offered?.fewest ?? 3) || taken(table.chairs.at(-1))}
                @click=${() => change({ chairs: plan.chairs.slice(0, -1) })}
              >
                ${t("table.less")}
              </button>
              ${table.chairs.some((chair) => !chair.name && !chair.bot)
                ? html`<button @click=${() => change({ chairs: withBots(table, plan) })}>${t("table.bots")}</button>`
                : nothing}
            </p>`
          : nothing}
        ${starting(table, host)}
      </section>
      <section class="invite">
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
      <section class="plan">
        <h2>${edition.title}</h2>
        ${switches(plan, change, !host)}
      </section>
    </main>
    ${foot()}`;
}

/** Ask for another plan. It holds on this page at once, so that two quick changes do not undo each other. @param {Plan} plan */
async function replan(plan) {
  const before = state.table;
  if (!before) return;
  update({ table: { ...before, plan } });
  if (!(await command({ type: "change", plan })) && state.table?.plan === plan)
    update({ table: { ...state.table, plan: before.plan } });
}

/** The chairs with a bot in every free one, of the middle level. @param {TableView} table @param {Plan} plan */
function withBots(table, plan) {
  const levels = state.offer?.levels ?? [];
  return plan.chairs.map((planned, at) => {
    const { name, bot } = table.chairs[at];
    return name || bot ? planned : { ...planned, bot: levels[Math.floor(levels.length / 2)] };
  });
}

/** @param {ChairView | undefined} chair */
const taken = (chair) => Boolean(chair?.name);

/**
 * A plan that still fits who sits: suspects and house rules that the edition has.
 * @param {Plan} plan
 * @param {TableView} table
 * @returns {Plan}
 */
function fitted(plan, table) {
  const offered = state.offer?.editions.find((one) => one.key === plan.edition);
  const chairs = plan.chairs.map((planned, at) => {
    const suspect = planned.suspect ?? table.chairs[at]?.suspect ?? null;
    return { ...planned, suspect: suspect && offered?.suspects.includes(suspect) ? suspect : null };
  });
  while (chairs.length < (offered?.fewest ?? 3)) chairs.push({ suspect: null });
  return {
    ...plan,
    chairs: chairs.slice(0, Math.max(offered?.most ?? 6, 1)),
    house_rules: plan.house_rules.filter((rule) => offered?.house_rules.includes(rule)),
  };
}

/**
 * @param {ChairView} chair @param {number} at
 * @param {{table: TableView, edition: EditionPrint, plan: Plan, host: boolean, change: (changes: Partial<Plan>) => void}} here
 */
function seat(chair, at, { table, edition, plan, host, change }) {
  const yours = state.yours.includes(at);
  const others = new Set(table.chairs.filter((other) => other !== chair).map((other) => other.suspect));
  const setChair = (/** @type {object} */ changes) =>
    change({
      chairs: plan.chairs.map((planned, number) =>
        number === at ? { ...planned, suspect: table.chairs[number].suspect, ...changes } : planned,
      ),
    });
  const free = !chair.name && !chair.bot;
  return html`<li class=${`chair ${yours ? "yours" : ""} ${free ? "free" : ""}`}>
    <span class="sign">${chair.suspect ? token(edition, chair.suspect) : nothing}</span>
    <span class="who"
      ><b>${chair.name ?? (chair.bot ? t("table.bot", { level: levelName(chair.bot) }) : t("table.free"))}</b>
      <small
        >${[
          yours ? t("table.you") : "",
          chair.host ? t("table.host") : "",
          chair.ready ? t("table.is ready") : "",
          chair.name ? t(state.present.includes(at) || yours ? "table.here" : "table.elsewhere") : "",
          yours || host || !chair.suspect ? "" : cardName(edition, chair.suspect),
        ]
          .filter(Boolean)
          .join(", ")}</small
      ></span
    >
    <span class="set"
      >${yours || host
        ? html`<select
            aria-label=${t("table.suspect", { number: at + 1 })}
            @change=${(/** @type {Event} */ event) => {
              const suspect = /** @type {HTMLSelectElement} */ (event.target).value || null;
              if (yours && suspect) void command({ type: "sit", chair: at, suspect, nonce: nonce() });
              else setChair({ suspect });
            }}
          >
            <option value="">${t("table.any")}</option>
            ${edition.suspects
              .filter((one) => !others.has(one.word))
              .map(
                (one) =>
                  html`<option value=${one.word} ?selected=${one.word === chair.suspect}>
                    ${one.symbol} ${one.name}
                  </option>`,
              )}
          </select>`
        : nothing}
      ${host && !chair.name
        ? html`<select
            aria-label=${t("table.level", { number: at + 1 })}
            @change=${(/** @type {Event} */ event) =>
              setChair({ bot: /** @type {HTMLSelectElement} */ (event.target).value || null })}
          >
            <option value="">${t("table.person")}</option>
            ${(state.offer?.levels ?? []).map(
              (level) =>
                html`<option value=${level} ?selected=${level === chair.bot}>
                  ${t("table.bot", { level: levelName(level) })}
                </option>`,
            )}
          </select>`
        : nothing}
      ${free
        ? html`<button
            class=${state.yours.length ? "quiet" : "primary"}
            @click=${() =>
              state.yours.length
                ? update({ dialog: { kind: "beside", id: String(at) } })
                : command({ type: "sit", chair: at, nonce: nonce() })}
          >
            ${t(state.yours.length ? "table.sit too" : "table.sit")}
          </button>`
        : nothing}
      ${yours
        ? html`<button class="quiet" @click=${() => command({ type: "stand", chair: at })}>${t("table.stand")}</button>`
        : nothing}
      ${yours && !chair.host
        ? html`<button
            class=${chair.ready ? "quiet" : "primary"}
            @click=${() => command({ type: "ready", chair: at, ready: !chair.ready })}
          >
            ${t(chair.ready ? "table.not ready" : "table.ready")}
          </button>`
        : nothing}
      ${host && chair.name && !yours
        ? html`<button class="quiet" @click=${() => command({ type: "remove", chair: at })}>
            ${t("table.remove")}
          </button>`
        : nothing}</span
    >
  </li>`;
}

/** @param {TableView} table @param {boolean} host */
function starting(table, host) {
  if (!host)
    return html`<p class="hint">
      ${t(
        state.yours.length
          ? "table.wait host"
          : table.chairs.every((chair) => chair.name || chair.bot)
            ? "table.full"
            : "table.wait seat",
      )}
    </p>`;
  const full = table.chairs.every((chair) => chair.name || chair.bot);
  const ready = table.chairs.every((chair, at) => chair.bot || chair.ready || state.yours.includes(at));
  return html`<p class="buttons">
      <button class="primary big" ?disabled=${!full || !ready} @click=${() => command({ type: "start" })}>
        ${t("table.start")}
      </button>
    </p>
    ${full
      ? ready
        ? nothing
        : html`<p class="hint">${t("table.wait ready")}</p>`
      : html`<p class="hint">${t("table.wait chairs")}</p>`}
    <p><button class="quiet" @click=${() => command({ type: "close" })}>${t("table.close")}</button></p>`;
}

/** Be called something else, also in the chair where one sits. @param {SubmitEvent} event @param {TableView} table */
async function rename(event, table) {
  event.preventDefault();
  const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name"));
  try {
    update({ guest: (await ask("/api/guest", { method: "POST", json: { name } })).name });
  } catch (problem) {
    report(problem);
    return;
  }
  const [chair] = state.yours;
  if (chair !== undefined)
    await ask(`/api/tables/${table.id}`, {
      method: "POST",
      json: { command: { type: "sit", chair, suspect: table.chairs[chair].suspect, nonce: nonce() } },
    });
}

async function copy() {
  await navigator.clipboard.writeText(location.href);
  const toast = { sentence: t("table.copied"), rule: null };
  update({ toast });
  setTimeout(() => state.toast === toast && update({ toast: null }), BRIEFLY);
}

const share = () => navigator.share({ title: t("app.name"), url: location.href }).catch(() => undefined);

/** @param {TableView} table */
export const closedTable = (table) =>
  html`${head()}
    <main class="sorry" id="page" tabindex="-1">
      <h1>${t("table.closed")}</h1>
      <p>${t(table.reason === "host" ? "table.closed host" : "table.closed abandoned")}</p>
      <p><a class="button" href="/">${t("app.home")}</a></p>
    </main>`;
