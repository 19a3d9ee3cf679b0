import assert from "node:assert/strict";
import { test } from "node:test";
import {
  afterHint,
  afterKey,
  afterSecond,
  afterTap,
  canExplain,
  clueOf,
  columnsOf,
  judgedAt,
  keptOf,
  kindOf,
  openedPuzzle,
  outdated,
  resultOf,
  rowsOf,
  signAt,
  wantsKeeping,
  withTool,
} from "client/puzzles/puzzle_model.js";

const TODAY = "2025-03-09";
const edition = { suspects: ["Plum", "Green", "White"], weapons: ["Rope", "Knife"], rooms: ["Hall", "Study"] };
const mark = (row, column, has = true) => ({ row, column, has });
const box = (row, column) => ({ row, column });
/** You are Green and hold the Knife; Plum is at column 0, White at 2, the case file at 3. */
const view = {
  id: "v1-classic-2025-03-09",
  seats: ["Plum", "Green", "White"],
  you: "Green",
  hand: ["Knife"],
  rows: ["Plum", "Green", "White", "Rope", "Knife", "Hall", "Study"],
  boxes: [
    [0, 0, 0, 1],
    [1, 0, 0, 0],
    [-1, 0, -1, 0],
    [0, 0, 0, 1],
    [0, 1, 0, 0],
    [-1, 0, -1, 0],
    [0, 0, 0, 1],
  ],
  goals: [mark(0, 3), mark(6, 3)],
  hints: [
    { look: "Look at 1.", think: "Think.", answer: "Green is Plum's.", turns: [1], marks: [mark(1, 0)], needs: [] },
    { look: "Look at 2.", think: "Think.", answer: "Nobody has Plum.", turns: [2], marks: [mark(0, 0, false)] },
    { look: "Look at 3.", think: "Think.", answer: "Plum did it.", turns: [3], marks: [mark(0, 3)], needs: [1] },
    { look: "Look at 4.", think: "Think.", answer: "In the Study.", turns: [4], marks: [mark(6, 3)] },
  ],
};
const fresh = (changes = {}) => ({ ...openedPuzzle({ view, edition }, TODAY), ...changes });
const tapped = (puzzle, tool, row, column) => afterTap(withTool(puzzle, tool), box(row, column));
const solved = () => tapped(tapped(fresh(), "yes", 0, 3), "yes", 6, 3);

test("the columns are everybody but you, then the case file", () => assert.deepEqual(columnsOf(view), [0, 2, 3]));
test("the rows are the cards that aren't in your hand", () => assert.deepEqual(rowsOf(view), [0, 1, 2, 3, 5, 6]));
test("the first rows are suspects", () =>
  assert.deepEqual(
    [0, 2].map((row) => kindOf(edition, row)),
    [0, 0],
  ));
test("then come weapons", () =>
  assert.deepEqual(
    [3, 4].map((row) => kindOf(edition, row)),
    [1, 1],
  ));
test("then come rooms", () =>
  assert.deepEqual(
    [5, 6].map((row) => kindOf(edition, row)),
    [2, 2],
  ));

test("a new puzzle is begun today, and empty", () => {
  const { begun, marks, slips, hints, seconds, done, tool } = fresh();
  assert.deepEqual([begun, marks, slips, hints, seconds, done, tool], [TODAY, {}, 0, 0, 0, false, null]);
});
test("the first box that can be marked has the focus", () => assert.deepEqual(fresh().focus, box(0, 0)));
test("the focus isn't on your own card or column", () =>
  assert.deepEqual(openedPuzzle({ view: { ...view, you: "Plum", hand: ["Plum"] }, edition }, TODAY).focus, box(1, 1)));
test("a puzzle is opened as it was left", () => {
  const left = { ...keptOf(solved(), 5), slips: 2, hints: 1, seconds: 77, begun: "2025-03-08" };
  assert.deepEqual(keptOf(openedPuzzle({ view, edition }, TODAY, left), 5), left);
});
test("what is kept says when it was touched", () => assert.equal(keptOf(fresh(), 1234).touched, 1234));
test("what is kept holds nothing of the answer or the page", () =>
  assert.deepEqual(Object.keys(keptOf(solved(), 1)), [
    "marks",
    "slips",
    "hints",
    "seconds",
    "begun",
    "done",
    "touched",
  ]));

