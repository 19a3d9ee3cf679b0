import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  afterFrame,
  afterFrames,
  afterPlay,
  chairOfSuspect,
  emptyGame,
  emptyTable,
  nextAtDevice,
  ownChair,
  planOf,
  suspectAt,
} from "client/session/game_model.js";
import {
  GREEN,
  PLUM,
  WHITE,
  choose,
  device,
  game,
  helped,
  happened,
  hello,
  rolled,
  said,
  scene,
  shown,
  suggested,
  table,
  tableWith,
} from "./tables.mjs";

const after = (now, frame, on = device) => afterFrame(now, frame, on);
const changes = (now, frame, on = device) => after(now, frame, on).changes;
const does = (now, frame, on = device) => (after(now, frame, on).tasks ?? []).map((task) => task.do);

describe("a greeting", () => {
  test("brings the table, the chairs and who is there", () => {
    const { table: brought, yours, present } = changes(game(), hello());
    assert.deepEqual([brought.id, yours, present], ["t1", [0], [0, 1]]);
  });
  test("of a table just entered makes all that came before no news", () =>
    assert.equal(changes(game({ caughtUp: -1 }), hello({ seq: 42 })).caughtUp, 42));
  test("goes on from where this chair has seen the game before", () =>
    assert.equal(changes(game({ caughtUp: -1, seen: { 0: 30 } }), hello({ seq: 42 })).caughtUp, 30));
  test("does not take what another chair of the device has seen", () =>
    assert.equal(changes(game({ caughtUp: -1, seen: { 1: 30 } }), hello({ seq: 42 })).caughtUp, 42));
  test("after a lost connection changes nothing about what is news", () =>
    assert.equal(changes(game({ caughtUp: 10 }), hello({ seq: 99 })).caughtUp, 10));
  test("asks for the edition", () => assert.deepEqual(does(game(), hello()), ["fetch edition"]));
  test("has forced answers given where the device wants it", () =>
    assert.ok(does(game(), hello(), { ...device, answers: true }).includes("give answers")));
  test("doesn't ask for answers that are given already", () =>
    assert.ok(!does(game(), hello({ auto: true }), { ...device, answers: true }).includes("give answers")));
  test("asks for no answers of a spectator", () =>
    assert.ok(!does(game({ chair: null }), hello(), { ...device, answers: true }).includes("give answers")));
  test("asks for no answers before the game", () => {
    const open = hello({ table: table({ state: "open" }) });
    assert.ok(!does(game(), open, { ...device, answers: true }).includes("give answers"));
  });
  test("asks for no answers of who has resigned", () => {
    const gone = hello({ table: tableWith(0, { resigned: true }) });
    assert.ok(!does(game(), gone, { ...device, answers: true }).includes("give answers"));
  });
  test("with hashes of nonces has them revealed, and the table waits", () => {
    const asked = hello({ nonce_hashes: ["x", "", ""] });
    assert.ok(does(game(), asked).includes("reveal nonces"));
    assert.equal(changes(game(), asked).dealing, true);
  });
  test("without them deals nothing", () => assert.equal(changes(game(), hello()).dealing, false));
});

describe("a server that went back to a backup", () => {
  const before = game({ log: [{ seq: 3 }], moments: [1], seen: { 0: 9 }, sending: true, help: [helped({})] });
  test("empties what was seen", () => {
    const { log, moments, help } = changes(before, hello({ anew: true }));
    assert.deepEqual([log, moments, help], [[], [], []]);
  });
  test("makes nothing of it news again", () =>
    assert.equal(changes(before, hello({ anew: true, seq: 8 })).caughtUp, 8));
  test("forgets what each chair had seen", () => assert.deepEqual(changes(before, hello({ anew: true })).seen, {}));
  test("takes back what was being sent", () => assert.equal(changes(before, hello({ anew: true })).sending, false));
  test("loads the notebook again and closes windows", () =>
    assert.deepEqual(does(before, hello({ anew: true })), ["fetch edition", "close dialog", "load notebook"]));
  test("has no notebook for a spectator", () =>
    assert.ok(!does({ ...before, chair: null }, hello({ anew: true })).includes("load notebook")));
});

