import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { capital, filledIn } from "client/ui/sentence_model.js";

const grammar = (language) => {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return { number: (value) => numbers.format(value), plural: (value) => plurals.select(value) };
};
const [english, german] = [grammar("en"), grammar("de")];
const ROPE = { bare: "Rope", nom: "the Rope", acc: "the Rope" };
const SEIL = { bare: "Seil", nom: "das Seil", dat: "dem Seil" };
const say = (sentence, values = {}, how = english) => filledIn(sentence, values, how);

describe("a sentence", () => {
  test("without places stays as it is", () => assert.equal(say("Your turn."), "Your turn."));
  test("takes words", () => assert.equal(say("Code {code}", { code: "ABC" }), "Code ABC"));
  test("takes the same word twice", () => assert.equal(say("{a}-{a}", { a: "x" }), "x-x"));
  test("leaves a place empty for which there is nothing", () => assert.equal(say("[{a}]"), "[]"));
  test("writes numbers as the language does", () =>
    assert.deepEqual([say("{n}", { n: 1234 }), say("{n}", { n: 1234 }, german)], ["1,234", "1.234"]));
  test("writes zero", () => assert.equal(say("{n}", { n: 0 }), "0"));
  test("doesn't fill in what came from somebody's words", () => assert.equal(say("{a}", { a: "{b}", b: "x" }), "{b}"));
});

describe("a name", () => {
  test("stands in its first form", () => assert.equal(say("It was {card}.", { card: ROPE }), "It was the Rope."));
  test("takes the form that the sentence asks for", () =>
    assert.equal(say("mit {card:dat}", { card: SEIL }, german), "mit dem Seil"));
  test("as it is printed", () => assert.equal(say("({card:bare})", { card: ROPE }), "(Rope)"));
  test("without that form stands in its first", () =>
    assert.equal(say("mit {card:gen}", { card: SEIL }), "mit das Seil"));
  test("begins a sentence with a capital", () =>
    assert.equal(say("{card} was shown.", { card: ROPE }), "The Rope was shown."));
  test("keeps its first letter within one", () => assert.equal(say("and {card}", { card: ROPE }), "and the Rope"));
  test("of a person is not changed at the beginning", () =>
    assert.equal(say("{who} says", { who: "ada" }), "ada says"));
});

describe("words that agree with a number", () => {
  const cards = "{n} {n:?one=card;cards}";
  for (const [n, words] of [
    [0, "0 cards"],
    [1, "1 card"],
    [2, "2 cards"],
    [21, "21 cards"],
  ])
    test(`in English: ${words}`, () => assert.equal(say(cards, { n }), words));
  test("in German", () => assert.equal(say("{n} {n:?one=Karte;Karten}", { n: 1 }, german), "1 Karte"));
  test("may have more forms than two", () => {
    const polish = grammar("pl");
    const forms = "{n:?one=karta;few=karty;kart}";
    assert.deepEqual(
      [1, 3, 5].map((n) => say(forms, { n }, polish)),
      ["karta", "karty", "kart"],
    );
  });
  test("that has no form are left out", () => assert.equal(say("x{n:?one=y}", { n: 2 }), "x"));
  test("of no number take the last", () => assert.equal(say("{n:?one=card;cards}", { n: "many" }), "cards"));
});

test("a capital is the first letter alone", () =>
  assert.deepEqual([capital("plum tree"), capital("")], ["Plum tree", ""]));
