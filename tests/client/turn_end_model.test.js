import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { MOMENT, atTurnEnd, turnEndsItself } from "client/session/turn_end_model.js";
import { game, table } from "./tables.mjs";

const walked = game({ lastChoice: "move" });
const only = { "end turn": true, accuse: true, "take back": true };
const ends = (options, now = walked, on = { ends: true }) => turnEndsItself(now, options, on);

describe("after a walk the turn ends by itself", () => {
  test("when nothing is left but to accuse or to take it back", () => assert.equal(ends(only), true));
  test("but not if the setting is off", () => assert.equal(ends(only, walked, { ends: false }), false));
  test("but not in a lesson", () =>
    assert.equal(ends(only, game({ lastChoice: "move", table: table({ lesson: "first" }) })), false));
  test("but not where the turn can't end", () => assert.equal(ends({ accuse: true }), false));
  for (const [what, value] of [
    ["roll", true],
    ["moves", { ends: [] }],
    ["passage", "Hall"],
    ["snoop", ["Plum"]],
    ["suggest", { rooms: [] }],
    ["show", ["Rope"]],
    ["cannot show", true],
  ])
    test(`but not with a choice of ${what}`, () => assert.equal(ends({ ...only, [what]: value }), false));
  test("with nobody to snoop on", () => assert.equal(ends({ ...only, snoop: [] }), true));
  test("but not after a suggestion", () => assert.equal(ends(only, game({ lastChoice: "suggest" })), false));
  test("but not when nothing was chosen on this page", () => assert.equal(ends(only, game()), false));
});

describe("when the moment is over", () => {
  const now = game({ ending: 5, choice: { decision: 5 } });
  test("the turn ends", () => assert.equal(atTurnEnd(now, 5, false), "end"));
  test("it goes on if a window is open", () => assert.equal(atTurnEnd(now, 5, true), "go on"));
  test("it goes on if cards are being picked", () =>
    assert.equal(atTurnEnd({ ...now, asking: {} }, 5, false), "go on"));
  test("it goes on if something was sent", () => assert.equal(atTurnEnd({ ...now, sending: true }, 5, false), "go on"));
  test("nothing happens if the turn has ended", () =>
    assert.equal(atTurnEnd({ ...now, choice: null }, 5, false), "over"));
  test("nothing happens if it was called off", () =>
    assert.equal(atTurnEnd({ ...now, ending: null }, 5, false), "over"));
  test("nothing happens for another decision", () => assert.equal(atTurnEnd({ ...now, ending: 6 }, 5, false), "over"));
});

test("the moment is as long as its button runs out", () => {
  const style = readFileSync(new URL("../../src/greycells/server/static/game/actions.css", import.meta.url), "utf-8");
  assert.equal(Number(/run-out (\d+)s/.exec(style)[1]) * 1000, MOMENT);
});