describe("a change at the table", () => {
  const changed = (more) => ({ type: "changed", seq: 11, at: 2, table: table(), ...more });
  test("is the new table", () =>
    assert.equal(changes(game(), changed({ table: table({ code: "X" }) })).table.code, "X"));
  test("with words is in the log", () =>
    assert.deepEqual(changes(game(), changed({ words: "A bot plays." })).log, [
      { seq: 11, at: 2, kind: "remark", words: "A bot plays." },
    ]));
  test("without words isn't", () => assert.deepEqual(changes(game(), changed({})).log, []));
  test("drops chairs that nobody has any more", () =>
    assert.deepEqual(changes(game({ yours: [0, 1] }), changed({ table: tableWith(1, { name: null }) })).yours, [0]));
  test("asks nothing of a seat that a bot plays", () => {
    const now = game({ choice: { decision: 5 }, asking: { kind: "suggest", picked: [] }, ending: 5 });
    const { choice, asking, ending } = { ...now, ...changes(now, changed({ table: tableWith(0, { away: true }) })) };
    assert.deepEqual([choice, asking, ending], [null, null, null]);
  });
  test("at another seat leaves one's own question", () => {
    const now = game({ choice: { decision: 5 } });
    assert.equal({ ...now, ...changes(now, changed({ table: tableWith(1, { away: true }) })) }.choice.decision, 5);
  });
  test("begins the deal with the hashes", () => {
    assert.equal(changes(game(), changed({ nonce_hashes: ["x"] })).dealing, true);
    assert.ok(does(game(), changed({ nonce_hashes: ["x"] })).includes("reveal nonces"));
  });
  test("ends it without", () => assert.equal(changes(game({ dealing: true }), changed({})).dealing, false));
});

describe("what happens", () => {
  test("is a line of the log for each sighting, with its words", () => {
    const { log } = changes(game(), happened([suggested(), shown(GREEN, WHITE)]));
    assert.deepEqual(
      log.map(({ words, kind, seq }) => [words, kind, seq]),
      [
        ["Suggested", "event", 11],
        ["Shown", "event", 11],
      ],
    );
  });
  test("comes behind what is there", () =>
    assert.equal(changes(game({ log: [{ seq: 1 }] }), happened([rolled()])).log[1].event.event, "Rolled"));
  test("without words has empty ones", () =>
    assert.equal(changes(game(), happened([rolled()], { words: undefined })).log[0].words, ""));
  test("is fresh", () => assert.deepEqual(changes(game(), happened([rolled()])).fresh, [rolled()]));
  test("adds to what is fresh in the same message", () =>
    assert.equal(changes(game({ fresh: [rolled()] }), happened([suggested()])).fresh.length, 2));
  test("is not fresh where it was seen before", () =>
    assert.deepEqual(changes(game(), happened([rolled()], { seq: 10 })).fresh, []));
  test("takes the question away", () =>
    assert.equal(changes(game({ choice: { decision: 1 } }), happened([rolled()])).choice, null));
  test("ends a turn that was about to end by itself", () =>
    assert.equal(changes(game({ ending: 5 }), happened([rolled()])).ending, null));
  test("brings a new table where it has one", () =>
    assert.equal(changes(game(), happened([], { table: table({ state: "over" }) })).table.state, "over"));
  test("keeps the table otherwise", () => assert.equal(changes(game(), happened([])).table.id, "t1"));
  test("tells a seat that the clock has moved for it", () =>
    assert.deepEqual(after(game(), happened([{ ...rolled(), seat: PLUM }], { by: "clock" })).notice, {
      key: "clock.moved",
    }));
  test("tells nobody else", () => assert.equal(after(game(), happened([rolled()], { by: "clock" })).notice, undefined));
  test("tells nobody of the past", () =>
    assert.equal(after(game(), happened([{ ...rolled(), seat: PLUM }], { by: "clock", seq: 9 })).notice, undefined));
  test("by one's own hand is no notice", () =>
    assert.equal(after(game(), happened([{ ...rolled(), seat: PLUM }])).notice, undefined));
});

