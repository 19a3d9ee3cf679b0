/** Home: play now is one click; then a table of one's own, a code, open tables, games to watch, the rules. */

import { ask, report } from "../api.js";
import { go } from "../router.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { foot, head } from "../widgets/frame.js";
import { listed } from "../widgets/listed.js";
import { t } from "../words.js";
import { fan } from "./cover.js";

/** @import {Listed} from "../types.js" */

export async function enter() {
  const [offer, open, running, games] = await Promise.all([
    state.offer ?? ask("/api/offer"),
    ask("/api/tables?state=open"),
    ask("/api/tables?state=running"),
    ask("/api/games"),
  ]);
  update({ offer, lists: { ...state.lists, open: open.tables, running: running.tables, games: games.tables } });
}

export function draw() {
  const unfinished = state.lists.games.find((table) => table.state === "running");
  return html`${head()}
    <main class="home" id="page" tabindex="-1">
      <section class="cover">
        <p class="series" aria-hidden="true">${t("app.series")}</p>
        <h1>${t("app.name")}</h1>
        <p class="tagline">${t("app.tagline")}</p>
        ${fan}
        <form method="post" action="/play">
          <button class="primary big">${t("home.play")}</button>
          <p>${t("home.play note")}</p>
        </form>
        <form method="post" action="/first">
          <button class="on-cover">${t("first.home")}</button>
          <p>${t("first.home note")}</p>
        </form>
        ${unfinished
          ? html`<p><a class="button" href=${`/table/${unfinished.id}`}>${t("home.continue")}</a></p>`
          : nothing}
      </section>
      <section class="doors">
        <div class="entry">
          <h2>${t("home.create")}</h2>
          <p>${t("home.create note")}</p>
          <a class="button" href="/new">${t("plan.title")}</a>
        </div>
        <form class="entry" @submit=${join}>
          <h2>${t("home.join")}</h2>
          <p><label for="code">${t("home.code")}</label></p>
          <div class="row">
            <input
              id="code"
              name="code"
              maxlength="6"
              minlength="6"
              autocomplete="off"
              autocapitalize="characters"
              required
            /><button>${t("home.join")}</button>
          </div>
        </form>
        <form class="entry" @submit=${rename}>
          <h2><label for="name">${t("home.name")}</label></h2>
          <p>${t("home.name note")}</p>
          <div class="row">
            <input id="name" name="name" maxlength="24" required .value=${state.guest ?? ""} /><button>
              ${t("home.rename")}
            </button>
          </div>
        </form>
      </section>
      <section class="lists">
        ${list(t("home.open"), state.lists.open) ?? html`<p class="empty">${t("home.none")}</p>`}${list(
          t("home.running"),
          state.lists.running,
        ) ?? nothing}
      </section>
      <section class="editions">
        <h2>${t("home.editions")}</h2>
        <ul>
          ${(state.offer?.editions ?? [])
            .filter((one) => one.key !== "cottage" && one.key !== "parlour")
            .map(
              (one) =>
                html`<li>
                  <a href=${`/rules/${one.key}`}
                    ><b>${one.title}</b> <span>${one.rulebook}</span
                    ><small>${t("plan.players", { fewest: one.fewest, most: one.most })}</small></a
                  >
                </li>`,
            )}
        </ul>
      </section>
    </main>
    ${foot()}`;
}

/** @param {string} title @param {Listed[]} tables */
const list = (title, tables) =>
  tables.length
    ? html`<h2>${title}</h2>
        ${listed(tables.slice(0, 8))}`
    : null;

/** @param {SubmitEvent} event */
async function join(event) {
  event.preventDefault();
  const code = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("code"));
  try {
    const table = await ask(`/api/codes/${encodeURIComponent(code.trim().toUpperCase())}`);
    go(`/table/${table.id}`);
  } catch (problem) {
    report(problem);
  }
}

/** @param {SubmitEvent} event */
async function rename(event) {
  event.preventDefault();
  const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name"));
  try {
    update({ guest: (await ask("/api/guest", { method: "POST", json: { name } })).name });
  } catch (problem) {
    report(problem);
  }
}
