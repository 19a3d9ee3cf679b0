import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bySection,
  findRules,
  linkParts,
  marks,
  senses,
  sharedRules,
  stem,
} from "client/rulebook/rules_search_model.js";

const rule = (id, text, section = "Moving") => ({ id, text, section });
const RULES = [
  rule("MOVE-1", "Roll both dice and move your pawn."),
  rule("MOVE-2", "A door that is blocked can't be entered."),
  rule("SUG-4", "The suggested pawn is moved into the room.", "Suggesting"),
  rule("ACC-5", "Whoever is wrong is out of the game.", "Accusing"),
];
const found = (question, language = "en") => findRules(RULES, question, language).map(({ id }) => id);

for (const [word, root] of [
  ["moves", "mov"],
  ["moved", "mov"],
  ["moving", "mov"],
  ["accusations", "accus"],
  ["rolled", "rol"],
  ["is", "is"],
])
  test(`the stem of ${word} is ${root}`, () => assert.equal(stem(word, "en"), root));
for (const [word, root] of [
  ["Würfeln", "wurfel"],
  ["gewürfelt", "wurfel"],
  ["Straße", "strass"],
])
  test(`the German stem of ${word} begins with ${root.slice(0, 5)}`, () =>
    assert.equal(stem(word, "de").slice(0, 5), root.slice(0, 5)));
test("a language without endings takes the English ones", () => assert.equal(stem("moves", "xx"), "mov"));

test("an id finds its rule, and only that", () => assert.deepEqual(found("sug-4"), ["SUG-4"]));
test("a word finds every form of it, and what stands in a section of that name", () =>
  assert.deepEqual(found("moved").sort(), ["MOVE-1", "MOVE-2", "SUG-4"]));
test("a word of the same meaning finds it, too", () => assert.ok(found("throw").includes("MOVE-1")));
test("the beginning of a word is enough while somebody types", () => assert.deepEqual(found("doo"), []));
test("once it has four letters", () => assert.ok(found("bloc").includes("MOVE-2")));
test("small words tell nothing", () => assert.deepEqual(found("what is the door"), ["MOVE-2"]));
test("with several words, rules with all of them come alone", () => assert.deepEqual(found("pawn room"), ["SUG-4"]));
test("what the literal words say comes first", () => assert.equal(found("suggested pawn")[0], "SUG-4"));
test("a question that is known has its answer first", () => assert.equal(found("wrong accusation")[0], "ACC-5"));
test("what nobody says finds nothing", () => assert.deepEqual(found("xyzzy"), []));
test("small words alone are looked for themselves", () => assert.equal(senses("the", "en").length, 1));
test("a word means what its group means", () => assert.ok(senses("throw", "en")[0].has(stem("dice", "en"))));

test("what was found is marked", () =>
  assert.deepEqual(
    marks("Roll both dice.", "dice", "en").filter((part) => part.found),
    [
      { text: "Roll", found: true },
      { text: "dice", found: true },
    ],
  ));
test("marking changes no words", () =>
  assert.equal(
    marks("Roll both dice (SUG-4).", "dice", "en")
      .map(({ text }) => text)
      .join(""),
    "Roll both dice (SUG-4).",
  ));
test("without a question nothing is marked", () =>
  assert.deepEqual(marks("Roll.", " ", "en"), [{ text: "Roll.", found: false }]));

test("the same words in two books are one rule", () =>
  assert.deepEqual(
    sharedRules([
      ["a", [RULES[0]]],
      ["b", [RULES[0], RULES[1]]],
    ]).map(({ rule: { id }, books }) => [id, books]),
    [
      ["MOVE-1", ["a", "b"]],
      ["MOVE-2", ["b"]],
    ],
  ));
test("other words are another rule", () =>
  assert.equal(
    sharedRules([
      ["a", [RULES[0]]],
      ["b", [{ ...RULES[0], text: "Roll one die." }]],
    ]).length,
    2,
  ));
test("rules are by their sections, in the order of the book", () =>
  assert.deepEqual(
    bySection(sharedRules([["a", RULES]])).map(([section, rules]) => [section, rules.length]),
    [
      ["Moving", 2],
      ["Suggesting", 1],
      ["Accusing", 1],
    ],
  ));
test("a rule that is named is a link", () =>
  assert.deepEqual(linkParts("See SUG-4 and XYZ-9.", ["SUG-4"]), [
    { text: "See ", link: false },
    { text: "SUG-4", link: true },
    { text: " and ", link: false },
    { text: "XYZ-9", link: false },
    { text: ".", link: false },
  ]));
