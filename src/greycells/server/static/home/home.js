/** Home: continue or play with one tap, change what is played, or go to friends, the lobby and the editions. */

import { ask, setName, report } from "../ui/api.js";
import { editionTitle, fetchOffer, offers } from "../offers/offer.js";
import { editions } from "../offers/play_choice.js";
import { go } from "../ui/router.js";
import { gameToContinue } from "./home_model.js";
import { home, updateHome } from "./home_state.js";
import { page } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { boardPicture } from "../board/board_picture.js";
import { foot, head } from "../ui/page_frame.js";
import { playForm } from "../offers/play_form.js";
import { listed } from "../tables/table_list.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import { fan } from "../board/home_art.js";
import { playChoices, playSummary } from "./play_choices.js";

/** @import {Listed} from "../types/types.js" */

export async function enter() {
  const [open, running, games] = await Promise.all([
    ask("/api/tables?state=open"),
    ask("/api/tables?state=running"),
    ask("/api/games"),
    fetchOffer(),
  ]);
  updateHome({ lists: { ...home.lists, open: open.tables, running: running.tables, games: games.tables } });
}

export function draw() {
  const latest = gameToContinue(home.lists.games);
  return html`${head()}
    <main class="home" id="page" tabindex="-1">
      <div class="first-screen">
        <section class="cover">
          <p class="series" aria-hidden="true">${t("app.series")}</p>
          <h1>${t("app.name")}</h1>
          <p class="tagline">${t("app.tagline")}</p>
          ${fan} ${latest ? goOn(latest) : nothing}
          ${playForm(t("home.play"), { kind: latest ? "big" : "primary big" })}
          ${offers.offer ? playSummary() : nothing}
          <form method="post" action=${url("/first")}>
            <button>${t("home.tutorial")}</button>
            <p>${t("home.tutorial note")}</p>
          </form>
        </section>
        ${offers.offer ? playChoices() : nothing}
      </div>
      <section class="today">
        <div>
          <h2>${t("home.daily")}</h2>
          <p>${t("home.daily note")} ${t("home.game note")}</p>
        </div>
        <span class="buttons"
          ><a class="button primary" href=${url("/daily")}>${t("home.daily open")}</a
          ><a class="button" href=${url("/daily/game")}>${t("home.game open")}</a
          ><a class="button" href=${url("/practice")}>${t("home.practise")}</a></span
        >
      </section>
      <section class="entries">
        <div class="entry framed">
          <h2>${t("home.create")}</h2>
          <p>${t("home.create note")}</p>
          <a class="button" href=${url("/new")}>${t("plan.title")}</a>
        </div>
        <form class="entry framed" @submit=${join}>
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
        <div class="entry framed">
          <h2>${t("app.companion")}</h2>
          <p>${t("home.companion note")}</p>
          <a class="button" href=${url("/companion")}>${t("home.companion")}</a>
        </div>
        <form class="entry framed" @submit=${rename}>
          <h2><label for="name">${t("home.name")}</label></h2>
          <p>${t("home.name note")}</p>
          <div class="row">
            <input id="name" name="name" maxlength="24" required .value=${page.guest ?? ""} /><button>
              ${t("home.rename")}
            </button>
          </div>
        </form>
      </section>
      <section class="lists">
        ${list(t("home.open"), home.lists.open, "home.join") ?? html`<p class="empty">${t("home.none")}</p>`}${list(
          t("home.running"),
          home.lists.running,
          "home.watch",
        ) ?? nothing}
      </section>
      <section class="editions">
        <h2>${t("home.editions")}</h2>
        <ul>
          ${editions().map(
            (one) =>
              html`<li>
                ${boardPicture(one.key)}
                <div>
                  <b>${one.title}</b> <small>${t("plan.players", { fewest: one.fewest, most: one.most })}</small>
                  <p>${one.rulebook}</p>
                </div>
                <span class="buttons"
                  >${playForm(t("home.play edition"), {
                    edition: one.key,
                    label: t("home.play this", { edition: one.title }),
                  })}<a class="button" href=${url(`/rules/${one.key}`)}>${t("app.rules")}</a></span
                >
              </li>`,
          )}
        </ul>
      </section>
    </main>
    ${foot()}`;
}

/** The game to continue, with how it stands. @param {Listed} table */
const goOn = (table) =>
  html`<p class="continue-game">
    <a class="button primary big" href=${url(`/table/${table.id}`)}>${t("home.continue")}</a>
    <small>${editionTitle(table.edition)} ${table.company}. ${table.standing}</small>
  </p>`;

/** Tables of the lobby, each with what can be done there. @param {string} title @param {Listed[]} tables @param {string} does */
const list = (title, tables, does) =>
  tables.length
    ? html`<h2>${title}</h2>
        ${listed(tables.slice(0, 8), t(does))}`
    : null;

/** @param {SubmitEvent} event */
async function join(event) {
  event.preventDefault();
  const code = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("code"));
  try {
    const path = `/api/codes/${encodeURIComponent(code.trim().toUpperCase())}`;
    const table = await ask(path, { signal: page.signal });
    go(`/table/${table.id}`);
  } catch (problem) {
    report(problem);
  }
}

/** @param {SubmitEvent} event */
async function rename(event) {
  event.preventDefault();
  await setName(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name")));
}
