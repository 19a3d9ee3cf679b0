import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  afterFramesCame,
  afterResultSeen,
  shownAnswers,
  shownLog,
  shownMoments,
  timeToWait,
} from "client/session/held_back_model.js";
import {
  GREEN,
  PLUM,
  WHITE,
  accused,
  choose,
  game,
  happened,
  hello,
  opened,
  rolled,
  said,
  scene,
  shown,
  suggested,
  helped,
} from "./tables.mjs";

const viewer = { caughtUp: 10, elsewhere: false, covered: false, now: 1000 };
const came = (frames, now = game(), who = viewer) => afterFramesCame(now, frames, who);
const types = (frames) => frames.map((frame) => frame.type);

const roll = happened([rolled(6)]);
const wrong = happened([accused(), opened(WHITE, false), { event: "TurnEnded", number: 10, seat: WHITE }]);
const mineWrong = happened([accused(PLUM), opened(PLUM, false, ["Green", "Rope", "Hall"])]);
const right = happened([
  accused(),
  opened(WHITE, true),
  { event: "Finished", number: 10, case_file: ["Plum", "Rope", "Hall"] },
]);

describe("what tells no result", () => {
  test("is taken at once", () =>
    assert.deepEqual(came([happened([suggested()]), scene()]).batches, [[happened([suggested()]), scene()]]));
  test("holds nothing back", () => assert.equal(came([happened([suggested()])]).held, null));
  test("shows nothing on stage", () => assert.deepEqual(came([happened([shown(WHITE, PLUM, "Rope")])]).shows, {}));
});

describe("a roll", () => {
  test("has what help made of the answers before it wait, too", () => {
    const { batches, held } = came([roll, helped({})]);
    assert.deepEqual([batches.flat(), types(held)], [[], ["happened", "helped"]]);
  });
  test("waits with all that follows from it until the dice lie still", () => {
    const { batches, held } = came([roll, scene(), choose({ moves: {} })]);
    assert.deepEqual([batches, types(held)], [[[]], ["happened", "look", "choose"]]);
  });
  test("throws as many dice as were rolled, and says which roll it is", () =>
    assert.deepEqual(came([roll]).shows, { thrown: { dice: 2, number: 6 } }));
  test("lets what came before it be taken", () => assert.deepEqual(types(came([said(), roll]).batches[0]), ["said"]));
  test("is told at once when more has happened since", () =>
    assert.equal(came([roll, happened([suggested()])]).held, null));
  test("that is followed in the same frame is told at once", () =>
    assert.equal(came([happened([rolled(), suggested()])]).held, null));
  test("is told at once to who looks elsewhere", () =>
    assert.equal(came([roll], game(), { ...viewer, elsewhere: true }).held, null));
  test("is told at once behind a scene", () =>
    assert.equal(came([roll], game(), { ...viewer, covered: true }).held, null));
  test("is told at once when it was seen before", () => assert.equal(came([{ ...roll, seq: 10 }]).held, null));
  test("is told at once to who has to choose within ten seconds", () =>
    assert.equal(came([roll, choose({}, { until: 1009 })]).held, null));
  test("waits for who has more time", () => assert.notEqual(came([roll, choose({}, { until: 1010 })]).held, null));
  test("waits for who has no clock", () => assert.notEqual(came([roll, choose({})]).held, null));
});

describe("while something is shown", () => {
  const showing = game({ held: [roll], thrown: { dice: 2, number: 6 } });
  test("the game's next frames wait behind it, in order", () => {
    const { batches, held } = came([scene({ number: 7 }), choose({})], showing);
    assert.deepEqual([batches, types(held)], [[[]], ["happened", "look", "choose"]]);
  });
  test("talk doesn't wait", () => assert.deepEqual(types(came([said(), scene()], showing).batches[0]), ["said"]));
  test("neither does who is connected", () =>
    assert.deepEqual(types(came([{ type: "present", chairs: [] }], showing).batches[0]), ["present"]));
  test("nor a refusal", () =>
    assert.deepEqual(types(came([{ type: "refused", id: "", sentence: "" }], showing).batches[0]), ["refused"]));
  test("nothing else goes on stage", () =>
    assert.deepEqual(came([happened([accused(), opened()], { seq: 12 })], showing).shows, {}));
  test("a new connection tells all that waited, and then how everything stands", () => {
    const { batches, held, shows } = came([hello(), scene()], showing);
    assert.deepEqual(
      [batches.map(types), held, shows],
      [[["happened"], ["hello", "look"]], null, { opening: null, thrown: null }],
    );
  });
});

