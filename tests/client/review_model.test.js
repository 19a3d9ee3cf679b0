import assert from "node:assert/strict";
import { test } from "node:test";
import {
  across,
  afterAnswer,
  afterRefusal,
  chancesAt,
  costOf,
  decisionsShown,
  eventAt,
  graphLines,
  isWorking,
  NO_REVIEW,
  seatsShown,
  topOf,
  WIDE,
} from "client/review/review_model.js";

const chance = (seat, win, bits) => ({ seat, win, bits });
const review = {
  seats: [{ seat: "Plum" }, { seat: "Green" }],
  timeline: [
    { event: 10, seats: [chance("Plum", 0.5, 4), chance("Green", 0.5, null)] },
    { event: 11, seats: [chance("Plum", 0.75, 2), chance("Green", 0.25, 3)] },
    { event: 12, seats: [chance("Plum", 1, 0), chance("Green", 0, 1)] },
  ],
};
const found = { ...NO_REVIEW, review };

test("how far a review is, is taken as it comes", () =>
  assert.deepEqual(afterAnswer({ part: 0.3 }), { part: 0.3, problem: "", review: null }));
test("a review that came ends the work", () => assert.equal(isWorking(afterAnswer({ part: 1, review })), false));
test("a problem ends the work", () => assert.equal(isWorking(afterAnswer({ part: 0, problem: "No." })), false));
test("without either it goes on", () => assert.equal(isWorking(NO_REVIEW), true));
for (const status of [0, 429, 503])
  test(`a refusal by ${status} doesn't end it`, () =>
    assert.equal(isWorking(afterRefusal(NO_REVIEW, { status, message: "Later." })), true));
for (const status of [400, 404, 500])
  test(`a refusal by ${status} says why`, () =>
    assert.equal(afterRefusal(NO_REVIEW, { status, message: "Gone." }).problem, "Gone."));
test("a review that is there stays", () =>
  assert.equal(afterRefusal(found, { status: 0, message: "" }).review, review));

test("all seats are told", () => assert.equal(seatsShown(review, "").length, 2));
test("or the one that one looks from", () => assert.deepEqual(seatsShown(review, "Green"), [{ seat: "Green" }]));

const decision = (event, loss = 0, label = loss ? "mistake" : null, win = 0, best_win = 0) => ({
  ...{ event, loss, label, win, best_win },
});
const events = (decisions, everything = false) => decisionsShown({ decisions }, everything).map(({ event }) => event);
test("mistakes are told, other decisions aren't", () => assert.deepEqual(events([decision(1), decision(2, 0.1)]), [2]));
test("everything is told on request", () => assert.deepEqual(events([decision(1), decision(2, 0.1)], true), [1, 2]));
test("decisions are in their order, not by cost", () =>
  assert.deepEqual(events([decision(3, 0.9), decision(1, 0.1), decision(2, 0.5)]), [1, 2, 3]));
test("at most eight are told, those that cost most", () => {
  const all = Array.from({ length: 12 }, (_, event) => decision(event, (event + 1) / 20));
  assert.deepEqual(events(all), [4, 5, 6, 7, 8, 9, 10, 11]);
});
test("of equal cost, those that gave more away", () => {
  const all = Array.from({ length: 9 }, (_, event) => decision(event, 0.1, "miss", 0, event ? 0.5 : 0.1));
  assert.deepEqual(events(all), [1, 2, 3, 4, 5, 6, 7, 8]);
});
test("without a limit when everything is told", () =>
  assert.equal(
    events(
      Array.from({ length: 12 }, (_, event) => decision(event)),
      true,
    ).length,
    12,
  ));
test("telling decisions leaves the review as it was", () => {
  const decisions = [decision(3), decision(1)];
  decisionsShown({ decisions }, true);
  assert.equal(decisions[0].event, 3);
});

for (const [loss, won, chosen, key, points, win = 0.5 - loss, after = Math.round(100 * win)] of [
  [0.12, false, "wait", "review.cost on the graph", 12, 0.3764],
  [0.12, false, "wait", "review.cost on the graph", 12],
  [0.12, false, "wait", "review.cost, no more left", 12, 0.1],
  [0.12, false, "roll", "review.cost", 12, 0.1],
  [0, true, "wait", "review.no cost, won", 0, 0.1],
  [0, false, "roll", "review.no cost, lost", 0, 0.1],
])
  test(`a ${chosen} that lost ${loss} from 50 to ${after} in a game that was ${won ? "won" : "lost"} is ${key}`, () =>
    assert.deepEqual(costOf({ loss, best_win: 0.5, win, chosen }, won), { key, points, before: 50, after }));

test("winning chances go up to one", () => assert.equal(topOf(review, "win"), 1));
test("bits go up to the most that were left", () => assert.equal(topOf(review, "bits"), 4));
test("a graph of less than one bit goes up to one", () =>
  assert.equal(topOf({ timeline: [{ event: 0, seats: [chance("Plum", 1, 0.5)] }] }, "bits"), 1));
test("the first event is at the left", () => assert.equal(across(review, 10), 0));
test("the last event is at the right", () => assert.equal(across(review, 12), WIDE));
test("events before the graph are at its left", () => assert.equal(across(review, 0), 0));
test("events after it are at its right", () => assert.equal(across(review, 99), WIDE));
test("a graph of one moment has a left", () => assert.equal(across({ timeline: [{ event: 5, seats: [] }] }, 5), 0));
for (const [part, event] of [
  [0, 10],
  [0.4, 11],
  [0.6, 11],
  [1, 12],
])
  test(`a tap at ${part} of the width goes to event ${event}`, () => assert.equal(eventAt(review, part), event));
test("every seat has a line of points", () =>
  assert.deepEqual(graphLines(review, "win")[0], { seat: "Plum", points: "0.0,65.0 160.0,32.5 320.0,0.0" }));
test("bits that aren't known leave a gap", () =>
  assert.equal(graphLines(review, "bits")[1].points, "160.0,32.5 320.0,97.5"));
test("without moments there are no lines", () => assert.deepEqual(graphLines({ timeline: [] }, "win"), []));
test("the chances are those of the moment", () => assert.equal(chancesAt(review, 11)[0].win, 0.75));
test("before the first turn they are the first ones", () => assert.equal(chancesAt(review, 3)[0].win, 0.5));
test("after the last they are the last ones", () => assert.equal(chancesAt(review, 99)[0].win, 1));
test("without moments there are no chances", () => assert.deepEqual(chancesAt({ timeline: [] }, 0), []));
