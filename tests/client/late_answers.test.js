import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { newPage, refuseStorage, request, requested, settle } from "./fake_page.mjs";
import { pass } from "./fake_browser.mjs";
import { GREEN, PLUM, scene, table } from "./tables.mjs";
import * as companionBook from "client/companion/book.js";
import { companion, updateCompanion } from "client/companion/companion_state.js";
import { sharePanel } from "client/companion/share_panel.js";
import * as sharedCase from "client/daily_games/shared_case_controller.js";
import { shared } from "client/daily_games/shared_case_state.js";
import { followEnd } from "client/game/game_over_controller.js";
import { rematchInvitation } from "client/game/rematch_invitation.js";
import * as daily from "client/puzzles/daily_controller.js";
import * as practice from "client/puzzles/practice_controller.js";
import { setPuzzle } from "client/puzzles/puzzle_controller.js";
import { puzzles, updatePuzzles } from "client/puzzles/puzzles_state.js";
import { fetchReview, forgetReview } from "client/review/review_controller.js";
import { review } from "client/review/review_state.js";
import { emptyGame } from "client/session/game_model.js";
import { game, updateGame } from "client/session/game_state.js";
import { ask, Problem, report, ScreenError } from "client/ui/api.js";
import { once } from "client/ui/once.js";
import { page, updatePage } from "client/ui/page.js";
import { ROOT } from "client/ui/url.js";
import { loadWords } from "client/ui/words.js";

await loadWords();

/** Another screen is entered: a visit with the end of the one before. @type {AbortController} */
let visit = new AbortController();
function visitPage(name, id = "") {
  visit.abort();
  visit = new AbortController();
  const route = { name, id, query: "" };
  updatePage({ route, signal: visit.signal, trouble: null, toast: null });
  return [route, visit.signal];
}

/** How something ended: with what, or as what. */
const outcome = (promise) =>
  promise.then(
    () => "done",
    (problem) => problem.name,
  );

/** Boxes of two editions: the second one comes when the case says so. */
once("box cottage", () => Promise.resolve({ key: "cottage" }));
const parlour = Promise.withResolvers();
once("box parlour", () => parlour.promise);

/** A puzzle with one row, as the server sends it. */
const puzzleView = (id, date) => ({
  ...{ id, date, edition: "cottage", seats: ["Plum", "Green"], you: "Green", hand: [], rows: ["Plum"] },
  ...{ boxes: [[0, 0, 1]], goals: [{ row: 0, column: 2, has: true }], hints: [] },
});

