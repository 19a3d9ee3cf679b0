"""Hints for a puzzle in three steps: where to look, how to think, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from greycells.analysis.puzzles.case_puzzle import CasePuzzle
from greycells.analysis.puzzles.grades import Technique
from greycells.analysis.puzzles.techniques import CellMark, Inferred
from greycells.deduction.facts import Holder
from greycells.deduction.proof_text import KINDS, name_of, say_claims
from greycells.language.sentences import Argument, Sentence, addressed, either
from greycells.rules.cards import Card


@dataclass(frozen=True, slots=True)
class PuzzleHint:
    """One step of the ladder as a hint: the marks that it gives, the suggestions to look at, and three sentences.

    `needs` are the hints that it rests on, by their places.
    """

    technique: Technique
    marks: tuple[CellMark, ...]
    turns: tuple[int, ...]
    look: Sentence
    think: Sentence
    answer: Sentence
    needs: tuple[int, ...] = ()


def hints_for(puzzle: CasePuzzle) -> tuple[PuzzleHint, ...]:
    """The way to the answer: every insight, and every part of the answer.

    What is only written down on the way has no hint of its own; the next one names the suggestions that it comes from.
    """
    steps = puzzle.cut.steps
    made_by = {mark: step for step in steps for mark in step.marks}
    worth = [step for step in steps if _is_worth_a_hint(puzzle, step)]
    return tuple(_hint(puzzle, step, *_grounds(step, made_by, worth)) for step in worth)


def _is_worth_a_hint(puzzle: CasePuzzle, step: Inferred) -> bool:
    return step.technique > Technique.SEEN_AND_PASSED or any(mark in puzzle.cut.goals for mark in step.marks)


def _grounds(
    step: Inferred, made_by: Mapping[CellMark, Inferred], worth: Sequence[Inferred]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places of the hints that a step rests on, and the turns of what is only written down for it."""
    needs, turns = set[int](), set[int]()
    waiting, seen = list(step.premises), set[CellMark]()
    while waiting:
        mark = waiting.pop()
        before = made_by.get(mark)
        if mark in seen or before is None:
            continue
        seen.add(mark)
        place = next((at for at, one in enumerate(worth) if one is before), None)
        if place is not None:
            needs.add(place)
        else:
            turns.update(before.turns)
            waiting += before.premises
    return tuple(sorted(needs)), tuple(sorted(turns - set(step.turns)))


def _hint(puzzle: CasePuzzle, step: Inferred, needs: tuple[int, ...], turns: tuple[int, ...]) -> PuzzleHint:
    you = puzzle.you
    think = _think(puzzle, step)
    if turns:
        think = Sentence("puzzle.hint think", think=think, turns=tuple(map(str, turns)))
    answer = Sentence("puzzle.hint answer", claims=say_claims([puzzle.claim(mark) for mark in step.marks]))
    look, think, answer = (addressed(sentence, you) for sentence in (_look(puzzle, step), think, answer))
    return PuzzleHint(step.technique, step.marks, (*step.turns, *turns), look, think, answer, needs)


def _arguments(puzzle: CasePuzzle, step: Inferred) -> dict[str, Argument]:
    holders = tuple(name_of(holder) for holder in _holders(puzzle, step))
    arguments: dict[str, Argument] = {"holders": holders, "cards": tuple(_cards(puzzle, step.marks))}
    if len(holders) == 1:
        arguments["holder"] = holders[0]
        hand = step.hands[0]
        arguments["size"] = puzzle.cut.table.sizes[hand] if hand < puzzle.cut.table.seats else 1
    if step.turns:
        arguments["turns"] = tuple(map(str, sorted(set(step.turns))))
        arguments["turn"] = step.turns[0]
    return arguments


