import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { newPage, settle } from "./fake_page.mjs";

Object.assign(globalThis, { self: globalThis });
await import("client/worker.js");

/** What the worker keeps: pages and modules by their address. */
let kept;
/** What the server answers. @type {[string, number]} */
let answer;
const PAGE = '<link href="/static/v1/app/page.css"><script src="/static/v1/app.js">';

/** A companion is open. */
async function keepCompanion() {
  let done;
  const told = { data: "keep the companion", waitUntil: (work) => (done = work) };
  globalThis.dispatchEvent(Object.assign(new Event("message"), told));
  await done;
  await settle();
}

describe("the page of the companion", () => {
  beforeEach(() => {
    newPage();
    kept = new Map();
    const store = {
      addAll: async (paths) => paths.forEach((path) => kept.set(path, "a module")),
      put: async (path, response) => kept.set(path, await response.text()),
    };
    globalThis.caches = { open: async () => store };
    globalThis.fetch = async () => new Response(answer[0], { status: answer[1] });
  });

  test("is kept with what it is made of", async () => {
    answer = [PAGE, 200];
    await keepCompanion();
    assert.deepEqual([...kept.keys()], ["/static/v1/app/page.css", "/static/v1/app.js", "/table/companion"]);
  });
  test("stays as it is kept while a server that restarts says something else", async () => {
    answer = [PAGE, 200];
    await keepCompanion();
    answer = ["<p>Bad gateway", 502];
    await keepCompanion();
    assert.equal(kept.get("/table/companion"), PAGE);
  });
});
