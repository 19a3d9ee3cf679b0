import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { newPage, request, requested } from "./fake_page.mjs";
import { pass } from "./fake_browser.mjs";
import { table } from "./tables.mjs";
import { keepLesson } from "client/lessons/coach.js";
import { lessons, updateLesson } from "client/lessons/lesson_state.js";
import { emptyGame } from "client/session/game_model.js";
import { updateGame } from "client/session/game_state.js";
import { page, updatePage } from "client/ui/page.js";
import { loadWords } from "client/ui/words.js";

await loadWords();
const LESSON = "/api/lessons/first";

/** The lesson's table is entered, and nothing is known of the lesson. @type {AbortController} */
let visit;
function visitTable() {
  visit?.abort();
  visit = new AbortController();
  updateLesson({ lesson: null, read: [] });
  updatePage({ route: { name: "table", id: "t1", query: "" }, signal: visit.signal, toast: null });
}

/** The page is drawn so many times. */
const drawn = (times) => Array.from({ length: times }, keepLesson);

describe("the lesson of a table", () => {
  beforeEach(() => {
    newPage();
    updateGame({ ...emptyGame(), table: table({ lesson: "first" }) });
    visitTable();
  });
  afterEach(() => visit.abort());

  test("is asked for once, however often the page is drawn", async () => {
    drawn(5);
    assert.deepEqual(requested(), [LESSON]);
    await request(LESSON).brings({ beats: [] });
    drawn(5);
    assert.deepEqual([lessons.lesson, requested()], [{ beats: [] }, []]);
  });
  test("that didn't come is asked for again after a while", async () => {
    drawn(1);
    await request(LESSON).breaks();
    drawn(5);
    assert.deepEqual([requested(), page.toast], [[], null]);
    await pass(2000);
    assert.deepEqual(requested(), [LESSON]);
  });
  test("that is refused is said once, and not asked for again", async () => {
    drawn(1);
    await request(LESSON).refuses(404);
    drawn(5);
    await pass(9000);
    assert.deepEqual([requested(), page.toast?.sentence], [[], "refused: 404"]);
  });
  test("is asked for again at the next visit, and not for the one before", async () => {
    drawn(1);
    await request(LESSON).breaks();
    visitTable();
    drawn(2);
    await pass(9000);
    assert.deepEqual(requested(), [LESSON]);
  });
  test("is of no table without one", () => {
    updateGame({ table: table() });
    drawn(1);
    assert.deepEqual(requested(), []);
  });
});
