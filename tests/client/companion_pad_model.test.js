import assert from "node:assert/strict";
import { test } from "node:test";
import {
  afterAnswer,
  afterShowing,
  asEdited,
  chosenCards,
  edited,
  emptyPad,
  oddsWith,
  picked,
  proposed,
  suggestionOf,
  threeCards,
  USUAL,
  visibleCards,
  withPlayer,
} from "client/companion/pad_model.js";

/** Two suspects, two weapons, two rooms; I am player 0 and hold 1 and 2. */
const view = { kinds: [2, 2, 2], everybody: false, setup: { players: ["Ann", "Bob", "Cem"], me: 0, hand: [1, 2] } };
const allShow = { ...view, everybody: true };
const pad = (changes = {}) => ({ ...emptyPad(), ...changes });
const theory = pad({ cards: [1, 2, 4] });

for (const [card, at] of [
  [0, 0],
  [1, 0],
  [2, 1],
  [3, 1],
  [4, 2],
  [5, 2],
])
  test(`card ${card} goes to place ${at}`, () => assert.equal(picked(pad(), view, card).cards[at], card));
test("a second tap takes a card back", () => assert.deepEqual(picked(theory, view, 2).cards, [1, null, 4]));
test("another card of its kind takes its place", () => assert.deepEqual(picked(theory, view, 3).cards, [1, 3, 4]));
for (const mode of ["open", "snoop", "fact"])
  test(`${mode} is about one card only`, () =>
    assert.deepEqual(picked(picked(pad({ mode }), view, 0), view, 5).cards, [null, null, 5]));
test("a second tap takes the only card back", () =>
  assert.deepEqual(picked(picked(pad({ mode: "open" }), view, 5), view, 5).cards, [null, null, null]));
test("an accusation is about three", () =>
  assert.deepEqual(picked(picked(pad({ mode: "accusation" }), view, 0), view, 5).cards, [0, null, 5]));
test("tapping leaves the pad before as it was", () => {
  picked(theory, view, 2);
  assert.deepEqual(theory.cards, [1, 2, 4]);
});
test("an empty pad leaves open who suggests, and offers only suggestions", () => {
  const { by, more, mode, asking } = emptyPad();
  assert.deepEqual([by, more, mode, asking], [null, false, "suggestion", null]);
});
test("an open card is nobody's doing", () => assert.equal(edited(view, { kind: "open", id: "e", card: 5 }).by, null));
test("chosen cards are those that were tapped", () => assert.deepEqual(chosenCards(picked(theory, view, 2)), [1, 4]));
test("card 0 is chosen like any other", () => assert.deepEqual(chosenCards(pad({ cards: [0, null, null] })), [0]));
test("three cards are suspect, weapon and room", () => assert.deepEqual(threeCards(theory), [1, 2, 4]));
test("another player begins the answers again", () => {
  const next = withPlayer(pad({ shown: [{ player: 1 }] }), 2);
  assert.deepEqual([next.by, next.shown], [2, []]);
});
test("what is proposed has its cards and its player", () => {
  const next = proposed([0, 3, 5], 1);
  assert.deepEqual([next.cards, next.by, next.mode, next.editing], [[0, 3, 5], 1, "suggestion", null]);
});
test("a suggestion says who, what, and who showed", () =>
  assert.deepEqual(suggestionOf(theory, 2, [{ player: 1 }], "x"), {
    ...{ kind: "suggestion", id: "x", by: 2, cards: [1, 2, 4] },
    shown: [{ player: 1 }],
  }));

const suggestion = { kind: "suggestion", id: "e1", by: 0, cards: [1, 3, 4], shown: [{ player: 1, card: 3 }] };
test("an earlier suggestion is filled in", () => {
  const next = edited(view, suggestion);
  assert.deepEqual([next.mode, next.by, next.cards, next.editing], ["suggestion", 0, [1, 3, 4], suggestion]);
});
test("who showed is asked again where one answers", () => assert.deepEqual(edited(view, suggestion).shown, []));
test("who showed stays where everybody answers", () =>
  assert.deepEqual(edited(allShow, suggestion).shown, suggestion.shown));
test("who showed isn't changed in the entry itself", () =>
  assert.notEqual(edited(allShow, suggestion).shown, suggestion.shown));
test("an open card is put where it belongs", () =>
  assert.deepEqual(edited(view, { kind: "open", id: "e", card: 5 }).cards, [null, null, 5]));
test("a snoop that saw no card has none", () =>
  assert.deepEqual(edited(view, { kind: "snoop", id: "e", by: 1, of: 2 }).cards, [null, null, null]));
test("an accusation keeps who accused", () =>
  assert.equal(edited(view, { kind: "accusation", id: "e", by: 2, cards: [0, 2, 4] }).by, 2));
