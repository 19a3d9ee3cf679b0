import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hasHelpedWith, helpAt, isHelped } from "client/notebook/help_model.js";
import { CASE_FILE } from "client/session/notebook_model.js";
import { GREEN, PLUM, WHITE, game, helped, table } from "./tables.mjs";

const without = table({ plan: { edition: "classic" } });

describe("help", () => {
  test("is there for a seat whose table allows it", () => assert.equal(isHelped(game()), true));
  test("isn't for a spectator", () => assert.equal(isHelped(game({ chair: null })), false));
  test("isn't where the table has none", () => assert.equal(isHelped(game({ table: without })), false));
  test("isn't without a table", () => assert.equal(isHelped(game({ table: null })), false));
});

describe("it writes", () => {
  const now = game({ help: [helped({ Rope: "+--.", Knife: "...+" })] });
  test("who has a card", () => assert.equal(helpAt(now, "Rope", PLUM), "yes"));
  test("who hasn't", () =>
    assert.deepEqual(
      [WHITE, GREEN].map((seat) => helpAt(now, "Rope", seat)),
      ["no", "no"],
    ));
  test("nothing where nothing follows", () => assert.equal(helpAt(now, "Knife", PLUM), ""));
  test("what is in the case file", () =>
    assert.deepEqual(
      ["Rope", "Knife"].map((card) => helpAt(now, card, CASE_FILE)),
      ["", "yes"],
    ));
  test("nothing of a card that it doesn't know, nor before it comes", () => {
    assert.equal(helpAt(now, "Hall", PLUM), "");
    assert.equal(helpAt(game(), "Rope", PLUM), "");
  });
});

describe("what the stage has yet to show", () => {
  const help = [helped({ Rope: "+..." }, 6), helped({ Rope: "++.." }, 9), helped({ Rope: "++++" }, 12)];
  test("is not in the help either, which stays as it was", () => {
    const now = game({ help, unshown: 8 });
    assert.deepEqual([helpAt(now, "Rope", PLUM), helpAt(now, "Rope", WHITE)], ["yes", ""]);
  });
  test("is there at once when it has been shown", () => {
    const now = game({ help, unshown: null });
    assert.equal(helpAt(now, "Rope", GREEN), "yes");
  });
});

describe("it has written down what followed from an event", () => {
  const help = [helped({}, 7)];
  test("once it knows of that event", () => assert.equal(hasHelpedWith(game({ help }), 7), true));
  test("but not before", () => assert.equal(hasHelpedWith(game({ help }), 8), false));
  test("nor before it has come", () => assert.equal(hasHelpedWith(game(), 0), false));
  test("nor while the stage has yet to show it", () =>
    assert.equal(hasHelpedWith(game({ help, unshown: 7 }), 7), false));
  test("as far as there is to write where there is no help", () =>
    assert.equal(hasHelpedWith(game({ table: without }), 7), true));
});
