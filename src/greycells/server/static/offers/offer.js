/** What this server offers, asked for once: editions and bots, with their names in the language of the page. */

import { ask } from "../ui/api.js";
import { createStore } from "../ui/store.js";

/** @import {Offer, PlayChoice} from "../types/types.js" */

export const { state: offers, update: updateOffers } = createStore({
  offer: /** @type {Offer | null} */ (null),
  /** What was chosen to be played, on this page. */
  chosen: /** @type {PlayChoice | null} */ (null),
});

/** @returns {Promise<Offer>} */
export async function fetchOffer() {
  const offer = offers.offer ?? (await ask("/api/offer"));
  updateOffers({ offer });
  return offer;
}

/** What an edition is called. @param {string} key */
export const editionTitle = (key) => offers.offer?.editions.find((one) => one.key === key)?.title ?? key;

/** Whether this is a level of our own bots, and nobody's name. @param {string} name */
export const isLevel = (name) => name in (offers.offer?.level_names ?? {});

/** What a level of the bots is called; whatever else somebody brought keeps its name. @param {string} level */
export const levelName = (level) => offers.offer?.level_names?.[level] ?? level;

/** The character of a level, with name, rank and way of playing. @param {string} level */
export const character = (level) => offers.offer?.characters?.find((one) => one.key === level);
