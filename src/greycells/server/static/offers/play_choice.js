/** The game that *Play* starts: the player's last choice, kept on this device. */

import { readText, write } from "../ui/storage.js";
import { offers, updateOffers } from "./offer.js";
import * as model from "./play_choice_model.js";

/** @import {PlayChoice} from "../types/types.js" */

const KEY = "greycells.play";

/** The editions that have a rulebook. */
export const editions = () => model.editionsOf(offers.offer);

/** What was chosen on this page, or on an earlier visit. */
const kept = () => offers.chosen ?? model.keptChoice(offers.offer, readText(KEY));

/** What is to be played. */
export const playChoice = () => model.choiceOf(offers.offer, kept());

/** The edition of the last game. */
export const lastEdition = () => kept().edition;

/** How few and how many opponents there can be. @param {string} edition */
export const opponentLimits = (edition) => model.opponentLimits(offers.offer, edition);

/** Choose, and remember it for the next visit. @param {Partial<PlayChoice>} changes */
export function choosePlay(changes) {
  const chosen = { ...playChoice(), ...changes };
  write(KEY, chosen);
  updateOffers({ chosen });
}

/** Who sits at the table. @param {PlayChoice} choice */
export const company = (choice) => model.company(offers.offer, choice);
