import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { afterPick, emptyPicks, isComplete, rowsOf } from "client/game/picker_model.js";

const words = (...names) => names.map((word) => ({ word }));
const edition = { suspects: words("Plum", "White"), weapons: words("Rope"), rooms: words("Hall", "Study", "Library") };

describe("picking begins", () => {
  test("with three empty rows", () => assert.deepEqual(emptyPicks("accuse", {}).picked, [null, null, null]));
  test("with the room where one stands, for a suggestion", () =>
    assert.deepEqual(emptyPicks("suggest", { suggest: { rooms: ["Hall"] } }).picked, [null, null, "Hall"]));
  test("without a room where several can be named", () =>
    assert.deepEqual(emptyPicks("suggest", { suggest: { rooms: ["Hall", "Study"] } }).picked, [null, null, null]));
  test("without a room for an accusation: it may have been anywhere", () =>
    assert.deepEqual(emptyPicks("accuse", { suggest: { rooms: ["Hall"] } }).picked, [null, null, null]));
});

describe("the rows", () => {
  test("of an accusation are all cards of the box", () =>
    assert.deepEqual(rowsOf(edition, emptyPicks("accuse", {}), {}), [
      ["Plum", "White"],
      ["Rope"],
      ["Hall", "Study", "Library"],
    ]));
  test("of a suggestion have the rooms that can be named", () =>
    assert.deepEqual(rowsOf(edition, emptyPicks("suggest", {}), { suggest: { rooms: ["Study"] } })[2], ["Study"]));
  test("of a suggestion that can't be made have no room", () =>
    assert.deepEqual(rowsOf(edition, emptyPicks("suggest", {}), {})[2], []));
});

describe("a card", () => {
  const picks = { kind: "suggest", picked: ["Plum", null, "Hall"] };
  test("is picked in its row", () => assert.deepEqual(afterPick(picks, 1, "Rope").picked, ["Plum", "Rope", "Hall"]));
  test("replaces the one before", () => assert.deepEqual(afterPick(picks, 0, "White").picked, ["White", null, "Hall"]));
  test("leaves the kind", () => assert.equal(afterPick(picks, 1, "Rope").kind, "suggest"));
  test("leaves the picks as they were", () => {
    afterPick(picks, 1, "Rope");
    assert.equal(picks.picked[1], null);
  });
  test("completes them when every row has one", () =>
    assert.deepEqual([isComplete(picks), isComplete(afterPick(picks, 1, "Rope"))], [false, true]));
});
