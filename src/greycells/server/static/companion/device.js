/** What this device keeps of the companion: its games with what waits to be sent, and the editions for a new one. */

import { ask, Problem } from "../ui/api.js";
import { language, abroad } from "../ui/words.js";

/** @import {CompanionBox, CompanionChange, CompanionSetup, CompanionView} from "../types/wire.js" */
/**
 * A game on this device, with the changes that wait. `unsent` is there while the server doesn't know the game: the set-up
 * that may have reached it without an answer, if there was an attempt.
 * @typedef {{view: CompanionView, queue: CompanionChange[], unsent?: {tried: CompanionSetup | null}}} Kept
 */

const GAMES = "greycells.companion";
const BOXES = `greycells.companion.boxes.${language}${abroad ? "-x-abroad" : ""}`;
/** How many games a device keeps. */
const MOST = 20;

/** All games on this device, the latest first. @returns {Record<string, Kept>} */
export function keptGames() {
  try {
    return JSON.parse(localStorage.getItem(GAMES) ?? "{}");
  } catch {
    return {};
  }
}

/** Keep a game. Where there is no room for all, those go first that the server has anyway. @param {Kept} game */
export function keepGame(game) {
  const { [game.view.id]: _, ...others } = keptGames();
  const waiting = Object.entries(others).filter(([, one]) => one.queue.length || one.unsent);
  const sent = Object.entries(others).filter(([, one]) => !one.queue.length && !one.unsent);
  const first = /** @type {[string, Kept]} */ ([game.view.id, game]);
  for (const some of [[first, ...waiting, ...sent].slice(0, MOST), [first, ...waiting], [first]])
    if (write(GAMES, Object.fromEntries(some))) return;
}

/** @param {string} id */
export function forgetGame(id) {
  const { [id]: _, ...others } = keptGames();
  write(GAMES, others);
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @type {CompanionBox[]} */
let boxes = [];

/** The editions, as far as they are known. */
export const knownBoxes = () => boxes;

/** The editions for a new game; without a connection as they were the last time. */
export async function fetchBoxes() {
  if (boxes.length) return boxes;
  try {
    boxes = (await ask("/api/companion/boxes")).boxes;
    write(BOXES, boxes);
  } catch (problem) {
    boxes = JSON.parse(localStorage.getItem(BOXES) ?? "[]");
    if (!boxes.length || !(problem instanceof Problem)) throw problem;
  }
  return boxes;
}

/** A name that nobody else gives. */
export function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return [...bytes].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}
