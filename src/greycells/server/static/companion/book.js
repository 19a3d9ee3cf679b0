/**
 * The companion's game that is open: what was entered is kept on this device at once, sent when there is a connection, and
 * worked out by the server. Nothing is deduced here.
 */

import { ask, Problem, report } from "../ui/api.js";
import { page, updatePage } from "../ui/page.js";
import { isTransient } from "../ui/retries_model.js";
import { every } from "../ui/timers.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { companion, updateCompanion } from "./companion_state.js";
import { fetchBoxes, forgetGame, keepGame, keptGames, newId } from "./device.js";
import {
  afterCreating,
  afterSending,
  corrected,
  fileGame,
  listedGame,
  nextChanges,
  queued,
  tried,
  unsentGame,
  waits,
  wantsExchange,
  withoutLast,
} from "./queue_model.js";

/** @import {CompanionAdvice, CompanionChange, CompanionEntry, CompanionLinkView, CompanionSetup, CompanionWhy} from "../types/wire.js" */
/** @import {Kept} from "./queue_model.js" */

/** Milliseconds between two attempts to send, and between two looks at what other phones entered. */
const PAUSE = 3000;

const path = (id = companion.game?.view.id) => `/api/companion/${id}`;

/** The game as it is now, if it is still open; otherwise as it was when it was left. @param {Kept} kept */
const latest = (kept) => (companion.game?.view.id === kept.view.id ? companion.game : kept);

/** Keep a game, and show it if it is open. @param {Kept} kept @param {string} [id] what it was known by */
function keep(kept, id = kept.view.id) {
  keepGame(kept);
  if (companion.game?.view.id === id) updateCompanion({ game: kept });
}

/** All games of this guest; without a connection those that this device keeps. @param {AbortSignal} signal */
export async function fetchGames(signal) {
  keepPage();
  const here = Object.values(keptGames());
  try {
    const [{ games }] = await Promise.all([ask("/api/companion", { signal }), fetchBoxes()]);
    signal.throwIfAborted();
    updateCompanion({ games: [...here.filter((one) => one.unsent).map(listedGame), ...games], reached: true });
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status) throw problem;
    updateCompanion({ games: here.map(listedGame), reached: false });
  }
}

/** Keep the page and its modules on this device, so that it opens without a connection, too. */
function keepPage() {
  navigator.serviceWorker?.ready
    .then((worker) => worker.active?.postMessage("keep the companion"))
    .catch(() => undefined);
}

/** Begin a game, from its set-up or from a file; without a connection it waits. @param {string} text */
export async function start(text) {
  const game = await begun(text);
  keepGame(game);
  return game.view.id;
}

/** @param {string} text @returns {Promise<Kept>} */
async function begun(text) {
  try {
    return { view: await ask("/api/companion", { method: "POST", body: text }), queue: [] };
  } catch (problem) {
    const offline = problem instanceof Problem && !problem.status;
    const known = offline && fileGame(text, await fetchBoxes());
    if (!known) throw problem;
    const game = unsentGame(known.setup, companion.boxes, `new-${newId()}`);
    return { ...game, queue: known.entries.map((entry) => ({ do: "put", id: newId(), entry })) };
  }
}

/** Open a game: what this device keeps is there at once, the rest as soon as the server is reached. @param {string} id @param {AbortSignal} signal */
export async function enter(id, signal) {
  updateCompanion({ game: keptGames()[id] ?? null, reached: true, sending: false, stuck: false, proving: -1 });
  addEventListener("online", again, { signal });
  document.addEventListener("visibilitychange", again, { signal });
  every(PAUSE, look, signal);
  await sync();
  if (companion.game) keepPage();
}

export const leave = () => updateCompanion({ game: null });

function again() {
  updateCompanion({ stuck: false });
  void sync();
}

/** Look for what other phones entered, and try again what could not be sent. */
function look() {
  const { game, reached } = companion;
  if (!document.hidden && (game ? wantsExchange(game, companion) : !reached)) void sync();
}

/** Send what waits, or ask for what is new, until nothing waits any more or the game is left. */
async function sync() {
  if (companion.sending) return;
  const { signal } = page;
  updateCompanion({ sending: true });
  try {
    do await exchange(signal);
    while (companion.game?.queue.length && !signal.aborted);
    if (!signal.aborted) updateCompanion({ reached: true, stuck: false });
  } catch (problem) {
    if (!signal.aborted) refused(problem);
  } finally {
    if (!signal.aborted) updateCompanion({ sending: false });
  }
  if (!signal.aborted) void prove(signal);
}

/** What passes waits. Anything else is said, and nothing is thrown away. @param {unknown} problem */
function refused(problem) {
  if (!(problem instanceof Problem)) throw problem;
  const { game } = companion;
  const reached = !isTransient(problem.status);
  updateCompanion({ reached, stuck: reached });
  if (problem.status === 404 && !(game && waits(game))) gone(game, problem);
  else if (reached) report(problem);
}

