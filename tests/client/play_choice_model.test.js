import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  choiceOf,
  company,
  editionsOf,
  firstChoice,
  keptChoice,
  opponentLimits,
} from "client/offers/play_choice_model.js";

const edition = (key, fewest = 3, most = 6) => ({ key, title: key, fewest, most });
const offer = {
  editions: [edition("classic"), edition("getaway", 2, 4), edition("cottage", 2, 3), edition("parlour")],
  levels: ["constable", "sergeant", "inspector", "chief"],
  starters: ["constable", "sergeant"],
};
const chosen = { edition: "getaway", level: "inspector", opponents: 2 };

describe("what is offered", () => {
  test("are editions that come from a box", () =>
    assert.deepEqual(
      editionsOf(offer).map(({ key }) => key),
      ["classic", "getaway"],
    ));
  test("is nothing before the server has said so", () => assert.deepEqual(editionsOf(null), []));
  test("are as many opponents as the edition has chairs besides", () =>
    assert.deepEqual(opponentLimits(offer, "getaway"), [1, 3]));
  test("are two to five in an edition that is not known yet", () =>
    assert.deepEqual(opponentLimits(null, "classic"), [2, 5]));
});

describe("what was kept", () => {
  test("is what was chosen", () => assert.deepEqual(keptChoice(offer, JSON.stringify(chosen)), chosen));
  test("is the classic edition for who has never chosen", () =>
    assert.deepEqual(keptChoice(offer, null), { edition: "classic", level: "", opponents: 2 }));
  test("is that, too, if it can't be read", () => assert.deepEqual(keptChoice(offer, "{"), firstChoice(offer)));
  test("is completed", () => assert.equal(keptChoice(offer, '{"edition":"getaway"}').opponents, 2));
  test("with a number that is none has the usual one", () =>
    assert.equal(keptChoice(offer, '{"opponents":"x"}').opponents, 2));
  test("with a number in words is a number", () => assert.equal(keptChoice(offer, '{"opponents":"4"}').opponents, 4));
  test("has three opponents while nothing is offered yet", () => assert.equal(keptChoice(null, null).opponents, 3));
});

describe("what is played", () => {
  const played = (change) => choiceOf(offer, { ...chosen, ...change });
  test("is what was chosen", () => assert.deepEqual(played({}), chosen));
  test("is the classic edition where the chosen one is gone", () =>
    assert.equal(played({ edition: "gone" }).edition, "classic"));
  test("is no edition made for tests", () => assert.equal(played({ edition: "cottage" }).edition, "classic"));
  test("is against the first starter where the chosen level is gone", () =>
    assert.equal(played({ level: "gone" }).level, "constable"));
  test("is against the first level where there are no starters", () =>
    assert.equal(choiceOf({ ...offer, starters: undefined }, { ...chosen, level: "" }).level, "constable"));
  test("is against nobody yet while nothing is offered", () => assert.equal(choiceOf(null, chosen).level, ""));
  test("has no more opponents than chairs", () => assert.equal(played({ opponents: 9 }).opponents, 3));
  test("has no fewer than the edition needs", () =>
    assert.equal(played({ edition: "classic", opponents: 1 }).opponents, 2));
});

describe("the company", () => {
  const at = (level, opponents = 3) => company(offer, { level, opponents });
  test("is the chosen level with its neighbours", () =>
    assert.deepEqual(at("sergeant"), ["sergeant", "constable", "inspector"]));
  test("at the foot of the ladder looks up", () =>
    assert.deepEqual(at("constable"), ["constable", "sergeant", "inspector"]));
  test("at its top looks down", () => assert.deepEqual(at("chief"), ["chief", "sergeant", "inspector"]));
  test("of one is the chosen level", () => assert.deepEqual(at("chief", 1), ["chief"]));
  test("of more than three begins again", () =>
    assert.deepEqual(at("sergeant", 5), ["sergeant", "constable", "inspector", "sergeant", "constable"]));
  test("of a level that is not offered is empty", () => assert.deepEqual(at("gone"), []));
  test("on a short ladder is all of it", () =>
    assert.deepEqual(company({ levels: ["constable"] }, { level: "constable", opponents: 2 }), [
      "constable",
      "constable",
    ]));
});
