/** The game: one sentence at the top, the board, what can be done, the hand, notebook and log. */

import { houseQuery } from "../board/editions.js";
import { BoardView } from "../board/board.js";
import { url } from "../ui/url.js";
import { inWords } from "../board/board_in_words.js";
import { speechBubbles } from "./speech_bubbles.js";
import { mine, play } from "../session/session.js";
import { planOf } from "../session/game_model.js";
import { DiceThrow } from "../stage/dice_throw.js";
import { afterwards, clearPanels, panel } from "../ui/staged_render.js";
import { lazyLoad } from "../ui/lazy_load.js";
import { once } from "../ui/once.js";
import { motionAtTable } from "../session/motion.js";
import { listenForKeys } from "./shortcuts.js";
import { game, updateGame } from "../session/game_state.js";
import { updatePage } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { actions, offersMany } from "./actions.js";
import { card } from "../board/card.js";
import { sentence } from "./sentence.js";
import { log, ticker } from "./game_log.js";
import { closesItself } from "../ui/menu.js";
import { muteButton } from "../ui/mute.js";
import { moments, news } from "./private_notices.js";
import { notebook } from "../notebook/notebook.js";
import { picker } from "./picker.js";
import { facesReady } from "../offers/bot_face.js";
import { players } from "./players.js";
import { talkMenu, unreadBadge } from "./table_talk.js";
import { hurry, resign, skip, waiting } from "./waiting.js";
import { clock as clockFace, largeUnit } from "../ui/times_model.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { end } from "./game_over.js";
import { handOver } from "./hand_over.js";

/** @import {EditionPrint, Look, Game, Sighting, TableView} from "../types/types.js" */

/** Scenes over the board come after the first roll: a first page has no need of them. */
const stages = lazyLoad(() => import("../stage/stage.js"));

/** The dice, the stage once there is something to show on it, and what has been drawn already. */
const screen = {
  dice: new DiceThrow(),
  stage: /** @type {import("../stage/stage.js").Stage | null} */ (null),
  staged: false,
  fresh: /** @type {Sighting[]} */ ([]),
  /** What has happened and has not been on stage: all of it, also while the stage is still on its way. */
  unseen: /** @type {Sighting[]} */ ([]),
  scene: /** @type {Look | null} */ (null),
  choice: /** @type {Game["choice"]} */ (null),
};

/** @param {EditionPrint} edition */
function onStage(edition) {
  screen.staged ||= Boolean(game.opening || game.verdict || (game.fresh.length && motionAtTable() !== "none"));
  if (!screen.staged) return nothing;
  if (game.fresh !== screen.fresh) screen.unseen = [...screen.unseen, ...(screen.fresh = game.fresh)];
  const found = stages();
  if (!found) return nothing;
  screen.stage ??= new found.Stage();
  const news = screen.unseen;
  screen.unseen = [];
  return screen.stage.draw(boardOf(edition).plan, news);
}

listenForKeys();

/** The board of an edition, drawn once. @param {EditionPrint} edition */
export const boardOf = (edition) =>
  once(`board ${edition.key}`, () => new BoardView(edition, (place) => play({ do: "move", to: place })));

/** @param {EditionPrint} edition */
function drawBoard(edition) {
  const board = boardOf(edition);
  const { scene, choice, fresh } = game;
  if (!scene || (scene === screen.scene && choice === screen.choice)) return board;
  const moves = choice?.options.moves;
  const here = scene.pawns[mine() ?? ""];
  const lit = moves ? [...new Set([...moves.ends, ...moves.pauses])].filter((place) => place !== here) : [];
  const began = screen.scene === null;
  if (began) document.documentElement.style.setProperty("--tall", String(board.tall));
  board.show(scene, {
    lit,
    paths: scene.paths,
    mine: mine(),
    fresh: scene === screen.scene ? [] : fresh,
    motion: began ? "none" : motionAtTable(),
    staged: true,
  });
  // A board that is larger than the page scrolls to the pawn that moves.
  if (scene !== screen.scene) {
    const smooth = !began && motionAtTable() !== "none";
    requestAnimationFrame(() =>
      board.centre(scene.pawns[scene.mover], { own: began || scene.mover === mine(), smooth }),
    );
  }
  screen.scene = scene;
  screen.choice = choice;
  return board;
}

