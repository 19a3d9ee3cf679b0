/**
 * The companion's game that is open: what was entered is kept on this device at once, sent when there is a connection, and
 * worked out by the server. Nothing is deduced here.
 */

import { ask, Problem, report } from "../ui/api.js";
import { page, updatePage } from "../ui/page.js";
import { redraw } from "../ui/store.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { fetchBoxes, forgetGame, fresh, keepGame, keptGames } from "./device.js";
import { fileGame, unsentGame, unsentView } from "./unsent_game.js";

/** @import {CompanionAdvice, CompanionChange, CompanionEntry, CompanionLinkView, CompanionListed, CompanionSetup, CompanionView, CompanionWhy} from "../types/wire.js" */
/** @import {Kept} from "./device.js" */

/** Milliseconds between two attempts to send, and between two looks at what other phones entered. */
const LOOK = 3000;
/** So many changes are sent at once. */
const MOST_SENT = 50;

/** The game that is open. @type {Kept | null} */
let open = null;
/** Whether the last attempt reached the server. */
let reached = true;
/** Whether the server has refused what waits, so that sending it again is of no use. */
let stuck = false;
let sending = false;
/** The version whose proof was asked for last. */
let proving = -1;
let timer = 0;
/** @type {CompanionListed[]} */
let listed = [];

export const current = () => open?.view ?? null;
export const waiting = () => open?.queue ?? [];
/** Whether the server doesn't know this game yet. */
export const unsent = () => Boolean(open?.unsent);
export const connected = () => reached;
export const games = () => listed;
export const mayWrite = () => open?.view.role !== "read";

const keep = () => open && keepGame(open);

/** All games of this guest; without a connection those that this device keeps. */
export async function fetchGames() {
  keepPage();
  const here = Object.values(keptGames());
  const line = (/** @type {Kept} */ { view }) => ({
    id: view.id,
    words: view.setup.players.join(", "),
    changed: 0,
    role: view.role,
  });
  try {
    const [{ games: found }] = await Promise.all([ask("/api/companion"), fetchBoxes()]);
    listed = [...here.filter((one) => one.unsent).map(line), ...found];
    reached = true;
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status) throw problem;
    reached = false;
    listed = here.map(line);
  }
  redraw();
}

/** Keep the page and its modules on this device, so that it opens without a connection, too. */
function keepPage() {
  navigator.serviceWorker?.ready
    .then((worker) => worker.active?.postMessage("keep the companion"))
    .catch(() => undefined);
}

/** Begin a game, from its set-up or from a file; without a connection it waits. @param {string} game */
export async function start(game) {
  try {
    open = { view: await ask("/api/companion", { method: "POST", body: game }), queue: [] };
  } catch (problem) {
    const known = problem instanceof Problem && !problem.status && (await fetchBoxes()) && fileGame(game);
    if (!known) throw problem;
    open = unsentGame(known.setup);
    open.queue = known.entries.map((entry) => ({ do: "put", id: fresh(), entry }));
  }
  keep();
  return open.view.id;
}

/** Open a game: what this device keeps is there at once. @param {string} id */
export async function enter(id) {
  leave();
  open = keptGames()[id] ?? null;
  [stuck, proving] = [false, -1];
  redraw();
  addEventListener("online", again);
  document.addEventListener("visibilitychange", again);
  await sync();
  if (!open) throw new Problem("", 404);
  keepPage();
  look();
}

export function leave() {
  clearTimeout(timer);
  removeEventListener("online", again);
  document.removeEventListener("visibilitychange", again);
  open = null;
}

function again() {
  stuck = false;
  void sync();
}

/** Look again and again for what other phones entered, and try again what could not be sent. */
function look() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const shared = open && (open.view.role !== "owner" || open.view.links?.length);
    const waits = !stuck && (open?.queue.length || open?.unsent);
    if (!document.hidden && (waits || (shared && !open?.queue.length) || !reached)) await sync();
    if (open) look();
  }, LOOK);
}

/** Send what waits, or ask for what is new, until nothing waits any more. */
async function sync() {
  if (sending) return;
  sending = true;
  try {
    do await exchange();
    while (open?.queue.length);
    [reached, stuck] = [true, false];
    void prove();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    // Too fast, busy or without a connection: it waits. Anything else is said, and nothing is thrown away.
    reached = !(problem.status === 0 || problem.status === 429 || problem.status >= 500);
    stuck = reached;
    if (problem.status === 404 && open && !open.queue.length && !open.unsent) gone(problem);
    else if (reached) report(problem);
  } finally {
    sending = false;
    redraw();
  }
}

