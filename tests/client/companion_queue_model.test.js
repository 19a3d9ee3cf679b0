import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf, turnOf } from "client/companion/entries_model.js";
import {
  afterCreating,
  afterSending,
  canUndo,
  corrected,
  fileGame,
  keptWith,
  listedGame,
  nextChanges,
  queued,
  tried,
  unsentGame,
  waits,
  wantsExchange,
  withoutLast,
} from "client/companion/queue_model.js";
import { decimalsOf, holderOf, kindsOf, likelihood, shadeOf } from "client/companion/sheet_model.js";

const CLASSIC = { key: "classic", suspects: ["Plum", "Green"], weapons: ["Rope"], rooms: ["Hall"], snooping: false };
const SETUP = { edition: "classic", players: ["Ann", "Bob", "Cem"], me: 1, hand: [2], sizes: [null, 1] };
const entry = (id, by = 0, kind = "suggestion") => ({ kind, id, by, cards: [0, 2, 3] });
const put = (id, by, kind) => ({ do: "put", id: `c-${id}`, entry: entry(id, by, kind) });
const takeOut = (id) => ({ do: "take out", id: `t-${id}`, entry: id });
const view = (changes = {}) => ({
  ...{ id: "g1", version: 3, role: "owner", setup: SETUP, turn: 2 },
  entries: [
    { entry: entry("a"), words: "Ann asked." },
    { entry: entry("b", 1), words: "Bob asked.", aside: true },
  ],
  ...changes,
});
const kept = (queue = [], changes = {}) => ({ view: view(changes), queue });
const ids = (list) => list.map(({ entry }) => entry.id);

test("entries are those of the server, with their words", () =>
  assert.deepEqual(entriesOf(view(), [])[0], {
    ...{ entry: entry("a"), words: "Ann asked.", aside: false, waits: false, going: false },
  }));
test("an entry that was set aside says so", () => assert.equal(entriesOf(view(), [])[1].aside, true));
test("a new entry waits at the end, without words", () => {
  const last = entriesOf(view(), [put("n")]).at(-1);
  assert.deepEqual([last.entry.id, last.words, last.waits], ["n", null, true]);
});
test("an edited entry waits in its place", () => {
  const list = entriesOf(view(), [put("a", 2)]);
  assert.deepEqual([ids(list), list[0].entry.by, list[0].waits], [["a", "b"], 2, true]);
});
test("an entry edited twice is one entry", () => assert.equal(entriesOf(view(), [put("n"), put("n", 2)]).length, 3));
test("an entry that is taken out is still there, and going", () => {
  const list = entriesOf(view(), [takeOut("a")]);
  assert.deepEqual([ids(list), list[0].going, list[1].going], [["a", "b"], true, false]);
});
test("what is taken out but isn't there changes nothing", () =>
  assert.deepEqual(entriesOf(view(), [takeOut("z")]), entriesOf(view(), [])));
test("undoing is no entry", () => assert.equal(entriesOf(view(), [{ do: "undo", id: "u" }]).length, 2));

test("whose turn it is, the server knows when nothing waits", () => assert.equal(turnOf(view(), []), 2));
test("after the last suggestion it is the next player's turn", () => assert.equal(turnOf(view(), [put("n", 1)]), 2));
test("after the last player it is the first one's", () => assert.equal(turnOf(view(), [put("n", 2)]), 0));
test("who accused wrongly is passed over", () =>
  assert.equal(turnOf(view(), [put("x", 2, "accusation"), put("n", 1)]), 0));
test("a suggestion that is taken out doesn't count", () => assert.equal(turnOf(view(), [takeOut("b")]), 1));
test("before any suggestion it is the first player's turn", () =>
  assert.equal(turnOf(view({ entries: [] }), [{ do: "undo", id: "u" }]), 0));
test("when all are eliminated somebody is named all the same", () => {
  const out = [0, 1, 2].map((by) => put(`x${by}`, by, "accusation"));
  assert.equal(turnOf(view({ entries: [] }), out), 0);
});

test("a change that waits is sent last", () =>
  assert.deepEqual(queued(kept([put("n")]), put("m")).queue, [put("n"), put("m")]));
