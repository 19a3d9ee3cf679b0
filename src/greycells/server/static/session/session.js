/** The controller of a table: the connection's frames become state by the models, and choices become commands. */

import { Problem, ask, setMaintenance } from "../ui/api.js";
import { editionOf } from "../board/editions.js";
import { forgetNonces, revealNonces } from "../dealing/nonces.js";
import { fetchOffer } from "../offers/offer.js";
import { page, updatePage } from "../ui/page.js";
import { settings } from "../ui/settings.js";
import { drawNow } from "../ui/staged_render.js";
import { cancel, later } from "../ui/timers.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { Connection, newId } from "./connection.js";
import {
  afterFrames,
  afterPlay,
  chairOfSuspect,
  emptyTable,
  nextAtDevice,
  ownChair,
  planOf,
  suspectAt,
} from "./game_model.js";
import { game, updateGame } from "./game_state.js";
import { afterFramesCame, afterResultSeen, timeToWait } from "./held_back_model.js";
import { motionAtTable } from "./motion.js";
import { mutedAt } from "./muted_players.js";
import { loadNotebook, saveNotebooks } from "./notebook_pages.js";
import { wordsOf } from "./spoken_words.js";
import { MOMENT, atTurnEnd } from "./turn_end_model.js";

/** @import {Frame, Notebook, TableView} from "../types/types.js" */
/** @import {Notice, Task} from "./game_model.js" */
/** @import {Release, Viewer} from "./held_back_model.js" */

/** Milliseconds until a result is shown in words although no scene has begun to show it. */
const SHOWN_AT_LAST = 4000;

/** The connection of this page. */
const live = { connection: /** @type {Connection | null} */ (null) };

/** The chair of a seat that plays this suspect. @param {string | null} word */
export const chairOf = (word) => chairOfSuspect(game.table, word);

/** The suspect that this viewer plays. */
export const mine = () => suspectAt(game.table, game.chair);

/** Go to a table: to the player's chair if they have one, otherwise as a spectator. @param {string} id @param {AbortSignal} signal */
export async function goToTable(id, signal) {
  disconnect();
  const muted = mutedAt(id);
  updateGame({ ...emptyTable(), table: null, yours: [], chair: null, seen: {}, handover: null, muted });
  updateGame({ connection: "opening" });
  updatePage({ trouble: null, dialog: null });
  if (!(await isThere(id, signal))) return;
  const chair = ownChair(game);
  if (chair === null) connect(id, null);
  else await sitAt(chair);
}

/** @param {string} id @param {number | null} chair */
function connect(id, chair) {
  const { signal } = page;
  const before = live.connection;
  const seen = before && before.chair !== null ? { ...game.seen, [before.chair]: before.seq } : game.seen;
  disconnect();
  updateGame({ ...emptyTable(), seen, chair, connection: "opening" });
  updatePage({ dialog: null });
  const how = { chair, coordinates: settings.coordinates, language: document.documentElement.lang };
  live.connection = new Connection(id, how, {
    receive,
    stands: (connection) => updateGame({ connection }),
    mayRetry: () => isThere(id, signal),
  });
}

/** The connection to the table is no longer wanted. */
function disconnect() {
  saveNotebooks();
  cancel("result");
  live.connection?.close();
  live.connection = null;
}

/** Leave the table and forget its state. */
export const leaveTable = () => {
  disconnect();
  updateGame({ ...emptyTable(), table: null, handover: null });
};

/** Whether a table is there and lets one in; otherwise the page says why not, unless it has been left by then. @param {string} id @param {AbortSignal} signal */
async function isThere(id, signal) {
  try {
    const table = /** @type {TableView} */ (await ask(`/api/tables/${id}`, { signal }));
    await Promise.all([editionOf(planOf(table)), fetchOffer()]);
    signal.throwIfAborted();
    updateGame({ table, yours: table.yours ?? [] });
    if (game.chair !== null && !game.yours.includes(game.chair)) {
      leaveSeat(table);
      return false;
    }
    const turnedAway = game.connection === "lost" && game.yours.length === 0 && game.scene === null;
    if (turnedAway && table.state !== "open" && !planOf(table).spectators) {
      refuse(t("trouble.watch"), t("trouble.watch note"));
      return false;
    }
  } catch (problem) {
    if (signal.aborted) return false;
    if (!(problem instanceof Problem)) throw problem;
    const banned = problem.status === 403;
    if (banned || problem.status === 404) {
      refuse(t(banned ? "trouble.banned" : "trouble.table"), banned ? problem.message : t("trouble.table note"));
      return false;
    }
  }
  return true;
}

/** Show why the table can't be shown. @param {string} title @param {string} sentence */
function refuse(title, sentence) {
  updatePage({ trouble: { title, sentence } });
  updateGame({ connection: "none" });
}

/** This device was removed from its seat: nothing of what the seat saw stays on the page. @param {TableView} table */
function leaveSeat(table) {
  if (planOf(table).spectators) {
    connect(table.id, null);
    updatePage({ toast: { sentence: t("device.removed"), rule: null } });
  } else {
    disconnect();
    updateGame({ ...emptyTable(), chair: null });
    updatePage({ dialog: null });
    refuse(t("device.removed title"), t("device.removed"));
  }
}

/** Who looks at this page now. @returns {Viewer} */
const viewer = () => ({
  caughtUp: game.caughtUp,
  elsewhere: document.hidden || motionAtTable() === "none",
  covered: document.querySelector(".scene:not(.away, .aside)") !== null,
  now: Date.now() / 1000,
});

