/** A case that others play too: the game of the day, or a friend's challenge, and how everybody did. */

import { ask, Problem, report } from "../ui/api.js";
import { edition } from "../board/editions.js";
import { helpChoice } from "../offers/help_choice.js";
import { fetchOffer } from "../offers/offer.js";
import { go } from "../ui/router.js";
import { shareLines } from "../ui/sharing.js";
import { updatePage } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { botFace, botName, botRank } from "../offers/bot_face.js";
import { resultList, sideBySide } from "./case_results.js";
import { forgetShared, shared, updateShared } from "./shared_case_state.js";
import { foot, head } from "../ui/page_frame.js";
import { cardName, token } from "../board/token.js";
import { ownDate } from "../ui/times_model.js";
import { url } from "../ui/url.js";
import { longDate, t } from "../ui/words.js";
import "../words/puzzles.js";

/** @import {CaseTry, SharedCaseView} from "../types/wire.js" */
/** @import {EditionPrint, Route} from "../types/types.js" */

/** Milliseconds between two questions about a review that is being worked out, and how often at most. */
const PAUSE = 3000;
const MOST_POLLS = 60;

/** @param {Route} route */
export async function enter(route) {
  forgetShared();
  try {
    await fetchCase(route.id || ownDate(new Date()));
    const { view } = shared;
    if (!view) return;
    const [box] = await Promise.all([edition(view.edition), fetchOffer()]);
    updateShared({ edition: box, help: view.help });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const gone = route.name === "challenge" && problem.status === 404;
    updatePage({ trouble: { title: t(gone ? "challenge.gone" : "daily.unavailable"), sentence: problem.message } });
  }
}

export const leave = forgetShared;

/** Ask how it stands, and again while an accuracy is being worked out. @param {string} id */
async function fetchCase(id) {
  const view = /** @type {SharedCaseView} */ (await ask(`/api/cases/${encodeURIComponent(id)}`));
  updateShared({ view, polls: shared.polls + 1 });
  if (view.results.some((one) => one.accuracy === null) && shared.polls <= MOST_POLLS)
    updateShared({ timer: setTimeout(() => void fetchAgain(view.id), PAUSE) });
}

/** @param {string} id */
async function fetchAgain(id) {
  if (shared.view?.id !== id) return;
  try {
    await fetchCase(id);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem; // The accuracy comes another time.
  }
}

export const draw = () =>
  html`${head()}
    <main class="daily shared" id="page" tabindex="-1">
      ${shared.view && shared.edition ? page(shared.view, shared.edition) : html`<p>${t("app.loading")}</p>`}
    </main>
    ${foot()}`;

/** @param {SharedCaseView} shown @param {EditionPrint} printed */
const page = (shown, printed) =>
  html`<header class="day">
      <h1>${shown.day ? t("shared.title") : t("challenge.title")}</h1>
      <p>
        ${shown.day
          ? longDate(shown.day)
          : shown.yours
            ? t("challenge.yours")
            : t("challenge.by", { name: shown.by ?? "" })}
      </p>
    </header>
    ${shown.yours ? invitation(shown) : nothing} ${shown.finished || shown.ended ? results(shown) : nothing}
    ${shown.finished ? nothing : invited(shown, printed)}`;

/** What is played, against whom, and how to begin. @param {SharedCaseView} shown @param {EditionPrint} printed */
const invited = (shown, printed) =>
  html`<section class="briefing">
    <p>${t(shown.day ? "shared.about" : "challenge.about")}</p>
    <dl class="cast">
      <div>
        <dt>${t("shared.you")}</dt>
        <dd>${token(printed, shown.suspect)} <b>${cardName(printed, shown.suspect)}</b></dd>
      </div>
      <div>
        <dt>${t("home.opponents")}</dt>
        <dd>
          <ul>
            ${shown.opponents.map(
              ({ suspect, bot }) =>
                html`<li>
                  ${botFace(bot)}<span
                    ><b>${botName(bot)}</b>, ${botRank(bot)}<br />${token(printed, suspect)}
                    ${cardName(printed, suspect)}</span
                  >
                </li>`,
            )}
          </ul>
        </dd>
      </div>
    </dl>
    ${shown.table
      ? html`<p class="buttons">
          <a class="button primary big" href=${url(`/table/${shown.table}`)}>${t("shared.continue")}</a>
        </p>`
      : shown.open
        ? starting(shown)
        : nothing}
    <p class="note">${players(shown)}</p>
  </section>`;

