import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ACCUSATION, LONGEST, SUGGESTION, accusationLength, answerLength } from "client/stage/scene_lengths_model.js";

const at = (more) => ({ came: 0, elapsed: SUGGESTION.named, others: 2, several: false, ...more });

describe("an accusation", () => {
  test("that is wrong takes three cards and an answer", () => assert.equal(accusationLength(false), 7500));
  test("that is right takes the faces and the picture besides", () =>
    assert.equal(accusationLength(true) - accusationLength(false), 3 * ACCUSATION.face + ACCUSATION.picture));
});

describe("an answer", () => {
  test("of none leaves time for those after it, and for a card", () =>
    assert.equal(answerLength("none", at({ elapsed: 3600 })), (5800 - 300 - 3600 - 900) / 2));
  test("of none is never looked at for long", () => assert.equal(answerLength("none", at()), LONGEST.none));
  test("by a card ends the round, and may take what is left", () =>
    assert.equal(answerLength("back", at({ elapsed: 4500, others: 1 })), 1000));
  test("by a card that is seen is looked at for longest", () =>
    assert.equal(answerLength("face", at({ others: 0 })), LONGEST.face));
  test("shares what is left where several show one", () =>
    assert.equal(answerLength("back", at({ elapsed: 3500, others: 1, several: true })), 1000));
  test("after the time of the scene takes none", () => assert.equal(answerLength("back", at({ elapsed: 9000 })), 0));
  test("of a person who thought for long is looked at in peace", () =>
    assert.equal(answerLength("face", at({ came: 5200, elapsed: 9000 })), LONGEST.face));
  test("of the last without a card needs to leave nothing", () =>
    assert.equal(answerLength("none", at({ elapsed: 5000, others: 0 })), 500));
  for (const seats of [2, 3, 5, 9])
    test(`of ${seats} that have none are in time together`, () => {
      let elapsed = SUGGESTION.named;
      for (let others = seats - 1; others >= 0; others--) elapsed += answerLength("none", at({ elapsed, others }));
      assert.ok(elapsed + SUGGESTION.leaves <= SUGGESTION.whole);
    });
});
