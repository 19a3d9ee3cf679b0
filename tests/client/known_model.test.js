import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  answerAt,
  isCertain,
  knownOf,
  markAt,
  marksFor,
  oneOfThree,
  seenBy,
  suspectsOf,
  unwrittenMoments,
} from "client/notebook/known_model.js";
import { hiddenAnswers } from "client/session/answers_seen.js";
import { GREEN, PLUM, WHITE, game, helped, scene, shown, suggested, table } from "./tables.mjs";

const FILE = "CaseFile";
const line = (event) => ({ seq: 1, at: 1, kind: "event", words: event.event, event });
/** Ada holds the Rope and the Hall; the Knife lies open. */
const at = (marks = {}, { log = [], ...more } = {}) =>
  game({
    scene: scene({ open_cards: ["Knife"] }),
    notebook: { version: 1, marks, notes: "", undo: [] },
    log,
    answers: hiddenAnswers(log, PLUM),
    ...more,
  });

describe("the ink of a cell", () => {
  test("is one's own where one has written", () =>
    assert.deepEqual(markAt(at({ "Pipe|White": "maybe.red" }), "Pipe", WHITE), {
      mark: "maybe",
      colour: "red",
      ink: "own",
    }));
  test("is the hand's for what one holds", () =>
    assert.deepEqual(markAt(at(), "Rope", PLUM), { mark: "yes", colour: "", ink: "hand" }));
  test("is the hand's for what one doesn't hold", () => assert.equal(markAt(at(), "Pipe", PLUM).mark, "no"));
  test("says that nobody else has what one holds", () => assert.equal(markAt(at(), "Rope", WHITE).mark, "no"));
  test("is the hand's there, too", () => assert.equal(markAt(at(), "Rope", WHITE).ink, "hand"));
  test("says that nobody has what lies open", () => assert.equal(markAt(at(), "Knife", WHITE).mark, "no"));
  test("says nothing of the case file by itself", () => assert.equal(markAt(at(), "Rope", FILE).mark, ""));
  test("is the help's otherwise", () =>
    assert.deepEqual(markAt(at({}, { help: [helped({ Pipe: ".+.." })] }), "Pipe", WHITE), {
      mark: "yes",
      colour: "",
      ink: "help",
    }));
  test("is one's own before the help's", () =>
    assert.equal(markAt(at({ "Pipe|White": "no" }, { help: [helped({ Pipe: ".+.." })] }), "Pipe", WHITE).mark, "no"));
  test("of a spectator is nobody's", () =>
    assert.equal(markAt(game({ chair: null, scene: scene({ hand: [] }) }), "Rope", PLUM).mark, ""));
});

describe("what a cell answers", () => {
  test("is yes or no as it was written", () =>
    assert.equal(answerAt(at({ "Pipe|White": "yes.red" }), "Pipe", WHITE), "yes"));
  test("is not hidden by a sign that says neither", () =>
    assert.equal(answerAt(at({ "Rope|Plum": "star" }), "Rope", PLUM), "yes"));
  test("is nothing where nothing is known", () => assert.equal(answerAt(at(), "Pipe", WHITE), ""));
});

describe("a card to pick", () => {
  test("is one's own", () => assert.equal(knownOf(at(), "Rope").known, "mine"));
  test("lies open", () => assert.equal(knownOf(at(), "Knife").known, "open"));
  test("is held by somebody", () =>
    assert.deepEqual(knownOf(at({ "Pipe|White": "yes" }), "Pipe"), { known: "held", who: WHITE }));
  test("is in the case file", () => assert.equal(knownOf(at({ "Pipe|CaseFile": "yes" }), "Pipe").known, "file"));
  test("is not in it, by one's own word", () =>
    assert.deepEqual(knownOf(at({ "Pipe|CaseFile": "no" }), "Pipe"), { known: "not file", own: true }));
  test("is not in it, by the help's", () =>
    assert.deepEqual(knownOf(at({}, { help: [helped({ Pipe: "...-" })] }), "Pipe"), { known: "not file", own: false }));
  test("is held by nobody else", () =>
    assert.equal(knownOf(at({ "Pipe|White": "no", "Pipe|Green": "no" }), "Pipe").known, "nobody"));
  test("may be held", () => assert.equal(knownOf(at({ "Pipe|White": "maybe" }), "Pipe").known, "maybe"));
  test("is unknown", () => assert.equal(knownOf(at(), "Pipe").known, ""));
  test("is unknown without a table", () => assert.equal(knownOf(game({ table: null }), "Pipe").known, ""));
});

