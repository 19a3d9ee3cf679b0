import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { pass } from "./fake_browser.mjs";
import { newPage, request, requested } from "./fake_page.mjs";
import { table } from "./tables.mjs";
import { emptyGame } from "client/session/game_model.js";
import { game, updateGame } from "client/session/game_state.js";
import { BLANK } from "client/session/notebook_model.js";
import { loadNotebook, saveNotebooks, setMark, writeNotes } from "client/session/notebook_pages.js";
import { page, updatePage } from "client/ui/page.js";

const path = (id) => `/api/tables/${id}/chairs/0/notebook`;

describe("marks", () => {
  /** What went over the connection, and what it answers. @type {{sent: object[], answer: object | null}} */
  let connection;
  let tables = 0;
  let id = "";

  beforeEach(async () => {
    newPage();
    id = `notebook ${tables++}`;
    connection = { sent: [], answer: { type: "done" } };
    updatePage({ toast: null });
    updateGame({ ...emptyGame(), table: table({ id }), chair: 0 });
    const loading = loadNotebook(id, 0, async (chair, pages) => {
      connection.sent.push({ chair, pages });
      return connection.answer;
    });
    await request(path(id)).brings(BLANK);
    await loading;
  });
  afterEach(() => updateGame(emptyGame()));

  const mark = async (key = "Rope|Plum") => {
    setMark(key, "yes");
    await pass(350);
  };

  test("go over the connection that is open", async () => {
    await mark();
    assert.deepEqual(
      connection.sent.map(({ chair, pages }) => [chair, pages.version, pages.marks]),
      [[0, 1, { "Rope|Plum": "yes" }]],
    );
    assert.deepEqual(requested(), []);
  });
  test("go by a request if the connection ends before it has answered", async () => {
    connection.answer = null;
    await mark();
    const put = request(path(id), "PUT");
    assert.deepEqual([put.json.version, put.json.marks], [1, { "Rope|Plum": "yes" }]);
    await put.brings(put.json);
    connection.answer = { type: "done" };
    await mark("Hall|Plum");
    assert.equal(connection.sent.at(-1).pages.version, 2);
  });
  test("go by a request to a server that doesn't know the command yet", async () => {
    connection.answer = { type: "refused", sentence: "What is that?" };
    await mark();
    await request(path(id), "PUT").brings({});
    assert.equal(page.toast, null);
  });
  test("are written on what another device has saved first", async () => {
    connection.answer = { type: "refused", sentence: "Changed.", stale: true };
    await mark();
    await request(path(id)).brings({ ...BLANK, version: 1, marks: { "Hall|Plum": "no" } });
    assert.deepEqual(game.notebook?.marks, { "Hall|Plum": "no", "Rope|Plum": "yes" });
    connection.answer = { type: "done" };
    await pass(350);
    assert.equal(connection.sent.at(-1).pages.version, 2);
    assert.equal(page.toast, null);
  });
  test("beside notes that are too long for a message go by a request", async () => {
    writeNotes("ü".repeat(8000));
    for (let row = 0; row < 400; row++) setMark(`Rope${row}|Plum`, "yes");
    await pass(350);
    assert.deepEqual([connection.sent, request(path(id), "PUT").json.version], [[], 1]);
  });
  test("go by a request that outlives the page when it is left", () => {
    setMark("Rope|Plum", "yes");
    saveNotebooks();
    assert.deepEqual([connection.sent, request(path(id), "PUT").json.version], [[], 1]);
  });
});
