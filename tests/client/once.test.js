import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { once } from "client/ui/once.js";

describe("what is made once", () => {
  test("is the same thing the next time", () => {
    const make = () => ({ drawn: true });
    assert.equal(once("same", make), once("same", make));
  });
  test("is made when it is first needed, and never again", () => {
    let made = 0;
    for (let time = 0; time < 3; time++) once("counted", () => (made += 1));
    assert.equal(made, 1);
  });
  test("has a name of its own", () =>
    assert.notEqual(
      once("one", () => 1),
      once("other", () => 2),
    ));
  test("may be nothing", () => {
    let made = 0;
    for (let time = 0; time < 2; time++) once("nothing", () => void (made += 1));
    assert.equal(made, 1);
  });
  test("is promised once to all who ask", () =>
    assert.equal(
      once("promised", async () => 1),
      once("promised", async () => 2),
    ));
  test("is made anew when a promise is broken", async () => {
    await assert.rejects(once("broken", () => Promise.reject(new Error("lost"))));
    assert.equal(await once("broken", async () => "there"), "there");
  });
});
