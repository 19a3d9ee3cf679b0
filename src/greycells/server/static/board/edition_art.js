/** What is drawn for some boxes only: fetched with the box, and known by a card that no other box has. */

import { invite } from "./portraits.js";
import { furnish } from "./rooms.js";

/** @import {EditionPrint} from "../types/types.js" */

/** @type {Record<string, () => Promise<void>>} */
const DRAWINGS = {
  Spa: async () => furnish((await import("./getaway_rooms.js")).getaway),
  Gazebo: async () => furnish((await import("./manor_rooms.js")).manor),
  Peach: async () => invite((await import("./manor_faces.js")).guests),
};

/** Have everything at hand that a box is drawn with. @param {EditionPrint} edition */
export const unpack = (edition) =>
  Promise.all(Object.entries(DRAWINGS).map(([card, fetched]) => (card in edition.names ? fetched() : undefined)));
