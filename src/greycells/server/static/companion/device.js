/** What this device keeps of the companion: its games with what waits to be sent, and the editions for a new one. */

import { ask, Problem } from "../ui/api.js";
import { read, write } from "../ui/storage.js";
import { language, abroad } from "../ui/words.js";
import { companion, updateCompanion } from "./companion_state.js";
import { keptWith } from "./queue_model.js";

/** @import {CompanionBox} from "../types/wire.js" */
/** @import {Kept} from "./queue_model.js" */

const GAMES = "greycells.companion";
const BOXES = `greycells.companion.boxes.${language}${abroad ? "-x-abroad" : ""}`;

/** All games on this device, the latest first. @returns {Record<string, Kept>} */
export const keptGames = () => read(GAMES, {});

/** Keep a game, with as many others as there is room for. @param {Kept} game */
export const keepGame = (game) => void keptWith(keptGames(), game).some((games) => write(GAMES, games));

/** @param {string} id */
export function forgetGame(id) {
  const { [id]: _, ...others } = keptGames();
  write(GAMES, others);
}

/** The editions for a new game; without a connection as they were the last time. */
export async function fetchBoxes() {
  if (companion.boxes.length) return companion.boxes;
  try {
    const { boxes } = await ask("/api/companion/boxes");
    updateCompanion({ boxes });
    write(BOXES, boxes);
  } catch (problem) {
    const boxes = read(BOXES, /** @type {CompanionBox[]} */ ([]));
    if (!boxes.length || !(problem instanceof Problem)) throw problem;
    updateCompanion({ boxes });
  }
  return companion.boxes;
}

/** An id that nobody else gives. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return [...bytes].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}