/** @param {TableView} table @param {EditionPrint} edition */
export function gameScreen(table, edition) {
  const { scene, tab } = game;
  if (game.handover !== null || !scene) clearPanels();
  if (game.handover !== null) return handOver(table, edition, game.handover);
  if (!scene) {
    // Another table or seat: its pawns don't walk from where the last ones stood.
    screen.scene = null;
    screen.unseen = [];
    afterwards(() => void boardOf(edition));
    return html`<main class="message-page" id="page"><p>${t("app.loading")}</p></main>`;
  }
  const board = drawBoard(edition);
  speechBubbles(board);
  // The table may be known to be over before the last events have come.
  const over = table.state === "over" && scene.case_file.length > 0;
  return html`<div
    class=${`game playing ${over ? "over" : ""} ${board.wide ? "wide-board" : "square-board"} tab-${tab} ${layoutClasses(table, edition, over)}`}
  >
    ${sentence(
      edition,
      scene,
      game.opening?.words ?? (game.thrown ? rolling(game.thrown.dice) : scene.ask),
      html`${table.practice
        ? html`<span class="practice-mark">${t("table.practice")}</span>`
        : nothing}${clock()}${menu(table)}`,
    )}
    <section class="turn-panel" aria-label=${t("game.doing")}>
      ${over ? end(table, edition) : game.asking ? picker(edition) : actions(edition)}${game.choice || over
        ? nothing
        : waiting(table, edition)}
    </section>
    <main class="board-area">
      <div class="board-scroll" role="region" tabindex="0" aria-label=${t("rules.board")}>${board.element}</div>
      ${talkMenu()}${onStage(edition)}${screen.dice.draw()}${ticker(edition)}
    </main>
    ${over ? nothing : dock(edition, scene)}
    <aside class="side">${pages(table, edition, scene)}</aside>
    <nav class="tabs" aria-label=${t("game.tabs")}>
      <div role="tablist">
        ${
          /** @type {const} */ (["board", "notebook", "log"]).map(
            (name) =>
              html`<button
                role="tab"
                data-tab=${name}
                aria-selected=${tab === name}
                @click=${() => updateGame({ tab: name, unread: name === "log" ? 0 : game.unread })}
              >
                ${t(`game.${name}`)}${name === "log" ? unreadBadge() : nothing}
              </button>`,
          )
        }
      </div>
      ${muteButton()}
    </nav>
  </div>`;
}

/** Classes on which the layout of several parts depends. @param {TableView} table @param {EditionPrint} edition @param {boolean} over */
function layoutClasses(table, edition, over) {
  const { asking, choice } = game;
  const found = {
    asking: asking !== null,
    showing: !over && !asking && Boolean(choice?.options.show),
    "of-many": (table.seats?.length ?? 0) > 4,
    "offers-many": !over && !asking && choice !== null && offersMany(edition, choice.options),
    "with-news": !over && !asking && news().length > 0,
  };
  return Object.entries(found)
    .filter(([, holds]) => holds)
    .map(([name]) => name)
    .join(" ");
}

/** The sentence while the dice roll. @param {number} dice how many */
const rolling = (dice) => t(dice > 1 ? "dice.rolling" : "dice.rolling one");

/**
 * The strip below the board: private notices, and on a phone the hand.
 * @param {EditionPrint} edition @param {Look} scene
 */
