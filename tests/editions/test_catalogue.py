"""The catalogue holds all the rules, and tells each as each edition has it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from tests.editions.copies import Write, files_of

from greycells.editions import load, names
from greycells.editions.catalogue import UnknownRule, rule, rules
from greycells.editions.comparison import against_the_book, copied_rulings
from greycells.editions.loader import BY_THE_BOOK
from greycells.editions.rule_markdown import pages
from greycells.language.sentences import spoken, using_language
from greycells.rules.game import Game
from greycells.rules.refusals import Refusal


def test_there_are_eighty_rules_in_eight_sections() -> None:
    assert len(rules()) == 80
    counts = Counter(each.id.split("-")[0] for each in rules())
    assert counts == {"SET": 20, "TURN": 1, "MOVE": 20, "PASS": 7, "SNOOP": 5, "SUG": 10, "SHOW": 9, "ACC": 8}
    for prefix, number in counts.items():
        numbered = [each for each in rules() if each.id.startswith(f"{prefix}-")]
        assert [each.id for each in numbered] == [f"{prefix}-{index}" for index in range(1, number + 1)]
        assert len({each.section for each in numbered}) == 1
    assert {key for each in rules() for key in each.editions} == set(BY_THE_BOOK)


def test_no_mark_is_left_in_the_text_of_any_rule() -> None:
    for each in rules():
        for key in each.editions:
            text = each.as_in(load(key))
            assert text is not None
            assert not set(text) & set("[]<>{}")
            assert "  " not in text
            assert text.endswith(".")
            assert not any(code in text.split() for code in ("MD", "LX", "CL", "AN", "GW"))


def test_every_rule_that_a_rule_refers_to_is_there() -> None:
    for each in rules():
        for key in each.editions:
            for other in re.findall(r"[A-Z]{3,}-\d+", each.as_in(load(key)) or ""):
                assert rule(other) in rules()


IN_THE_ROOM = (
    "Any suspect may be named: one that nobody plays, the player's own, one already in the room (ruling), "
    "an eliminated player's (ruling)."
)
ALONE = (
    "The card is seen only by the suggester (ruling: the rulebook's hints on strategy imply it) and goes back to its "
    "owner; everybody sees who showed a card and who could not."
)
SWIMMING_POOL = (
    "Suspects, weapons and rooms are shuffled separately; the top card of each goes unseen into the case file "
    "(the Swimming Pool)."
)


@pytest.mark.parametrize(
    ("name", "key", "text"),
    [
        ("SUG-3", "master-detective", "After entering a room, the player may make a suggestion, or decline."),
        ("MOVE-3", "classic", "Steps are horizontal or vertical, changing direction freely; never diagonal."),
        ("MOVE-3", "getaway", "Steps are horizontal or vertical, changing direction freely (ruling); never diagonal."),
        (
            "SET-5",
            "luxury",
            "The 6 weapons start in rooms, never two in one room. Ruling: which weapon starts where is random.",
        ),
        ("SET-15", "luxury", "3 to 6 players (ruling: the rulebook gives only the maximum)."),
        ("SET-15", "classic", "3 to 6 players."),
        ("SET-7", "getaway", SWIMMING_POOL),
        ("SUG-5", "classic", IN_THE_ROOM),
        ("SHOW-3", "master-detective", ALONE),
        ("SUG-10", "classic", "No suggestion may be made on a square."),
        ("SUG-10", "cottage", "No suggestion may be made on a square."),
    ],
)
def test_a_rule_is_told_as_the_edition_has_it(name: str, key: str, text: str) -> None:
    assert rule(name).as_in(load(key)) == text


RULED_IN = {
    "SET-18": "classic getaway",
    "MOVE-9": "master-detective luxury classic anniversary getaway",
    "SUG-5": "classic getaway",
    "SHOW-3": "master-detective",
    "PASS-5": "master-detective",
    "SUG-3": "classic",
    "SUG-4": "getaway",
    "SUG-6": "getaway",
    "SUG-8": "master-detective luxury anniversary getaway",
    "SHOW-8": "master-detective luxury anniversary getaway",
    "SET-19": "luxury classic anniversary",
}


@pytest.mark.parametrize("name", RULED_IN)
def test_what_the_rulebooks_leave_open_is_marked_as_a_ruling_in_every_language(name: str) -> None:
    for language in ("en", "de"):
        with using_language(language):
            ruled = [key for key in BY_THE_BOOK if any(clause.ruling for clause in rule(name).clauses(load(key)))]
        assert ruled == RULED_IN[name].split()
    parts = {key: [clause.ruling for clause in rule("MOVE-9").clauses(load(key))] for key in BY_THE_BOOK}
    assert {key: sum(ruled) for key, ruled in parts.items()} == {
        "master-detective": 4,
        "luxury": 3,
        "classic": 2,
        "anniversary": 3,
        "getaway": 5,
    }


def test_an_edition_does_not_have_the_rules_of_others() -> None:
    assert rule("SNOOP-1").as_in(load("classic")) is None
    assert rule("SNOOP-1").clauses(load("classic")) == ()
    assert rule("snoop-1 ").as_in(load("master-detective")) == "There is a spyglass on 9 squares."


NO_ID = "No rule has the id '{}'. The page /rules of a server finds rules by ordinary words: greycells serve --open."


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("SUG-44", "No rule has the id 'SUG-44'. Did you mean SUG-4?"),
        ("mov-3", "No rule has the id 'mov-3'. Did you mean MOVE-3?"),
        ("same room twice", NO_ID.format("same room twice")),
        ("?!", NO_ID.format("?!")),
    ],
)
def test_an_unknown_rule_is_told_with_the_nearest(wrong: str, told: str) -> None:
    with pytest.raises(UnknownRule) as refused:
        rule(wrong)
    assert str(refused.value) == told


def test_the_pages_are_what_the_catalogue_says_now() -> None:
    folder = Path(__file__).parents[2] / "docs" / "rules"
    written = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}
    assert written == pages(), "run: greycells rules --markdown docs/rules"


@pytest.mark.parametrize("key", BY_THE_BOOK)
def test_an_edition_by_the_book_has_the_rules_of_its_book(key: str) -> None:
    assert [each.id for each in rules() if each.is_in(load(key))] == [
        each.id for each in rules() if key in each.editions
    ]


@pytest.mark.parametrize(
    ("key", "house_rule", "name", "told"),
    [
        ("luxury", "may decline to suggest", "SUG-3", "After entering a room, the player may make a suggestion, or"),
        ("luxury", "may decline to suggest", "PASS-6", "Arriving in a room by a passage counts as entering it: SUG-3"),
        ("classic", "accuse after a shown card", "SHOW-8", "An accusation may follow a suggestion in the same turn"),
        ("classic", "accuse after a shown card", "ACC-1", "A player may accuse only on their own turn."),
        ("classic", "last player wins", "ACC-8", "As soon as only one player may still accuse, that player wins"),
        ("classic", "start square may be re-entered", "MOVE-4", "The same square may not be entered twice in one turn"),
        ("master-detective", "blind snoop", "SNOOP-3", "The card goes back. Everybody knows who snooped on whom; only"),
        ("getaway", "unchecked answers", "SHOW-9", "False answers: a player who turns out to have withheld a named"),
        ("classic", "take-backs", "TURN-1", "A turn consists of one move (MOVE-16), then at most one suggestion"),
    ],
)
def test_a_house_rule_changes_what_a_rule_says(key: str, house_rule: str, name: str, told: str) -> None:
    plain, table = load(key), load(key).with_house_rules(house_rule)
    text = rule(name).as_in(table) or ""
    assert text.startswith(told)
    assert text.endswith(f" House rule: {house_rule}.")
    assert text != rule(name).as_in(plain)
    assert "House rule" not in (rule("SUG-1").as_in(table) or "")
    with using_language("de"):
        assert "Hausregel: " in (rule(name).as_in(table) or "")


def test_a_house_rule_takes_away_the_rule_that_it_replaces() -> None:
    table = load("luxury").with_house_rules("may decline to suggest")
    assert rule("SUG-2").as_in(table) is None
    assert rule("SUG-2").changed_by(table) == ("may decline to suggest",)
    snoop = rule("SNOOP-3").as_in(load("master-detective").with_house_rules("blind snoop"))
    assert snoop is not None
    assert "only the snooper knows the card" in snoop
    assert "may be entered once more" in str(
        rule("MOVE-4").as_in(load("classic").with_house_rules("start square may be re-entered"))
    )


OWN = {
    ("cottage", "SET-1"): "3 suspects, 3 weapons, 4 rooms, one card each: 10 cards.",
    ("cottage", "SET-15"): "2 or 3 players.",
    ("cottage", "PASS-1"): "A secret passage joins the Kitchen and the Study.",
    ("parlour", "SET-4"): (
        "All 6 pawns start inside the Parlour, whatever the number of players. "
        "Pawns that nobody plays never take a turn, but can be named."
    ),
    ("parlour", "SUG-1"): "A suggestion names a suspect, a weapon and any room that has a card.",
    ("parlour", "MOVE-2"): None,
    ("parlour", "SET-5"): None,
    ("parlour", "SUG-4"): None,
}


@pytest.mark.parametrize(("key", "name"), OWN)
def test_an_edition_without_a_book_is_told_with_its_own_numbers_and_names(key: str, name: str) -> None:
    assert rule(name).as_in(load(key)) == OWN[key, name]


def test_a_name_without_an_article_is_told_without_one(write: Write) -> None:
    greece = ('word = "Pantry", name = "Pantry"', 'word = "Greece", name = "Greece", article = false')
    knife = ('name = "Knife"', 'name = "Excalibur", article = false')
    edition = load(write(greece, knife, ('["Kitchen", "Study"]', '["Kitchen", "Greece"]')))
    place, weapon = edition.board.place("Greece"), edition.deck.weapons[1]
    assert rule("PASS-1").as_in(edition) == "A secret passage joins the Kitchen and Greece."
    assert (spoken(place), spoken(weapon), spoken(edition.board.place("Loft"))) == ("Greece", "Excalibur", "the Loft")
    with using_language("de"):
        assert (spoken(place, "in"), spoken(place, "into")) == ("in Greece", "nach Greece")


@pytest.mark.parametrize("key", names())
def test_one_page_has_one_word_for_one_thing(key: str) -> None:
    """A pawn is a pawn and a room is a room in every edition, whatever its rulebook calls them."""
    edition = load(key)
    told = {rule.id: str(rule.as_in(edition)) for rule in rules() if rule.as_in(edition)}
    assert "pawn" in " ".join(told.values()) or not edition.rules.dice
    assert [rule for rule, text in told.items() if re.search(r"(?i)\btokens?\b", text)] == []
    assert {rule for rule, text in told.items() if re.search(r"(?i)\blocations?\b", text)} <= {"MOVE-20"}


@pytest.mark.parametrize(("entering", "goes_on"), [("may pass through", True), ("ends the move", False)])
def test_a_passage_inside_a_roll_leads_on_only_where_a_room_can_be_left_again(
    write: Write, entering: str, *, goes_on: bool
) -> None:
    folder = write(('"instead of rolling"', '"also inside a roll"'), ('"ends the move"', f'"{entering}"'))
    text = rule("PASS-5").as_in(load(folder))
    assert text is not None
    assert ("the move may continue from there" in text) == goes_on


RULINGS = """false_witness = false

