"""For whoever uses the library: what one would try first works, or says in a sentence what was expected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from greycells import Game, Refusal, load
from greycells.editions.toml_reader import EditionError
from greycells.notation import Record, RecordError, write, write_json_lines
from greycells.players import player

THREE = ["Ada", "Grace", "Hedy"]
RECORDS = Path(__file__).parents[2] / "records"


def any_value(value: object) -> Any:
    return value


def played(game: Game, actions: int) -> Game:
    minds = [player("stroller", seed=seat.index) for seat in game.seats]
    for _ in range(actions):
        assert game.to_act is not None
        game.play(minds[game.to_act.index].choose(game.view(game.to_act)))
    return game


def test_a_game_is_made_from_the_name_of_an_edition() -> None:
    game = Game.new("classic", THREE, seed=7)
    assert game.edition is load("classic")
    assert game.events == Game.new(load("classic"), THREE, seed=7).events
    with pytest.raises(EditionError, match=r"^classik: expected"):
        Game.new("classik", THREE)


def test_a_player_chooses_a_suspect_by_its_word() -> None:
    game = Game.new("classic", [("Ada", "Plum"), "Grace", ("Hedy", "miss scarlett")], seed=7)
    assert [(seat.name, seat.suspect.word) for seat in game.seats] == [
        ("Hedy", "Scarlett"),
        ("Grace", "Mustard"),
        ("Ada", "Plum"),
    ]
    for word in ("Rope", "Peach"):
        with pytest.raises(Refusal, match=f"'{word}' isn't a suspect in this edition"):
            Game.new("classic", [("Ada", word), "Grace", "Hedy"])


def test_a_view_is_had_by_the_number_of_the_seat() -> None:
    game = played(Game.new("classic", THREE, seed=7), 20)
    for seat in game.seats:
        assert game.view(seat.index) == game.view(seat)
        assert game.view(seat.index).seat is seat
    twin = Game.new("classic", THREE, seed=8)
    assert game.view(twin.seats[1]).seat is game.seats[1], "an equal seat stands for the game's own"


def test_a_card_is_had_by_its_word_or_its_name() -> None:
    deck = load("classic").deck
    assert deck["Rope"] is deck.weapons[0]
    assert deck["leadpipe"] is deck["Lead Pipe"]
    assert [deck[card.word] for card in deck] == [deck[card.name] for card in deck] == list(deck)
    theory = deck.theory("Plum", "Rope", "Dining Room")
    assert str(theory) == "Plum Rope DiningRoom"


@pytest.mark.parametrize("form", [write, write_json_lines])
def test_a_game_comes_back_from_the_text_of_its_record(form: Callable[[Record], str], tmp_path: Path) -> None:
    game = played(Game.new("getaway", THREE, seed=7), 60)
    text = form(Record(game.table, tuple(game.events)))
    file = tmp_path / "game.case"
    file.write_text(text, encoding="utf-8")
    for again in (Game.from_record(text), Game.from_record(file), Game.from_record(str(file))):
        assert again.events == game.events
        assert again.scene == game.scene
        assert again.secrets == game.secrets
    played(Game.from_record(text, seed=1), 10)


def test_every_record_of_ours_is_a_game() -> None:
    files = [file for file in sorted(RECORDS.glob("classic/*.case")) if "-seen-by-" not in file.name]
    assert files
    for file in files:
        assert len(Game.from_record(file).events) > 20


def test_what_is_wrong_with_a_record_is_told_with_its_place() -> None:
    game = played(Game.new("classic", THREE, seed=7), 40)
    record = Record(game.table, tuple(game.events))
    text = write(record)
    line = next(line for line in text.splitlines() if "rolls" in line)
    with pytest.raises(RecordError, match=r"^\d+:\d+: .*\(MOVE-2\)$"):
        Game.from_record(text.replace(line, line.split("rolls")[0] + "rolls 9"))
    with pytest.raises(RecordError):
        Game.from_record("case 1\nedition classik\n")
    with pytest.raises(ValueError, match="whole record of a game, not one player's copy"):
        Game.from_record(write(record.copy_for(game.seats[0])))
    with pytest.raises(FileNotFoundError):
        Game.from_record("nowhere.case")


GAME = Game.new("classic", THREE, seed=7)
MISTAKES: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "an edition that is a number": (lambda: Game.new(any_value(5), THREE), TypeError, "Expected an edition, its name"),
    "one name for players": (lambda: Game.new("classic", "Ada"), TypeError, "Expected a list of players"),
    "a number for players": (lambda: Game.new("classic", any_value(3)), TypeError, "Expected a list of players"),
    "numbers for players": (lambda: Game.new("classic", any_value([1, 2, 3])), TypeError, "Expected a player's name"),
    "too few players": (lambda: Game.new("classic", ["Ada"]), Refusal, "this edition is for 3 to 6"),
    "a seat's name": (lambda: GAME.view(any_value("Ada")), TypeError, "Expected a seat, its number, or None"),
    "a seat that is not there": (lambda: GAME.view(3), IndexError, "numbered from 0 to 2: there is no seat 3"),
    "a seat before the first": (lambda: GAME.view(-1), IndexError, "there is no seat -1"),
    "a stranger's seat": (lambda: GAME.view(Game.new("luxury", THREE).seats[0]), ValueError, "does not sit at this"),
    "an action in words": (lambda: GAME.play(any_value("roll")), TypeError, r"str isn't an action\. .*Roll\(\)"),
    "no action": (lambda: GAME.play(any_value(None)), TypeError, "NoneType isn't an action"),
    "the future": (lambda: GAME.at(99), IndexError, f"has {len(GAME.events)} events so far"),
    "before the beginning": (lambda: GAME.at(-1), IndexError, "cannot be shown after -1"),
    "before the deal": (lambda: GAME.at(2), ValueError, "cards are dealt by event 3"),
    "a time in words": (lambda: GAME.at(any_value("3")), TypeError, "Expected a number of events, not str"),
    "an unknown card": (lambda: GAME.edition.deck["Roap"], KeyError, "Did you mean 'Rope'"),
    "a card by its number": (lambda: GAME.edition.deck[any_value(0)], TypeError, "word or the name of a card"),
    "a theory in disorder": (lambda: GAME.edition.deck.theory("Rope", "Plum", "Hall"), ValueError, "in this order"),
    "a record that is none": (lambda: Game.from_record(any_value(3)), TypeError, "Expected the text of a record"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_ordinary_mistake_gets_an_ordinary_error(mistake: str) -> None:
    make, kind, sentence = MISTAKES[mistake]
    before = len(GAME.events)
    with pytest.raises(kind, match=sentence):
        make()
    assert len(GAME.events) == before
