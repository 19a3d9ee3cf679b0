/** Practice: which puzzles can be chosen, and storm, three minutes of them. */

/** @typedef {{grade: number, theme: string, edition: string}} Choice */
/** `charged` are the slips and hints of this puzzle that were charged. @typedef {{left: number, solved: number, charged: number}} Storm */

export const THEMES = /** @type {const} */ ([
  "seen-and-passed",
  "last-of-a-kind",
  "one-of-three",
  "full-hand",
  "overlap",
  "pigeonhole",
  "case-split",
]);
/** By grade, the techniques that its puzzles often need, by their places: those of others are too rare to be found in time. */
const NEEDED = [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 2, 5], [0, 2, 6]];
export const EDITIONS = ["classic", "anniversary", "luxury", "getaway", "master-detective", "parlour", "cottage"];
/** Editions whose grades end early: they have too few cards for the harder techniques. @type {Record<string, number>} */
const LAST_GRADE = { cottage: 5 };
/** Seconds of a storm, and what a slip or a part of a hint costs. */
const STORM = 180;
const COSTS = 10;
/** Puzzles of one grade in a storm before the next grade comes. */
const EACH = 3;

/** @type {Choice} */
export const FIRST_CHOICE = { grade: 2, theme: "", edition: "classic" };

/** The grades that an edition has. @param {Choice} choice */
export const gradesOf = ({ edition }) => NEEDED.map((_, at) => at + 1).slice(0, LAST_GRADE[edition] ?? NEEDED.length);

/** The techniques that can be chosen with a grade. @param {Choice} choice */
export const themesOf = ({ grade }) => NEEDED[grade - 1].map((at) => THEMES[at]);

/** Another choice; what doesn't go with it is chosen anew. @param {Choice} choice @param {Partial<Choice>} changes @returns {Choice} */
export function choose(choice, changes) {
  const next = { ...choice, ...changes };
  next.grade = Math.min(next.grade, gradesOf(next).length);
  return themesOf(next).some((theme) => theme === next.theme) ? next : { ...next, theme: "" };
}

/** A choice as a query. @param {Partial<Choice>} wanted @returns {[string, string][]} */
export const asQuery = (wanted) =>
  Object.entries(wanted)
    .filter(([, value]) => value)
    .map(([name, value]) => [name, String(value)]);

/** @returns {Storm} */
export const newStorm = () => ({ left: STORM, solved: 0, charged: 0 });

/** The grade of a storm's next puzzle. @param {Storm} storm */
export const stormGrade = ({ solved }) => Math.min(NEEDED.length, 1 + Math.floor(solved / EACH));

/** Take seconds off a storm, and what new slips and hints cost. @param {Storm} storm @param {{slips: number, hints: number}} puzzle @param {number} seconds @returns {Storm} */
export function charged(storm, { slips, hints }, seconds) {
  const owed = slips + hints - storm.charged;
  return { ...storm, charged: storm.charged + owed, left: Math.max(0, storm.left - seconds - owed * COSTS) };
}

/** A puzzle of a storm is solved. @param {Storm} storm @param {{slips: number, hints: number}} puzzle @returns {Storm} */
export const afterSolved = (storm, puzzle) => ({
  ...charged(storm, puzzle, 0),
  solved: storm.solved + 1,
  charged: 0,
});