test("waiting changes nothing in the game before", () => {
  const before = kept();
  queued(before, put("n"));
  assert.deepEqual(before.queue, []);
});
test("the last change can be taken back before it is sent", () =>
  assert.deepEqual(withoutLast(kept([put("n"), put("m")])).queue, [put("n")]));
test("there is something to undo while something waits", () => assert.equal(canUndo(kept([put("n")])), true));
test("there is something to undo when the server says so", () =>
  assert.equal(canUndo(kept([], { can_undo: true })), true));
test("otherwise there is nothing to undo", () => assert.equal(canUndo(kept()), false));
test("at most fifty changes are sent at once", () =>
  assert.equal(nextChanges(kept(Array.from({ length: 60 }, (_, at) => put(`n${at}`)))).length, 50));
test("the earliest are sent first", () => assert.deepEqual(nextChanges(kept([put("n"), put("m")]))[0], put("n")));
test("what was sent waits no more, what came meanwhile does", () => {
  const after = afterSending(kept([put("n"), put("m")]), [put("n")], view({ version: 4 }));
  assert.deepEqual([after.queue, after.view.version], [[put("m")], 4]);
});

const on = { reached: true, stuck: false };
test("a game with changes waits", () => assert.equal(waits(kept([put("n")])), true));
test("a game that the server doesn't know waits", () =>
  assert.equal(waits({ ...kept(), unsent: { tried: null } }), true));
test("otherwise nothing waits", () => assert.equal(waits(kept()), false));
test("an own game asks for nothing", () => assert.equal(wantsExchange(kept(), on), false));
test("what waits is sent", () => assert.equal(wantsExchange(kept([put("n")]), on), true));
test("what was refused is not sent again by itself", () =>
  assert.equal(wantsExchange(kept([put("n")]), { ...on, stuck: true }), false));
test("a game of somebody else is looked at again", () =>
  assert.equal(wantsExchange(kept([], { role: "write" }), on), true));
test("so is one that others have a link to", () => assert.equal(wantsExchange(kept([], { links: [{}] }), on), true));
test("but not one whose links have ended", () => assert.equal(wantsExchange(kept([], { links: [] }), on), false));
test("without a connection it is tried again", () =>
  assert.equal(wantsExchange(kept(), { reached: false, stuck: false }), true));

const unsent = () => unsentGame(SETUP, [CLASSIC], "new-1");
test("a game without the server shows my own cards", () =>
  assert.deepEqual(unsent().view.sheet.shares[2], [-1, 1, -1, -1]));
test("and nothing else", () => assert.deepEqual(unsent().view.sheet.shares[0], [-1, -1, -1, -1]));
test("its cards are those of the box, in order", () =>
  assert.deepEqual(unsent().view.names, ["Plum", "Green", "Rope", "Hall"]));
test("its kinds are counted", () => assert.deepEqual(unsent().view.kinds, [2, 1, 1]));
test("sizes that aren't known are empty", () => assert.deepEqual(unsent().view.sizes, [null, 1, null]));
test("a box says whether one can snoop", () => assert.equal(unsent().view.snooping, false));
test("only one answers, unless the box says otherwise", () => assert.equal(unsent().view.everybody, false));
test("a game that the server doesn't know is my own, and has no version", () => {
  const { id, version, role, turn, entries } = unsent().view;
  assert.deepEqual([id, version, role, turn, entries], ["new-1", 0, "owner", 0, []]);
});
test("an own box may have anything", () => {
  const box = { suspects: ["A"], weapons: ["B"], rooms: ["C"], everybody: true };
  const game = unsentGame({ players: ["Ann", "Bob"], me: 0, box }, [CLASSIC], "new-2");
  assert.deepEqual([game.view.names, game.view.snooping, game.view.everybody], [["A", "B", "C"], true, true]);
});
test("nothing was tried yet", () => assert.equal(unsent().unsent.tried, null));
test("what is tried is the set-up", () => assert.equal(tried(unsent()).unsent.tried, SETUP));
test("what was tried once is tried again, whatever was corrected", () => {
  const again = corrected(tried(unsent()), { ...SETUP, me: 2 }, { boxes: [CLASSIC], stuck: false });
  assert.deepEqual([tried(again).unsent.tried.me, again.view.setup.me], [1, 2]);
});
test("what was refused is not tried again", () =>
  assert.equal(corrected(tried(unsent()), SETUP, { boxes: [CLASSIC], stuck: true }).unsent.tried, null));
