"""Rules in drawings: what they light and bar is what a pawn of that edition reaches, counted step by step."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.languages.english import english_in

from greycells.editions import load, names
from greycells.editions.catalogue import rule
from greycells.language.sentences import using_language
from greycells.rules.board import Place
from greycells.rules.edition import Edition
from greycells.server.rulebook.diagrams import DiagramPosition, moments

SHOWN = [(key, moment) for key in names() for moment in moments(key)]


def shown(*kinds: str) -> list[tuple[str, DiagramPosition]]:
    return [(key, moment) for key, moment in SHOWN if moment.name in kinds]


def ends(edition: Edition, start: Place, steps: int, taken: tuple[Place, ...]) -> Iterator[Place]:
    """Where a walk ends that enters nothing twice, passes no pawn, and stops in the first room that it enters."""
    for near in edition.board.neighbours[start.index]:
        if near in taken:
            continue
        if near.kind == "room" or steps == 1:
            yield near
        else:
            yield from ends(edition, near, steps - 1, (*taken, near))


def number(moment: DiagramPosition, name: str) -> int:
    value = moment.sentence.arguments[name]
    assert isinstance(value, int)
    return value


@pytest.mark.rule("MOVE-5", "MOVE-11")
@pytest.mark.parametrize(("key", "moment"), shown("corridor", "doorway"))
def test_a_pawn_in_the_way_bars_what_is_drawn_as_barred(key: str, moment: DiagramPosition) -> None:
    edition, (start, token) = load(key), moment.pawns.values()
    free = set(ends(edition, start, number(moment, "roll"), (start,)))
    left = set(ends(edition, start, number(moment, "roll"), (start, token)))
    assert set(moment.lit) == left
    assert set(moment.barred) == free - left - {token}
    assert any(place.kind == "room" for place in moment.barred)


@pytest.mark.rule("MOVE-8", "MOVE-9", "MOVE-10")
@pytest.mark.parametrize(("key", "moment"), [one for one in shown("roll") if one[0] != "master-detective"])
def test_a_roll_from_a_room_lights_its_ends(key: str, moment: DiagramPosition) -> None:
    (start,) = moment.pawns.values()
    assert set(moment.lit) == set(ends(load(key), start, number(moment, "roll"), (start,)))
    assert moment.way[-1] in moment.lit


@pytest.mark.rule("MOVE-6", "MOVE-7")
def test_a_token_is_jumped_or_stopped_behind() -> None:
    jump, behind = (moment for _, moment in shown("jump", "behind"))
    start, token = jump.pawns.values()
    assert jump.way[0] is start
    assert jump.way[-2] is token
    assert len(jump.way) - 1 == number(jump, "roll")
    start, token = behind.pawns.values()
    assert token in load("master-detective").board.neighbours[behind.way[-1].index]
    assert len(behind.way) - 1 == number(behind, "roll") - 1


@pytest.mark.rule("SNOOP-4")
def test_a_look_through_a_spyglass_leaves_steps_to_walk() -> None:
    ((_, moment),) = shown("snoop")
    assert moment.way[-1].spyglass
    assert len(moment.way) - 1 + number(moment, "left") == number(moment, "roll")


@pytest.mark.parametrize(("key", "moment"), SHOWN)
def test_the_sentence_names_what_is_drawn_in_every_language(key: str, moment: DiagramPosition) -> None:
    with using_language("de"):
        german = moment.drawing()
    english = moment.drawing()
    assert english_in(german.words) | english_in(german.title) == set()
    for place in (*english.lit, *english.barred, *english.pawns.values()):
        assert place in english.words
    assert [rule(name).as_in(load(key)) is not None for name in english.rules] == [True] * len(english.rules)
    assert english.rules


def test_every_edition_with_a_board_has_drawings() -> None:
    kinds = {key: [moment.name for moment in moments(key)] for key in names()}
    assert kinds["classic"] == kinds["getaway"] == ["roll", "corridor", "doorway", "passage"]
    assert kinds["master-detective"] == ["roll", "jump", "behind", "passage", "snoop"]
    assert kinds["parlour"] == []
