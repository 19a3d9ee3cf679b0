import assert from "node:assert/strict";
import { test } from "node:test";
import { gamesThatAre, gameToContinue, leadOf } from "client/home/home_model.js";
import {
  canTakeAway,
  CLOCKS,
  clockTime,
  fittedPlan,
  guestHint,
  hostWaits,
  isFree,
  isFull,
  newPlan,
  sameClock,
  seatLimits,
  waitedFor,
  withBots,
  withRule,
  withSeat,
} from "client/tables/plan_model.js";

const offered = { key: "small", fewest: 2, most: 3, suspects: ["Plum", "Green"], house_rules: ["take-backs"] };
const plan = {
  edition: "small",
  chairs: [{ suspect: "Plum" }, {}, { suspect: "White" }],
  house_rules: ["take-backs", "other"],
};
const ann = { name: "Ann", host: true, suspect: "Green" };
const bob = { name: "Bob" };
const cadet = { bot: "cadet" };

test("seconds are seconds", () =>
  assert.deepEqual(clockTime({ kind: "decision", seconds: 15 }), { key: "plan.seconds", count: 15 }));
test("whole minutes are minutes", () =>
  assert.deepEqual(clockTime({ kind: "decision", seconds: 120 }), { key: "plan.minutes", count: 2 }));
test("days are days", () =>
  assert.deepEqual(clockTime({ kind: "correspondence", days: 3 }), { key: "plan.days", count: 3 }));
test("no clock says so", () => assert.equal(clockTime({ kind: "none" }).key, "plan.no clock"));
test("the same time is the same clock", () =>
  assert.equal(sameClock({ kind: "decision", seconds: 60 }, { kind: "decision", seconds: 60 }), true));
test("as many minutes as days are another clock", () =>
  assert.equal(sameClock({ kind: "decision", seconds: 60 }, { kind: "correspondence", days: 1 }), false));
test("as many seconds as minutes are another clock", () =>
  assert.equal(sameClock({ kind: "decision", seconds: 30 }, { kind: "decision", seconds: 1800 }), false));
test("other seconds are another clock", () =>
  assert.equal(sameClock({ kind: "decision", seconds: 15 }, { kind: "decision", seconds: 30 }), false));
test("all clocks that can be chosen are different", () =>
  assert.equal(new Set(CLOCKS.map((clock) => JSON.stringify(clockTime(clock)))).size, CLOCKS.length));

test("a new table has three seats, even where two can play", () =>
  assert.equal(newPlan("small", offered).chairs.length, 3));
test("or as many as the edition needs", () =>
  assert.equal(newPlan("large", { ...offered, fewest: 4 }).chairs.length, 4));
test("a new table allows take-backs where there are any", () =>
  assert.deepEqual(newPlan("small", offered).house_rules, ["take-backs"]));
test("and nothing where there are none", () =>
  assert.deepEqual(newPlan("small", { ...offered, house_rules: [] }).house_rules, []));
test("a new table has the usual help", () => assert.equal(newPlan("small", offered, "none").help, "none"));
test("a table has as many seats as the edition", () => assert.deepEqual(seatLimits(offered), [2, 3]));
test("an edition that isn't known has three to six", () => assert.deepEqual(seatLimits(undefined), [3, 6]));

test("a suspect that the edition has stays", () =>
  assert.equal(fittedPlan(plan, [], offered).chairs[0].suspect, "Plum"));
test("one that it doesn't have goes", () => assert.equal(fittedPlan(plan, [], offered).chairs[2].suspect, null));
test("who has a suspect already keeps it", () =>
  assert.equal(fittedPlan(plan, [bob, ann], offered).chairs[1].suspect, "Green"));
test("seats that are missing are added", () =>
  assert.deepEqual(fittedPlan({ ...plan, chairs: [{}] }, [], offered).chairs, [{ suspect: null }, { suspect: null }]));
test("seats that are too many go", () =>
  assert.equal(fittedPlan({ ...plan, chairs: [{}, {}, {}, {}] }, [], offered).chairs.length, 3));
test("house rules that the edition has stay, others go", () =>
  assert.deepEqual(fittedPlan(plan, [], offered).house_rules, ["take-backs"]));
