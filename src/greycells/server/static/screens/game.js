/** The game: one sentence at the top, the board, what can be done, the hand, notebook and log. */

import { BoardView } from "../board/board.js";
import { chairOf, command, mine, planOf, play, sitAt } from "../session.js";
import { afterwards, clearPanels, panel } from "../panels.js";
import { motion } from "../settings.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { actions } from "../widgets/actions.js";
import { card } from "../widgets/card.js";
import { cardName, token } from "../widgets/token.js";
import { sentence } from "../widgets/frame.js";
import { log, ticker } from "../widgets/log.js";
import { closesItself } from "../widgets/menu.js";
import { moments } from "../widgets/moments.js";
import { notebook } from "../widgets/notebook.js";
import { picker } from "../widgets/picker.js";
import { players } from "../widgets/players.js";
import { t } from "../words.js";
import { end } from "./end.js";

/** @import {EditionPrint, Look, State, TableView} from "../types.js" */

/** @type {Map<string, BoardView>} */
const boards = new Map();

/** The board of an edition, drawn once. @param {EditionPrint} edition */
export function boardOf(edition) {
  let board = boards.get(edition.key);
  if (!board) {
    board = new BoardView(edition, (place) => play({ do: "move", to: place }));
    boards.set(edition.key, board);
  }
  return board;
}

/** @type {Look | null} */
let drawn = null;
/** @type {State["choice"]} */
let offered = null;

/** @param {EditionPrint} edition */
function drawBoard(edition) {
  const board = boardOf(edition);
  const { look, choice, fresh } = state;
  if (!look || (look === drawn && choice === offered)) return board;
  const moves = choice?.options.moves;
  const here = look.pawns[mine() ?? ""];
  const lit = moves ? [...new Set([...moves.ends, ...moves.pauses])].filter((place) => place !== here) : [];
  const began = drawn === null;
  board.show(look, {
    lit,
    paths: look.paths,
    mine: mine(),
    fresh: look === drawn ? [] : fresh,
    motion: began ? "none" : motion(),
  });
  if (look !== drawn) requestAnimationFrame(() => board.centre(look.pawns[mine() ?? look.mover]));
  drawn = look;
  offered = choice;
  return board;
}

/** @param {TableView} table @param {EditionPrint} edition */
export function game(table, edition) {
  const { look, tab } = state;
  if (state.handover !== null || !look) clearPanels();
  if (state.handover !== null) return handOver(table, edition, state.handover);
  if (!look) {
    // Another table, or another seat: what was drawn is not where its pawns walk from.
    drawn = null;
    afterwards(() => void boardOf(edition));
    return html`<main class="sorry" id="page"><p>${t("app.loading")}</p></main>`;
  }
  const board = drawBoard(edition);
  // The table may be known to be over before the last events have come along the line.
  const over = table.state === "over" && look.case_file.length > 0;
  return html`<div
    class=${`game playing ${over ? "over" : ""} ${edition.suspects.length > 6 ? "of-ten" : "of-six"} tab-${tab} ${state.asking ? "asking" : ""}`}
  >
    ${sentence(edition, look, look.ask, html`${clock()}${menu(table)}`)}
    <section class="doing" aria-label=${t("game.doing")}>
      ${over ? end(table, edition) : state.asking ? picker(edition) : actions(edition)}${state.choice || over
        ? nothing
        : waiting(table, edition)}
    </section>
    <main class="boardroom">
      <div class="scroll" role="region" tabindex="0" aria-label=${t("rules.board")}>${board.element}</div>
      ${state.asking || over ? nothing : moments(edition)}${ticker(edition)}
    </main>
    <aside class="side">${pages(table, edition, look)}</aside>
    <nav class="tabs" aria-label=${t("game.tabs")}>
      <div role="tablist">
        ${
          /** @type {const} */ (["board", "notebook", "log"]).map(
            (name) =>
              html`<button
                role="tab"
                data-tab=${name}
                aria-selected=${tab === name}
                @click=${() => update({ tab: name })}
              >
                ${t(`game.${name}`)}
              </button>`,
          )
        }
      </div>
    </nav>
  </div>`;
}

/**
 * What lies beside the board.
 * @param {TableView} table @param {EditionPrint} edition @param {Look} look
 */
const pages = (table, edition, look) =>
  html`${panel("players", [edition, table, look, state.present, state.unheard, state.yours], () => players(edition))}
    <div class="your-cards">
      ${panel("hand", [edition, look.hand.join(), look.open_cards.join()], () => hand(edition, look))}
    </div>
    <div class="pages">
      <div class="page-notebook">${notebook(edition)}</div>
      <div class="page-log" role="region" tabindex="0" aria-label=${t("log.title")}>${log(edition)}</div>
    </div>
    ${panel("words", [edition, look], () => inWords(edition, look))}`;