describe("an answer that comes late", () => {
  beforeEach(() => {
    newPage();
    updateGame(emptyGame());
    forgetReview();
  });
  afterEach(() => visit.abort());

  describe("a request", () => {
    test("with a signal comes to nothing once the screen is left", async () => {
      const [, signal] = visitPage("daily");
      const asked = outcome(ask("/api/x", { signal }));
      visitPage("home");
      assert.equal(await asked, "AbortError");
    });
    test("whose answer is being read when the screen is left is ended, too", async () => {
      const [, signal] = visitPage("daily");
      const asked = outcome(ask("/api/x", { signal }));
      request("/api/x").answer({ ok: true, headers: new Headers(), json: async () => (visitPage("home"), { x: 1 }) });
      assert.equal(await asked, "AbortError");
    });
    test("without a connection is a problem, as long as the screen is there", async () => {
      const [, signal] = visitPage("daily");
      const asked = ask("/api/x", { signal }).catch((problem) => problem);
      await request("/api/x").breaks();
      const problem = await asked;
      assert.ok(problem instanceof Problem);
      assert.equal(problem.status, 0);
    });
    test("that was ended is no notice", () => {
      visitPage("home");
      report(new DOMException("left", "AbortError"));
      assert.equal(page.toast, null);
    });
  });

  describe("the daily case", () => {
    test("of a day that was left doesn't replace the one that is looked at", async () => {
      const first = outcome(daily.enter(...visitPage("daily", "2026-01-01")));
      const slow = request("/api/daily");
      const second = daily.enter(...visitPage("daily", "2026-01-02"));
      await request("/api/daily").brings(puzzleView("two", "2026-01-02"));
      await slow.brings(puzzleView("one", "2026-01-01"));
      assert.equal(await first, "AbortError");
      await request("/api/daily/record").brings({ days: [], streak: 0, best: 0, first: "2026-01-01" });
      await second;
      assert.equal(puzzles.puzzle?.view.id, "two");
    });
    test("whose box comes after the screen was left is not opened", async () => {
      const entered = outcome(daily.enter(...visitPage("daily")));
      await request("/api/daily").brings({ ...puzzleView("one", "2026-01-01"), edition: "parlour" });
      visitPage("practice");
      parlour.resolve({ key: "parlour" });
      assert.equal(await entered, "AbortError");
      assert.notEqual(puzzles.puzzle?.view.id, "one");
    });
    test("that can't be had is a page of its own, with the server's sentence", async () => {
      const entered = daily.enter(...visitPage("daily")).catch((problem) => problem);
      await request("/api/daily").refuses(404);
      const problem = await entered;
      assert.ok(problem instanceof ScreenError);
      assert.deepEqual([problem.title, problem.message], ["Not available", "refused: 404"]);
    });
    test("sends its result also when the page is left meanwhile, and says nothing there", async () => {
      localStorage.setItem("greycells.daily.waiting", JSON.stringify({ one: { id: "one" } }));
      void outcome(daily.enter(...visitPage("daily")));
      await request("/api/daily").brings(puzzleView("two", "2026-01-02"));
      const sent = request("/api/daily/record", "POST");
      visitPage("home");
      await sent.brings({});
      assert.equal(localStorage.getItem("greycells.daily.waiting"), "{}");
      assert.deepEqual([requested(), page.toast], [[], null]);
    });
    test("that is finished while another result is sent waits itself", async () => {
      localStorage.setItem("greycells.daily.waiting", JSON.stringify({ one: { id: "one" } }));
      void outcome(daily.enter(...visitPage("daily")));
      await request("/api/daily").brings(puzzleView("two", "2026-01-02"));
      const { puzzle } = puzzles;
      setPuzzle({ ...puzzle, done: true });
      await request("/api/daily/record", "POST").brings({});
      const waiting = JSON.parse(localStorage.getItem("greycells.daily.waiting"));
      assert.deepEqual(Object.keys(waiting), ["two"]);
    });
    test("sends its result also where the browser refuses storage", async () => {
      refuseStorage();
      void outcome(daily.enter(...visitPage("daily")));
      await request("/api/daily").brings(puzzleView("two", "2026-01-02"));
      setPuzzle({ ...puzzles.puzzle, done: true });
      assert.equal(request("/api/daily/record", "POST").json.id, "two");
    });
    test("is solved on a device that keeps nothing", async () => {
      localStorage.full = true;
      void outcome(daily.enter(...visitPage("daily")));
      await request("/api/daily").brings(puzzleView("two", "2026-01-02"));
      assert.equal(puzzles.puzzle?.view.id, "two");
    });
  });

  describe("practice", () => {
    test("has no puzzle that comes after it was left", async () => {
      void outcome(practice.enter(...visitPage("practice")));
      const fetched = practice.fetchPuzzle({});
      const slow = request("/api/practice?");
      visitPage("daily");
      await slow.brings(puzzleView("one", null));
      await fetched;
      assert.equal(puzzles.puzzle, null);
      assert.equal(page.toast, null);
    });
    test("has a storm that waits for its next puzzle, and gives that up when it is left", async () => {
      void outcome(practice.enter(...visitPage("practice")));
      const storm = practice.startStorm();
      await request("/api/practice?").refuses(503);
      assert.equal(puzzles.fetching, true);
      await pass(3000);
      await request("/api/practice?").refuses(429);
      visitPage("home");
      await pass(9000);
      await storm;
      assert.ok(!requested().some((path) => path.startsWith("/api/practice?")));
    });
    test("gives a puzzle up once, and closes no other one when the server answers", async () => {
      void outcome(practice.enter(...visitPage("practice")));
      const fetched = practice.fetchPuzzle({});
      await request("/api/practice?").brings(puzzleView("one", null));
      await fetched;
      const givenUp = practice.giveUp(puzzles.puzzle);
      assert.equal(puzzles.puzzle, null);
      void outcome(daily.enter(...visitPage("daily")));
      await request("/api/daily").brings(puzzleView("two", "2026-01-02"));
      await request("/api/practice/record", "POST").brings({});
      await givenUp;
      assert.equal(puzzles.puzzle?.view.id, "two");
    });
    test("stops its clock when it is left", async () => {
      void outcome(practice.enter(...visitPage("practice")));
      updatePuzzles({ storm: { left: 100, solved: 0 } });
      visitPage("home");
      await pass(5000);
      assert.equal(puzzles.storm.left, 100);
    });
  });

  describe("a shared case", () => {
    const view = (id, more) => ({ id, edition: "cottage", help: "none", results: [], ...more });
    test("that comes late doesn't replace another one", async () => {
      void outcome(sharedCase.enter(...visitPage("challenge", "one")));
      const slow = request("/api/cases/one");
      void outcome(sharedCase.enter(...visitPage("challenge", "two")));
      await request("/api/cases/two").brings(view("two"));
      await slow.brings(view("one"));
      assert.equal(shared.view?.id, "two");
    });
    test("is asked for again while an accuracy is worked out, and no more once it is left", async () => {
      const entered = sharedCase.enter(...visitPage("challenge", "one"));
      await request("/api/cases/one").brings(view("one", { results: [{ accuracy: null }] }));
      for (const path of requested()) await request(path).brings({});
      await entered;
      await pass(3000);
      await request("/api/cases/one").refuses(503);
      await pass(3000);
      await request("/api/cases/one").brings(view("one", { results: [{ accuracy: null }] }));
      visitPage("home");
      await pass(9000);
      assert.deepEqual(requested(), []);
    });
    test("that is gone says so", async () => {
      const entered = sharedCase.enter(...visitPage("challenge", "one")).catch((problem) => problem);
      await request("/api/cases/one").refuses(404);
      assert.equal((await entered).title, "Challenge not found");
    });
  });

  describe("what was begun on a page", () => {
    /** The addresses to which the page goes by itself. */
    let went;
    beforeEach(() => {
      went = [];
      globalThis.PopStateEvent = Event;
      history.pushState = (state, title, address) => went.push(address.slice(ROOT.length));
    });
    afterEach(() => (history.pushState = () => undefined));
    /** Press the last button of a part of the page. @param {{values: unknown[]}} template */
    const pressLast = (template) =>
      template.values
        .flat()
        .flatMap((value) => (value?.values ? value.values : [value]))
        .findLast((value) => typeof value === "function")();
    const over = () => table({ state: "over", rematch: "t2", rematch_by: "Bob" });
    const pressFirst = (template) => template.values.find((value) => typeof value === "function")();

    test("as joining a rematch leads there, and from another page nowhere", async () => {
      for (const leaves of [false, true]) {
        went = [];
        visitPage("table", "t1");
        updateGame({ table: over(), yours: [0] });
        const joined = pressFirst(rematchInvitation(game.table));
        await request("/api/tables/t2").brings(table({ id: "t2", state: "running" }));
        if (leaves) visitPage("rules");
        await request("/api/tables/t2").brings(table({ id: "t2", state: "running" }));
        await joined;
        assert.deepEqual(went, leaves ? [] : ["table/t2"]);
      }
    });
    test("as deleting a game of the companion leads to the others, and from another page nowhere", async () => {
      for (const leaves of [false, true]) {
        went = [];
        visitPage("companion", "a");
        const view = { id: "a", version: 1, role: "read", setup: { players: ["a", "b"] }, sheet: {}, entries: [] };
        updateCompanion({ game: { view, queue: [] }, sure: true });
        const erased = pressLast(sharePanel(() => undefined));
        if (leaves) visitPage("daily");
        await request("/api/companion/a", "DELETE").brings({ games: [] });
        await erased;
        assert.deepEqual(went, leaves ? [] : ["companion"]);
      }
    });
  });

  describe("a review", () => {
    test("that is being worked out is asked for until the page is left", async () => {
      visitPage("replay", "t1");
      fetchReview("/api/tables/t1/analysis");
      await request("/api/tables/t1/analysis").brings({ part: 0.5 });
      assert.equal(review.progress.part, 0.5);
      await pass(700);
      await request("/api/tables/t1/analysis").brings({ part: 0.6 });
      visitPage("home");
      await pass(5000);
      assert.deepEqual([requested(), page.toast], [[], null]);
    });
  });

  describe("the end of a game", () => {
    const over = () =>
      updateGame({ table: table({ state: "over" }), scene: scene({ case_file: [PLUM, "Rope", "Hall"] }) });
    test("asks for hands and review once, until they come", async () => {
      visitPage("table", "t1");
      over();
      followEnd();
      followEnd();
      assert.deepEqual(requested().sort(), ["/api/tables/t1/review", "/api/tables/t1/steps"]);
      await request("/api/tables/t1/steps").refuses(503);
      await request("/api/tables/t1/review").brings({ insights: [] });
      await pass(2000);
      await request("/api/tables/t1/steps").brings({ steps: [] });
      assert.deepEqual([game.steps, game.review], [{ steps: [] }, { insights: [] }]);
    });
    test("of the table before is not shown at the next one", async () => {
      visitPage("table", "t1");
      over();
      followEnd();
      const [hands, insights] = [request("/api/tables/t1/steps"), request("/api/tables/t1/review")];
      visitPage("table", "t2");
      updateGame({ ...emptyGame(), table: table({ id: "t2" }) });
      await hands.brings({ steps: [GREEN] });
      await insights.refuses(503);
      await pass(9000);
      assert.deepEqual([game.steps, game.review, requested(), page.toast], [null, null, [], null]);
    });
    test("is not asked for while the case file is closed", () => {
      updateGame({ table: table({ state: "over" }), scene: scene({ case_file: [] }) });
      followEnd();
      assert.deepEqual(requested(), []);
    });
  });

  describe("the companion", () => {
    const view = (id) => ({ id, version: 1, role: "owner", setup: { players: ["a", "b"] }, sheet: {}, entries: [] });
    const enter = (id) => outcome(companionBook.enter(id, visitPage("companion", id)[1]));
    test("opens a game although the one before is still asked for", async () => {
      void enter("a");
      const slow = request("/api/companion/a");
      const second = enter("b");
      await request("/api/companion/b").brings({ game: view("b") });
      assert.equal(await second, "done");
      await slow.refuses(404);
      assert.deepEqual([companion.game?.view.id, page.trouble], ["b", null]);
    });
    test("says that a game is gone only if the server says so", async () => {
      const entered = enter("a");
      await request("/api/companion/a").refuses(404);
      await entered;
      assert.equal(page.trouble?.title, "Game not found");
    });
    test("without a connection waits for a game that isn't on this device", async () => {
      const entered = enter("a");
      await request("/api/companion/a").breaks();
      await entered;
      assert.deepEqual([companion.game, companion.reached, page.trouble], [null, false, null]);
      await pass(3000);
      await request("/api/companion/a").brings({ game: view("a") });
      assert.equal(companion.game?.view.id, "a");
    });
    test("keeps what was sent although the game was left meanwhile", async () => {
      void enter("a");
      await request("/api/companion/a").brings({ game: view("a") });
      companionBook.change({ do: "undo", id: "c1" });
      const sent = request("/api/companion/a/changes", "POST");
      companionBook.leave();
      visitPage("companion");
      await sent.brings({ ...view("a"), version: 2 });
      const kept = JSON.parse(localStorage.getItem("greycells.companion"));
      assert.deepEqual([kept.a.queue, kept.a.view.version, companion.game], [[], 2, null]);
    });
  });
});
