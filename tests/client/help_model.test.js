import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hasHelpedWith, isHelped, lastInformative, marksOf, nextRequest } from "client/notebook/help_model.js";
import { PLUM, WHITE, game, rolled, shown, suggested, table } from "./tables.mjs";

const line = (event) => ({ seq: 1, at: 1, kind: "event", words: "", event });
const without = table({ plan: { edition: "classic" } });

describe("help", () => {
  test("is there for a seat whose table allows it", () => assert.equal(isHelped(game()), true));
  test("isn't for a spectator", () => assert.equal(isHelped(game({ chair: null })), false));
  test("isn't where the table has none", () => assert.equal(isHelped(game({ table: without })), false));
  test("isn't without a table", () => assert.equal(isHelped(game({ table: null })), false));
});

describe("there is more of it", () => {
  test("after a card was shown", () =>
    assert.equal(lastInformative([line(suggested()), line(shown(WHITE, PLUM, "Rope", 7))]), 7));
  test("after nobody could show one", () =>
    assert.equal(lastInformative([line({ event: "CouldNotShow", number: 8, seat: WHITE })]), 8));
  test("but not after a roll", () =>
    assert.equal(lastInformative([line(shown(WHITE, PLUM, "Rope", 7)), line(rolled(9))]), 7));
  test("but not after a suggestion alone", () => assert.equal(lastInformative([line(suggested())]), -1));
  test("but not after a message", () =>
    assert.equal(lastInformative([{ seq: 1, at: 1, kind: "chat", words: "Hi" }]), -1));
  test("but not before anything has happened", () => assert.equal(lastInformative([]), -1));
});

describe("the next request for help", () => {
  const log = [line(suggested()), line(shown(WHITE, PLUM, "Rope", 7))];
  const asked = (event, at) => ({ log, helpAsked: { event, at } });
  test("is for the last event from which something may follow", () =>
    assert.equal(nextRequest(game(asked(3, 0)), 10000).event, 7));
  test("waits a moment for more answers to the same suggestion", () =>
    assert.equal(nextRequest(game(asked(3, 0)), 10000).delay, 150));
  test("comes two seconds after the one before", () =>
    assert.equal(nextRequest(game(asked(3, 9500)), 10000).delay, 1500));
  test("waits for nothing else when it is the first", () =>
    assert.deepEqual(nextRequest(game({ log }), 0), { event: 7, delay: 150 }));
  test("isn't made twice for one event", () => assert.equal(nextRequest(game(asked(7, 0)), 10000), null));
  test("isn't made while the stage has yet to show an answer", () =>
    assert.equal(nextRequest(game({ ...asked(3, 0), unshown: 7 }), 10000), null));
  test("isn't made where there is no help", () => assert.equal(nextRequest(game({ log, table: without }), 0), null));
  test("isn't made before anything is known", () => assert.equal(nextRequest(game(), 0), null));
});

describe("it has written down what followed from an event", () => {
  test("once it knows of that event", () => assert.equal(hasHelpedWith(game({ helped: 7 }), 7), true));
  test("but not before", () => assert.equal(hasHelpedWith(game({ helped: 6 }), 7), false));
  test("as far as there is to write where there is no help", () =>
    assert.equal(hasHelpedWith(game({ helped: -1, table: without }), 7), true));
});

describe("it writes", () => {
  const written = (holder, has) => marksOf(game(), [{ card: "Rope", holder, has }]);
  test("who has a card", () => assert.deepEqual(written(WHITE, true), { "Rope|White": "yes" }));
  test("who hasn't", () => assert.deepEqual(written(WHITE, false), { "Rope|White": "no" }));
  test("what is in the case file", () => assert.deepEqual(written("the case file", true), { "Rope|CaseFile": "yes" }));
});
