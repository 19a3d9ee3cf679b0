import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { newPage } from "./fake_page.mjs";
import { read, write } from "client/ui/storage.js";

describe("what a device keeps", () => {
  beforeEach(newPage);

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
    write("unheard t1", [2], sessionStorage);
    assert.deepEqual([read("unheard t1", [], sessionStorage), read("unheard t1", [])], [[2], []]);
  });
});
