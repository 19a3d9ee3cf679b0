import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  BLANK,
  afterMark,
  afterNotes,
  afterTap,
  afterUndo,
  cell,
  joinMark,
  splitMark,
} from "client/session/notebook_model.js";

const pencil = { sign: "", colour: "" };
const star = { sign: "star", colour: "red" };

describe("a mark", () => {
  test("is a sign with a colour", () => assert.deepEqual(splitMark("star.red"), { sign: "star", colour: "red" }));
  test("has the colour of ink without one", () => assert.deepEqual(splitMark("yes"), { sign: "yes", colour: "" }));
  test("that is empty has neither", () => assert.deepEqual(splitMark(""), { sign: "", colour: "" }));
  test("is put together as it was taken apart", () => {
    for (const mark of ["", "yes", "no.blue"]) assert.equal(joinMark(...Object.values(splitMark(mark))), mark);
  });
  test("of no sign has no colour either", () => assert.equal(joinMark("", "red"), ""));
  test("is in the cell of a card and a column", () => assert.equal(cell("Rope", "CaseFile"), "Rope|CaseFile"));
});

describe("writing", () => {
  const written = afterMark(BLANK, "Rope|Plum", "yes");
  test("puts a mark into a cell", () => assert.deepEqual(written.marks, { "Rope|Plum": "yes" }));
  test("replaces what was there", () => assert.equal(afterMark(written, "Rope|Plum", "no").marks["Rope|Plum"], "no"));
  test("an empty one rubs it out", () => assert.deepEqual(afterMark(written, "Rope|Plum", "").marks, {}));
  test("leaves the other cells", () => assert.equal(afterMark(written, "Knife|Plum", "no").marks["Rope|Plum"], "yes"));
  test("the same again changes nothing, and can't be undone", () =>
    assert.equal(afterMark(written, "Rope|Plum", "yes"), written));
  test("remembers what was there", () =>
    assert.deepEqual(afterMark(written, "Rope|Plum", "no").undo.at(-1), ["Rope|Plum", "yes"]));
  test("doesn't touch the notebook as it was", () => assert.deepEqual(BLANK.marks, {}));
  test("can be undone two hundred times", () => {
    let now = BLANK;
    for (let at = 0; at < 250; at++) now = afterMark(now, "Rope|Plum", at % 2 ? "no" : "yes");
    assert.equal(now.undo.length, 200);
  });
  test("notes end at four thousand letters", () =>
    assert.equal(afterNotes(BLANK, "x".repeat(5000)).notes.length, 4000));
  test("notes keep the marks", () => assert.deepEqual(afterNotes(written, "Hm").marks, written.marks));
});

describe("undoing", () => {
  test("takes back the last mark", () => {
    const twice = afterMark(afterMark(BLANK, "Rope|Plum", "yes"), "Rope|Plum", "no");
    assert.equal(afterUndo(twice).marks["Rope|Plum"], "yes");
  });
  test("empties a cell that was empty", () =>
    assert.deepEqual(afterUndo(afterMark(BLANK, "Rope|Plum", "yes")).marks, {}));
  test("brings back what was rubbed out", () => {
    const rubbed = afterMark(afterMark(BLANK, "Rope|Plum", "yes"), "Rope|Plum", "");
    assert.equal(afterUndo(rubbed).marks["Rope|Plum"], "yes");
  });
  test("goes back mark by mark to the beginning", () => {
    let now = BLANK;
    for (const mark of ["yes", "no", "maybe", ""]) now = afterMark(now, "Rope|Plum", mark);
    for (let at = 0; at < 4; at++) now = afterUndo(now);
    assert.deepEqual(now, BLANK);
  });
  test("of nothing changes nothing", () => assert.equal(afterUndo(BLANK), BLANK));
});

describe("a tap", () => {
  const taps = (certain, pen = pencil, first = "") => {
    const seen = [];
    for (let mark = first, at = 0; at < 4; at++) seen.push((mark = afterTap(mark, pen, certain)));
    return seen;
  };
  test("says no, yes, perhaps, and nothing again", () => assert.deepEqual(taps(false), ["no", "yes", "maybe", ""]));
  test("says yes first where the card certainly is", () => assert.deepEqual(taps(true), ["yes", "no", "maybe", ""]));
  test("on any other sign begins again", () => assert.equal(afterTap("star", pencil, false), ""));
  test("with a coloured pen writes in its colour", () =>
    assert.equal(afterTap("", { sign: "", colour: "blue" }, false), "no.blue"));
  test("goes on from a mark in any colour", () => assert.equal(afterTap("no.blue", pencil, false), "yes"));
  test("with a pen of one sign writes that", () => assert.equal(afterTap("no", star, false), "star.red"));
  test("with it rubs out the same", () => assert.equal(afterTap("star.red", star, false), ""));
  test("with it replaces another colour of the same sign", () =>
    assert.equal(afterTap("star.blue", star, false), "star.red"));
});
