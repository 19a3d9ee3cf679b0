import assert from "node:assert/strict";
import { test } from "node:test";
import { FRIEND, isAlone, levelsFor, ownSeats, playOnRequest, sittersFor, YOU } from "client/replay/play_on_model.js";
import {
  certainAt,
  firstStep,
  goTo,
  isOver,
  isWhole,
  linesUntil,
  moverBefore,
  notebookSeat,
  pageOf,
  paceOf,
  reviewQuery,
  sourceOf,
  stepsOfKey,
  viewQuery,
} from "client/replay/replay_model.js";

const step = (event, to_act = null) => ({ words: `${event}.`, sighting: { event }, look: { to_act } });
const steps = {
  seats: [
    ["Plum", "Ann"],
    ["Green", "cadet"],
  ],
  hands: { Plum: ["Rope"], Green: ["Hall"] },
  steps: [step("Dealt"), step("Began", "Plum"), step("Rolled", "Green"), step("Finished")],
};
const table = { yours: [1], chairs: [{ suspect: "Plum" }, { suspect: "Green" }, { suspect: "White" }] };

for (const [name, source] of [
  ["replay", "/api/tables/7"],
  ["record", "/api/records/7"],
  ["shared", "/api/shared/7"],
]) {
  test(`a ${name} is found at ${source}`, () => assert.equal(sourceOf({ name, id: "7" }), source));
  test(`${source} is shown by the ${name} page`, () => assert.equal(pageOf(source), `/${name}/7`));
}
test("a replay begins with the first turn", () => assert.equal(firstStep(steps), 1));
test("a game that never began is shown from its start", () => assert.equal(firstStep({ steps: [step("Dealt")] }), 0));
test("a game with all hands is whole", () => assert.equal(isWhole(steps, ""), true));
test("a game seen by one seat isn't", () => assert.equal(isWhole({ ...steps, hands: { Plum: [] } }, ""), false));
test("a whole game stays whole when one looks from a seat", () =>
  assert.equal(isWhole({ ...steps, hands: { Plum: [] } }, "Plum"), true));
test("a game that was finished is over", () => assert.equal(isOver(steps), true));
test("a game that was broken off isn't", () => assert.equal(isOver({ steps: steps.steps.slice(0, 3) }), false));

const at = (place, playing = false) => goTo({ steps, playing }, place);
test("one can go to a moment", () => assert.equal(at(2).at, 2));
test("before the first moment there is none", () => assert.equal(at(-1).at, 0));
test("after the last moment there is none", () => assert.equal(at(9).at, 3));
test("playing goes on in the middle", () => assert.equal(at(2, true).playing, true));
test("playing ends with the last moment", () => assert.equal(at(3, true).playing, false));
test("going to a moment doesn't play", () => assert.equal(at(1).playing, false));
test("without a game one stays at the start", () => assert.equal(goTo({ steps: null, playing: false }, 5).at, 0));
test("where less moves a moment is shorter", () => assert.ok(paceOf("fast") < paceOf("usual")));
test("without motion a moment can be read", () => assert.ok(paceOf("none") > paceOf("fast")));
test("arrows go one moment on, or back", () =>
  assert.deepEqual(["ArrowRight", "ArrowLeft", "Enter"].map(stepsOfKey), [1, -1, 0]));
test("the log holds what had happened by then", () =>
  assert.deepEqual(
    linesUntil(steps, 1).map(({ seq, words }) => [seq, words]),
    [
      [0, "Dealt."],
      [1, "Began."],
    ],
  ));
test("who was to choose is asked of the moment before", () =>
  assert.deepEqual([moverBefore(steps, 2), moverBefore(steps, 3)], ["Plum", "Green"]));
test("before the first moment nobody was", () => assert.equal(moverBefore(steps, 0), ""));

test("the only own seat has its notebook shown", () =>
  assert.deepEqual(notebookSeat(table, ""), { chair: 1, seat: "Green" }));