describe("what one viewer alone is told", () => {
  test("a card that was shown to them lies beside the hand", () =>
    assert.deepEqual(changes(game(), happened([shown(WHITE, PLUM, "Rope")])).moments, [
      { kind: "shown", card: "Rope", who: WHITE, number: 7 },
    ]));
  test("a card shown to somebody else doesn't", () =>
    assert.deepEqual(changes(game(), happened([shown(WHITE, GREEN)])).moments, []));
  test("a card drawn from a hand does", () => {
    const snooped = { event: "Snooped", number: 7, seat: PLUM, owner: GREEN, card: "Hall" };
    assert.deepEqual(changes(game(), happened([snooped])).moments, [
      { kind: "snooped", card: "Hall", who: GREEN, number: 7 },
    ]);
  });
  test("a card that was drawn from one's own does, too", () => {
    const snooped = { event: "Snooped", number: 7, seat: WHITE, owner: PLUM, card: "Hall" };
    assert.deepEqual(changes(game(), happened([snooped])).moments, [
      { kind: "peeked", card: "Hall", who: WHITE, number: 7 },
    ]);
  });
  test("never more than three lie there, the latest", () => {
    const many = [1, 2, 3, 4].map((number) => shown(WHITE, PLUM, "Rope", number));
    assert.deepEqual(
      changes(game(), happened(many)).moments.map(({ number }) => number),
      [2, 3, 4],
    );
  });
  test("what was seen before is not told again", () =>
    assert.deepEqual(changes(game(), happened([shown(WHITE, PLUM, "Rope")], { seq: 4 })).moments, []));
  test("a spectator is told nothing", () =>
    assert.deepEqual(changes(game({ chair: null }), happened([shown(WHITE, PLUM, null)])).moments, []));
});

describe("a scene", () => {
  test("is drawn", () => assert.equal(changes(game(), scene({ number: 9 })).scene.number, 9));
  test("keeps the question that belongs to it", () =>
    assert.equal(changes(game({ choice: { decision: 5 } }), scene({ number: 5 })).choice.decision, 5));
  test("takes an older question away", () =>
    assert.equal(changes(game({ choice: { decision: 4 } }), scene({ number: 5 })).choice, null));
});

describe("talk", () => {
  test("is a line of the log", () => {
    const [line] = changes(game(), said()).log;
    assert.deepEqual([line.kind, line.words, line.name, line.chair], ["chat", "Hi", "Bob", 1]);
  });
  test("of others is unread", () => assert.equal(changes(game(), said()).unread, 1));
  test("adds up", () => assert.equal(changes(game({ unread: 2 }), said()).unread, 3));
  test("in sight is read", () => assert.equal(changes(game({ tab: "log" }), said()).unread, 0));
  test("of one's own is read", () => assert.equal(changes(game(), said({ chair: 0 })).unread, 0));
  test("of another chair of this device is read", () =>
    assert.equal(changes(game({ yours: [0, 1] }), said()).unread, 0));
  test("of a muted player is not counted", () => assert.equal(changes(game({ muted: [1] }), said()).unread, 0));
  test("from before is not counted", () => assert.equal(changes(game(), said({ seq: 3 })).unread, 0));
  test("of a spectator is unread", () => assert.equal(changes(game(), said({ chair: null })).unread, 1));
  test("in a phrase is a bubble at the pawn", () =>
    assert.deepEqual(changes(game(), said({ text: "", phrase: "hello" })).bubbles, [
      { seq: 12, chair: 1, words: "hello", reaction: "" },
    ]));
  test("by a reaction is one that says which", () =>
    assert.equal(changes(game(), said({ text: "", reaction: "wow" })).bubbles[0].reaction, "wow"));
  test("in own words is none", () => assert.deepEqual(changes(game(), said()).bubbles, []));
  test("of a spectator has no pawn", () =>
    assert.deepEqual(changes(game(), said({ chair: null, phrase: "hello" })).bubbles, []));
  test("from before is no bubble", () =>
    assert.deepEqual(changes(game(), said({ seq: 3, phrase: "hello" })).bubbles, []));
});

