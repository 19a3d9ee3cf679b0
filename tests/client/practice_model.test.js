import assert from "node:assert/strict";
import { test } from "node:test";
import {
  afterSolved,
  asQuery,
  charged,
  choose,
  FIRST_CHOICE,
  gradesOf,
  newStorm,
  stormGrade,
  themesOf,
} from "client/puzzles/practice_model.js";

const slipped = (slips, hints = 0) => ({ slips, hints });

test("most editions have seven grades", () => assert.deepEqual(gradesOf(FIRST_CHOICE), [1, 2, 3, 4, 5, 6, 7]));
test("the cottage ends at grade five", () => assert.equal(gradesOf({ ...FIRST_CHOICE, edition: "cottage" }).at(-1), 5));
test("the first grade needs one technique", () =>
  assert.deepEqual(themesOf({ ...FIRST_CHOICE, grade: 1 }), ["seen-and-passed"]));
test("the last grade has its own", () => assert.equal(themesOf({ ...FIRST_CHOICE, grade: 7 }).at(-1), "case-split"));
for (let grade = 2; grade < 7; grade += 1)
  test(`grade ${grade} needs what begins every puzzle, too`, () =>
    assert.deepEqual(themesOf({ ...FIRST_CHOICE, grade }).slice(0, 2), ["seen-and-passed", "last-of-a-kind"]));
test("a technique that goes with the new grade stays", () =>
  assert.equal(choose({ grade: 3, theme: "one-of-three", edition: "classic" }, { grade: 4 }).theme, "one-of-three"));
test("a technique that doesn't go with the new grade is any", () =>
  assert.equal(choose({ grade: 7, theme: "case-split", edition: "classic" }, { grade: 1 }).theme, ""));
test("an edition with fewer grades takes its last one", () =>
  assert.equal(choose({ grade: 7, theme: "", edition: "classic" }, { edition: "cottage" }).grade, 5));
test("then a technique of the lost grade goes, too", () =>
  assert.equal(choose({ grade: 7, theme: "case-split", edition: "classic" }, { edition: "cottage" }).theme, ""));
test("a lower grade stays in every edition", () =>
  assert.equal(choose({ grade: 3, theme: "", edition: "classic" }, { edition: "cottage" }).grade, 3));
test("choosing leaves the choice before as it was", () => {
  choose(FIRST_CHOICE, { grade: 7 });
  assert.equal(FIRST_CHOICE.grade, 2);
});
test("a query names what was chosen", () =>
  assert.deepEqual(asQuery({ grade: 2, theme: "", edition: "classic" }), [
    ["grade", "2"],
    ["edition", "classic"],
  ]));

test("a storm has three minutes", () => assert.deepEqual(newStorm(), { left: 180, solved: 0, charged: 0 }));
test("a second of a storm goes by", () => assert.equal(charged(newStorm(), slipped(0), 1).left, 179));
test("a slip costs ten seconds", () => assert.equal(charged(newStorm(), slipped(1), 1).left, 169));
test("a hint costs ten seconds, too", () => assert.equal(charged(newStorm(), slipped(0, 2), 0).left, 160));
test("a slip is charged once", () =>
  assert.equal(charged(charged(newStorm(), slipped(1), 1), slipped(1), 1).left, 168));
test("no storm has less than no time", () => assert.equal(charged({ ...newStorm(), left: 5 }, slipped(1), 1).left, 0));
test("a solved puzzle is counted, with its last slip", () =>
  assert.deepEqual(afterSolved(newStorm(), slipped(1, 1)), { left: 160, solved: 1, charged: 0 }));
test("the slips of a solved puzzle are not charged to the next", () =>
  assert.equal(charged(afterSolved(newStorm(), slipped(2)), slipped(0), 1).left, 159));
for (const [solved, grade] of [
  [0, 1],
  [2, 1],
  [3, 2],
  [6, 3],
  [18, 7],
  [40, 7],
])
  test(`after ${solved} puzzles a storm is at grade ${grade}`, () =>
    assert.equal(stormGrade({ ...newStorm(), solved }), grade));
