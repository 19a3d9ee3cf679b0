/**
 * The companion's games on this device: what was entered is kept here at once, sent when there is a connection, and worked
 * out by the server. Nothing is deduced here.
 */

import { ask, Problem, report } from "../api.js";
import { state, update } from "../store.js";
import { t } from "../words.js";

/** @import {CompanionAdvice, CompanionChange, CompanionEntry, CompanionLinkView, CompanionListed, CompanionSetup, CompanionView, CompanionWhy} from "../wire.js" */
/** @typedef {{view: CompanionView, queue: CompanionChange[]}} Kept */

const KEY = "greycells.companion";
/** Milliseconds between two attempts to send, and between two looks at what other phones entered. */
const RETRY = 3000;
const LOOK = 3000;

/** The game that is open. @type {Kept | null} */
let open = null;
/** Whether the last attempt reached the server. */
let reached = true;
let sending = false;
let timer = 0;
/** @type {CompanionListed[]} */
let listed = [];

export const current = () => open?.view ?? null;
export const waiting = () => open?.queue ?? [];
export const connected = () => reached;
export const games = () => listed;
export const mayWrite = () => open?.view.role !== "read";

/** @returns {Record<string, Kept>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** How many games a device keeps. */
const MOST = 20;

function keep() {
  if (!open) return;
  const { [open.view.id]: _, ...others } = stored();
  const kept = Object.entries({ [open.view.id]: open, ...others }).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    localStorage.removeItem(KEY);
  }
}

/** @param {string} id */
function forget(id) {
  const { [id]: _, ...others } = stored();
  localStorage.setItem(KEY, JSON.stringify(others));
}

/** A name that nobody else gives. */
export function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return [...bytes].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** All games of this guest; without a connection those that this device keeps. */
export async function fetchGames() {
  try {
    listed = (await ask("/api/companion")).games;
    reached = true;
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status) throw problem;
    reached = false;
    listed = Object.values(stored()).map(({ view }) => ({
      id: view.id,
      words: view.setup.players.join(", "),
      changed: 0,
      role: view.role,
    }));
  }
  update({});
}

/** Begin a game, from its set-up or from a file. @param {string} game */
export async function start(game) {
  open = { view: await ask("/api/companion", { method: "POST", body: game }), queue: [] };
  keep();
  return open.view.id;
}

/** Open a game: what this device keeps is there at once. @param {string} id */
export async function enter(id) {
  leave();
  open = stored()[id] ?? null;
  update({});
  addEventListener("online", sync);
  document.addEventListener("visibilitychange", sync);
  await sync();
  if (!open) throw new Problem("", 404);
  navigator.serviceWorker?.ready
    .then((worker) => worker.active?.postMessage("keep the companion"))
    .catch(() => undefined);
  look();
}

export function leave() {
  clearTimeout(timer);
  removeEventListener("online", sync);
  document.removeEventListener("visibilitychange", sync);
  open = null;
}

/** Look again and again for what other phones entered, and try again what could not be sent. */
function look() {
  clearTimeout(timer);
  timer = setTimeout(
    async () => {
      const shared = open && (open.view.role !== "owner" || open.view.links?.length);
      if (!document.hidden && (shared || open?.queue.length || !reached)) await sync();
      if (open) look();
    },
    reached ? LOOK : RETRY,
  );
}

/** Send what waits, or ask for what is new. */
async function sync() {
  const id = open?.view.id ?? state.route.id;
  if (sending || !id) return;
  sending = true;
  try {
    if (open?.queue.length) await send(open);
    else await refresh(id);
    reached = true;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    // Too fast, busy or without a connection: it waits. Anything else is said, and nothing is thrown away.
    reached = !(problem.status === 0 || problem.status === 429 || problem.status >= 500);
    if (problem.status === 404 && open && !open.queue.length) gone(problem);
    else if (reached) report(problem);
  } finally {
    sending = false;
    update({});
  }
  if (reached && open?.queue.length) void sync();
}

/** The game was deleted, or the link that led here has ended. @param {Problem} problem */
function gone(problem) {
  if (open) forget(open.view.id);
  leave();
  update({ trouble: { title: t("companion.gone"), sentence: problem.message } });
}

/** @param {Kept} kept */
async function send(kept) {
  const changes = kept.queue.slice(0, 50);
  const view = await ask(`/api/companion/${kept.view.id}/changes`, { method: "POST", json: { changes } });
  const sent = new Set(changes.map((change) => change.id));
  kept.queue = kept.queue.filter((change) => !sent.has(change.id));
  kept.view = view;
  keep();
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
  keep();
  update({});
  void sync();
}

/** Add an entry, or replace the one with its id. @param {CompanionEntry} entry @param {CompanionEntry} [was] */
export const put = (entry, was) => change({ do: "put", id: fresh(), entry, ...(was ? { was } : {}) });

/** @param {CompanionEntry} entry */
export const takeOut = (entry) => change({ do: "take out", id: fresh(), entry: entry.id, was: entry });

/** @param {CompanionSetup} setup */
export const setUp = (setup) => change({ do: "set up", id: fresh(), setup });

/** Undo the last change: one that still waits is simply not sent. */
export function undo() {
  if (!open) return;
  if (open.queue.length && !sending) {
    open.queue.pop();
    keep();
    update({});
  } else change({ do: "undo", id: fresh() });
}

/** Whether there is anything to undo. */
export const canUndo = () => Boolean(open?.queue.length || open?.view.can_undo);

/** Whose turn it is, with what still waits. */
export function turn() {
  if (!open) return 0;
  const players = open.view.setup.players.length;
  for (const change of [...open.queue].reverse())
    if (change.do === "put" && change.entry.kind === "suggestion") return (change.entry.by + 1) % players;
  return open.view.turn;
}

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
  update({});
}

/** Delete a game here and on the server. @param {string} id */
export async function remove(id) {
  listed = (await ask(`/api/companion/${id}`, { method: "DELETE" })).games;
  forget(id);
  update({});
}