test("of several own seats none is shown before one is chosen", () =>
  assert.equal(notebookSeat({ ...table, yours: [0, 1] }, ""), undefined));
test("of several own seats the chosen one is shown", () =>
  assert.equal(notebookSeat({ ...table, yours: [0, 1] }, "Plum").chair, 0));
test("of another seat there is no notebook", () => assert.equal(notebookSeat(table, "Plum"), undefined));
test("of a game that wasn't played here there is none", () => assert.equal(notebookSeat(null, "Plum"), undefined));
test("a spectator has none", () => assert.equal(notebookSeat({ chairs: table.chairs }, ""), undefined));
test("seeing everything asks for nothing more", () => assert.equal(viewQuery(table, ""), ""));
test("a seat of a table is asked for by its chair", () => assert.equal(viewQuery(table, "White"), "?chair=2"));
test("a seat of a record is asked for by its suspect", () => assert.equal(viewQuery(null, "White"), "?seat=White"));
test("the review of an own game says you", () => assert.equal(reviewQuery(table, false), "?you=Green"));
test("the review names squares to who wants it", () => assert.equal(reviewQuery(null, true), "?coordinates=1"));
test("the review of two own seats says you to neither", () =>
  assert.equal(reviewQuery({ ...table, yours: [0, 1] }, false), ""));

const certain = [
  [1, "Rope", "Plum", true],
  [2, "Hall", "CaseFile", false],
  [5, "Hall", "Green", true],
];
test("what could be known is what followed by then", () =>
  assert.deepEqual(certainAt(certain, 2, ["Plum", "Green"]), [
    { card: "Rope", holder: "Plum", has: true },
    { card: "Hall", holder: null, has: false },
  ]));
test("nothing could be known before the first event", () => assert.deepEqual(certainAt(certain, 0, ["Plum"]), []));

const offer = {
  levels: ["cadet", "sergeant"],
  level_names: { cadet: "C", sergeant: "S", retired: "R" },
  starters: ["cadet"],
};
const game = (...names) => ({ at: 4, seats: names.map((name, number) => [`seat ${number}`, name]) });
test("the bots that can be had are those of the server", () =>
  assert.deepEqual(levelsFor(game("Ann"), offer).levels, ["cadet", "sergeant"]));
test("a bot that played can be had, too", () =>
  assert.deepEqual(levelsFor(game("Ann", "retired"), offer).levels, ["cadet", "sergeant", "retired"]));
test("people are replaced by a bot that played", () =>
  assert.deepEqual(sittersFor(game("Ann", "Bob", "sergeant"), offer, "seat 0"), {
    ...{ "seat 0": YOU, "seat 1": "sergeant", "seat 2": "sergeant" },
  }));
test("where only people played, by the strongest that beginners meet", () =>
  assert.equal(sittersFor(game("Ann", "Bob"), offer, "seat 0")["seat 1"], "cadet"));
test("without starters, by the strongest of all", () =>
  assert.equal(sittersFor(game("Ann", "Bob"), { ...offer, starters: [] }, "seat 0")["seat 1"], "sergeant"));
test("without an offer a seat is left open", () =>
  assert.equal(sittersFor(game("Ann", "Bob"), null, "seat 0")["seat 1"], ""));
test("one's own seat may be a bot's", () => assert.equal(sittersFor(game("cadet"), offer, "seat 0")["seat 0"], YOU));
test("own seats are those that say so", () => assert.deepEqual(ownSeats({ a: YOU, b: "cadet", c: YOU }), ["a", "c"]));
test("against bots one is alone", () => assert.equal(isAlone({ a: YOU, b: "cadet" }), true));
test("with a friend one isn't", () => assert.equal(isAlone({ a: YOU, b: FRIEND }), false));
test("the server is asked for own seats, bots and help; a friend's seat stays open", () =>
  assert.deepEqual(playOnRequest(game("x"), { a: YOU, b: "cadet", c: FRIEND }, "none"), {
    ...{ at: 4, mine: ["a"], bots: { b: "cadet" }, help: "none" },
  }));
