import assert from "node:assert/strict";
import { describe, test } from "node:test";
import "./fake_browser.mjs";
import { copyText } from "client/ui/sharing.js";

describe("copying a link", () => {
  test("works where the browser lets it", async () => {
    const copied = [];
    navigator.clipboard = { writeText: async (text) => void copied.push(text) };
    assert.equal(await copyText("a link"), true);
    assert.deepEqual(copied, ["a link"]);
  });
  test("says that it was refused", async () => {
    navigator.clipboard = { writeText: () => Promise.reject(new Error("denied")) };
    assert.equal(await copyText("a link"), false);
  });
  test("says that there is no clipboard, as without HTTPS", async () => {
    navigator.clipboard = undefined;
    assert.equal(await copyText("a link"), false);
  });
});
