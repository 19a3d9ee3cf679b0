/** Play on from here: who sits where at the practice table, and off it goes. */

import { ask, report } from "../ui/api.js";
import { character, offers } from "../offers/offer.js";
import { go } from "../ui/router.js";
import { boxes } from "../board/editions.js";
import { updatePage } from "../ui/page.js";
import { redraw } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { capital, t } from "../ui/words.js";
import "../words/review.js";
import "../words/game.js";
import { botName } from "../offers/bot_face.js";
import { cardName, token } from "../board/token.js";

/** @import {EditionPrint, Plan, Word} from "../types/types.js" */
/** @import {PlayOn} from "../types/wire.js" */
/** What is played on: the game's address in the API, its seats, and the moment with its turn. */
/** @typedef {{path: string, edition: string, seats: [Word, string][], at: number, turn: number}} PlayedOn */

const YOU = "you";
const FRIEND = "friend";
const HELP = /** @type {const} */ (["none", "direct facts", "full logic"]);

/** @type {PlayedOn | null} */
let game = null;
/** Who is to play each seat: `you`, `friend`, or a bot's level. @type {Map<Word, string>} */
let sitters = new Map();
/** @type {Plan["help"]} */
let helped = "none";
let busy = false;
/** The bots that can be had: those that this server offers, and those that played. @type {string[]} */
let levels = [];

/** Ask who sits where. @param {PlayedOn} played @param {Word} own the seat that is offered to whoever asks */
export function begin(played, own) {
  game = played;
  const bots = played.seats.map(([, name]) => name).filter((name) => offers.offer?.level_names?.[name]);
  levels = [...new Set([...(offers.offer?.levels ?? []), ...bots])];
  const usual = bots[0] ?? offers.offer?.starters?.at(-1) ?? levels.at(-1) ?? "";
  sitters = new Map(
    played.seats.map(([word, name]) => [word, word === own ? YOU : levels.includes(name) ? name : usual]),
  );
  helped = offers.offer?.help ?? "none";
  updatePage({ dialog: { kind: "play on", id: String(played.at) } });
}

/** The title of the window, and the window. @returns {[string, unknown]} */
export function playOn() {
  const printed = game ? boxes[game.edition] : undefined;
  if (!game || !printed) return [t("game.play on"), nothing];
  const { seats, turn } = game;
  const alone = ![...sitters.values()].includes(FRIEND);
  return [
    t("playon.title", { turn }),
    html`<form class="play-on" @submit=${start}>
      <p>${t("playon.note")}</p>
      ${seats.map(([word]) => seat(printed, word))}
      <label
        >${t("plan.help")}<select @change=${chooseHelp}>
          ${HELP.map(
            (help) => html`<option value=${help} ?selected=${help === helped}>${t(`plan.help ${help}`)}</option>`,
          )}
        </select></label
      >
      ${mine().length ? nothing : html`<p class="hint" role="status">${t("playon.no seat")}</p>`}
      <div class="buttons">
        <button class="primary" ?disabled=${busy || !mine().length}>
          ${t(alone ? "playon.start" : "playon.open")}
        </button>
      </div>
    </form>`,
  ];
}

const mine = () => [...sitters].filter(([, who]) => who === YOU).map(([word]) => word);

/** @param {EditionPrint} printed @param {Word} word */
const seat = (printed, word) =>
  html`<label class="sitter-choice"
    ><span>${token(printed, word)} ${cardName(printed, word)}</span
    ><select
      @change=${(/** @type {Event} */ event) => {
        sitters.set(word, /** @type {HTMLSelectElement} */ (event.target).value);
        redraw();
      }}
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
  html`<option value=${who} ?selected=${sitters.get(word) === who}>${words}</option>`;

/** @param {Event} event */
function chooseHelp(event) {
  helped = /** @type {Plan["help"]} */ (/** @type {HTMLSelectElement} */ (event.target).value);
}

/** @param {SubmitEvent} event */
async function start(event) {
  event.preventDefault();
  if (!game || busy) return;
  busy = true;
  redraw();
  const bots = Object.fromEntries([...sitters].filter(([, who]) => who !== YOU && who !== FRIEND));
  const json = /** @type {PlayOn} */ ({ at: game.at, mine: mine(), bots, help: helped });
  try {
    const table = await ask(`${game.path}/play-on`, { method: "POST", json });
    updatePage({ dialog: null });
    go(`/table/${table.id}`);
  } catch (problem) {
    report(problem);
  }
  busy = false;
  redraw();
}
