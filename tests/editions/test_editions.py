"""The editions that come with greycells are what their rulebooks say."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from enum import Enum
from itertools import combinations
from pathlib import Path
from typing import get_type_hints

import pytest

from greycells.editions import load, loader, names
from greycells.editions.catalogue import rules
from greycells.rules.edition import HOUSE_RULES, Rules, UnknownHouseRule

FIVE = loader.BY_THE_BOOK
SIX = ["Scarlet", "Mustard", "White", "Green", "Peacock", "Plum"]
MANOR_SUSPECTS = (
    "Miss Scarlet, Colonel Mustard, Mrs. White, Mr. Green, Mrs. Peacock, Professor Plum, Miss Peach, "
    "Monsieur Brunette, Madame Rose, Sergeant Gray"
)
MANOR_ROOMS = (
    "Courtyard, Gazebo, Drawing Room, Dining Room, Kitchen, Carriage House, Trophy Room, Conservatory, Studio, "
    "Billiard Room, Library, Fountain"
)
CLASSIC_ROOMS = "Hall, Lounge, Dining Room, Kitchen, Ballroom, Conservatory, Billiard Room, Library, Study"
CLASSIC_WEAPONS = "Rope, Lead Pipe, Knife, Wrench, Candlestick, Revolver"


def test_every_folder_is_an_edition_and_every_edition_a_folder() -> None:
    folders = {file.parent.name for file in Path(loader.__file__).parent.glob("*/edition.toml")}
    assert folders == set(names())
    assert [load(name).key for name in names()] == list(names())


def test_there_is_one_object_for_each_edition() -> None:
    folder = Path(loader.__file__).parent / "classic"
    assert load("classic") is load(folder) is load(folder / "edition.toml") is load(f"{folder}/../classic")


@pytest.mark.parametrize(
    ("name", "suspects", "weapons", "rooms"),
    [
        (
            "master-detective",
            MANOR_SUSPECTS,
            "Knife, Candlestick, Revolver, Rope, Lead Pipe, Wrench, Poison, Horseshoe",
            MANOR_ROOMS,
        ),
        (
            "luxury",
            "Miss Scarlet, Colonel Mustard, Mrs. White, Mr. Green, Mrs. Peacock, Professor Plum",
            CLASSIC_WEAPONS,
            CLASSIC_ROOMS,
        ),
        (
            "classic",
            "Miss Scarlett, Col. Mustard, Mrs. White, Mr. Green, Mrs. Peacock, Prof. Plum",
            CLASSIC_WEAPONS,
            CLASSIC_ROOMS,
        ),
        (
            "anniversary",
            "Miss Scarlett, Colonel Mustard, Mrs. White, Mr. Green, Mrs. Peacock, Professor Plum",
            CLASSIC_WEAPONS,
            CLASSIC_ROOMS,
        ),
        (
            "getaway",
            "Scarlet, Mustard, White, Green, Peacock, Plum",
            "Knife, Candlestick, Pistol, Rope, Bat, Axe",
            "Hall, Guest House, Dining Room, Kitchen, Patio, Spa, Theatre, Living Room, Observatory",
        ),
    ],
)
@pytest.mark.rule("SET-1", "SET-2")
def test_the_cards_are_spelled_as_the_rulebook_spells_them(name: str, suspects: str, weapons: str, rooms: str) -> None:
    deck = load(name).deck
    assert ", ".join(card.name for card in deck.suspects) == suspects
    assert ", ".join(card.name for card in deck.weapons) == weapons
    assert ", ".join(card.name for card in deck.rooms) == rooms
    assert len(deck) == (30 if name == "master-detective" else 21)
    assert [suspect.word for suspect in deck.suspects] == [suspect.name.split()[-1] for suspect in deck.suspects]
    assert [card.word for card in (*deck.weapons, *deck.rooms)] == [
        card.name.replace(" ", "") for card in (*deck.weapons, *deck.rooms)
    ]


@pytest.mark.parametrize(
    ("name", "passages"),
    [
        ("master-detective", {"Drawing Room": "Conservatory", "Library": "Kitchen", "Basement Stairs": "Garden Walk"}),
        ("luxury", {"Kitchen": "Study", "Conservatory": "Lounge"}),
        ("classic", {"Kitchen": "Study", "Conservatory": "Lounge"}),
        ("anniversary", {"Kitchen": "Study", "Conservatory": "Lounge"}),
        ("getaway", {"Spa": "Guest House", "Kitchen": "Observatory"}),
    ],
)
@pytest.mark.rule("PASS-1", "PASS-2", "PASS-3")
def test_passages_join_what_the_board_shows(name: str, passages: dict[str, str]) -> None:
    found = {one.name: other.name for one, other in load(name).board.passages.items()}
    assert found == passages | {other: one for one, other in passages.items()}


@pytest.mark.parametrize("name", FIVE)
@pytest.mark.rule("SET-3", "SET-4", "SET-14")
def test_pawns_start_where_the_rulebook_puts_them(name: str) -> None:
    edition = load(name)
    if name == "master-detective":
        assert {start.name for start in edition.starts} == {"Cloak Room"}
        assert edition.starts[0].room is None
    else:
        assert len(set(edition.starts)) == 6
        assert all(start.kind == "square" for start in edition.starts)
        expected = {"classic": "q1 x8 o25 j25 a19 a6", "getaway": "s29 h29 a20 a10 g1 u1"}
        assert " ".join(start.name for start in edition.starts) == expected.get(name, expected["classic"])
    assert [suspect.word.replace("tt", "t") for suspect in edition.deck.suspects[:6]] == SIX


@pytest.mark.rule("SNOOP-1", "MOVE-20")
def test_master_detective_has_nine_spyglasses_two_spaces_and_a_cloak_room_without_a_card() -> None:
    board = load("master-detective").board
    assert sum(place.spyglass for place in board.places) == 9
    assert [place.name for place in board.places if place.kind == "space"] == ["Basement Stairs", "Garden Walk"]
    assert [place.name for place in board.places if place.kind == "room" and place.room is None] == ["Cloak Room"]


def test_suspects_of_master_detective_have_a_dossier_of_one_to_three_sentences() -> None:
    for name in names():
        for suspect in load(name).deck.suspects:
            sentences = len(re.findall(r"[.!?](?: |$)", suspect.dossier))
            assert 1 <= sentences <= 3 if name == "master-detective" else sentences == 0


@pytest.mark.parametrize("name", names())
def test_colours_can_be_told_apart_by_the_colour_blind_and_symbols_by_everybody(name: str) -> None:
    suspects = load(name).deck.suspects
    assert len({suspect.symbol for suspect in suspects}) == len(suspects)
    for vision in VISIONS.values():
        for one, other in combinations(suspects, 2):
            distance = sum(
                (a - b) ** 2 for a, b in zip(_lab(one.colour, vision), _lab(other.colour, vision), strict=True)
            )
            assert distance**0.5 > 20, (one, other)


VISIONS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How linear red, green and blue are seen without one kind of cone (Machado, Oliveira and Fernandes, 2009)."""

XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))
Triple = tuple[float, float, float]


def _lab(colour: str, vision: tuple[Triple, Triple, Triple]) -> Triple:
    """A colour in CIELAB, where distances are what the eye makes of them."""
    shades = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [shade / 12.92 if shade <= 0.04045 else ((shade + 0.055) / 1.055) ** 2.4 for shade in shades]
    seen = [min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in vision]
    white = [sum(m * c for m, c in zip(row, seen, strict=True)) for row in XYZ]
    x, y, z = (share ** (1 / 3) if share > 0.008856 else 7.787 * share + 16 / 116 for share in white)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("name", FIVE)
def test_the_rulings_of_an_edition_are_those_that_the_catalogue_marks(name: str) -> None:
    marked = [rule.id for rule in rules() if any(clause.ruling for clause in rule.clauses(load(name)))]
    assert list(load(name).rulings) == marked


OFFERED = {
    "master-detective": "last player wins, start square may be re-entered, blind snoop, take-backs",
    "luxury": "may decline to suggest, last player wins, start square may be re-entered, take-backs",
    "classic": "accuse after a shown card, last player wins, start square may be re-entered, take-backs",
    "anniversary": "may decline to suggest, last player wins, start square may be re-entered, take-backs",
    "getaway": (
        "may decline to suggest, last player wins, start square may be re-entered, unchecked answers, take-backs"
    ),
    "cottage": "accuse after a shown card, last player wins, start square may be re-entered, take-backs",
    "parlour": "accuse after a shown card, last player wins, take-backs",
}


@pytest.mark.parametrize("name", names())
def test_house_rules_are_offered_where_they_change_something(name: str) -> None:
    edition = load(name)
    assert ", ".join(edition.offered_house_rules) == OFFERED[name]
    for house_rule in edition.offered_house_rules:
        table = edition.with_house_rules(house_rule)
        question, answer = HOUSE_RULES[house_rule]
        assert table.rules == replace(edition.rules, **{question: answer})  # type: ignore[arg-type]
        assert table.own is edition.own
        assert table.house_rules == (house_rule,)


def test_a_table_with_the_same_house_rules_has_the_same_edition() -> None:
    classic = load("classic")
    assert classic.with_house_rules() is classic
    one = classic.with_house_rules("take-backs", "last player wins")
    assert one is classic.with_house_rules("last player wins", "take-backs")
    assert one.house_rules == ("last player wins", "take-backs")


@pytest.mark.parametrize("house_rule", ["blind snoop", "unchecked answers", "may decline to suggest", "free beer"])
def test_a_house_rule_that_is_not_offered_is_refused_with_those_that_are(house_rule: str) -> None:
    with pytest.raises(UnknownHouseRule) as refused:
        load("classic").with_house_rules(house_rule)
    assert str(refused.value) == f"Classic doesn't offer the house rule {house_rule!r}, only: {OFFERED['classic']}."


def test_the_reference_names_every_question_every_answer_and_every_house_rule() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "editions.md").read_text(encoding="utf-8")
    page = " ".join(page.split())
    for question in fields(Rules):
        assert f"`{question.name}`" in page
    for kind in get_type_hints(Rules).values():
        if issubclass(kind, Enum):
            assert [answer.value for answer in kind if f'"{answer.value}"' not in page] == []
    assert [name for name in HOUSE_RULES if f'"{name}"' not in page] == []