describe("while a suggestion is on stage", () => {
  const line = (event) => ({ seq: 1, at: 1, kind: "event", words: event.event, event });
  const chat = { seq: 2, at: 2, kind: "chat", words: "Hi", name: "Bob", chair: 1 };
  const [asks, none, shows] = [
    suggested(),
    { event: "CouldNotShow", number: 7, seat: PLUM },
    shown(GREEN, WHITE, null, 8),
  ];
  const at = (unshown) =>
    game({
      unshown,
      log: [line(asks), line(none), chat, line(shows)],
      answers: [{ number: 1, event: 8, seat: GREEN, theory: asks.theory, words: "" }],
      moments: [{ kind: "shown", card: "Rope", who: GREEN, number: 8 }],
    });
  const words = (unshown) => shownLog(at(unshown)).map((one) => one.words);

  test("the log ends before the first answer that has not been shown", () =>
    assert.deepEqual(words(8), ["Suggested", "CouldNotShow", "Hi"]));
  test("it doesn't wait for talk", () => assert.deepEqual(words(7), ["Suggested", "Hi"]));
  test("what follows an answer that waits, waits too", () => assert.ok(!words(7).includes("Shown")));
  test("the notebook numbers no answer before it has been shown", () => assert.deepEqual(shownAnswers(at(8)), []));
  test("but does as soon as it has", () => assert.equal(shownAnswers(at(9)).length, 1));
  test("a private notice waits for the card that it tells of", () => assert.deepEqual(shownMoments(at(8)), []));
  test("and is there with it", () => assert.equal(shownMoments(at(9)).length, 1));
  test("everything has been shown when it is over", () => {
    const now = at(null);
    assert.deepEqual([shownLog(now), shownAnswers(now), shownMoments(now)], [now.log, now.answers, now.moments]);
  });
});

describe("the time after which a result waits no longer", () => {
  test("begins with the first frame that waits", () => assert.equal(timeToWait(null, [roll]), "begins"));
  test("goes on when more joins that frame, and doesn't begin again", () =>
    assert.equal(timeToWait([roll], [roll, scene()]), "goes on"));
  test("ends when nothing waits any more", () => assert.equal(timeToWait([roll], null), "ends"));
  test("doesn't begin where nothing waits", () => assert.equal(timeToWait(null, null), "ends"));
});

describe("who catches up", () => {
  test("is told everything at once", () => assert.equal(came([hello(), roll, wrong]).held, null));
  test("sees no scene of it", () => assert.deepEqual(came([hello(), wrong]).shows, {}));
});

describe("an accusation", () => {
  test("is told at once, and how it ended when the cards have been opened", () => {
    const { batches, held } = came([wrong, scene()]);
    assert.deepEqual(
      batches[0][0].sightings.map(({ event }) => event),
      ["Accused"],
    );
    assert.deepEqual(
      held[0].sightings.map(({ event }) => event),
      ["Opened", "TurnEnded"],
    );
    assert.equal(held[1].type, "look");
  });
  test("is split with its sentences", () => {
    const { batches, held } = came([wrong]);
    assert.deepEqual([batches[0][0].words, held[0].words], [["Accused"], ["Opened", "TurnEnded"]]);
  });
  test("keeps a table that is over for its end", () => {
    const { batches, held } = came([{ ...right, table: { state: "over" } }]);
    assert.deepEqual([batches[0][0].table, held[0].table.state], [null, "over"]);
  });
  test("shows the board", () => assert.equal(came([wrong]).shows.tab, "board"));
  test("goes on stage with its words", () => {
    const { opening } = came([wrong]).shows;
    assert.deepEqual([opening.accused.seat, opening.opened.right, opening.words], [WHITE, false, "Accused"]);
  });
  test("that is wrong opens no cards for the others", () => assert.equal(came([wrong]).shows.opening.case_file, null));
  test("that is right opens them for everybody", () =>
    assert.deepEqual(came([right]).shows.opening.case_file, ["Plum", "Rope", "Hall"]));
  test("is on stage, but holds nothing up for who has to choose soon", () => {
    const { batches, held, shows } = came([wrong, choose({}, { until: 1005 })]);
    assert.deepEqual([types(batches[0]), held, Boolean(shows.opening)], [["happened", "choose"], null, true]);
  });
  test("without motion is told at once, with the verdict to the accuser alone", () => {
    const { batches, held, shows } = came([mineWrong], game(), { ...viewer, elsewhere: true });
    assert.deepEqual(
      [types(batches[0]), held, shows],
      [["happened"], null, { verdict: { case_file: ["Green", "Rope", "Hall"] } }],
    );
  });
  test("without motion tells the others no verdict", () =>
    assert.deepEqual(came([wrong], game(), { ...viewer, elsewhere: true }).shows, {}));
  test("on a shared device is opened to the accuser alone, even without motion", () => {
    const both = game({ yours: [0, 1] });
    const { shows, held } = came([mineWrong], both, { ...viewer, elsewhere: true });
    assert.deepEqual([shows.opening.shared, held !== null], [true, true]);
  });
  test("is, too, from the second chair of the device", () => {
    const frame = happened([accused(WHITE), opened(WHITE, false, ["Green", "Rope", "Hall"])]);
    assert.equal(came([frame], game({ yours: [0, 1], chair: 1 })).shows.opening.shared, true);
  });
  test("of another seat of the device is not", () =>
    assert.equal(came([wrong], game({ yours: [0, 1] })).shows.opening.shared, false));
  test("that was seen before is no scene", () => assert.equal(came([{ ...wrong, seq: 9 }]).held, null));
});