test("without a mark in hand a tap writes nothing", () => {
  const next = afterTap(fresh(), box(1, 0));
  assert.deepEqual([next.marks, next.empty, next.judged, next.slips], [{}, true, null, 0]);
});
test("a tap moves the focus", () => assert.deepEqual(afterTap(fresh(), box(5, 2)).focus, box(5, 2)));
test("taking a mark in hand ends the reminder to choose one", () =>
  assert.equal(withTool(afterTap(fresh(), box(1, 0)), "no").empty, false));
test("taking a mark in hand closes the hint", () => assert.equal(withTool(afterHint(fresh()), "no").hint, null));
test("a certain yes is written and proved", () => {
  const next = tapped(fresh(), "yes", 1, 0);
  assert.deepEqual([signAt(next, box(1, 0)), next.judged.kind, next.slips], ["yes", "proved", 0]);
});
test("a certain no is written and proved", () => {
  const next = tapped(fresh(), "no", 0, 0);
  assert.deepEqual([next.marks, next.judged.kind], [{ "0,0": "no" }, "proved"]);
});
test("a yes rules out every other holder of the card", () =>
  assert.deepEqual(tapped(fresh(), "yes", 1, 0).marks, { "1,0": "yes", "1,2": "no", "1,3": "no" }));
test("a yes of a player rules out no other card", () =>
  assert.equal(signAt(tapped(fresh(), "yes", 1, 0), box(2, 0)), undefined));
test("a yes of the case file rules out the other cards of its kind", () =>
  assert.deepEqual(tapped(fresh(), "yes", 6, 3).marks, { "6,3": "yes", "6,0": "no", "6,2": "no", "5,3": "no" }));
test("a yes that is false is a slip and isn't written", () => {
  const next = tapped(fresh(), "yes", 0, 0);
  assert.deepEqual([next.marks, next.slips, next.judged.kind], [{}, 1, "cannot be"]);
});
test("a no that is false is a slip, too", () => {
  const next = tapped(fresh(), "no", 1, 0);
  assert.deepEqual([next.marks, next.slips, next.judged.kind], [{}, 1, "cannot be"]);
});
test("what is still open is a slip and leaves a question mark", () => {
  const next = tapped(fresh(), "yes", 2, 0);
  assert.deepEqual([next.marks, next.slips, next.judged.kind], [{ "2,0": "maybe" }, 1, "open"]);
});
test("slips add up", () => assert.equal(tapped(tapped(fresh(), "yes", 0, 0), "no", 2, 2).slips, 2));
test("a question mark is written without being judged", () => {
  const next = tapped(fresh(), "maybe", 0, 0);
  assert.deepEqual([next.marks, next.judged, next.slips], [{ "0,0": "maybe" }, null, 0]);
});
test("a second question mark takes the first one out", () =>
  assert.deepEqual(tapped(tapped(fresh(), "maybe", 0, 0), "maybe", 0, 0).marks, {}));
test("taking a question mark out leaves the others", () => {
  const two = tapped(tapped(fresh(), "maybe", 0, 0), "maybe", 2, 2);
  assert.deepEqual(tapped(two, "maybe", 0, 0).marks, { "2,2": "maybe" });
});
test("a question mark may become certain", () =>
  assert.equal(signAt(tapped(tapped(fresh(), "maybe", 1, 0), "yes", 1, 0), box(1, 0)), "yes"));
for (const tool of ["no", "yes", "maybe"])
  test(`a mark that was proved stays when ${tool} is tapped on it`, () => {
    const next = tapped(tapped(fresh(), "no", 0, 0), tool, 0, 0);
    assert.deepEqual([signAt(next, box(0, 0)), next.judged.kind, next.slips], ["no", "proved", 0]);
  });
test("a tap leaves the puzzle before it as it was", () => {
  const before = fresh({ tool: "yes" });
  afterTap(before, box(1, 0));
  assert.deepEqual(before.marks, {});
});
test("a tap closes the hint and the proof", () => {
  const next = tapped({ ...afterHint(fresh()), proof: ["Because."] }, "no", 0, 0);
  assert.deepEqual([next.hint, next.proof], [null, null]);
});
test("a box without a mark in hand forgets the last word of the judge", () => {
  const judged = { ...tapped(fresh(), "no", 0, 0), tool: null };
  assert.equal(afterTap(judged, box(2, 2)).judged, null);
});
test("the box that was judged says how", () =>
  assert.equal(judgedAt(tapped(fresh(), "yes", 0, 0), box(0, 0)), "cannot be"));