test("without an offer there are no house rules", () =>
  assert.deepEqual(fittedPlan(plan, [], undefined).house_rules, []));
test("a bot stays in its seat", () =>
  assert.equal(fittedPlan({ ...plan, chairs: [cadet, {}] }, [], offered).chairs[0].bot, "cadet"));

test("one seat is planned anew, others stay", () =>
  assert.deepEqual(withSeat(plan, [ann, bob, cadet], 1, { bot: "cadet" }), [
    { suspect: "Plum" },
    { suspect: undefined, bot: "cadet" },
    { suspect: "White" },
  ]));
test("who sits there keeps the suspect", () =>
  assert.equal(withSeat(plan, [ann, bob, cadet], 0, { bot: null })[0].suspect, "Green"));
test("bots take the free seats in their order", () =>
  assert.deepEqual(
    withBots({ ...plan, chairs: [{}, {}, {}] }, [ann, {}, {}], ["cadet", "sergeant"]).map(({ bot }) => bot),
    [undefined, "cadet", "sergeant"],
  ));
test("bots push nobody out", () =>
  assert.deepEqual(withBots({ ...plan, chairs: [{}, cadet] }, [ann, cadet], ["sergeant"])[1].bot, "cadet"));
test("seating bots leaves the company as it was", () => {
  const company = ["cadet"];
  withBots({ ...plan, chairs: [{}] }, [{}], company);
  assert.deepEqual(company, ["cadet"]);
});
test("a house rule is turned on", () => assert.deepEqual(withRule(["a"], "b"), ["a", "b"]));
test("and off", () => assert.deepEqual(withRule(["a", "b"], "a"), ["b"]));

test("a seat with nobody is free", () => assert.equal(isFree({}), true));
test("a seat with a person isn't", () => assert.equal(isFree(ann), false));
test("nor is one with a bot", () => assert.equal(isFree(cadet), false));
test("a table with a free seat isn't full", () => assert.equal(isFull([ann, {}]), false));
test("the others are waited for until they are ready", () =>
  assert.deepEqual(waitedFor([ann, bob, cadet], [0]), [bob]));
test("nobody waits for who is ready", () => assert.deepEqual(waitedFor([ann, { ...bob, ready: true }], [0]), []));
test("a host waits for seats first", () => assert.equal(hostWaits([ann, bob, {}], [0]), "chairs"));
test("then for a word", () => assert.equal(hostWaits([ann, bob], [0]), "ready"));
test("then for nothing", () => assert.equal(hostWaits([ann, cadet], [0]), null));
test("who has a seat waits for the host", () => assert.equal(guestHint([ann, {}], [1]), "table.wait host"));
test("who has none may take one", () => assert.equal(guestHint([ann, {}], []), "table.wait seat"));
test("unless the table is full", () => assert.equal(guestHint([ann, bob], []), "table.full"));
test("the last seat can go if nobody sits there", () => assert.equal(canTakeAway([ann, bob, {}], 2), true));
test("a bot can go with its seat", () => assert.equal(canTakeAway([ann, bob, cadet], 2), true));
test("a person can't", () => assert.equal(canTakeAway([ann, cadet, bob], 2), false));
test("nor can a seat that the edition needs", () => assert.equal(canTakeAway([ann, {}], 2), false));

const games = ["open", "over", "running", "closed", "open"].map((state, id) => ({ id, state }));
test("the game to continue is one that is being played", () => assert.equal(gameToContinue(games).id, 2));
test("or else one where one has a seat", () =>
  assert.equal(gameToContinue(games.filter(({ state }) => state !== "running")).id, 0));
test("a finished game isn't continued", () => assert.equal(gameToContinue([games[1], games[3]]), undefined));
test("games of several kinds stay in their order", () =>
  assert.deepEqual(
    gamesThatAre(games, "over", "closed").map(({ id }) => id),
    [1, 3],
  ));
test("the first words of a point stand out", () =>
  assert.deepEqual(leadOf("Free. For ever."), ["Free.", " For ever."]));
test("a long first sentence doesn't", () => assert.equal(leadOf(`${"word ".repeat(10)}end. More.`)[0], ""));
test("nor does a single sentence", () => assert.deepEqual(leadOf("Free for ever."), ["", "Free for ever."]));
