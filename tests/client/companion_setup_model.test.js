import assert from "node:assert/strict";
import { test } from "node:test";
import {
  blankForm,
  cardsOf,
  formOf,
  hasNames,
  linesOf,
  OWN,
  seatedOf,
  setupOf,
  sizesOf,
  toggled,
  withBox,
  withPlayerName,
  withSize,
} from "client/companion/setup_model.js";

const letters = (count) => Array.from({ length: count }, (_, at) => `card ${at}`);
/** Twenty-one cards, of which eighteen are dealt. */
const CLASSIC = { key: "classic", suspects: letters(6), weapons: letters(6), rooms: letters(9) };
const BOXES = [CLASSIC];
const form = (changes = {}) => ({ ...blankForm("Ann"), players: ["Ann", "Bob", "Cem", ""], ...changes });

test("a new table has one's own name and three free places", () =>
  assert.deepEqual(blankForm("Ann").players, ["Ann", "", "", ""]));
test("a long name is cut", () => assert.equal(blankForm("x".repeat(40)).players[0].length, 24));
test("who has a name sits at the table", () => assert.deepEqual(seatedOf(form()), ["Ann", "Bob", "Cem"]));
test("spaces are no name", () => assert.deepEqual(seatedOf(form({ players: [" Ann ", "  "] })), ["Ann"]));

test("without a dealer no size is known", () => assert.deepEqual(sizesOf(form(), BOXES), []));
test("sizes that were entered are known", () =>
  assert.deepEqual(sizesOf(form({ sizes: [6, null, 6] }), BOXES), [6, null, 6]));
test("all have the same number where it comes out even", () =>
  assert.deepEqual(sizesOf(form({ dealer: 0 }), BOXES), [6, 6, 6]));
test("who is left of the dealer has one more", () =>
  assert.deepEqual(sizesOf(form({ dealer: 0, open: [1, 2] }), BOXES), [5, 6, 5]));
test("two are left of the dealer when two are over", () =>
  assert.deepEqual(sizesOf(form({ dealer: 1, open: [1] }), BOXES), [6, 5, 6]));
test("the dealer comes last", () => assert.deepEqual(sizesOf(form({ dealer: 2, open: [1] }), BOXES), [6, 6, 5]));
test("a size that is entered ends what followed from the dealer", () => {
  const next = withSize(form({ dealer: 0 }), BOXES, 1, "4");
  assert.deepEqual([next.dealer, next.sizes], [null, [6, 4, 6]]);
});
test("a size can be unknown again", () =>
  assert.deepEqual(withSize(form({ sizes: [1, 2, 3] }), BOXES, 1, "").sizes, [1, null, 3]));
test("the first size leaves the others unknown", () =>
  assert.deepEqual(withSize(form(), BOXES, 2, "0").sizes, [null, null, 0]));
test("one more name forgets the dealer and the sizes", () => {
  const next = withPlayerName(form({ dealer: 0, sizes: [1] }), 3, "Dora");
  assert.deepEqual([next.players.at(-1), next.dealer, next.sizes], ["Dora", null, []]);
});
test("one less does, too", () => {
  const next = withPlayerName(form({ dealer: 0, sizes: [1] }), 1, " ");
  assert.deepEqual([next.dealer, next.sizes], [null, []]);
});
test("a corrected name forgets neither", () => {
  const next = withPlayerName(form({ dealer: 0, sizes: [1] }), 1, "Bop");
  assert.deepEqual([next.players[1], next.dealer, next.sizes], ["Bop", 0, [1]]);
});
test("another box forgets the cards", () => {
  const next = withBox(form({ hand: [1], open: [2], dealer: 1, sizes: [3] }), OWN);
  assert.deepEqual([next.edition, next.hand, next.open, next.dealer, next.sizes], [OWN, [], [], null, []]);
});
test("the same box forgets nothing", () => assert.deepEqual(withBox(form({ hand: [1] }), "classic").hand, [1]));
test("the cards are those of the edition", () => assert.equal(cardsOf(form(), BOXES), CLASSIC));
test("an own box has its own cards", () => {
  const box = { suspects: ["A"], weapons: [], rooms: [] };
  assert.equal(cardsOf(form({ edition: OWN, box }), BOXES), box);
});
test("a card is added", () => assert.deepEqual(toggled([1, 2], 3), [1, 2, 3]));
test("a card is taken back", () => assert.deepEqual(toggled([1, 2, 3], 2), [1, 3]));
test("names come one to a line, or with commas", () =>
  assert.deepEqual(linesOf(" Plum\nGreen, White\n\n"), ["Plum", "Green", "White"]));
