import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { ScreenChanger } from "client/ui/screen_changer.js";

/** A promise that the case settles. */
function later() {
  let settle;
  const promise = new Promise((answer, fail) => (settle = { answer, fail }));
  return { promise, ...settle };
}

const route = (name, id = "") => ({ name, id, query: "" });
const tick = () => new Promise((done) => setImmediate(done));

/** @type {string[]} */
let said;
let screens;
let changer;
/** A screen that enters when the case lets it. */
function screen(name) {
  const entering = later();
  const made = {
    entering,
    /** @type {AbortSignal} */
    signal: null,
    enter: (_route, signal) => {
      made.signal = signal;
      said.push(`enter ${name}`);
      return entering.promise;
    },
    leave: () => said.push(`leave ${name}`),
    draw: () => name,
  };
  return made;
}

describe("screens", () => {
  beforeEach(() => {
    said = [];
    screens = { home: screen("home"), daily: screen("daily") };
    changer = new ScreenChanger({
      load: async ({ name }) => screens[name] ?? null,
      show: ({ name }) => said.push(`show ${name}`),
      refuse: (problem) => said.push(`refused: ${problem.message}`),
    });
  });

  describe("a screen", () => {
    test("is shown, then entered", async () => {
      void changer.enter(route("home"));
      await tick();
      assert.deepEqual(said, ["show home", "enter home"]);
      assert.equal(changer.screen, screens.home);
      assert.equal(screens.home.signal.aborted, false);
    });
    test("ends with its signal when another one is entered, before it is left", async () => {
      void changer.enter(route("home"));
      await tick();
      screens.home.leave = () => said.push(`leave home, aborted: ${screens.home.signal.aborted}`);
      void changer.enter(route("daily"));
      await tick();
      assert.deepEqual(said.slice(2), ["leave home, aborted: true", "show daily", "enter daily"]);
      assert.equal(screens.daily.signal.aborted, false);
    });
    test("has a signal of its own for each address", async () => {
      void changer.enter(route("daily", "2026-01-01"));
      await tick();
      const { signal } = screens.daily;
      void changer.enter(route("daily", "2026-01-02"));
      await tick();
      assert.deepEqual([signal.aborted, screens.daily.signal.aborted], [true, false]);
    });
    test("that doesn't come leaves the one before", async () => {
      void changer.enter(route("home"));
      await tick();
      await changer.enter(route("nowhere"));
      assert.equal(changer.screen, screens.home);
      assert.equal(screens.home.signal.aborted, false);
    });
  });

  describe("of two addresses", () => {
    test("the later one counts, whichever comes first", async () => {
      const slow = later();
      changer.page.load = ({ name }) => (name === "home" ? slow.promise : Promise.resolve(screens[name]));
      void changer.enter(route("home"));
      void changer.enter(route("daily"));
      await tick();
      slow.answer(screens.home);
      await tick();
      assert.deepEqual(said, ["show daily", "enter daily"]);
    });
  });

  describe("a refusal", () => {
    test("is said while the screen is shown", async () => {
      void changer.enter(route("home"));
      await tick();
      screens.home.entering.fail(new Error("busy"));
      await tick();
      assert.deepEqual(said.slice(2), ["refused: busy"]);
    });
    test("of a screen that was left is not", async () => {
      void changer.enter(route("home"));
      await tick();
      void changer.enter(route("daily"));
      await tick();
      screens.home.entering.fail(new Error("busy"));
      await tick();
      assert.deepEqual(said.slice(3), ["show daily", "enter daily"]);
    });
  });
});