describe("a question", () => {
  test("is what can be done now", () => {
    const { choice } = changes(game(), choose({ roll: true }, { until: 99 }));
    assert.deepEqual([choice.decision, choice.options.roll, choice.until], [5, true, 99]);
  });
  test("without a clock has no end", () => assert.equal(changes(game(), choose({})).choice.until, null));
  test("says that nothing is being sent", () =>
    assert.equal(changes(game({ sending: true }), choose({})).sending, false));
  test("asked again after a lost connection keeps the picked cards", () => {
    const asking = { kind: "suggest", picked: ["Plum", null, null] };
    assert.equal(changes(game({ asking, choice: { decision: 5 } }), choose({})).asking, asking);
  });
  test("that is another one drops them", () => {
    const asking = { kind: "suggest", picked: ["Plum", null, null] };
    assert.equal(changes(game({ asking, choice: { decision: 4 } }), choose({})).asking, null);
  });
  test("with nothing left after a walk ends the turn in a moment", () => {
    const found = after(game({ lastChoice: "move" }), choose({ "end turn": true }));
    assert.equal(found.changes.ending, 5);
    assert.deepEqual(found.tasks, [{ do: "end turn", decision: 5 }]);
  });
  test("that is asked again doesn't begin to end a turn with which the player went on", () => {
    const found = after(game({ lastChoice: "move", choice: { decision: 5 } }), choose({ "end turn": true }));
    assert.deepEqual([found.changes.ending, found.tasks], [null, []]);
  });
  test("that is asked again goes on ending the turn that was about to end", () => {
    const found = after(game({ lastChoice: "move", choice: { decision: 5 }, ending: 5 }), choose({ "end turn": true }));
    assert.deepEqual([found.changes.ending, found.tasks], [5, []]);
  });
  test("after anything else doesn't", () =>
    assert.deepEqual(after(game({ lastChoice: "roll" }), choose({ "end turn": true })).tasks, []));
});

describe("a refusal", () => {
  const refused = { type: "refused", id: "1", sentence: "No.", rule: "MOVE-1" };
  test("is said with its rule", () =>
    assert.deepEqual(after(game(), refused).notice, { sentence: "No.", rule: "MOVE-1" }));
  test("without a rule is said, too", () =>
    assert.equal(after(game(), { ...refused, rule: undefined }).notice.rule, null));
  test("lays the picked cards out again", () => {
    const lastPicks = { kind: "accuse", picked: ["a", "b", "c"] };
    assert.equal(
      changes(game({ sending: true, lastId: "1", choice: { decision: 5 }, lastPicks }), refused).asking,
      lastPicks,
    );
  });
  test("of something else leaves what is being picked", () => {
    const asking = { kind: "accuse", picked: ["a", null, null] };
    const now = game({ asking, choice: { decision: 5 }, lastPicks: null });
    assert.equal({ ...now, ...changes(now, refused) }.asking, asking);
  });
  test("lets one choose again", () =>
    assert.equal(changes(game({ sending: true, lastId: "1" }), refused).sending, false));
  test("of a chat line leaves a suggestion on its way", () => {
    const lastPicks = { kind: "suggest", picked: ["a", "b"] };
    const now = game({ ...afterPlay(game({ asking: lastPicks }), "suggest", "2"), choice: { decision: 5 } });
    const after = { ...now, ...changes(now, refused) };
    assert.deepEqual([after.sending, after.asking], [true, null]);
    assert.deepEqual(changes(now, { ...refused, id: "2" }), { asking: lastPicks, sending: false });
  });
});

