import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { newPage, request } from "./fake_page.mjs";
import { pass } from "./fake_browser.mjs";
import { loadModule } from "client/ui/api.js";
import { page, updatePage } from "client/ui/page.js";
import { loadWords, t } from "client/ui/words.js";

await loadWords();

describe("a part of the client that doesn't come", () => {
  let reloads;
  let asked;
  beforeEach(async () => {
    newPage();
    updatePage({ toast: null });
    reloads = 0;
    location.reload = () => (reloads += 1);
    await pass(2000);
    asked = loadModule(() => Promise.reject(new TypeError("no module")));
    await pass(50);
  });
  afterEach(() => updatePage({ toast: null }));

  test("is no reason to load the page again without a connection, whatever the device keeps of the client", async () => {
    await request("/health").breaks();
    assert.deepEqual([await asked, page.toast?.sentence, reloads], [null, t("trouble.server"), 0]);
  });
  test("is one where there is a server, which may be a newer one", async () => {
    await request("/health").brings({});
    assert.deepEqual([await asked, page.toast, reloads], [null, null, 1]);
  });
});
