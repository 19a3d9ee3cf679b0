/** A table before the start: what is planned, who has a seat, and what is still missing. */

/** @import {ChairView, Clock, Offer, Plan} from "../types/types.js" */
/** @typedef {Offer["editions"][number]} OfferedEdition */

/** How few and how many play, where it isn't known. */
const FEWEST = 3;
const MOST = 6;

export const CLOCKS = /** @type {Clock[]} */ ([
  { kind: "none" },
  ...[15, 30, 60, 120].map((seconds) => ({ kind: "decision", seconds })),
  ...[1, 3].map((days) => ({ kind: "correspondence", days })),
]);

/** The time of a clock, with whole minutes as minutes: the key of its words, and how many. @param {Clock} clock @returns {{key: string, count: number}} */
export function clockTime(clock) {
  if (clock.kind === "none") return { key: "plan.no clock", count: 0 };
  if (clock.kind === "correspondence") return { key: "plan.days", count: clock.days };
  const { seconds } = clock;
  return seconds % 60 ? { key: "plan.seconds", count: seconds } : { key: "plan.minutes", count: seconds / 60 };
}

/** Whether two clocks give the same time. @param {Clock} one @param {Clock} other */
export function sameClock(one, other) {
  const [a, b] = [clockTime(one), clockTime(other)];
  return a.key === b.key && a.count === b.count;
}

/** A new table of an edition: everything can be changed there until the start. @param {string} edition @param {OfferedEdition | undefined} offered @param {Plan["help"] | undefined} help */
export const newPlan = (edition, offered, help) => ({
  edition,
  chairs: Array.from({ length: Math.max(FEWEST, offered?.fewest ?? FEWEST) }, () => ({})),
  house_rules: offered?.house_rules.includes("take-backs") ? ["take-backs"] : [],
  help,
});

/** How few and how many seats a table can have. @param {OfferedEdition | undefined} offered @returns {[number, number]} */
export const seatLimits = (offered) => [offered?.fewest ?? FEWEST, Math.max(offered?.most ?? MOST, 1)];

/** A plan that still fits who sits: suspects and house rules that the edition has. @param {Plan} plan @param {ChairView[]} chairs @param {OfferedEdition | undefined} offered @returns {Plan} */
export function fittedPlan(plan, chairs, offered) {
  const [fewest, most] = seatLimits(offered);
  const planned = plan.chairs.map((one, at) => {
    const suspect = one.suspect ?? chairs[at]?.suspect ?? null;
    return { ...one, suspect: suspect && offered?.suspects.includes(suspect) ? suspect : null };
  });
  while (planned.length < fewest) planned.push({ suspect: null });
  return {
    ...plan,
    chairs: planned.slice(0, most),
    house_rules: plan.house_rules.filter((rule) => offered?.house_rules.includes(rule)),
  };
}

/** The seats with other plans for one of them. @param {Plan} plan @param {ChairView[]} chairs @param {number} at @param {Plan["chairs"][number]} changes @returns {Plan["chairs"]} */
export const withSeat = (plan, chairs, at, changes) =>
  plan.chairs.map((planned, number) =>
    number === at ? { ...planned, suspect: chairs[number].suspect, ...changes } : planned,
  );

/** The seats with a bot in every free one. @param {Plan} plan @param {ChairView[]} chairs @param {string[]} bots @returns {Plan["chairs"]} */
export function withBots(plan, chairs, bots) {
  const left = [...bots];
  return plan.chairs.map((planned, at) => (isFree(chairs[at]) ? { ...planned, bot: left.shift() } : planned));
}

/** The house rules with one of them turned on, or off. @param {string[]} rules @param {string} rule */
export const withRule = (rules, rule) =>
  rules.includes(rule) ? rules.filter((other) => other !== rule) : [...rules, rule];

/** Whether nobody sits there. @param {ChairView} chair */
export const isFree = ({ name, bot }) => !name && !bot;

/** Whether every seat is taken. @param {ChairView[]} chairs */
export const isFull = (chairs) => !chairs.some(isFree);

/** Who isn't ready yet, of the others. @param {ChairView[]} chairs @param {number[]} yours */
export const waitedFor = (chairs, yours) =>
  chairs.filter((chair, at) => !chair.bot && !chair.ready && !yours.includes(at));

/** What a host waits for: everybody's seat, or somebody's word; nothing if the game can begin. @param {ChairView[]} chairs @param {number[]} yours @returns {"chairs" | "ready" | null} */
export const hostWaits = (chairs, yours) =>
  !isFull(chairs) ? "chairs" : waitedFor(chairs, yours).length ? "ready" : null;

/** What somebody who isn't the host is told: the key of its words. @param {ChairView[]} chairs @param {number[]} yours */
export const guestHint = (chairs, yours) =>
  yours.length ? "table.wait host" : isFull(chairs) ? "table.full" : "table.wait seat";

/** Whether one can take a seat away: more than the fewest, and nobody sits in the last one. @param {ChairView[]} chairs @param {number} fewest */
export const canTakeAway = (chairs, fewest) => chairs.length > fewest && !chairs.at(-1)?.name;