function dock(edition, scene) {
  const notices = game.asking ? [] : news();
  const bare = !scene.hand.length && !notices.some((moment) => moment.card);
  return html`<section
    class=${`dock ${notices.length ? "with-news" : ""} ${bare ? "bare" : ""}`}
    aria-label=${t("game.hand")}
  >
    ${moments(edition, notices)}
    <div class=${scene.hand.length > 5 ? "strip names" : "strip"}>
      ${scene.hand.map((word) => card(edition, word, { small: true }))}
    </div>
  </section>`;
}

/**
 * The column beside the board: players, cards, notebook and log.
 * @param {TableView} table @param {EditionPrint} edition @param {Look} scene
 */
const pages = (table, edition, scene) =>
  html`${panel("players", [edition, table, scene, game.present, game.muted, game.yours, facesReady()], () =>
      players(edition),
    )}
    <div class="your-cards">
      ${panel("hand", [edition, scene.hand.join(), scene.open_cards.join()], () => hand(edition, scene))}
    </div>
    <div class="pages">
      <div class="page-notebook">${notebook(edition)}</div>
      <div class="page-log" role="region" tabindex="0" aria-label=${t("log.title")}>${log(edition)}</div>
    </div>
    ${panel("words", [edition, scene], () => inWords(edition, scene))}`;

/** @param {EditionPrint} edition @param {Look} scene */
const hand = (edition, scene) =>
  html`${scene.hand.length
    ? html`<section class=${scene.hand.length === 5 ? "hand of-five" : "hand"} aria-label=${t("game.hand")}>
        <h2>${t("game.hand")}</h2>
        <div class="cards">${scene.hand.map((word) => card(edition, word, { small: true }))}</div>
      </section>`
    : nothing}
  ${scene.open_cards.length
    ? html`<section class=${scene.open_cards.length === 5 ? "hand open of-five" : "hand open"}>
        <h2>${t("game.open cards")}</h2>
        <div class="cards">${scene.open_cards.map((word) => card(edition, word, { small: true }))}</div>
      </section>`
    : nothing}`;

/** Seconds before the end at which a clock warns, and again. */
const SHORT = [15, 5];

/** The time left, in the largest unit that is useful. @param {number} left in seconds */
function timeLeft(left) {
  const large = largeUnit(left);
  if (!large) return clockFace(left);
  return t(large.unit === "days" ? "plan.days" : "clock.hours", { count: large.count });
}

function clock() {
  const until = game.choice?.until;
  if (!until) return nothing;
  const left = Math.max(0, Math.round(until - Date.now() / 1000));
  // Said twice and not every second: what is said changes only with the warning.
  const warning = SHORT.findLast((seconds) => left <= seconds);
  return html`<span class=${`clock ${warning ? "short" : ""}`}>${t("game.until", { time: timeLeft(left) })}</span>
    <span class="visually-hidden" role="alert">${warning ? t("clock.short", { time: timeLeft(warning) }) : ""}</span>`;
}

/** @param {TableView} table */
function menu(table) {
  const seated = game.chair !== null;
  return html`<details class="menu">
    <summary @click=${closesItself} aria-label=${t("game.menu")}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6h16M4 12h16M4 18h16"></path></svg>
    </summary>
    <div class="menu-list">
      ${skip(table)}${hurry(table)}
      <a
        class="button"
        href=${url(`/rules/${planOf(table).edition}${houseQuery(planOf(table).house_rules)}`)}
        target="_blank"
        >${t("app.rules")}</a
      >
      <button @click=${() => updatePage({ dialog: { kind: "settings", id: "" } })}>${t("app.settings")}</button>
      <button class="for-keys" aria-keyshortcuts="?" @click=${() => updatePage({ dialog: { kind: "keys", id: "" } })}>
        ${t("keys.title")}
      </button>
      ${seated
        ? html`<button @click=${() => updatePage({ dialog: { kind: "link", id: "" } })}>${t("game.link")}</button>`
        : nothing}
      ${seated && table.state === "running" && !table.chairs[game.chair ?? 0]?.resigned ? resign() : nothing}
      <a class="button" href=${url("/")}>${t("app.home")}</a>
    </div>
  </details>`;
}
