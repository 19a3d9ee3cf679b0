import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { newPage, refuseStorage } from "./fake_page.mjs";
import { checkDeal, keepPromise } from "client/dealing/deal_check.js";
import { newNonce, submitWithNonce } from "client/dealing/nonces.js";
import { lastEdition } from "client/offers/play_choice.js";
import { setPuzzle } from "client/puzzles/puzzle_controller.js";
import { updatePuzzles } from "client/puzzles/puzzles_state.js";
import { mutedAt } from "client/session/muted_players.js";
import { keys, read, remove, write } from "client/ui/storage.js";

describe("what a device keeps", () => {
  beforeEach(newPage);
  afterEach(newPage);

  test("is read again", () => {
    assert.equal(write("greycells.x", { a: [1] }), true);
    assert.deepEqual(read("greycells.x", {}), { a: [1] });
  });
  test("is something else where there is nothing", () => assert.deepEqual(read("greycells.x", [1]), [1]));
  test("is something else where it is broken", () => {
    localStorage.setItem("greycells.x", "{");
    assert.equal(read("greycells.x", null), null);
  });
  test("may not be kept, which stops nobody", () => {
    localStorage.full = true;
    assert.equal(write("greycells.x", 1), false);
    assert.equal(read("greycells.x", 2), 2);
  });
  test("for as long as the tab is open is apart from the rest", () => {
    write("unheard t1", [2], "tab");
    assert.deepEqual([read("unheard t1", [], "tab"), read("unheard t1", [])], [[2], []]);
    assert.deepEqual([keys("tab"), keys()], [["unheard t1"], []]);
  });
  test("is kept no longer once it is removed", () => {
    write("greycells.x", 1);
    write("greycells.y", 2);
    remove("greycells.x");
    assert.deepEqual([keys(), read("greycells.x", null)], [["greycells.y"], null]);
  });
  for (const place of ["device", "tab"])
    test(`may be refused altogether, which stops nobody either (${place})`, () => {
      refuseStorage();
      assert.equal(write("greycells.x", 1, place), false);
      assert.equal(read("greycells.x", 2, place), 2);
      assert.deepEqual([remove("greycells.x", place), keys(place)], [undefined, []]);
    });
});

describe("a browser that refuses storage", () => {
  afterEach(newPage);
  beforeEach(() => {
    newPage();
    refuseStorage();
    Object.assign(globalThis, { window: globalThis, isSecureContext: true });
  });

  test("plays what is usual", () => assert.equal(lastEdition(), "classic"));
  test("mutes nobody", () => assert.deepEqual(mutedAt("t1"), []));
  test("gives a nonce itself, because it could not give it later", async () =>
    assert.deepEqual(Object.keys(await newNonce()), ["nonce"]));
  test("keeps no promise, and checks no deal", async () => {
    keepPromise("t1", "c", []);
    assert.equal(await checkDeal("t1", [], new AbortController().signal), null);
  });
  test("says that a puzzle is solved", () => {
    const puzzle = { view: { id: "one" }, touched: 0, marks: [], done: false };
    let solved = false;
    updatePuzzles({ puzzle, finished: () => (solved = true) });
    setPuzzle({ ...puzzle, marks: [[1]], done: true });
    assert.equal(solved, true);
  });
});

describe("a browser whose storage is full", () => {
  beforeEach(() => {
    newPage();
    Object.assign(globalThis, { window: globalThis, isSecureContext: true });
  });

  test("gives the hash of a nonce only where it keeps the nonce", async () => {
    assert.deepEqual(Object.keys(await newNonce()), ["nonce_hash"]);
    sessionStorage.full = true;
    assert.deepEqual(Object.keys(await newNonce()), ["nonce"]);
  });
  test("sends the form that starts a game without one", async () => {
    sessionStorage.full = true;
    const form = { sent: false, append: () => assert.fail("nothing goes along"), submit: () => (form.sent = true) };
    await submitWithNonce({ preventDefault: () => undefined, currentTarget: form });
    assert.equal(form.sent, true);
  });
});
