/** What this server offers, asked for once: editions and bots, with their names in the language of the page. */

import { ask } from "../ui/api.js";
import { state, update } from "../ui/store.js";

/** @import {Offer} from "../types/types.js" */

/** @returns {Promise<Offer>} */
export async function fetchOffer() {
  const offer = state.offer ?? (await ask("/api/offer"));
  update({ offer });
  return offer;
}

/** What an edition is called. @param {string} key */
export const editionTitle = (key) => state.offer?.editions.find((one) => one.key === key)?.title ?? key;

/** Whether this is a level of our own bots, and nobody's name. @param {string} name */
export const isLevel = (name) => name in (state.offer?.level_names ?? {});

/** What a level of the bots is called; whatever else somebody brought keeps its name. @param {string} level */
export const levelName = (level) => state.offer?.level_names?.[level] ?? level;

/** The character of a level, with name, rank and way of playing. @param {string} level */
export const character = (level) => state.offer?.characters?.find((one) => one.key === level);
