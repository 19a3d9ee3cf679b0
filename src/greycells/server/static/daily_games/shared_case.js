/** A case that others play too: the game of the day, or a friend's challenge, and how everybody did. */

import { helpChoice } from "../offers/help_choice.js";
import { shareLines } from "../ui/sharing.js";
import { html, nothing } from "../vendor/lit-html.js";
import { botFace, botName, botRank } from "../offers/bot_face.js";
import { resultList, sideBySide } from "./case_results.js";
import { beginCase, showResult } from "./shared_case_controller.js";
import { forgetShared, shared, updateShared } from "./shared_case_state.js";
import { foot, head } from "../ui/page_frame.js";
import { cardName, token } from "../board/token.js";
import { url } from "../ui/url.js";
import { longDate, t } from "../ui/words.js";
import "../words/puzzles.js";

/** @import {CaseTry, SharedCaseView} from "../types/wire.js" */
/** @import {EditionPrint} from "../types/types.js" */

export { enter } from "./shared_case_controller.js";
export const leave = forgetShared;

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
function begin(event) {
  event.preventDefault();
  void beginCase();
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
const show = (event) => void showResult(/** @type {HTMLInputElement} */ (event.target).checked);
