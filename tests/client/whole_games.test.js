import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { afterFrames, emptyGame } from "client/session/game_model.js";
import { afterFramesCame, afterResultSeen } from "client/session/held_back_model.js";
import { hiddenAnswers, seenOfMine } from "client/session/answers_seen.js";
import { answerAt, isCertain, knownOf } from "client/notebook/known_model.js";
import { device } from "./tables.mjs";
import { streams } from "./streams.mjs";

/** Every state of the page while a game comes in; with `motion`, dice and cards are seen a message later. */
function* states(messages, chair, { motion = false } = {}) {
  let now = { ...emptyGame(), chair };
  const viewer = () => ({ caughtUp: now.caughtUp, elsewhere: !motion, covered: false, now: 0 });
  const take = ({ batches, held, shows }) => {
    now = { ...now, ...shows, held };
    for (const frames of batches) if (frames.length) now = { ...now, ...afterFrames(now, frames, device).changes };
    return now;
  };
  for (const frames of messages) {
    yield take(afterFramesCame(now, frames, viewer()));
    if (motion && now.held) yield take(afterResultSeen(now, viewer()));
  }
  while (now.held) yield take(afterResultSeen(now, viewer()));
}

/** The state at the end. */
const atEnd = (...how) => [...states(...how)].at(-1);
const sightings = (messages) => messages.flat().flatMap((frame) => (frame.type === "happened" ? frame.sightings : []));
const events = ({ log }) => log.flatMap(({ event }) => (event ? [event] : []));

for (const [edition, viewers] of Object.entries(streams))
  for (const [viewer, messages] of Object.entries(viewers)) {
    const chair = viewer === "seat" ? 0 : null;
    describe(`${edition}, as a ${viewer} sees it`, () => {
      test("is over in the end, with a winner's case file or none", () => {
        const { table, scene } = atEnd(messages, chair);
        assert.equal(table.state, "over");
        assert.equal(scene.case_file.length, 3);
      });
      test("is in the log, all of it and in order", () =>
        assert.deepEqual(events(atEnd(messages, chair)), sightings(messages)));
      test("is the same with scenes as without", () => {
        const [still, moving] = [atEnd(messages, chair), atEnd(messages, chair, { motion: true })];
        assert.deepEqual(moving.log, still.log);
        assert.deepEqual([moving.scene, moving.table, moving.held], [still.scene, still.table, null]);
      });
      test("never tells a roll or an accusation's end before it has been seen", () => {
        for (const now of states(messages, chair, { motion: true })) {
          const last = events(now).at(-1);
          if (now.thrown) assert.notEqual(last?.number, now.thrown.number);
          if (now.opening && now.held) assert.ok(!events(now).includes(now.opening.opened));
        }
      });
      test("asks a question only of its own seat, and takes it away when it was answered", () => {
        for (const { choice, scene, table, chair: own } of states(messages, chair)) {
          if (choice) assert.equal(choice.options.seat, table.chairs[own].suspect);
          if (choice) assert.equal(choice.decision, scene.number);
        }
      });
      test("comes to the same in one message as frame by frame", () => {
        const single = messages.flat().map((frame) => [frame]);
        const [one, many] = [atEnd([messages.flat()], chair), atEnd(single, chair)];
        assert.deepEqual([one.log, one.table, one.scene], [many.log, many.table, many.scene]);
      });
      test("shows each card to this viewer alone as a notice", () => {
        const own = chair === null ? null : atEnd(messages, chair).table.chairs[chair].suspect;
        const told = new Map();
        for (const { moments } of states(messages, chair)) for (const one of moments) told.set(one.number, one);
        const mine = sightings(messages).filter(
          (one) =>
            own &&
            ((one.event === "Shown" && one.to === own) ||
              (one.event === "Snooped" && (one.seat === own || one.owner === own))),
        );
        const [entered] = states(messages, chair);
        const news = mine.filter(({ number }) => !events(entered).some((one) => one.number === number));
        assert.deepEqual(
          [...told.keys()],
          news.map(({ number }) => number),
        );
      });
      test("keeps the marks of one's own hand, and never says the opposite of what was shown", () => {
        const now = { ...atEnd(messages, chair), help: [] };
        const own = chair === null ? null : now.table.chairs[chair].suspect;
        for (const word of now.scene.hand)
          assert.deepEqual([knownOf(now, word).known, answerAt(now, word, own)], ["mine", "yes"]);
        for (const one of sightings(messages))
          if (one.event === "Shown" && one.card && one.to === own) assert.ok(isCertain(now, one.card, one.seat));
      });
      test("numbers what was shown to others, and knows who saw one's own cards", () => {
        const { log, table, scene, answers } = atEnd(messages, chair);
        const own = chair === null ? null : table.chairs[chair].suspect;
        const hidden = hiddenAnswers(log, own);
        assert.deepEqual(answers, hidden);
        const numbers = log.flatMap(({ event }) => event?.number ?? []);
        assert.deepEqual(
          numbers,
          [...new Set(numbers)].sort((one, other) => one - other),
        );
        assert.deepEqual(
          hidden.map(({ number }) => number),
          hidden.map((_, at) => at + 1),
        );
        for (const { seat, theory } of hidden) assert.ok(seat !== own && theory.length === 3);
        for (const card of seenOfMine(log, own).keys()) assert.ok(scene.hand.includes(card));
      });
    });
  }

test("all editions are there, for a seat and a spectator", () => {
  assert.ok(Object.keys(streams).length >= 7);
  for (const viewers of Object.values(streams)) assert.deepEqual(Object.keys(viewers), ["seat", "spectator"]);
});