[rulings]
SUG-6 = "We name our own cards only."
SHOW-2 = "A card shown before may be shown again."
"""


@pytest.mark.parametrize("follows", ['follows = "classic"\n', 'follows = "luxury"\n', ""])
def test_a_ruling_that_was_copied_is_told_once_and_ones_own_is_told(write: Write, follows: str) -> None:
    edition = load(write(('follows = "classic"\n', follows), ("false_witness = false\n", RULINGS)))
    assert copied_rulings(edition) == ("SHOW-2",)
    assert str(rule("SHOW-2").as_in(edition)).count("shown before may be shown again") == 1
    assert str(rule("SUG-6").as_in(edition)).endswith("may be named. Ruling: We name our own cards only.")


def test_an_edition_without_a_rulebook_is_told_nothing_of_corners_or_of_the_other_editions(write: Write) -> None:
    edition = load(write(('follows = "classic"\n', ""), ("most_seats = 3", "most_seats = 2")))
    assert rule("PASS-1").as_in(edition) == "A secret passage joins the Kitchen and the Study."
    assert "other editions" not in str(rule("SET-17").as_in(edition))
    assert rule("SET-15").as_in(edition) == "2 players."
    with using_language("de"):
        assert rule("SET-15").as_in(edition) == "2 Spieler."
    with pytest.raises(Refusal, match=r"There is 1 player; this edition is for 2\. \(SET-15\)"):
        Game.new(edition, ["Ada"])


def test_a_suggestion_of_any_room_moves_pawn_and_weapon_there(write: Write) -> None:
    text = rule("SUG-4").as_in(load(write(("where one stands", "any room"))))
    assert str(text).startswith(
        "The named suspect's pawn and the named weapon are moved into the named room, if it is on the board and they "
        "are not there already."
    )


def test_only_a_rule_that_an_answer_changes_is_named_against_the_book(write: Write) -> None:
    edition = load(write(("dice = 1", "dice = 2"), ("clears doors", "stays"), ('"blocks"', '"jumped"')))
    found = {
        question: [each.id for each in about]
        for question, (*_, about) in against_the_book(edition, load("classic")).items()
    }
    assert found["dice"] == ["MOVE-1", "MOVE-2"]
    assert found["wrong_accuser"] == ["ACC-1", "ACC-7"]
    assert "ACC-7" not in found["occupied"]


def test_the_rule_about_the_carriage_house_names_rooms_that_are_there(tmp_path: Path) -> None:
    text, drawing = files_of("master-detective")
    text = text.replace('"Trophy Room"', '"Gallery"').replace(
        'key = "hut"', 'key = "hut"\nfollows = "master-detective"'
    )
    (tmp_path / "edition.toml").write_text(text, encoding="utf-8")
    (tmp_path / "board.txt").write_text(drawing, encoding="utf-8")
    assert rule("MOVE-19").as_in(load(tmp_path)) is None
    assert rule("MOVE-19").as_in(load("master-detective")) is not None