def _look(puzzle: CasePuzzle, step: Inferred) -> Sentence:
    arguments = _arguments(puzzle, step)
    match step.technique:
        case Technique.SEEN_AND_PASSED:
            if step.turns:
                return Sentence("puzzle.look at turn", **arguments)
            if any(mark.here and mark in puzzle.cut.goals for mark in step.marks):
                return _look_for_answer(puzzle, step)
            return Sentence("puzzle.look for cards", **arguments)
        case Technique.LAST_OF_A_KIND:
            return Sentence(f"puzzle.look for the {_kind(puzzle, step)}")
        case Technique.ONE_OF_THREE:
            return Sentence("puzzle.look at what was shown", **arguments)
        case Technique.FULL_HAND:
            return Sentence("puzzle.look at a hand", **arguments)
        case Technique.OVERLAP:
            return Sentence("puzzle.look at answers", **arguments)
        case Technique.PIGEONHOLE:
            return Sentence("puzzle.look at hands together", **arguments)
        case Technique.CASE_SPLIT:
            return Sentence("puzzle.look at two cases", **arguments)
    assert_never(step.technique)


def _look_for_answer(puzzle: CasePuzzle, step: Inferred) -> Sentence:
    """The question again: where to look for a part of the answer, without naming it."""
    hand = step.marks[0].hand
    if hand >= puzzle.cut.table.seats:
        return Sentence(f"puzzle.look for the {_kind(puzzle, step)}")
    return Sentence("puzzle.look at what was shown", holder=name_of(puzzle.holders[hand]), turn=puzzle.cut.asked)


def _think(puzzle: CasePuzzle, step: Inferred) -> Sentence:
    arguments = _arguments(puzzle, step)
    match step.technique:
        case Technique.SEEN_AND_PASSED:
            return _think_plainly(puzzle, step, arguments)
        case Technique.LAST_OF_A_KIND:
            found = step.marks[0].here
            return Sentence(f"puzzle.{'last of a kind' if found else 'one of a kind'}, {_kind(puzzle, step)}")
        case Technique.ONE_OF_THREE:
            out = either(_cards(puzzle, step.premises))
            return Sentence("puzzle.one of three", **{**arguments, "cards": out})
        case Technique.FULL_HAND:
            return Sentence(
                "puzzle.all cards known" if not step.marks[0].here else "puzzle.all cards needed", **arguments
            )
        case Technique.OVERLAP:
            return Sentence("puzzle.overlap", **arguments)
        case Technique.PIGEONHOLE:
            return Sentence("puzzle.pigeonhole, answers" if step.turns else "puzzle.pigeonhole", **arguments)
        case Technique.CASE_SPLIT:
            sides = [say_claims([puzzle.claim(mark)]) for mark in step.cases]
            return Sentence("puzzle.case split", sides=either(sides))
    assert_never(step.technique)


def _think_plainly(puzzle: CasePuzzle, step: Inferred, arguments: dict[str, Argument]) -> Sentence:
    """The cards of the suggestion are named: on a phone, the story isn't on the screen beside the notebook."""
    if step.turns:
        asked = next(event for event in puzzle.cut.events if event.turn == step.turns[0])
        arguments = {**arguments, "theory": tuple(puzzle.theory(asked))}
        return Sentence("puzzle.saw a card" if step.marks[0].here else "puzzle.passed", **arguments)
    return Sentence("puzzle.nobody else" if step.marks[0].here else "puzzle.elsewhere", **arguments)


def _holders(puzzle: CasePuzzle, step: Inferred) -> list[Holder]:
    holders = [puzzle.holders[min(hand, puzzle.cut.table.seats)] for hand in step.hands]
    return list(dict.fromkeys(holders))


def _cards(puzzle: CasePuzzle, marks: tuple[CellMark, ...]) -> list[Card]:
    return [puzzle.deck.cards[number] for number in sorted({mark.card for mark in marks})]


def _kind(puzzle: CasePuzzle, step: Inferred) -> str:
    return KINDS[puzzle.cut.table.kind(step.marks[0].card)]
