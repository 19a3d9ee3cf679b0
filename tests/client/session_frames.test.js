import assert from "node:assert/strict";
import { test } from "node:test";
import { afterFrame, emptyGame } from "client/session/game_model.js";

const device = { ends: true, answers: false, wordsOf: ({ text }) => text ?? "" };

test("who is connected is taken as it comes", () =>
  assert.deepEqual(afterFrame(emptyGame(), { type: "present", chairs: [0, 2] }, device).changes, { present: [0, 2] }));