test("other boxes in its row were not judged", () =>
  assert.equal(judgedAt(tapped(fresh(), "yes", 0, 0), box(0, 2)), null));
test("other boxes in its column were not judged", () =>
  assert.equal(judgedAt(tapped(fresh(), "yes", 0, 0), box(2, 0)), null));

test("a puzzle with a part of the answer is not done", () => assert.equal(tapped(fresh(), "yes", 0, 3).done, false));
test("a puzzle with all of the answer is done", () => assert.equal(solved().done, true));
test("a puzzle that is done can't be marked any more", () => {
  const puzzle = solved();
  assert.equal(tapped({ ...puzzle, tool: "no" }, "no", 1, 3).marks, puzzle.marks);
});
test("a puzzle that is done gives no hints", () => {
  const puzzle = solved();
  assert.equal(afterHint(puzzle), puzzle);
});

test("what is proved can be explained", () => assert.equal(canExplain(tapped(fresh(), "no", 0, 0)), true));
test("what can't be can be explained", () => assert.equal(canExplain(tapped(fresh(), "yes", 0, 0)), true));
test("what is open has no reason", () => assert.equal(canExplain(tapped(fresh(), "yes", 2, 0)), false));
test("a wrong no to the answer isn't explained by the answer", () =>
  assert.equal(canExplain(tapped(fresh(), "no", 0, 3)), false));
test("before anything is judged nothing is explained", () => assert.equal(canExplain(fresh()), false));

test("the first hint leads to the answer, not to what is merely certain", () =>
  assert.deepEqual(afterHint(fresh()).hint, { at: 1, level: 1 }));
test("a hint begins with where to look", () => {
  const clue = clueOf(afterHint(fresh()));
  assert.deepEqual([clue.lines, clue.turns, clue.more], [["Look at 2."], [2], true]);
});
test("a second tap says what to think about", () =>
  assert.deepEqual(clueOf(afterHint(afterHint(fresh()))).lines, ["Look at 2.", "Think."]));
test("a third tap gives the answer and writes it", () => {
  const third = afterHint(afterHint(afterHint(fresh())));
  assert.deepEqual([clueOf(third).lines.length, clueOf(third).more, third.marks], [3, false, { "0,0": "no" }]);
});
test("each part of a hint is counted", () => assert.equal(afterHint(afterHint(afterHint(fresh()))).hints, 3));
test("when a hint is done the next one begins", () => {
  const fourth = afterHint(afterHint(afterHint(afterHint(fresh()))));
  assert.deepEqual([fourth.hint, fourth.hints], [{ at: 2, level: 1 }, 4]);
});
test("what was marked meanwhile is not hinted at", () =>
  assert.equal(afterHint(tapped(fresh(), "no", 0, 0)).hint.at, 2));
test("what an answer that is marked rested on is not hinted at", () =>
  assert.equal(afterHint(tapped(fresh(), "yes", 0, 3)).hint.at, 3));
test("a hint closes the word of the judge and the proof", () => {
  const next = afterHint({ ...tapped(fresh(), "yes", 0, 0), proof: ["Because."] });
  assert.deepEqual([next.judged, next.proof], [null, null]);
});
test("hints alone solve a puzzle", () => {
  let puzzle = fresh();
  for (let taps = 0; taps < 9; taps += 1) puzzle = afterHint(puzzle);
  assert.deepEqual([puzzle.done, puzzle.hints, puzzle.slips], [true, 9, 0]);
});
test("a hint that follows from a mark nobody can write is passed over", () => {
  const own = { ...view.hints[1], marks: [mark(0, 1, false)] };
  const puzzle = openedPuzzle({ view: { ...view, hints: [own, ...view.hints.slice(2)] }, edition }, TODAY);
  assert.equal(afterHint(puzzle).hint.at, 1);
});
test("steps that lead nowhere are told when nothing else is left", () => {
  const puzzle = openedPuzzle({ view: { ...view, hints: view.hints.slice(0, 1) }, edition }, TODAY);
  assert.equal(afterHint(puzzle).hint.at, 0);
});
test("without a hint there is nothing to say", () => assert.equal(clueOf(fresh()), null));

