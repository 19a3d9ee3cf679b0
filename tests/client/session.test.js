import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { newPage, request, requested, settle } from "./fake_page.mjs";
import { pass, sockets } from "./fake_browser.mjs";
import { hello, table } from "./tables.mjs";
import { updateOffers } from "client/offers/offer.js";
import { emptyGame } from "client/session/game_model.js";
import { game, updateGame } from "client/session/game_state.js";
import { goToTable, leaveTable } from "client/session/session.js";
import { once } from "client/ui/once.js";
import { page, updatePage } from "client/ui/page.js";
import { loadWords } from "client/ui/words.js";

await loadWords();
const TABLE = "/api/tables/t1";
once("box cottage", () => Promise.resolve({ key: "cottage" }));
const view = table({ plan: { edition: "cottage" } });

/** The visit of a screen ends, and that of another one begins. @type {AbortController} */
let visit;
function visitPage(name, id = "") {
  visit?.abort();
  leaveTable();
  visit = new AbortController();
  updatePage({ route: { name, id, query: "" }, signal: visit.signal, trouble: null, toast: null });
}
function visitTable() {
  visitPage("table", "t1");
  void goToTable("t1", visit.signal);
}

describe("a table that is asked for", () => {
  beforeEach(() => {
    newPage();
    updateGame(emptyGame());
    updateOffers({ offer: { editions: [], levels: [] } });
    visitTable();
  });
  afterEach(() => visitPage("home"));

  test("is connected to once it is known", async () => {
    await request(TABLE).brings(view);
    assert.deepEqual([game.table?.id, sockets.length], ["t1", 1]);
  });
  test("is connected to although the server doesn't answer now", async () => {
    await request(TABLE).breaks();
    assert.equal(sockets.length, 1);
  });
  test("is said to be gone", async () => {
    await request(TABLE).refuses(404);
    assert.deepEqual([page.trouble?.title, sockets.length], ["Game not found", 0]);
  });

  describe("and left before the answer", () => {
    let late;
    beforeEach(() => {
      late = request(TABLE);
      visitPage("home");
    });
    test("is no trouble of the next page", async () => {
      await late.refuses(404);
      assert.equal(page.trouble, null);
    });
    test("isn't connected to when the server doesn't answer", async () => {
      await late.breaks();
      assert.deepEqual([sockets.length, game.connection === "lost"], [0, false]);
    });
    test("isn't connected to when it is there", async () => {
      await late.brings(view);
      assert.deepEqual([sockets.length, game.table], [0, null]);
    });
  });

  test("and entered again is connected to once", async () => {
    const late = request(TABLE);
    visitTable();
    await late.breaks();
    await request(TABLE).brings(view);
    assert.equal(sockets.length, 1);
  });
  test("and left while its connection is lost is no trouble of the next page", async () => {
    await request(TABLE).brings(view);
    sockets[0].opens();
    sockets[0].brings(hello({ table: view, yours: [] }));
    sockets[0].breaks();
    await pass(400);
    assert.ok(requested().includes(TABLE));
    const late = request(TABLE);
    visitPage("home");
    await late.refuses(404);
    await settle();
    assert.deepEqual([page.trouble, sockets.length], [null, 1]);
  });
});