test("a name has at most 24 letters", () => assert.equal(linesOf("x".repeat(50))[0].length, 24));
test("there are at most thirty names", () => assert.equal(linesOf("x\n".repeat(50)).length, 30));

test("a set-up says what was filled in", () =>
  assert.deepEqual(setupOf(form({ hand: [1], open: [2], level: "advice" }), BOXES), {
    ...{ edition: "classic", players: ["Ann", "Bob", "Cem"], me: 0, hand: [1], open: [2], level: "advice" },
  }));
test("sizes go along where one is known", () =>
  assert.deepEqual(setupOf(form({ sizes: [null, 3, null] }), BOXES).sizes, [null, 3, null]));
test("sizes of which none is known don't", () =>
  assert.equal("sizes" in setupOf(form({ sizes: [null, null] }), BOXES), false));
test("I am counted among those who have a name", () =>
  assert.equal(setupOf(form({ players: ["", "Ann", "Bob"], me: 2 }), BOXES).me, 1));
for (const [who, me, players, has] of [
  ["oneself and another player are enough", 0, ["Ann", "Bob", "", ""], true],
  ["nobody else isn't", 0, ["Ann", "", "", ""], false],
  ["two others aren't, as long as one has no name oneself", 0, ["", "Bob", "Cem", ""], false],
  ["spaces are none", 1, ["Bob", "  ", "Cem", ""], false],
  ["a name anywhere is one", 2, ["Bob", "", "Ann", ""], true],
])
  test(`of the names that a set-up needs, ${who}`, () => assert.equal(hasNames(form({ me, players })), has));
test("an own box goes along", () => {
  const setup = setupOf(form({ edition: OWN, box: { suspects: ["A"], weapons: [], rooms: [] } }), BOXES);
  assert.deepEqual([setup.box, "edition" in setup], [{ suspects: ["A"], weapons: [], rooms: [] }, false]);
});
test("an own box says whether everybody answers", () =>
  assert.equal(setupOf(form({ edition: OWN, everybody: true }), BOXES).box.everybody, true));

const SETUP = {
  players: ["Ann", "Bob"],
  me: 1,
  edition: "classic",
  hand: [1],
  open: [3],
  sizes: [9, 8],
  level: "sheet",
};
test("a set-up that is corrected comes out as it went in", () =>
  assert.deepEqual(setupOf(formOf(SETUP), BOXES), SETUP));
test("open cards are shown when a set-up has some", () => assert.equal(formOf(SETUP).lying, true));
test("otherwise they aren't", () => assert.equal(formOf({ ...SETUP, open: [] }).lying, false));
test("what a set-up leaves out is as usual", () => {
  const { hand, open, sizes, level, edition } = formOf({ players: ["Ann", "Bob"], me: 0 });
  assert.deepEqual([hand, open, sizes, level, edition], [[], [], [], "deductions", OWN]);
});
test("that everybody answers can be taken back", () => {
  const box = { suspects: ["A"], weapons: [], rooms: [] };
  const corrected = {
    ...formOf({ players: ["Ann", "Bob"], me: 0, box: { ...box, everybody: true } }),
    everybody: false,
  };
  assert.deepEqual(setupOf(corrected, BOXES).box, box);
});
test("a set-up with an own box keeps it", () =>
  assert.equal(
    formOf({ players: [], me: 0, box: { suspects: [], weapons: [], rooms: [], everybody: true } }).everybody,
    true,
  ));