/** @param {SharedCaseView} shown */
const starting = (shown) =>
  html`<form @submit=${begin}>
    ${shown.day
      ? html`<label class="help-choice"
          >${t("plan.help")} ${helpChoice(shared.help, (help) => updateShared({ help }))}</label
        >`
      : html`<p>${t("challenge.help", { help: t(`plan.help ${shown.help}`) })}</p>`}
    <button class="primary big" ?disabled=${shared.starting}>${t("shared.start")}</button>
    <p class="note">${t("shared.one try")}</p>
    <p class="note">${t(shown.day ? "shared.seen" : "challenge.seen", { name: shown.by ?? "" })}</p>
  </form>`;

/** @param {SubmitEvent} event */
async function begin(event) {
  event.preventDefault();
  const { view, help, starting } = shared;
  if (!view || starting) return;
  updateShared({ starting: true });
  try {
    const { table } = await ask(`/api/cases/${encodeURIComponent(view.id)}`, { method: "POST", json: { help } });
    go(`/table/${table}`);
  } catch (problem) {
    report(problem);
  }
  updateShared({ starting: false });
}

/** @param {SharedCaseView} shown */
const players = ({ day, players: count }) =>
  day ? (count ? t("shared.players", { count }) : t("shared.no players")) : nothing;

/** The link of a challenge, for whoever made it. @param {SharedCaseView} shown */
const invitation = (shown) =>
  html`<section class="briefing">
    <p>${t("challenge.send")}</p>
    <p>
      <input
        class="challenge-link"
        readonly
        aria-label=${t("challenge.link")}
        .value=${address(shown)}
        @focus=${selected}
      />
    </p>
    <p class="buttons">
      <button class="primary" @click=${() => void share(`${t("challenge.text")}\n${address(shown)}`)}>
        ${t("challenge.share")}
      </button>
    </p>
    <p role="status">${shared.shareNote}</p>
  </section>`;

/** @param {Event} event */
const selected = (event) => /** @type {HTMLInputElement} */ (event.target).select();

/** @param {SharedCaseView} shown */
const address = (shown) =>
  new URL(url(shown.day ? "/daily/game" : `/challenge/${encodeURIComponent(shown.id)}`), location.href).href;

/** @param {string} text */
async function share(text) {
  const how = await shareLines(text);
  updateShared({ shareNote: how === "copied" ? t("daily.copied") : how ? "" : text });
}

/** How everybody did: a list of a day's players, or the two of a challenge side by side. @param {SharedCaseView} shown */
const results = (shown) =>
  html`<section class="results">
    <h2 id="results">${t("shared.results")}</h2>
    ${shown.results.length
      ? html`<div class="wide-table" tabindex="0" role="region" aria-labelledby="results">
          ${shown.day ? resultList(shown) : sideBySide(shown)}
        </div>`
      : html`<p>${t(shown.ended ? "shared.nobody" : "app.loading")}</p>`}
    ${!shown.day && shown.results.length < 2 ? html`<p class="note">${t("challenge.alone")}</p>` : nothing}
    ${shown.finished && shown.day ? mine(shown) : nothing}
    ${shown.ended
      ? html`<p class="buttons"><a class="button" href=${url("/daily/game")}>${t("home.game open")}</a></p>`
      : nothing}
  </section>`;

/** What a player can do with the own result. @param {SharedCaseView} shown */
function mine(shown) {
  const own = shown.results.find((one) => one.you);
  return html`<p>
      <label class="check"
        ><input type="checkbox" .checked=${shown.shown} @change=${show} /> ${t("shared.show me")}</label
      >
    </p>
    <p class="buttons">
      ${own
        ? html`<button class="primary" @click=${() => void share(shareText(shown, own))}>${t("daily.share")}</button>`
        : nothing}
      <a class="button" href=${url(`/replay/${shown.table}?review`)}>${t("table.review")}</a>
      <a class="button" href=${url("/daily")}>${t("daily.title")}</a>
    </p>
    <p role="status">${shared.shareNote}</p>
    ${shown.ended ? nothing : html`<p class="note">${t("shared.closed")}</p>`}`;
}

/** Plain words, and nothing of the case. @param {SharedCaseView} shown @param {CaseTry} own */
const shareText = (shown, own) =>
  `${t(own.won ? "shared.share won" : "shared.share lost", {
    date: longDate(shown.day ?? ""),
    turn: own.turns,
    suggestions: own.suggestions,
  })}\n${address(shown)}`;

/** @param {Event} event */
async function show(event) {
  const { view } = shared;
  if (!view) return;
  const box = /** @type {HTMLInputElement} */ (event.target);
  try {
    await ask(`/api/cases/${view.id}/shown`, { method: "PUT", json: { shown: box.checked } });
    await fetchCase(view.id);
  } catch (problem) {
    report(problem);
    box.checked = view.shown ?? false;
  }
}
