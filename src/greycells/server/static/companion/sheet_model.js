/** The sheet: every card and who may have it. */

/** @import {CompanionView} from "../types/wire.js" */

/** Steps of shading between impossible and certain. */
const STEPS = 8;

/** How likely something is, to be shown: a share below 0 isn't known. @param {number} share @returns {"unknown" | "yes" | "no" | "likely"} */
export const likelihood = (share) => (share < 0 ? "unknown" : share === 1 ? "yes" : share === 0 ? "no" : "likely");

/** The cards of each kind, with the number of the first. @param {Pick<CompanionView, "kinds">} view @returns {[string, number, number][]} */
export const kindsOf = ({ kinds: [suspects, weapons, rooms] }) => [
  ["suspects", 0, suspects],
  ["weapons", suspects, weapons],
  ["rooms", suspects + weapons, rooms],
];

/** How dark a share that isn't certain is drawn. @param {number} share */
export const shadeOf = (share) => Math.ceil(share * STEPS);

/** Who has a card for certain: a player, or the case file after them; -1 if nobody does. @param {CompanionView} view @param {number} card */
export const holderOf = ({ sheet }, card) => sheet.shares[card].indexOf(1);

/** Decimals of a share in per cent: what is nearly certain isn't shown as certain. @param {number} share */
export const decimalsOf = (share) => (share < 0.01 || share > 0.99 ? 1 : 0);