test("a correction keeps the game and what waits", () => {
  const next = corrected(queued(unsent(), put("n")), SETUP, { boxes: [CLASSIC], stuck: false });
  assert.deepEqual([next.view.id, next.queue.length], ["new-1", 1]);
});
test("once the server knows a game it waits no more", () => {
  const after = afterCreating(tried(unsent()), view(), "c");
  assert.deepEqual([after.view.id, after.queue, "unsent" in after], ["g1", [], false]);
});
test("what was corrected meanwhile is one more change, and the first", () => {
  const later = corrected(tried(queued(unsent(), put("n"))), { ...SETUP, me: 2 }, { boxes: [CLASSIC], stuck: false });
  const [first, second] = afterCreating(later, view(), "c").queue;
  assert.deepEqual([first.do, first.setup.me, first.id, second], ["set up", 2, "c", put("n")]);
});

const file = (changes = {}) => JSON.stringify({ companion: 1, setup: SETUP, entries: [entry("a")], ...changes });
test("a file holds a set-up and entries", () =>
  assert.deepEqual(fileGame(file(), [CLASSIC]), { setup: SETUP, entries: [entry("a")] }));
test("a file without entries is a game, too", () =>
  assert.deepEqual(fileGame(file({ entries: undefined }), [CLASSIC]).entries, []));
for (const [what, text] of [
  ["text", "hello"],
  ["another version", file({ companion: 2 })],
  ["one player", file({ setup: { ...SETUP, players: ["Ann"] } })],
  ["no set-up", file({ setup: undefined })],
  ["a box that nobody knows", file({ setup: { ...SETUP, edition: "other" } })],
])
  test(`a file with ${what} is no game`, () => assert.equal(fileGame(text, [CLASSIC]), null));
test("a kept game is listed by its players", () =>
  assert.deepEqual(listedGame(kept()), { id: "g1", words: "Ann, Bob, Cem", changed: 0, role: "owner" }));

const named = (id, queue = []) => [id, { view: view({ id }), queue }];
test("a game that is kept comes first", () =>
  assert.deepEqual(Object.keys(keptWith(Object.fromEntries([named("x"), named("g1")]), kept())[0]), ["g1", "x"]));
test("games that wait come before those that the server has", () =>
  assert.deepEqual(Object.keys(keptWith(Object.fromEntries([named("x"), named("y", [put("n")])]), kept())[0]), [
    ...["g1", "y", "x"],
  ]));
test("at most twenty are kept", () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => named(`x${at}`)));
  assert.equal(Object.keys(keptWith(many, kept())[0]).length, 20);
});
test("without room those go first that the server has", () => {
  const [, some, least] = keptWith(Object.fromEntries([named("x"), named("y", [put("n")])]), kept());
  assert.deepEqual([Object.keys(some), Object.keys(least)], [["g1", "y"], ["g1"]]);
});

for (const [share, how] of [
  [-1, "unknown"],
  [0, "no"],
  [1, "yes"],
  [0.5, "likely"],
  [0.001, "likely"],
])
  test(`a share of ${share} is ${how}`, () => assert.equal(likelihood(share), how));
test("what is hardly possible is shaded all the same", () => assert.equal(shadeOf(0.001), 1));
test("what is nearly certain is shaded darkest", () => assert.equal(shadeOf(0.999), 8));
for (const [share, digits] of [
  [0.005, 1],
  [0.5, 0],
  [0.995, 1],
])
  test(`${share} has ${digits} decimals`, () => assert.equal(decimalsOf(share), digits));
test("a card has a holder once one is certain", () => {
  const sheet = {
    shares: [
      [0, 0, 1],
      [0.5, 0.5, 0],
    ],
  };
  assert.deepEqual([holderOf({ sheet }, 0), holderOf({ sheet }, 1)], [2, -1]);
});
test("kinds begin where the one before ends", () =>
  assert.deepEqual(kindsOf({ kinds: [6, 5, 9] }), [
    ["suspects", 0, 6],
    ["weapons", 6, 5],
    ["rooms", 11, 9],
  ]));