/** @param {EditionPrint} edition @param {Look} look */
const hand = (edition, look) =>
  html`${look.hand.length
    ? html`<section class="hand" aria-label=${t("game.hand")}>
        <h2>${t("game.hand")}</h2>
        <div class="cards">${look.hand.map((word) => card(edition, word, { small: true }))}</div>
      </section>`
    : nothing}
  ${look.open_cards.length
    ? html`<section class="hand open">
        <h2>${t("game.open cards")}</h2>
        <div class="cards">${look.open_cards.map((word) => card(edition, word, { small: true }))}</div>
      </section>`
    : nothing}`;

/** @param {EditionPrint} edition @param {string | undefined} place */
const where = (edition, place) => (place === undefined ? t("board.off") : cardName(edition, place));

/** The board as text, for those who listen to it. @param {EditionPrint} edition @param {Look} look */
const inWords = (edition, look) =>
  html`<details class="in-words">
    <summary>${t("board.words")}</summary>
    <ul>
      ${edition.suspects.map(
        (one) => html`<li>${t("board.stands", { who: one.name, place: where(edition, look.pawns[one.word]) })}</li>`,
      )}
      ${edition.weapons.map(
        (one) => html`<li>${t("board.stands", { who: one.name, place: where(edition, look.weapons[one.word]) })}</li>`,
      )}
    </ul>
  </details>`;

function clock() {
  const until = state.choice?.until;
  if (!until) return nothing;
  const left = Math.max(0, Math.round(until - Date.now() / 1000));
  const time =
    left > 86400
      ? `${Math.round(left / 86400)} d`
      : left > 3600
        ? `${Math.round(left / 3600)} h`
        : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`<span class="clock">${t("game.until", { time })}</span>`;
}

/** Nothing to choose: who one is, and how to hurry a bot that is at it. @param {TableView} table @param {EditionPrint} edition */
function waiting(table, edition) {
  const chair = table.chairs[chairOf(state.look?.to_act ?? null)];
  const words = state.chair === null ? t("game.watching") : t("do.waiting", { who: cardName(edition, mine() ?? "") });
  return html`<p class="waiting">${words}${chair?.name && !chair.away ? nothing : hurry(table)}</p>`;
}

/** Whoever sits may hurry the bots. @param {TableView} table */
const hurry = (table) =>
  state.chair !== null && table.state === "running" && table.chairs.some((chair) => chair.bot || chair.away)
    ? html`<button class="hurry" @click=${() => command({ type: "hurry", on: !table.hurried })}>
        ${t(table.hurried ? "game.unhurry" : "game.hurry")}
      </button>`
    : nothing;

/** @param {TableView} table */
function menu(table) {
  const seated = state.chair !== null;
  return html`<details class="menu">
    <summary @click=${closesItself} aria-label=${t("game.menu")}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6h16M4 12h16M4 18h16"></path></svg>
    </summary>
    <div class="menu-list">
      ${hurry(table)}
      <a class="button" href=${`/rules/${planOf(table).edition}`} target="_blank">${t("app.rules")}</a>
      <button @click=${() => update({ dialog: { kind: "settings", id: "" } })}>${t("app.settings")}</button>
      ${seated
        ? html`<button @click=${() => update({ dialog: { kind: "link", id: "" } })}>${t("game.link")}</button>`
        : nothing}
      ${seated && table.state === "running"
        ? html`<button @click=${() => update({ dialog: { kind: "resign", id: "" } })}>${t("game.resign")}</button>`
        : nothing}
      <a class="button" href="/">${t("app.home")}</a>
    </div>
  </details>`;
}

/**
 * One device, several people: nothing of the next hand is here before its owner says so.
 * @param {TableView} table
 * @param {EditionPrint} edition
 * @param {number} chair
 */
function handOver(table, edition, chair) {
  const seat = table.chairs[chair];
  const who = `${seat.name ?? ""} (${cardName(edition, seat.suspect ?? "")})`;
  return html`<main class="handover" id="page" tabindex="-1">
    ${token(edition, seat.suspect ?? "")}
    <h1>${t("pass.title", { who })}</h1>
    <p>${t("pass.note")}</p>
    <button class="primary big" @click=${() => sitAt(chair)}>${t("pass.go", { who: seat.name ?? "" })}</button>
  </main>`;
}
