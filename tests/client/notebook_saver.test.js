import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";
import { BLANK, afterMark, withUnsaved } from "client/session/notebook_model.js";
import { NotebookSaver } from "client/session/notebook_saver.js";

/** A server with the pages of one chair, which refuses as it is told to, and what the page shows of them. */
class FakeServer {
  pages = BLANK;
  refusals = [];
  shown = null;
  reported = [];
  writes = [];

  async answer(asked) {
    const status = this.refusals.shift();
    if (status !== undefined) throw Object.assign(new Error(`refused: ${status}`), { status });
    if (!asked) return structuredClone(this.pages);
    this.writes.push(asked);
    if (asked.json.version !== this.pages.version + 1) throw Object.assign(new Error("stale"), { status: 409 });
    this.pages = structuredClone(asked.json);
    return asked.json;
  }

  /** Another device writes a mark. */
  mark(key, mark) {
    this.pages = { ...afterMark(this.pages, key, mark), version: this.pages.version + 1 };
  }

  desk = {
    read: () => this.answer(),
    write: (json, leaving) => this.answer({ json, leaving }),
    show: (notebook) => (this.shown = notebook),
    report: (problem) => this.reported.push(problem.status),
  };
}

let server;
let saver;
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
const pass = async (milliseconds) => {
  mock.timers.tick(milliseconds);
  await settle();
};
const mark = (key, sign) => saver.change((notebook) => afterMark(notebook, key, sign));

beforeEach(async () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  server = new FakeServer();
  saver = new NotebookSaver(server.desk);
  await saver.load();
});

describe("a mark", () => {
  test("is shown at once and saved after a pause", async () => {
    mark("Rope|Plum", "yes");
    assert.deepEqual([server.shown.marks, server.pages.marks], [{ "Rope|Plum": "yes" }, {}]);
    await pass(350);
    assert.deepEqual(server.pages.marks, { "Rope|Plum": "yes" });
    assert.equal(saver.isUnsaved, false);
  });
  test("is saved at once when the page is left, by a request that outlives it", async () => {
    mark("Rope|Plum", "yes");
    saver.leave();
    await settle();
    assert.deepEqual(server.pages.marks, { "Rope|Plum": "yes" });
    assert.equal(server.writes[0].leaving, true);
  });
  test("that is already saved is not sent again", async () => {
    mark("Rope|Plum", "yes");
    await pass(350);
    await saver.save();
    assert.equal(server.writes.length, 1);
  });
  test("written while another one is on its way follows it", async () => {
    mark("Rope|Plum", "yes");
    mock.timers.tick(350);
    mark("Rope|White", "no");
    await settle();
    await pass(350);
    assert.deepEqual(server.pages.marks, { "Rope|Plum": "yes", "Rope|White": "no" });
    assert.deepEqual(
      server.writes.map(({ json }) => json.version),
      [1, 2],
    );
  });
  for (const came of [true, false])
    test(`that follows one on its way is saved when the page is left, ${came ? "also" : "even"} if that one ${came ? "came" : "never came"}`, async () => {
      const { desk } = server;
      const { write } = desk;
      desk.write = (pages) => {
        desk.write = write;
        if (came) void write(pages, false);
        return new Promise(() => undefined);
      };
      mark("Rope|Plum", "yes");
      await pass(350);
      mark("Rope|White", "no");
      saver.leave();
      await settle();
      assert.deepEqual(server.pages.marks, { "Rope|Plum": "yes", "Rope|White": "no" });
    });
  test("before the pages have come is none", () => {
    saver = new NotebookSaver(server.desk);
    mark("Rope|Plum", "yes");
    assert.equal(saver.notebook, null);
  });
});

describe("a refusal", () => {
  for (const status of [0, 429, 500, 502, 503, 504])
    test(`by ${status} keeps the mark, which is saved later`, async () => {
      server.refusals = [status, status];
      mark("Rope|Plum", "yes");
      await pass(350);
      assert.deepEqual(server.shown.marks, { "Rope|Plum": "yes" });
      assert.deepEqual(server.pages.marks, {});
      await pass(2000);
      await pass(2000);
      assert.deepEqual(server.pages.marks, { "Rope|Plum": "yes" });
      assert.deepEqual(server.reported, []);
    });
  test("for good is said, and the server's pages are shown", async () => {
    server.refusals = [403];
    mark("Rope|Plum", "yes");
    await pass(350);
    assert.deepEqual([server.reported, server.shown.marks], [[403], {}]);
    await pass(10_000);
    assert.equal(server.writes.length, 0);
  });
  test("for good with pages that come only later doesn't end the saving", async () => {
    server.refusals = [403, 503];
    mark("Rope|Plum", "yes");
    await pass(350);
    mark("Rope|White", "no");
    await pass(350);
    mark("Rope|Green", "no");
    await pass(350);
    assert.deepEqual(server.pages.marks, { "Rope|Green": "no" });
  });
  test("of the pages themselves is followed by another try", async () => {
    saver = new NotebookSaver(server.desk);
    server.refusals = [502];
    server.mark("Rope|Plum", "yes");
    await saver.load();
    await pass(2000);
    assert.deepEqual(server.shown.marks, { "Rope|Plum": "yes" });
  });
});

describe("another device", () => {
  test("whose mark comes before one's own is saved takes nothing away", async () => {
    mark("Rope|Plum", "yes");
    server.mark("Rope|White", "no");
    await saver.load();
    const both = { "Rope|Plum": "yes", "Rope|White": "no" };
    assert.deepEqual(server.shown.marks, both);
    await pass(350);
    assert.deepEqual(server.pages.marks, both);
  });
  test("that was quicker doesn't have one's own mark refused", async () => {
    mark("Rope|Plum", "yes");
    server.mark("Rope|White", "no");
    await pass(350);
    await pass(350);
    assert.deepEqual(server.pages.marks, { "Rope|Plum": "yes", "Rope|White": "no" });
    assert.deepEqual(server.reported, []);
  });
  test("is not to blame where only the answer was lost", async () => {
    const { answer } = server;
    server.answer = async (asked) => {
      await answer.call(server, asked);
      server.answer = answer;
      throw Object.assign(new Error("lost"), { status: 0 });
    };
    mark("Rope|Plum", "yes");
    await pass(350);
    await pass(2000);
    assert.deepEqual(server.pages.marks, { "Rope|Plum": "yes" });
    assert.deepEqual([server.pages.undo.length, saver.isUnsaved, server.reported], [1, false, []]);
  });
});

describe("unsaved pages", () => {
  const before = { ...BLANK, marks: { "Rope|Plum": "yes", "Hall|Plum": "no" }, notes: "a", version: 3 };
  const pages = { ...before, marks: { ...before.marks, "Hall|White": "yes" }, notes: "b", version: 4 };
  test("change what this device changed, rubbing out too", () => {
    const own = { ...before, marks: { "Rope|Plum": "maybe" } };
    assert.deepEqual(withUnsaved(pages, before, own).marks, { "Rope|Plum": "maybe", "Hall|White": "yes" });
  });
  test("keep the notes of whoever wrote some", () => {
    assert.equal(withUnsaved(pages, before, before).notes, "b");
    assert.equal(withUnsaved(pages, before, { ...before, notes: "c" }).notes, "c");
  });
  test("without a change of their own are the server's", () => assert.equal(withUnsaved(pages, before, before), pages));
});
