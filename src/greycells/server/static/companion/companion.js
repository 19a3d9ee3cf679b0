/** The companion at a real table: the games of this guest, the set-up, and the sheet with its pad. */

import { Problem, report } from "../ui/api.js";
import { advicePanel } from "./advice_panel.js";
import { connected, current, enter as open, fetchGames, games, leave as close, setUp, start } from "./book.js";
import { cellPanel, close as closePanel, inspected } from "./cell_panel.js";
import { entryList, notices } from "./entry_list.js";
import { entryPad } from "./pad.js";
import { clear } from "./pad_state.js";
import { setupForm } from "./setup_form.js";
import { begin } from "./setup_state.js";
import { sharePanel } from "./share_panel.js";
import { sheet } from "./sheet.js";
import { show, shown, TABS } from "./tabs.js";
import { go } from "../ui/router.js";
import { page, updatePage } from "../ui/page.js";
import { redraw } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { foot, head } from "../ui/page_frame.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import "../words/companion.js";

/** @import {Route} from "../types/types.js" */
/** @import {CompanionSetup} from "../types/wire.js" */

/** Whether the set-up is filled in or corrected now. */
let setting = false;

/** @param {Route} route */
export async function enter(route) {
  show("sheet");
  setting = false;
  clear();
  closePanel();
  close();
  if (!route.id) return fetchGames();
  try {
    await open(route.id);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    updatePage({ trouble: { title: t("companion.gone"), sentence: t("companion.gone note") }, toast: null });
  }
}

export const leave = () => close();

export function draw() {
  if (setting) return html`${head()}${settingUp()}`;
  if (page.route.id)
    return current()
      ? table()
      : html`${head()}
          <main id="page" tabindex="-1"></main>`;
  return html`${head()}${overview()}${foot()}`;
}

const overview = () =>
  html`<main class="companion" id="page" tabindex="-1">
    <h1>${t("app.companion")}</h1>
    <p class="lead">${t("companion.what")}</p>
    <p class="c-note">${t("companion.fair")}</p>
    ${connected() ? nothing : html`<p class="c-waiting" role="status">${t("companion.no line")}</p>`}
    <div class="buttons">
      <button class="primary big" data-do="new" @click=${startNew}>${t("companion.new")}</button>
      <label class="button"
        >${t("companion.from file")}<input class="file-input" type="file" accept=".json" @change=${bring}
      /></label>
    </div>
    ${games().length
      ? html`<h2>${t("companion.games")}</h2>
          <ul class="c-games">
            ${games().map((game) => html`<li><a href=${url(`/companion/${game.id}`)}>${game.words}</a></li>`)}
          </ul>`
      : nothing}
  </main>`;

async function startNew() {
  setting = true;
  try {
    await begin(null);
  } catch (problem) {
    setting = false;
    report(problem);
  }
}

async function correctSetup() {
  setting = true;
  await begin(current()?.setup ?? null).catch(report);
}

/** @param {Event} event */
async function bring(event) {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (file) await starting(await file.text());
}

/** @param {string} game */
async function starting(game) {
  try {
    const id = await start(game);
    setting = false;
    go(`/companion/${id}`);
  } catch (problem) {
    report(problem);
  }
}

function settingUp() {
  const view = current();
  const done = (/** @type {CompanionSetup} */ setup) => {
    if (!view) return void starting(JSON.stringify({ companion: 1, setup }));
    setting = false;
    show("sheet");
    setUp(setup);
  };
  return html`<main class="companion" id="page" tabindex="-1">
    <h1>${t(view ? "companion.set up" : "companion.new")}</h1>
    ${setupForm(done, t(view ? "companion.save" : "companion.start"))}
    <button
      class="quiet"
      @click=${() => {
        setting = false;
        redraw();
      }}
    >
      ${t("companion.cancel")}
    </button>
  </main>`;
}

const table = () =>
  html`<div class="companion c-game">
    <header class="c-head">
      <a class="brand" href=${url("/companion")} aria-label=${t("companion.all games")}
        ><svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="10" cy="10" r="6.5"></circle>
          <path d="M15 15 22 22"></path></svg
      ></a>
      <nav role="tablist" aria-label=${t("app.companion")}>
        ${TABS.map(
          (name) =>
            html`<button
              role="tab"
              data-tab=${name}
              aria-selected=${shown() === name}
              @click=${() => {
                closePanel();
                show(name);
              }}
            >
              ${t(`companion.tab ${name}`)}
            </button>`,
        )}
      </nav>
    </header>
    <main id="page" tabindex="-1">
      <h1 class="visually-hidden">${t("app.companion")}</h1>
      ${notices()} ${content()}
    </main>
    ${shown() === "sheet" ? (inspected() ? cellPanel() : entryPad()) : nothing}
  </div>`;

function content() {
  switch (shown()) {
    case "sheet":
      return sheet();
    case "entries":
      return entryList();
    case "advice":
      return advicePanel();
    default:
      return sharePanel(() => void correctSetup());
  }
}
