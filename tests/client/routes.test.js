import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isPlain, routeOf, SCREENS } from "client/app/routes.js";

const at = (path) => Object.values(routeOf(path, "")).slice(0, 2);

describe("an address", () => {
  for (const [path, name, id] of [
    ["", "home", ""],
    ["/", "home", ""],
    ["rules", "rules", ""],
    ["rules/classic", "rules", "classic"],
    ["table/ab-C", "table", "ab-C"],
    ["my-data", "my-data", ""],
    ["daily", "daily", ""],
    ["daily/2026-01-02", "daily", "2026-01-02"],
    ["daily/game", "daily-game", ""],
    ["daily/game/2026-01-02", "daily-game", "2026-01-02"],
    ["companion/x", "companion", "x"],
    ["shared/l1", "shared", "l1"],
    ["nowhere", "nowhere", ""],
    ["home", "nowhere", ""],
    ["daily-game", "nowhere", ""],
    ["toString", "nowhere", ""],
    ["constructor/x", "nowhere", "x"],
  ])
    test(`/${path} is ${name} ${id}`, () => assert.deepEqual(at(path), [name, id]));
  test("is read with its letters", () => assert.equal(routeOf("table/a%20b", "").id, "a b"));
  test("with letters that can't be read is one all the same", () => {
    assert.deepEqual(["replay/100%", "daily/game/%", "%"].map(at), [
      ["replay", "100%"],
      ["daily-game", "%"],
      ["nowhere", ""],
    ]);
  });
  test("keeps its query", () => assert.equal(routeOf("replay/x", "?review").query, "?review"));
});

test("secret links keep the server's own page, and no other does", () => {
  assert.deepEqual(["seat/x", "follow/y", "table/x", ""].map(isPlain), [true, true, false, false]);
});

test("every screen can be asked for", () => {
  for (const screen of Object.values(SCREENS)) assert.equal(typeof screen, "function");
});
