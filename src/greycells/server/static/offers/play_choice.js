/** The game that *Play* starts: the player's last choice, kept on this device. */

import { offers, updateOffers } from "./offer.js";

/** @import {PlayChoice} from "../types/types.js" */

const KEY = "greycells.play";
/** Editions made for tests and proofs: nobody is offered them on the first screen. */
const NOT_FROM_A_BOX = ["cottage", "parlour"];

/** The editions that have a rulebook. */
export const editions = () => (offers.offer?.editions ?? []).filter((one) => !NOT_FROM_A_BOX.includes(one.key));

/** What is to be played, with everything that this server doesn't offer replaced. @returns {PlayChoice} */
export function playChoice() {
  const kept = stored();
  const edition = editions().some((one) => one.key === kept.edition) ? kept.edition : "classic";
  const ladder = offers.offer?.levels ?? [];
  const level = ladder.includes(kept.level) ? kept.level : (offers.offer?.starters?.[0] ?? ladder[0] ?? "");
  const [fewest, most] = opponentLimits(edition);
  return { edition, level, opponents: Math.min(most, Math.max(fewest, kept.opponents)) };
}

/** @returns {PlayChoice} */
function stored() {
  /** @type {PlayChoice} */
  const never = { edition: "classic", level: "", opponents: offers.offer?.starters?.length ?? 3 };
  if (offers.chosen) return offers.chosen;
  try {
    const { edition, level, opponents } = { ...never, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
    return { edition, level, opponents: Number(opponents) || never.opponents };
  } catch {
    return never;
  }
}

/** The edition of the last game. */
export const lastEdition = () => stored().edition;

/** How few and how many opponents there can be. @param {string} edition @returns {[number, number]} */
export function opponentLimits(edition) {
  const offered = offers.offer?.editions.find((one) => one.key === edition);
  return [(offered?.fewest ?? 3) - 1, (offered?.most ?? 6) - 1];
}

/** Choose, and remember it for the next visit. @param {Partial<PlayChoice>} changes */
export function choosePlay(changes) {
  const chosen = { ...playChoice(), ...changes };
  localStorage.setItem(KEY, JSON.stringify(chosen));
  updateOffers({ chosen });
}

/**
 * Who sits at the table: the chosen level, and the levels beside it, so that the opponents are different people of about
 * the same strength. More than three are the same people's equals.
 * @param {PlayChoice} choice
 */
export function company({ level, opponents }) {
  const ladder = offers.offer?.levels ?? [];
  const at = ladder.indexOf(level);
  if (at < 0) return [];
  const first = Math.max(0, Math.min(at - 1, ladder.length - 3));
  const near = ladder.slice(first, first + 3).filter((other) => other !== level);
  const three = [level, ...near];
  return Array.from({ length: opponents }, (_, number) => three[number % three.length]);
}
