import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { cancel, later } from "client/ui/timers.js";
import { newDevice, pass } from "./fake_browser.mjs";

describe("a timer", () => {
  /** @type {string[]} */
  let done = [];
  beforeEach(() => {
    newDevice();
    done = [];
  });

  test("does its work when its time has come, and not before", async () => {
    later("save", 100, () => done.push("saved"));
    await pass(50);
    assert.deepEqual(done, []);
    await pass(50);
    assert.deepEqual(done, ["saved"]);
  });
  test("does it once", async () => {
    later("save", 100, () => done.push("saved"));
    await pass(500);
    assert.deepEqual(done, ["saved"]);
  });
  test("that is set again waits from then on, and does the later work alone", async () => {
    later("save", 100, () => done.push("first"));
    await pass(50);
    later("save", 100, () => done.push("second"));
    await pass(50);
    assert.deepEqual(done, []);
    await pass(50);
    assert.deepEqual(done, ["second"]);
  });
  test("for another purpose has nothing to do with it", async () => {
    later("save", 100, () => done.push("saved"));
    later("help", 100, () => done.push("helped"));
    await pass(100);
    assert.deepEqual(done, ["saved", "helped"]);
  });
  test("that is cancelled does nothing", async () => {
    later("save", 100, () => done.push("saved"));
    cancel("save");
    await pass(200);
    assert.deepEqual(done, []);
  });
  test("that is not set can be cancelled, too", () => assert.doesNotThrow(() => cancel("nothing")));
  test("can be set again by its own work", async () => {
    later("save", 100, () => later("save", 100, () => done.push("saved")));
    await pass(200);
    assert.deepEqual(done, ["saved"]);
  });
});