describe("other frames", () => {
  test("who is connected", () => assert.deepEqual(changes(game(), { type: "present", chairs: [2] }).present, [2]));
  test("a remark of the server is in the log", () =>
    assert.equal(changes(game(), { type: "remarked", seq: 12, at: 1, text: "Hm." }).log[0].words, "Hm."));
  test("a newer notebook is loaded", () =>
    assert.deepEqual(does(game({ notebook: { version: 2 } }), { type: "noted", version: 3 }), ["load notebook"]));
  test("the notebook that one has isn't", () =>
    assert.deepEqual(does(game({ notebook: { version: 3 } }), { type: "noted", version: 3 }), []));
  test("another device is counted", () => assert.equal(changes(game(), { type: "devices", others: 2 }).devices, 2));
  test("one that has just come is announced", () =>
    assert.equal(after(game(), { type: "devices", others: 1, joined: true }).notice.key, "device.joined"));
  test("one that has gone isn't", () => assert.equal(after(game(), { type: "devices", others: 0 }).notice, undefined));
  test("an answer changes nothing", () => assert.deepEqual(changes(game(), { type: "done", id: "1", seq: 1 }), {}));
  test("maintenance changes nothing in the game", () =>
    assert.deepEqual(changes(game(), { type: "maintenance", seconds: 60 }), {}));
});

describe("several frames of one message", () => {
  test("are taken in order, each on top of the others", () => {
    const { changes: now } = afterFrames(
      game(),
      [happened([rolled()]), scene({ number: 6 }), choose({}, { decision: 6 })],
      device,
    );
    assert.deepEqual([now.fresh.length, now.scene.number, now.choice.decision], [1, 6, 6]);
  });
  test("begin with nothing fresh", () =>
    assert.deepEqual(afterFrames(game({ fresh: [rolled()] }), [scene()], device).changes.fresh, []));
  test("collect what is to be done and said", () => {
    const refused = { type: "refused", id: "1", sentence: "No." };
    const { tasks, notices } = afterFrames(game(), [hello(), refused, refused], device);
    assert.deepEqual([tasks.map((task) => task.do), notices.length], [["fetch edition", "forget nonces"], 2]);
  });
  test("at the end of a game show the board, where the case file opens", () => {
    const over = happened([], { table: table({ state: "over" }) });
    assert.equal(afterFrames(game({ tab: "notebook" }), [over], device).changes.tab, "board");
  });
  describe("while cards are being picked", () => {
    const asking = { kind: "accuse", picked: ["Plum", "Rope", "Hall"] };
    const picking = game({ choice: { decision: 5 }, asking });
    const taken = (...frames) => {
      const { changes: now, tasks } = afterFrames(picking, frames, device);
      return [now.asking, tasks.filter((task) => task.do === "close dialog")];
    };
    const putAway = [null, [{ do: "close dialog", kind: "accuse" }]];
    test("put them away when the clock has moved, with the window that asks whether they are meant", () =>
      assert.deepEqual(taken(happened([{ ...rolled(), seat: PLUM }], { by: "clock" })), putAway));
    test("put them away with an older scene", () => assert.deepEqual(taken(scene({ number: 6 })), putAway));
    test("put them away when a bot plays the seat", () =>
      assert.deepEqual(taken({ type: "changed", seq: 11, at: 2, table: tableWith(0, { away: true }) }), putAway));
    test("put them away for the next question", () =>
      assert.deepEqual(taken(happened([rolled()]), choose({}, { decision: 6 })), putAway));
    test("leave them for talk, and for the same question once more", () =>
      assert.deepEqual(taken(said(), scene(), choose({})), [asking, []]));
  });
  test("of a game that was over before leave the tab", () => {
    const now = game({ tab: "notebook", table: table({ state: "over" }) });
    assert.equal(afterFrames(now, [scene()], device).changes.tab, "notebook");
  });
  test("of an open table keep the nonces", () => {
    const { tasks } = afterFrames(game({ table: table({ state: "open" }) }), [scene()], device);
    assert.deepEqual(tasks, []);
  });
  test("leave the state that they were given as it was", () => {
    const now = Object.freeze(game());
    afterFrames(now, [happened([rolled()])], device);
    assert.deepEqual(now.log, []);
  });
});