/** Fetch the proof of a solved case, unless it came along: it may take longer than the sheet. @param {AbortSignal} signal */
async function prove(signal) {
  const { game, reached } = companion;
  const { solved } = game?.view.sheet ?? {};
  if (!reached || !game || !solved || solved.proof?.length || game.view.version === companion.proving) return;
  updateCompanion({ proving: game.view.version });
  try {
    const proof = await ask(`${path(game.view.id)}/proof`, { signal });
    const now = companion.game;
    if (now?.view.id === game.view.id && now.view.sheet.solved)
      keep({ ...now, view: { ...now.view, sheet: { ...now.view.sheet, solved: proof } } });
  } catch (problem) {
    if (!signal.aborted && !(problem instanceof Problem)) throw problem;
  }
}

/** What was sent is kept on this device, also if the game is left meanwhile. @param {AbortSignal} signal */
async function exchange(signal) {
  const { game } = companion;
  if (game?.unsent) await create(game);
  else if (game?.queue.length) await send(game);
  else await refresh(game?.view.id ?? page.route.id, signal);
}

/** The game was deleted, or the link that led here has ended. @param {Kept | null} game @param {Problem} problem */
function gone(game, problem) {
  if (game) forgetGame(game.view.id);
  leave();
  updatePage({
    trouble: { title: t("companion.gone"), sentence: game ? problem.message : t("companion.gone note") },
    toast: null,
  });
}

/** Tell the server of a game that was set up without it. @param {Kept} kept */
async function create(kept) {
  const { id } = kept.view;
  const { unsent } = tried(kept);
  keep({ ...kept, unsent });
  const json = { companion: 1, setup: unsent.tried };
  const view = await ask(`/api/companion?once=${id}`, { method: "POST", json });
  const open = companion.game?.view.id === id;
  keep(afterCreating({ ...latest(kept), unsent }, view, newId()), id);
  forgetGame(id);
  if (!open) return;
  history.replaceState(null, "", url(`/companion/${view.id}`));
  updatePage({ route: { ...page.route, id: view.id } });
}

/** @param {Kept} kept */
async function send(kept) {
  const changes = nextChanges(kept);
  const view = await ask(`${path(kept.view.id)}/changes`, { method: "POST", json: { changes } });
  keep(afterSending(latest(kept), changes, view));
  for (const refused of view.refused ?? []) report(new Problem(refused.words, 422));
}

/** @param {string} id @param {AbortSignal} signal */
async function refresh(id, signal) {
  const before = companion.game;
  const known = before ? `?version=${before.view.version}` : "";
  const { game: view } = await ask(path(encodeURIComponent(id)) + known, { signal });
  if (!view) return;
  const { game } = companion;
  updateCompanion({ game: { view, queue: game?.queue ?? [] } });
  keepGame(/** @type {Kept} */ (companion.game));
}

/** Enter a change: kept on this device at once, sent as soon as possible. @param {CompanionChange} change */
export function change(change) {
  if (!companion.game) return;
  keep(queued(companion.game, change));
  updateCompanion({ stuck: false });
  void sync();
}

/** Add an entry, or replace the one with its id. @param {CompanionEntry} entry @param {CompanionEntry} [was] */
export const put = (entry, was) => change({ do: "put", id: newId(), entry, ...(was ? { was } : {}) });

/** @param {CompanionEntry} entry */
export const takeOut = (entry) => change({ do: "take out", id: newId(), entry: entry.id, was: entry });

/** @param {CompanionSetup} setup */
export function setUp(setup) {
  const { game } = companion;
  if (!game?.unsent) return change({ do: "set up", id: newId(), setup });
  keep(corrected(game, setup, companion));
  again();
}

/** Undo the last change: one that still waits is simply not sent. */
export function undo() {
  const { game, sending } = companion;
  if (game?.queue.length && !sending) keep(withoutLast(game));
  else change({ do: "undo", id: newId() });
}

/** @param {number} card @param {number} holder @returns {Promise<CompanionWhy>} */
export const why = (card, holder) => ask(`${path()}/why?card=${card}&holder=${holder}`);

/** @param {string} query @returns {Promise<CompanionAdvice>} */
export const advice = (query) => ask(`${path()}/advice?${query}`);

/** @param {"read" | "write"} mode @returns {Promise<CompanionLinkView>} */
export async function makeLink(mode) {
  const { signal } = page;
  const id = page.route.id;
  const link = await ask(`${path()}/links`, { method: "POST", json: { mode } });
  await refresh(id, signal);
  return link;
}

/** @param {string} link */
export async function endLink(link) {
  const { game } = companion;
  if (!game) return;
  const view = await ask(`${path()}/links/${link}`, { method: "DELETE" });
  keep({ ...latest(game), view });
}

/** Delete a game here and on the server. @param {string} id */
export async function remove(id) {
  const games = keptGames()[id]?.unsent ? companion.games : (await ask(path(id), { method: "DELETE" })).games;
  updateCompanion({ games });
  forgetGame(id);
}
