/** Play on from here: who sits where at the practice table, and off it goes. */

import { ask, report } from "../ui/api.js";
import { boxes } from "../board/editions.js";
import { cardName, token } from "../board/token.js";
import { botName } from "../offers/bot_face.js";
import { helpChoice } from "../offers/help_choice.js";
import { character, offers } from "../offers/offer.js";
import { page, updatePage } from "../ui/page.js";
import { go } from "../ui/router.js";
import { capital, t } from "../ui/words.js";
import { html, nothing } from "../vendor/lit-html.js";
import "../words/review.js";
import "../words/game.js";
import { FRIEND, isAlone, levelsFor, ownSeats, playOnRequest, sittersFor, YOU } from "./play_on_model.js";
import { replay, updateReplay } from "./replay_state.js";

/** @import {EditionPrint, Word} from "../types/types.js" */
/** @import {PlayedOn} from "./play_on_model.js" */

/** Ask who sits where. @param {PlayedOn} game @param {Word} own the seat that is offered to whoever asks */
export function openPlayOn(game, own) {
  updateReplay({
    playedOn: game,
    sitters: sittersFor(game, offers.offer, own),
    help: offers.offer?.help ?? "none",
    starting: false,
  });
  updatePage({ dialog: { kind: "play on", id: String(game.at) } });
}

/** The title of the window, and the window. @returns {[string, unknown]} */
export function playOn() {
  const { playedOn: game, sitters, help, starting } = replay;
  const printed = game ? boxes[game.edition] : undefined;
  if (!game || !printed) return [t("game.play on"), nothing];
  const { seats, turn } = game;
  const mine = ownSeats(sitters);
  const { levels } = levelsFor(game, offers.offer);
  return [
    t("playon.title", { turn }),
    html`<form class="play-on" @submit=${start}>
      <p>${t("playon.note")}</p>
      ${seats.map(([word]) => seat(printed, word, levels))}
      <label>${t("plan.help")}${helpChoice(help, (help) => updateReplay({ help }))}</label>
      ${mine.length ? nothing : html`<p class="hint" role="status">${t("playon.no seat")}</p>`}
      <div class="buttons">
        <button class="primary" ?disabled=${starting || !mine.length}>
          ${t(isAlone(sitters) ? "playon.start" : "playon.open")}
        </button>
      </div>
    </form>`,
  ];
}

/** @param {EditionPrint} printed @param {Word} word @param {string[]} levels */
const seat = (printed, word, levels) =>
  html`<label class="sitter-choice"
    ><span>${token(printed, word)} ${cardName(printed, word)}</span
    ><select
      @change=${(/** @type {Event} */ event) =>
        updateReplay({
          sitters: { ...replay.sitters, [word]: /** @type {HTMLSelectElement} */ (event.target).value },
        })}
    >
      ${option(word, YOU, t("playon.you"))}${option(word, FRIEND, t("playon.friend"))}
      ${levels.map((level, number) =>
        option(
          word,
          level,
          character(level) ? t("playon.bot", { name: botName(level), number: number + 1 }) : capital(botName(level)),
        ),
      )}
    </select></label
  >`;

/** @param {Word} word @param {string} who @param {string} words */
const option = (word, who, words) =>
  html`<option value=${who} ?selected=${replay.sitters[word] === who}>${words}</option>`;

/** @param {SubmitEvent} event */
async function start(event) {
  event.preventDefault();
  const { playedOn: game, sitters, help, starting } = replay;
  const { signal } = page;
  if (!game || starting) return;
  updateReplay({ starting: true });
  try {
    const table = await ask(`${game.path}/play-on`, { method: "POST", json: playOnRequest(game, sitters, help) });
    if (signal.aborted) return;
    updatePage({ dialog: null });
    go(`/table/${table.id}`);
  } catch (problem) {
    if (!signal.aborted) report(problem);
  }
  updateReplay({ starting: false });
}