/** @param {Frame[]} frames */
function receive(frames) {
  for (const frame of frames) if (frame.type === "maintenance") setMaintenance(frame.seconds);
  show(afterFramesCame(game, frames, viewer()));
}

/** The dice have stopped, or the cards have been opened: show the result. */
export function resultSeen() {
  const release = afterResultSeen(game, viewer());
  updateGame({ held: null });
  show(release);
}

/** Something has begun to show the result, and will say when it has been seen. */
export const showsResult = () => cancel("result");

/** @param {Release} release */
function show({ batches, held, shows }) {
  const time = timeToWait(game.held, held);
  if (time === "begins") later("result", SHOWN_AT_LAST, resultSeen);
  else if (time === "ends") cancel("result");
  updateGame({ ...shows, held });
  for (const frames of batches) take(frames);
}

/** Take what has come. What came before is drawn first, so that each of it is on stage. @param {Frame[]} frames */
function take(frames) {
  if (!frames.length) return;
  drawNow();
  const { changes, tasks, notices } = afterFrames(game, frames, { ...settings, wordsOf });
  updateGame(changes);
  for (const notice of notices) updatePage({ toast: toastOf(notice) });
  seatYourself();
  for (const task of tasks) carryOut(task);
}

/** @param {Notice} notice */
const toastOf = (notice) =>
  "key" in notice ? { sentence: t(notice.key), rule: null, ...(notice.more ? { more: t(notice.more) } : {}) } : notice;

/** @param {Task} task */
function carryOut(task) {
  switch (task.do) {
    case "fetch edition":
      return void editionOf(planOf(task.table));
    case "load notebook":
      return void (game.table && game.chair !== null && loadNotebook(game.table.id, game.chair, sendNote));
    case "give answers":
      return void command({ type: "auto answer", chair: task.chair, on: true });
    case "end turn":
      return void setTimeout(() => endTurn(task.decision), MOMENT);
    case "reveal nonces":
      return revealNonces(game, task.hashes, command);
    case "forget nonces":
      return forgetNonces();
    case "close dialog":
      return !task.kind || page.dialog?.kind === task.kind ? updatePage({ dialog: null }) : undefined;
  }
}

/** End the turn, unless the player has started something else. @param {number} decision */
function endTurn(decision) {
  const next = atTurnEnd(game, decision, page.dialog !== null);
  if (next === "go on") updateGame({ ending: null });
  else if (next === "end") void play({ do: "end turn" });
}

/** Switch to this device's only chair; where several players share it, ask for it to be handed to the one who has to choose. */
function seatYourself() {
  const own = ownChair(game);
  if (own !== null && own !== game.chair) void sitAt(own);
  const handover = nextAtDevice(game);
  if (handover === game.handover) return;
  updateGame({ handover });
  if (handover === null) return;
  updateGame({ asking: null, moments: [], verdict: null });
  updatePage({ dialog: null, toast: null });
}

/** Connect as this chair. @param {number} chair */
export async function sitAt(chair) {
  if (!game.table) return;
  const { id } = game.table;
  updateGame({ handover: null });
  connect(id, chair);
  await loadNotebook(id, chair, sendNote);
}

/**
 * Ask something of the table; a refusal is said at the top of the page.
 * @param {{type: string, chair?: number | null} & Record<string, unknown>} asked
 * @param {string} [id]
 */
export async function command(asked, id = newId()) {
  const answer = await live.connection?.send(asked, { id });
  if (answer?.type !== "done") return null;
  const { chair } = asked;
  if (asked.type === "sit" && typeof chair === "number")
    updateGame({ yours: [...new Set([...game.yours, chair])].sort() });
  if (asked.type === "stand" && game.table?.state === "open")
    updateGame({ yours: game.yours.filter((other) => other !== chair) });
  return answer;
}

/** Save the notebook of a chair over the connection; null if that isn't open for it, or ends before the answer. @param {number} chair @param {Notebook} pages */
const sendNote = async (chair, pages) =>
  live.connection?.chair === chair
    ? live.connection.send({ type: "save notebook", chair, pages }, { quiet: true })
    : null;

/** Make a choice of the game. @param {Record<string, unknown>} action */
export async function play(action) {
  const { choice, chair, sending } = game;
  if (!choice || chair === null || sending) return;
  leaveButton();
  const id = newId();
  updateGame(afterPlay(game, String(action.do), id));
  updatePage({ dialog: null, toast: null });
  await command({ type: "play", chair, decision: choice.decision, action }, id);
}

/** The focus leaves the button before that goes: otherwise the whole page would be laid out while it is drawn. */
function leaveButton() {
  const at = document.activeElement;
  if ((at instanceof HTMLElement || at instanceof SVGElement) && at.closest(".turn-panel, .lights, .dialog")) at.blur();
}

/** Connect again to the same table and chair, as when the way in which squares are named has changed. */
export function reconnect() {
  if (!live.connection || !game.table) return;
  const { chair, table } = game;
  const { dialog } = page;
  connect(table.id, chair);
  updateGame({ seen: Object.fromEntries(Object.entries(game.seen).filter(([seat]) => seat !== String(chair))) });
  updatePage({ dialog });
  if (chair !== null) void loadNotebook(table.id, chair, sendNote);
}

/** Have one's forced answers given, in this game too. @param {boolean} on */
export function answerForMe(on) {
  if (game.chair !== null && game.table?.state === "running")
    void command({ type: "auto answer", chair: game.chair, on });
}

// A hidden page doesn't wait for animations: its title says whose turn it is.
document.addEventListener("visibilitychange", () => document.hidden && !game.opening?.shared && resultSeen());
