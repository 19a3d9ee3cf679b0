/** What *Play* starts, of what a server offers. */

/** @import {Offer, PlayChoice} from "../types/types.js" */

/** Editions made for tests and proofs: nobody is offered them on the first screen. */
const NOT_FROM_A_BOX = ["cottage", "parlour"];
/** How many of the bots are different people. */
const DIFFERENT = 3;

/** The editions that have a rulebook. @param {Offer | null} offer */
export const editionsOf = (offer) => (offer?.editions ?? []).filter((one) => !NOT_FROM_A_BOX.includes(one.key));

/** What somebody plays who has never chosen. @param {Offer | null} offer @returns {PlayChoice} */
export const firstChoice = (offer) => ({ edition: "classic", level: "", opponents: offer?.starters?.length ?? 3 });

/** A choice as it was kept, with what is missing or no number. @param {Offer | null} offer @param {string | null} kept @returns {PlayChoice} */
export function keptChoice(offer, kept) {
  const first = firstChoice(offer);
  try {
    const { edition, level, opponents } = { ...first, ...JSON.parse(kept ?? "{}") };
    return { edition, level, opponents: Number(opponents) || first.opponents };
  } catch {
    return first;
  }
}

/** The choice, with everything that this server doesn't offer replaced. @param {Offer | null} offer @param {PlayChoice} kept @returns {PlayChoice} */
export function choiceOf(offer, kept) {
  const edition = editionsOf(offer).some((one) => one.key === kept.edition) ? kept.edition : "classic";
  const ladder = offer?.levels ?? [];
  const level = ladder.includes(kept.level) ? kept.level : (offer?.starters?.[0] ?? ladder[0] ?? "");
  const [fewest, most] = opponentLimits(offer, edition);
  return { edition, level, opponents: Math.min(most, Math.max(fewest, kept.opponents)) };
}

/** How few and how many opponents there can be. @param {Offer | null} offer @param {string} edition @returns {[number, number]} */
export function opponentLimits(offer, edition) {
  const offered = offer?.editions.find((one) => one.key === edition);
  return [(offered?.fewest ?? 3) - 1, (offered?.most ?? 6) - 1];
}

/**
 * Who sits at the table: the chosen level, and the levels beside it, so that the opponents are different people of about
 * the same strength. More than three are the same people's equals.
 * @param {Offer | null} offer @param {{level: string, opponents: number}} choice
 */
export function company(offer, { level, opponents }) {
  const ladder = offer?.levels ?? [];
  const at = ladder.indexOf(level);
  if (at < 0) return [];
  const first = Math.max(0, Math.min(at - 1, ladder.length - DIFFERENT));
  const near = ladder.slice(first, first + DIFFERENT).filter((other) => other !== level);
  const people = [level, ...near];
  return Array.from({ length: opponents }, (_, number) => people[number % people.length]);
}