for (const [key, row, column] of [
  ["ArrowDown", 1, 0],
  ["ArrowRight", 0, 2],
  ["ArrowUp", 0, 0],
  ["ArrowLeft", 0, 0],
])
  test(`${key} goes from the first box to ${row},${column}`, () =>
    assert.deepEqual(afterKey(fresh(), key).focus, box(row, column)));
test("arrows pass over your own cards", () =>
  assert.deepEqual(afterKey(fresh({ focus: box(3, 0) }), "ArrowDown").focus, box(5, 0)));
test("arrows end at the last box", () => {
  const last = fresh({ focus: box(6, 3) });
  assert.deepEqual([afterKey(last, "ArrowDown").focus, afterKey(last, "ArrowRight").focus], [box(6, 3), box(6, 3)]);
});
test("arrows write nothing", () => assert.deepEqual(afterKey(fresh({ tool: "yes" }), "ArrowDown").marks, {}));
for (const [key, row, column, sign] of [
  ["v", 1, 0, "yes"],
  ["x", 0, 0, "no"],
  ["?", 2, 0, "maybe"],
])
  test(`${key} writes ${sign} where the focus is`, () => {
    const next = afterKey(fresh({ focus: box(row, column) }), key);
    assert.deepEqual([signAt(next, box(row, column)), next.tool], [sign, sign]);
  });
test("other keys mean nothing", () => assert.equal(afterKey(fresh(), "a"), null));

test("a second goes by", () => assert.equal(afterSecond(fresh()).seconds, 1));
test("no time goes by once the puzzle is done", () => assert.equal(afterSecond(solved()).seconds, 0));
test("marks are kept at once", () => assert.equal(wantsKeeping(fresh(), tapped(fresh(), "no", 0, 0)), true));
test("seconds are kept every five", () =>
  assert.deepEqual(
    [3, 4].map((seconds) => wantsKeeping(fresh({ seconds }), afterSecond(fresh({ seconds })))),
    [false, true],
  ));
test("what hasn't changed is not kept again", () => {
  const puzzle = fresh();
  assert.equal(wantsKeeping(puzzle, puzzle), false);
});

test("the result of a solved puzzle names the answer", () =>
  assert.deepEqual(resultOf({ ...solved(), seconds: 90, hints: 2 }, TODAY), {
    ...{ id: view.id, on: TODAY, seconds: 90, slips: 0, hints: 2 },
    answer: ["Plum", "Study"],
  }));
test("the result of a puzzle that was given up names nothing", () =>
  assert.deepEqual(resultOf(fresh(), TODAY).answer, []));
test("no result took longer than a day", () =>
  assert.equal(resultOf(fresh({ seconds: 90_000 }), TODAY).seconds, 86_400));

const practice = (count, touched = (at) => at) =>
  Array.from({ length: count }, (_, at) => ({ id: `v1-classic-1-${at}`, touched: touched(at) }));
const days = (count) =>
  Array.from({ length: count }, (_, at) => ({
    id: `v1-classic-2025-${String(1 + Math.floor(at / 28)).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}`,
    touched: 0,
  }));
test("twelve puzzles of practice are kept", () => assert.deepEqual(outdated(practice(11), "v1-classic-1-99"), []));
test("the thirteenth costs the one that was touched longest ago", () =>
  assert.deepEqual(
    outdated(
      practice(12, (at) => 100 - at),
      "v1-classic-1-99",
    ),
    ["v1-classic-1-11"],
  ));
test("a puzzle doesn't cost itself", () => assert.deepEqual(outdated(practice(12), "v1-classic-1-0"), []));
test("practice never costs a daily case", () => assert.deepEqual(outdated(days(70), "v1-classic-1-1"), []));
test("a daily case never costs practice", () => assert.deepEqual(outdated(practice(70), "v1-classic-2025-05-05"), []));
test("sixty days are kept", () => assert.deepEqual(outdated(days(59), "v1-classic-2025-12-31"), []));
test("the sixty-first day costs the earliest one", () =>
  assert.deepEqual(outdated(days(60).reverse(), "v1-classic-2025-12-31"), ["v1-classic-2025-01-01"]));
test("days of all editions are one after the other", () => {
  const all = [...days(59), { id: "v1-cottage-2024-12-31", touched: 9 }];
  assert.deepEqual(outdated(all, "v1-classic-2025-12-31"), ["v1-cottage-2024-12-31"]);
});
