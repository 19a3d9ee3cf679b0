import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, test } from "node:test";
import { checkDeal, keepPromise, sha256 } from "client/dealing/deal_check.js";

const hashOf = (text) => createHash("sha256").update(text).digest("hex");
const SECRET = "the dealer's secret";
const MINE = "my nonce";
const chairs = [{ suspect: "Mustard" }, { suspect: "Plum" }, { suspect: "Scarlett" }];
/** The nonce of a seat that gives none. */
const dealers = (seat, secret = SECRET) => hashOf(`greycells nonce ${seat} ${secret}`).slice(0, 32);
/** Seats in turn order: Scarlett's nonce is the page's, the others' are the dealer's. */
const fair = {
  commit: hashOf(`greycells commitment ${SECRET}`),
  nonces: [
    ["Scarlett", MINE],
    ["Mustard", dealers(1)],
    ["Plum", dealers(2)],
  ],
  secret: SECRET,
};
const recordOf = ({ commit, nonces, secret }) =>
  [
    "case 1",
    "edition  classic",
    `commit   "${commit}"`,
    ...nonces.map(([word, nonce]) => `nonce    ${word}  "${nonce}"`),
    "won      Scarlett Plum Rope Hall",
    `secret   "${secret}"`,
    `stamp    "0"`,
    "",
  ].join("\n");
const changed = (seat, nonce) => fair.nonces.map((one, at) => (at === seat ? [one[0], nonce] : one));

/** The answer to a question for a record. */
let answer;
const kept = new Map();
const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
const { signal } = new AbortController();
const { fetch, sessionStorage } = globalThis;

const check = (record) => {
  answer = () => Promise.resolve(new Response(recordOf({ ...fair, ...record })));
  return checkDeal("t1", chairs, signal);
};

describe("whether the cards were dealt as it was told", () => {
  beforeEach(() => {
    Object.assign(globalThis, { fetch: () => answer(), sessionStorage: storage });
    kept.clear();
    keepPromise("t1", fair.commit, [null, null, hashOf(`greycells nonce hash ${MINE}`)]);
  });

  afterEach(() => void Object.assign(globalThis, { fetch, sessionStorage }));

  test("a hash is the one that the server takes", async () => assert.equal(await sha256("häh?"), hashOf("häh?")));

  describe("a deal", () => {
    test("as it was told is fair", async () => assert.deepEqual(await check({}), { kind: "kept", suspects: [] }));
    test("with another commitment isn't that of before", async () =>
      assert.equal((await check({ commit: hashOf("greycells commitment another") })).kind, "secret"));
    test("with another secret doesn't keep to its commitment", async () =>
      assert.equal((await check({ secret: "another" })).kind, "secret"));
    test("with another commitment and its secret isn't that of before", async () =>
      assert.equal(
        (await check({ commit: hashOf("greycells commitment another"), secret: "another" })).kind,
        "secret",
      ));
    test("without a secret can't be checked", async () => assert.equal((await check({ secret: "" })).kind, "secret"));
    test("in which my nonce was changed names my suspect", async () =>
      assert.deepEqual(await check({ nonces: changed(0, "another") }), { kind: "changed", suspects: ["Scarlett"] }));
    test("in which a bot has a nonce of its own names it", async () =>
      assert.deepEqual(await check({ nonces: changed(2, "chosen") }), { kind: "changed", suspects: ["Plum"] }));
    test("in which nobody's nonce is right names all of them in turn order", async () =>
      assert.deepEqual((await check({ nonces: fair.nonces.map(([word]) => [word, "no"]) })).suspects, [
        "Scarlett",
        "Mustard",
        "Plum",
      ]));
    test("without my nonce, though its hash was told, says so", async () =>
      assert.deepEqual(await check({ nonces: changed(0, dealers(0)) }), { kind: "late", suspects: ["Scarlett"] }));
    test("with the dealer's nonce of another seat is a changed one", async () =>
      assert.equal((await check({ nonces: changed(1, dealers(2)) })).kind, "changed"));
    test("that was changed and lacks a nonce was changed", async () =>
      assert.equal(
        (await check({ nonces: [["Scarlett", dealers(0)], ["Mustard", "chosen"], fair.nonces[2]] })).kind,
        "changed",
      ));
  });

  describe("nothing is said of a deal", () => {
    test("to which this page gave no nonce", async () => {
      kept.clear();
      assert.equal(await check({}), null);
    });
    test("of another table", async () => {
      await check({});
      assert.equal(await checkDeal("t2", chairs, signal), null);
    });
    test("whose record the server doesn't give", async () => {
      answer = () => Promise.resolve(new Response("", { status: 404 }));
      assert.equal(await checkDeal("t1", chairs, signal), null);
    });
    test("whose record doesn't come", async () => {
      answer = () => Promise.reject(new TypeError("Failed to fetch"));
      assert.equal(await checkDeal("t1", chairs, signal), null);
    });
  });
});
