import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarDays, untilTomorrow } from "client/puzzles/daily_model.js";

/** A Wednesday. */
const NOW = new Date(2025, 2, 12, 15, 30);
const record = {
  first: "2025-02-20",
  days: [
    { date: "2025-03-11", counts: true },
    { date: "2025-03-10", counts: false },
  ],
};
const days = calendarDays(record, NOW);
const day = (date) => days.find((one) => one.date === date);

test("the calendar shows five whole weeks", () => assert.equal(days.length, 35));
test("it begins with a Monday", () => assert.equal(days[0].date, "2025-02-10"));
test("it ends with the Sunday of this week", () => assert.equal(days.at(-1).date, "2025-03-16"));
test("no day is missing where a month ends", () =>
  assert.deepEqual(
    days.slice(18, 21).map(({ date }) => date),
    ["2025-02-28", "2025-03-01", "2025-03-02"],
  ));
test("what was solved on its day counts", () => assert.equal(day("2025-03-11").how, "on time"));
test("what was solved later is told apart", () => assert.equal(day("2025-03-10").how, "later"));
test("what wasn't solved is open", () => assert.equal(day("2025-03-09").how, "open"));
test("today can be played", () => assert.equal(day("2025-03-12").possible, true));
test("tomorrow can't", () => assert.equal(day("2025-03-13").possible, false));
test("the first case of the house can be played", () => assert.equal(day("2025-02-20").possible, true));
test("nothing before it can", () => assert.equal(day("2025-02-19").possible, false));
for (const [weekday, number] of [
  ["Monday", 10],
  ["Sunday", 16],
])
  test(`on a ${weekday} this week is the last one`, () =>
    assert.equal(calendarDays(record, new Date(2025, 2, number)).at(-1).date, "2025-03-16"));

test("until midnight there are so many seconds", () => assert.equal(untilTomorrow(NOW), 8.5 * 3600));
test("a second before midnight there is one left", () =>
  assert.equal(untilTomorrow(new Date(2025, 11, 31, 23, 59, 59)), 1));