describe("when the result has been seen", () => {
  const seen = (now, who = viewer) => afterResultSeen(now, who);
  test("what waited is taken", () =>
    assert.deepEqual(types(seen(game({ held: [roll, scene()] })).batches.flat()), ["happened", "look"]));
  test("the stage is empty", () => {
    const { opening, thrown } = seen(game({ held: [roll], thrown: { dice: 2, number: 6 } })).shows;
    assert.deepEqual([opening, thrown], [null, null]);
  });
  test("another accusation among it is shown first", () => {
    const { batches, held, shows } = seen(game({ held: [roll, { ...wrong, seq: 12 }] }));
    assert.deepEqual(
      [types(batches.flat()), types(held), shows.opening.accused.seat],
      [["happened", "happened"], ["happened"], WHITE],
    );
  });
  test("another roll among it is thrown", () => {
    const { held, shows } = seen(game({ held: [scene(), { ...roll, seq: 12 }] }));
    assert.deepEqual([types(held), shows.thrown], [["happened"], { dice: 2, number: 6 }]);
  });
  test("the roll itself is not thrown again", () => assert.equal(seen(game({ held: [roll] })).held, null));
  test("the case file of a right accusation lies open", () =>
    assert.equal(seen(game({ opening: { opened: { right: true } }, held: [].concat(right) })).shows.laidOpen, true));
  test("of a wrong one doesn't", () =>
    assert.equal(
      seen(game({ opening: { opened: { right: false }, shared: false }, held: [wrong] })).shows.laidOpen,
      false,
    ));
  test("the accuser reads the verdict", () => {
    const opening = { opened: { right: false, case_file: ["a", "b", "c"] }, shared: false };
    assert.deepEqual(seen(game({ opening, held: [mineWrong] })).shows.verdict, { case_file: ["a", "b", "c"] });
  });
  test("on a shared device nobody else does", () => {
    const opening = { opened: { right: false, case_file: ["a", "b", "c"] }, shared: true };
    assert.equal(seen(game({ opening, held: [mineWrong] })).shows.verdict, undefined);
  });
  test("with nothing waiting, nothing is taken", () => assert.deepEqual(seen(game()).batches, []));
});

test("nothing is lost, whatever comes and whenever a result has been seen", () => {
  const frames = [
    said(),
    roll,
    scene(),
    happened([suggested(GREEN)], { seq: 13 }),
    { ...wrong, seq: 14 },
    scene({ number: 9 }),
  ];
  for (const cuts of [1, 2, 3, 4]) {
    let now = game();
    const taken = [];
    const show = ({ batches, held, shows }) => {
      now = { ...now, ...shows, held };
      taken.push(...batches.flat());
    };
    for (let at = 0; at < frames.length; at += cuts) show(came(frames.slice(at, at + cuts), now));
    while (now.held) show(afterResultSeen(now, viewer));
    const events = taken.flatMap((frame) => (frame.type === "happened" ? frame.sightings : []));
    assert.deepEqual(
      events.map(({ event }) => event),
      ["Rolled", "Suggested", "Accused", "Opened", "TurnEnded"],
    );
    assert.equal(taken.filter(({ type }) => type === "look").length, 2);
  }
});