describe("a card is certainly there", () => {
  test("in one's own hand", () => assert.ok(isCertain(at(), "Rope", PLUM)));
  test("but not in another's, if one holds it", () => assert.ok(!isCertain(at(), "Rope", WHITE)));
  test("not where it lies open", () => assert.ok(!isCertain(at(), "Knife", WHITE)));
  test("with who showed it", () =>
    assert.ok(isCertain(at({}, { log: [line(shown(WHITE, PLUM, "Pipe"))] }), "Pipe", WHITE)));
  test("not with who showed it to somebody else", () =>
    assert.ok(!isCertain(at({}, { log: [line(shown(WHITE, GREEN, null))] }), "Pipe", WHITE)));
  test("with whom one drew it from", () => {
    const snooped = { event: "Snooped", number: 1, seat: PLUM, owner: GREEN, card: "Pipe" };
    assert.ok(isCertain(at({}, { log: [line(snooped)] }), "Pipe", GREEN));
  });
  test("where all other places say no", () =>
    assert.ok(isCertain(at({ "Pipe|White": "no", "Pipe|CaseFile": "no" }), "Pipe", GREEN)));
  test("not where one of them doesn't", () => assert.ok(!isCertain(at({ "Pipe|White": "no" }), "Pipe", GREEN)));
});

describe("one of three", () => {
  const log = [
    line(suggested(PLUM, ["Plum", "Pipe", "Study"])),
    line(shown(GREEN, WHITE)),
    line(suggested(WHITE, ["Plum", "Pipe", "Study"])),
    line(shown(GREEN, WHITE)),
  ];
  test("is a card that was shown to somebody else", () =>
    assert.equal(oneOfThree(at({}, { log }), "Pipe", GREEN).length, 1));
  test("isn't with another seat", () => assert.deepEqual(oneOfThree(at({}, { log }), "Pipe", WHITE), []));
  test("isn't a card that was not named", () => assert.deepEqual(oneOfThree(at({}, { log }), "Library", GREEN), []));
  test("isn't one that this seat doesn't have", () =>
    assert.deepEqual(oneOfThree(at({ "Pipe|Green": "no" }, { log }), "Pipe", GREEN), []));
  test("is settled when one of the three is known to be there", () =>
    assert.deepEqual(oneOfThree(at({ "Study|Green": "yes" }, { log }), "Pipe", GREEN), []));
});

describe("what was shown", () => {
  test("of one's own is known to who saw it", () =>
    assert.deepEqual(seenBy(at({}, { log: [line(shown(PLUM, GREEN, "Rope"))] }), "Rope"), [GREEN]));
  test("twice to the same is known once", () => {
    const log = [line(shown(PLUM, GREEN, "Rope")), line(shown(PLUM, GREEN, "Rope"))];
    assert.deepEqual(seenBy(at({}, { log }), "Rope"), [GREEN]);
  });
  test("to nobody is known to nobody", () => assert.deepEqual(seenBy(at(), "Rope"), []));
  const moment = { kind: "shown", card: "Pipe", who: WHITE, number: 7 };
  test("to oneself is news until it was written down", () => {
    assert.equal(unwrittenMoments(at({}, { moments: [moment] })).length, 1);
    assert.equal(unwrittenMoments(at({ "Pipe|White": "yes" }, { moments: [moment] })).length, 0);
  });
  test("is news, too, if only the help has written it", () =>
    assert.equal(unwrittenMoments(at({}, { moments: [moment], help: [helped({ Pipe: ".+.." })] })).length, 1));
  test("is written into the cells of all others", () =>
    assert.deepEqual(marksFor(at(), moment), [
      ["Pipe|White", "yes"],
      ["Pipe|Green", "no"],
    ]));
});

test("the suspects sit in the order of the seats", () => {
  assert.deepEqual(suspectsOf(game()), [PLUM, WHITE, GREEN]);
  assert.deepEqual(suspectsOf(game({ table: table({ seats: undefined }) })), []);
});