/** Fetch the proof of a solved case, unless it came along: it may take longer than the sheet. */
async function prove() {
  const kept = open;
  const { solved } = kept?.view.sheet ?? {};
  if (!kept || !solved || solved.proof?.length || kept.view.version === proving) return;
  proving = kept.view.version;
  try {
    const proof = await ask(`/api/companion/${kept.view.id}/proof`);
    if (kept.view.sheet.solved) kept.view.sheet.solved = proof;
    if (kept === open) keep();
    redraw();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
  }
}

async function exchange() {
  const id = open?.view.id ?? page.route.id;
  if (open?.unsent) await create(open);
  else if (open?.queue.length) await send(open);
  else if (id) await refresh(id);
}

/** The game was deleted, or the link that led here has ended. @param {Problem} problem */
function gone(problem) {
  if (open) forgetGame(open.view.id);
  leave();
  updatePage({ trouble: { title: t("companion.gone"), sentence: problem.message } });
}

/** Tell the server of a game that was set up without it; told twice, it is still one game. @param {Kept} kept */
async function create(kept) {
  const { id, setup } = kept.view;
  const tried = kept.unsent?.tried ?? setup;
  kept.unsent = { tried };
  keepGame(kept);
  kept.view = await ask(`/api/companion?once=${id}`, { method: "POST", json: { companion: 1, setup: tried } });
  if (JSON.stringify(tried) !== JSON.stringify(setup)) kept.queue.unshift({ do: "set up", id: fresh(), setup });
  delete kept.unsent;
  keepGame(kept);
  forgetGame(id);
  if (open !== kept) return;
  history.replaceState(null, "", url(`/companion/${kept.view.id}`));
  updatePage({ route: { ...page.route, id: kept.view.id } });
}

/** @param {Kept} kept */
async function send(kept) {
  const changes = kept.queue.slice(0, MOST_SENT);
  const view = await ask(`/api/companion/${kept.view.id}/changes`, { method: "POST", json: { changes } });
  const sent = new Set(changes.map((change) => change.id));
  kept.queue = kept.queue.filter((change) => !sent.has(change.id));
  kept.view = view;
  keepGame(kept);
  for (const refused of view.refused ?? []) report(new Problem(refused.words, 422));
}

/** @param {string} id */
async function refresh(id) {
  const known = open ? `?version=${open.view.version}` : "";
  const { game } = await ask(`/api/companion/${encodeURIComponent(id)}${known}`);
  if (game) open = { view: game, queue: open?.queue ?? [] };
  keep();
}

/** Enter a change: kept on this device at once, sent as soon as possible. @param {CompanionChange} change */
export function change(change) {
  if (!open) return;
  open.queue.push(change);
  stuck = false;
  keep();
  redraw();
  void sync();
}

/** Add an entry, or replace the one with its id. @param {CompanionEntry} entry @param {CompanionEntry} [was] */
export const put = (entry, was) => change({ do: "put", id: fresh(), entry, ...(was ? { was } : {}) });

/** @param {CompanionEntry} entry */
export const takeOut = (entry) => change({ do: "take out", id: fresh(), entry: entry.id, was: entry });

/** @param {CompanionSetup} setup */
export function setUp(setup) {
  if (!open?.unsent) return change({ do: "set up", id: fresh(), setup });
  open.view = unsentView(setup, open.view.id);
  // What was refused is not tried again; what may have arrived is corrected afterwards.
  if (stuck) open.unsent.tried = null;
  keep();
  again();
}

/** Undo the last change: one that still waits is simply not sent. */
export function undo() {
  if (!open) return;
  if (open.queue.length && !sending) {
    open.queue.pop();
    keep();
    redraw();
  } else change({ do: "undo", id: fresh() });
}

/** Whether there is anything to undo. */
export const canUndo = () => Boolean(open?.queue.length || open?.view.can_undo);

/** @param {number} card @param {number} holder @returns {Promise<CompanionWhy>} */
export const why = (card, holder) => ask(`/api/companion/${open?.view.id}/why?card=${card}&holder=${holder}`);

/** @param {string} query @returns {Promise<CompanionAdvice>} */
export const advice = (query) => ask(`/api/companion/${open?.view.id}/advice?${query}`);

/** @param {"read" | "write"} mode @returns {Promise<CompanionLinkView>} */
export async function makeLink(mode) {
  const link = await ask(`/api/companion/${open?.view.id}/links`, { method: "POST", json: { mode } });
  await sync();
  return link;
}

/** @param {string} link */
export async function endLink(link) {
  if (!open) return;
  open.view = await ask(`/api/companion/${open.view.id}/links/${link}`, { method: "DELETE" });
  keep();
  redraw();
}

/** Delete a game here and on the server. @param {string} id */
export async function remove(id) {
  if (!keptGames()[id]?.unsent) listed = (await ask(`/api/companion/${id}`, { method: "DELETE" })).games;
  forgetGame(id);
  redraw();
}
