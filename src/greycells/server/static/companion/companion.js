/** The companion at a real table: the games of this guest, the set-up, and the sheet with its pad. */

import { report } from "../ui/api.js";
import { chosenFile } from "../ui/files.js";
import { page } from "../ui/page.js";
import { foot, head } from "../ui/page_frame.js";
import { go } from "../ui/router.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import { html, nothing } from "../vendor/lit-html.js";
import "../words/companion.js";
import { advicePanel } from "./advice_panel.js";
import { enter as open, fetchGames, setUp, start } from "./book.js";
import { cellPanel } from "./cell_panel.js";
import { companion, current, TABS, updateCompanion } from "./companion_state.js";
import { fetchBoxes } from "./device.js";
import { entryList, notices } from "./entry_list.js";
import { entryPad } from "./pad.js";
import { emptyPad } from "./pad_model.js";
import { setupForm } from "./setup_form.js";
import { blankForm, formOf } from "./setup_model.js";
import { sharePanel } from "./share_panel.js";
import { sheet } from "./sheet.js";

/** @import {Route} from "../types/types.js" */
/** @import {CompanionSetup} from "../types/wire.js" */

/** @param {Route} route @param {AbortSignal} signal */
export async function enter(route, signal) {
  updateCompanion({ tab: "sheet", setting: false, pad: emptyPad(), cell: null, link: null, sure: false });
  await (route.id ? open(route.id, signal) : fetchGames(signal));
}

export { leave } from "./book.js";

export function draw() {
  if (companion.setting) return html`${head()}${settingUp()}`;
  if (page.route.id)
    return current()
      ? table()
      : html`${head()}
          <main class="message-page" id="page" tabindex="-1">
            <p role="status">${t(companion.reached ? "app.loading" : "companion.not here")}</p>
          </main>`;
  return html`${head()}${overview()}${foot()}`;
}

const overview = () =>
  html`<main class="companion" id="page" tabindex="-1">
    <h1>${t("app.companion")}</h1>
    <p class="lead">${t("companion.what")}</p>
    <p class="c-note">${t("companion.fair")}</p>
    ${companion.reached ? nothing : html`<p class="c-waiting" role="status">${t("companion.no line")}</p>`}
    <div class="buttons">
      <button class="primary big" data-do="new" @click=${startNew}>${t("companion.new")}</button>
      <label class="button"
        >${t("companion.from file")}<input class="file-input" type="file" accept=".json" @change=${bring}
      /></label>
    </div>
    ${companion.games.length
      ? html`<h2>${t("companion.games")}</h2>
          <ul class="c-games">
            ${companion.games.map((game) => html`<li><a href=${url(`/companion/${game.id}`)}>${game.words}</a></li>`)}
          </ul>`
      : nothing}
  </main>`;

async function startNew() {
  try {
    await fetchBoxes();
    updateCompanion({ setting: true, form: blankForm(page.guest ?? "") });
  } catch (problem) {
    report(problem);
  }
}

async function correctSetup() {
  const view = current();
  if (!view) return;
  await fetchBoxes().catch(report);
  updateCompanion({ setting: true, form: formOf(view.setup) });
}

/** @param {Event} event */
async function bring(event) {
  const file = chosenFile(event);
  if (file) await starting(await file.text());
}

/** @param {string} game */
async function starting(game) {
  const { signal } = page;
  try {
    const id = await start(game);
    if (signal.aborted) return;
    updateCompanion({ setting: false });
    go(`/companion/${id}`);
  } catch (problem) {
    report(problem);
  }
}

function settingUp() {
  const view = current();
  const done = (/** @type {CompanionSetup} */ setup) => {
    if (!view) return void starting(JSON.stringify({ companion: 1, setup }));
    updateCompanion({ setting: false, tab: "sheet" });
    setUp(setup);
  };
  return html`<main class="companion" id="page" tabindex="-1">
    <h1>${t(view ? "companion.set up" : "companion.new")}</h1>
    ${setupForm(done, t(view ? "companion.save" : "companion.start"))}
    <button class="quiet" @click=${() => updateCompanion({ setting: false })}>${t("companion.cancel")}</button>
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
              aria-selected=${companion.tab === name}
              @click=${() => updateCompanion({ tab: name, cell: null })}
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
    ${companion.tab === "sheet" ? (companion.cell ? cellPanel() : entryPad()) : nothing}
  </div>`;

function content() {
  switch (companion.tab) {
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
