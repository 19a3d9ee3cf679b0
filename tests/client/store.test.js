import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createStore, listen } from "client/ui/store.js";

/** How often the page was told while this went on, and the task after it. */
async function told(work) {
  let count = 0;
  const stop = listen(() => (count += 1));
  work();
  await null;
  stop();
  return count;
}

describe("a store", () => {
  const { state, update } = createStore({ name: "Ada", tab: "board", list: [1] });
  test("holds what it was given", () => assert.equal(state.name, "Ada"));
  test("changes what it is told to, and nothing else", () => {
    update({ name: "Bob" });
    assert.deepEqual({ ...state }, { name: "Bob", tab: "board", list: [1] });
  });
  test("tells of a change", async () => assert.equal(await told(() => update({ tab: "log" })), 1));
  test("tells once of several in a task", async () =>
    assert.equal(await told(() => ["a", "b", "c"].forEach((name) => update({ name }))), 1));
  test("tells nothing where nothing is another value", async () =>
    assert.equal(await told(() => update({ tab: "log" })), 0));
  test("tells nothing of an empty update", async () => assert.equal(await told(() => update({})), 0));
  test("tells of a new list with the same things", async () =>
    assert.equal(await told(() => update({ list: [1] })), 1));
  test("has changed already when it tells", async () => {
    let seen = "";
    const stop = listen(() => (seen = state.name));
    update({ name: "Cy" });
    await null;
    stop();
    assert.equal(seen, "Cy");
  });
  test("has nothing to do with another one", () => {
    const other = createStore({ name: "Dee" });
    update({ name: "Eve" });
    assert.equal(other.state.name, "Dee");
  });
  test("leaves what it was made from", () => {
    const initial = { name: "Ada" };
    createStore(initial).update({ name: "Bob" });
    assert.equal(initial.name, "Ada");
  });
});

test("who has stopped listening is told nothing", async () => {
  const { update } = createStore({ n: 0 });
  let count = 0;
  listen(() => (count += 1))();
  update({ n: 1 });
  await null;
  assert.equal(count, 0);
});