describe("choosing", () => {
  test("sends, and puts the cards away", () => {
    const asking = { kind: "suggest", picked: ["a", "b", "c"] };
    const now = afterPlay(game({ asking, moments: [1], verdict: {}, ending: 5 }), "suggest");
    assert.deepEqual(
      [now.sending, now.asking, now.lastPicks, now.moments, now.verdict, now.ending],
      [true, null, asking, [], null, null],
    );
  });
  test("remembers what it was", () => assert.equal(afterPlay(game(), "move").lastChoice, "move"));
  test("to roll shows the board", () => assert.equal(afterPlay(game({ tab: "notebook" }), "roll").tab, "board"));
  test("anything else leaves the tab", () =>
    assert.equal(afterPlay(game({ tab: "notebook" }), "end turn").tab, "notebook"));
});

describe("chairs", () => {
  test("one's own, once the game has begun", () => assert.equal(ownChair(game()), 0));
  test("none before", () => assert.equal(ownChair(game({ table: table({ state: "open" }) })), null));
  test("one's own after the end", () => assert.equal(ownChair(game({ table: table({ state: "over" }) })), 0));
  test("none where two share the device", () => assert.equal(ownChair(game({ yours: [0, 1] })), null));
  test("none for a spectator", () => assert.equal(ownChair(game({ yours: [] })), null));
  test("of a suspect", () => assert.equal(chairOfSuspect(table(), GREEN), 2));
  test("of nobody", () => assert.equal(chairOfSuspect(table(), "Nobody"), -1));
  test("without a table", () => assert.equal(chairOfSuspect(null, GREEN), -1));
  test("have suspects", () => assert.equal(suspectAt(table(), 1), WHITE));
  test("of spectators have none", () => assert.equal(suspectAt(table(), null), null));
});

describe("a shared device", () => {
  const shared = (more) => game({ yours: [0, 1], ...more });
  test("is handed over to whoever is to choose", () =>
    assert.equal(nextAtDevice(shared({ scene: scene({ to_act: WHITE }) })), 1));
  test("stays where that is who looks now", () =>
    assert.equal(nextAtDevice(shared({ scene: scene({ to_act: PLUM }) })), null));
  test("stays while somebody else plays", () =>
    assert.equal(nextAtDevice(shared({ scene: scene({ to_act: GREEN }) })), null));
  test("is no longer to be handed over when the turn has gone on", () =>
    assert.equal(nextAtDevice(shared({ scene: scene({ to_act: GREEN }), handover: 1 })), null));
  test("is not asked for before there is a scene", () => assert.equal(nextAtDevice(shared()), null));
  test("of one player is never handed over", () =>
    assert.equal(nextAtDevice(game({ scene: scene({ to_act: WHITE }) })), null));
});

describe("an empty game", () => {
  test("has nothing of a table", () => {
    const { table: none, yours, chair } = emptyGame();
    assert.deepEqual([none, yours, chair], [null, [], null]);
  });
  test("has nothing chosen, picked, shown or connected", () => {
    const { choice, verdict, steps, lastPicks, opening, held, connection } = emptyGame();
    assert.deepEqual([choice, verdict, steps, lastPicks, opening, held], [null, null, null, null, null, null]);
    assert.equal(connection, "none");
  });
  test("is of the classic edition where the plan names none", () =>
    assert.equal(planOf(table({ plan: {} })).edition, "classic"));
  test("forgets with a table all that came from it", () => {
    const used = { ...game(), log: [1], help: [helped({})], held: [], laidOpen: true, ...emptyTable() };
    assert.deepEqual([used.log, used.help, used.held, used.laidOpen, used.caughtUp], [[], [], null, false, -1]);
  });
  test("shares nothing with another one", () => assert.notEqual(emptyTable().log, emptyTable().log));
  test("has a plan with everything that was left unsaid", () => {
    const { clock, spectators, edition } = planOf(table());
    assert.deepEqual([clock.kind, spectators, edition], ["none", true, "classic"]);
  });
});
