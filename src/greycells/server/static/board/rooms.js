/** The rooms of all houses: a floor and furniture each, drawn to fit whatever rectangle a board gives them. */

import { createStore } from "../ui/store.js";
import { armchair, block, lamp, plant, round, rug } from "./furniture.js";
import { mansion } from "./mansion_rooms.js";

/** @typedef {{floor: string, draw: (w: number, h: number) => unknown[]}} RoomLook */

/** The rooms by name; some editions add their own. */
const { state: rooms, update: furnish } = createStore(/** @type {Record<string, RoomLook>} */ (mansion));
export { furnish };

/** @type {RoomLook} */
const PLAIN = {
  floor: "wood",
  draw: (w, h) => [
    rug(w * 0.2, h * 0.25, w * 0.6, h * 0.5),
    round(w / 2, h / 2, 5),
    armchair(7, h - 7, 60),
    lamp(w - 6, 6),
    plant(w - 6, h - 6, 4),
    block(w * 0.3, 1, w * 0.4, 4),
  ],
};

/**
 * How a room looks, by its name with or without spaces.
 * @param {string} name
 */
export const roomLook = (name) => rooms[name.replaceAll(" ", "")] ?? PLAIN;
