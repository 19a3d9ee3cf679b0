import assert from "node:assert/strict";
import { test } from "node:test";
import { isTransient } from "client/ui/retries_model.js";
import { clock, largeUnit, ownDate } from "client/ui/times_model.js";

for (const [seconds, text] of [
  [0, "0:00"],
  [9, "0:09"],
  [60, "1:00"],
  [754, "12:34"],
  [3599, "59:59"],
  [3600, "1:00:00"],
  [3725, "1:02:05"],
])
  test(`${seconds} seconds are ${text}`, () => assert.equal(clock(seconds), text));

test("a date has two digits for month and day", () => assert.equal(ownDate(new Date(2025, 0, 5)), "2025-01-05"));
test("a date is where the player is, late at night too", () =>
  assert.equal(ownDate(new Date(2025, 11, 31, 23, 59)), "2025-12-31"));

for (const status of [0, 429, 500, 503])
  test(`a refusal by ${status} passes`, () => assert.equal(isTransient(status), true));
for (const status of [400, 404, 422, 499])
  test(`a refusal by ${status} stays`, () => assert.equal(isTransient(status), false));

const [HOUR, DAY] = [3600, 24 * 3600];
for (const [seconds, unit, count] of [
  [3 * DAY - 1, "days", 2],
  [2 * DAY, "days", 2],
  [2 * DAY - 1, "hours", 47],
  [36 * HOUR, "hours", 36],
  [3 * HOUR - 1, "hours", 2],
  [2 * HOUR, "hours", 2],
])
  test(`of ${seconds} seconds ${count} ${unit} are left for certain`, () =>
    assert.deepEqual(largeUnit(seconds), { unit, count }));
test("less than two hours are left to the second", () =>
  assert.deepEqual([largeUnit(2 * HOUR - 1), clock(2 * HOUR - 1)], [null, "1:59:59"]));