for (const kind of ["known", "suspicion"])
  test(`something ${kind} is a fact about its holder`, () => {
    const next = edited(view, { kind, id: "e", holder: -1, card: 0, weight: 10 });
    assert.deepEqual([next.mode, next.by, next.cards], ["fact", -1, [0, null, null]]);
  });
test("a suspicion keeps how sure one was", () =>
  assert.equal(edited(view, { kind: "suspicion", id: "e", holder: 1, card: 0, weight: 50 }).weight, 50));
test("other entries begin with the usual odds", () => assert.equal(edited(view, suggestion).weight, USUAL));
test("what is committed takes the id of what was edited", () =>
  assert.equal(asEdited(edited(view, suggestion), { kind: "open", id: "new", card: 1 }).id, "e1"));
test("a new entry keeps its own id", () =>
  assert.equal(asEdited(pad(), { kind: "open", id: "new", card: 1 }).id, "new"));

test("of somebody else's answer to somebody else I see nothing", () =>
  assert.deepEqual(visibleCards(theory, view, { by: 1, player: 2 }), []));
test("to me they can have shown any of the three", () =>
  assert.deepEqual(visibleCards(theory, view, { by: 0, player: 2 }), [1, 2, 4]));
test("I can show only what I hold", () => assert.deepEqual(visibleCards(theory, view, { by: 1, player: 0 }), [1, 2]));
test("somebody showed somebody else: nothing more is asked", () =>
  assert.deepEqual(afterShowing(theory, view, { by: 1, player: 2 }).shown, [{ player: 2 }]));
test("somebody showed me: which card is asked first", () => {
  const { pad: next, shown } = afterShowing(theory, view, { by: 0, player: 2 });
  assert.deepEqual([next.asking, shown], [2, undefined]);
});
test("I showed, and hold one of them: it was that one", () => {
  const only = { ...view, setup: { ...view.setup, hand: [2] } };
  assert.deepEqual(afterShowing(theory, only, { by: 1, player: 0 }).shown, [{ player: 0, card: 2 }]);
});
test("I showed, and hold two of them: which card is asked first", () =>
  assert.equal(afterShowing(theory, view, { by: 1, player: 0 }).pad.asking, 0));
test("the card ends the question", () => {
  const { pad: next, shown } = afterAnswer(pad({ ...theory, asking: 2 }), view, 2, 4);
  assert.deepEqual([next.asking, shown], [null, [{ player: 2, card: 4 }]]);
});
test("where everybody answers, one answer commits nothing yet", () => {
  const { pad: next, shown } = afterShowing(theory, allShow, { by: 1, player: 2 });
  assert.deepEqual([next.shown, shown], [[{ player: 2 }], undefined]);
});
test("where everybody answers, answers add up", () =>
  assert.deepEqual(afterAnswer(pad({ ...theory, shown: [{ player: 2 }] }), allShow, 0, 1).pad.shown, [
    { player: 2 },
    { player: 0, card: 1 },
  ]));
test("where everybody answers, a tap on another player takes nothing back", () =>
  assert.equal(
    afterShowing(pad({ ...theory, shown: [{ player: 0 }] }), allShow, { by: 1, player: 2 }).pad.shown.length,
    2,
  ));
test("where everybody answers, a second tap takes an answer back", () =>
  assert.deepEqual(
    afterShowing(pad({ ...theory, shown: [{ player: 2 }, { player: 0, card: 1 }] }), allShow, { by: 1, player: 2 }).pad
      .shown,
    [{ player: 0, card: 1 }],
  ));
const seen = (cards) => pad({ cards, editing: { ...suggestion, by: 1, shown: [{ player: 2, card: 4 }] } });
test("a card that I knew of an answer stays with it", () =>
  assert.deepEqual(afterShowing(seen([1, 2, 4]), view, { by: 1, player: 2 }).shown, [{ player: 2, card: 4 }]));
test("a card that is no longer named doesn't", () =>
  assert.deepEqual(afterShowing(seen([1, 2, 5]), view, { by: 1, player: 2 }).shown, [{ player: 2 }]));
test("nor does one that another player showed", () =>
  assert.deepEqual(
    afterShowing(seen([1, 2, 4]), { ...view, setup: { players: [], me: 3 } }, { by: 1, player: 0 }).shown,
    [{ player: 0 }],
  ));

test("the usual odds are offered as they are", () => assert.deepEqual(oddsWith([2, 4, 10], 4), [2, 4, 10]));
test("odds from elsewhere are offered among them", () => assert.deepEqual(oddsWith([2, 4, 10], 7), [2, 4, 7, 10]));
