"""The golden games: every record of the collection is in order, and at given turns the table looks as it should."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run

from greycells.editions.loader import BY_THE_BOOK
from greycells.notation import Record, read, write, write_json_lines
from greycells.rules.events import FalseWitness, Finished, Snooped
from greycells.rules.game import Game
from greycells.rules.scene import Scene, after
from greycells.terminal.replay_viewer import stops

RECORDS = Path(__file__).parents[2] / "records"
FILES = sorted(RECORDS.glob("*/*.case"))


def record_of(name: str) -> Record:
    return read((RECORDS / f"{name}.case").read_text(encoding="utf-8"))


def scene_after(record: Record, turn: int) -> Scene:
    scene = Scene.empty(record.table)
    for event in record.events[: stops(record.events)[turn]]:
        scene = after(scene, event)
    return scene


def test_every_edition_has_three_games() -> None:
    assert {file.parent.name for file in FILES} == set(BY_THE_BOOK)
    assert all(len(list((RECORDS / key).glob("*.case"))) >= 3 for key in BY_THE_BOOK)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_golden_game_is_canonical_in_order_and_fair(file: Path, run: Run) -> None:
    text = file.read_text(encoding="utf-8")
    record = read(text)
    assert record.table.edition.key == file.parent.name
    assert write(record) == text
    assert read(write_json_lines(record)) == record
    assert run("check", str(file)).code == 0
    assert run("verify", str(file)).code == (0 if record.copy is None else 1)


@pytest.mark.parametrize(
    ("name", "turn", "to_act", "pawns", "out"),
    [
        ("classic/solved", 13, "Mustard", "Scarlett Ballroom, Mustard Conservatory, Peacock Ballroom", ""),
        ("classic/solved", 39, "Scarlett", "Scarlett BilliardRoom, Mustard d12, Peacock m8", ""),
        ("classic/cleared-doorway", 21, "Green", "Scarlett Conservatory, Mustard Conservatory", "Scarlett Mustard"),
        ("classic/second-game", 37, "Green", "Scarlett Conservatory, Mustard Lounge, Plum Lounge", ""),
        ("classic/unsolved", 25, "Plum", "Scarlett Hall, Green g18", "Scarlett Green"),
        ("luxury/solved", 30, "Green", "Mustard DiningRoom, Green DiningRoom", "Mustard"),
        (
            "luxury/unsolved",
            19,
            "Mustard",
            "Scarlet BilliardRoom, Mustard Kitchen, Peacock Ballroom",
            "Scarlet Peacock",
        ),
        ("luxury/house-rules", 40, "Peacock", "Green f19, Peacock BilliardRoom, Plum Conservatory", ""),
        ("anniversary/solved", 19, "Mustard", "Green Ballroom, Plum Ballroom, Peacock DiningRoom", ""),
        ("anniversary/wrong-accusers", 36, "Mustard", "Scarlett BilliardRoom", "Scarlett Plum"),
        ("anniversary/last-player", 19, "Mustard", "Scarlett DiningRoom", "Scarlett"),
        ("getaway/open-cards", 6, "Mustard", "Green Kitchen, Plum Patio, White Kitchen", ""),
        ("getaway/false-witness", 40, "Mustard", "Plum Theatre, Mustard Theatre", "Scarlet"),
        ("getaway/false-witness", 68, "Mustard", "Mustard w10, Plum LivingRoom", "Green Plum Scarlet"),
        ("getaway/unsolved", 18, "Green", "Green Spa, Scarlet Spa", "Scarlet Plum"),
        ("master-detective/ten-players", 14, "Mustard", "Mustard p9, Rose GardenWalk, Gray ac7", ""),
        ("master-detective/blind-snoop", 26, "White", "Rose Fountain, White Fountain", "Rose"),
        ("master-detective/jumping", 12, "Mustard", "Green v6, White al15, Plum k9", ""),
        ("master-detective/unsolved", 22, "Gray", "Peach ab18, Gray l20, White ac18", "Peach Scarlet White"),
    ],
)
def test_the_table_at_a_given_turn(name: str, turn: int, to_act: str, pawns: str, out: str) -> None:
    record = record_of(name)
    scene = scene_after(record, turn)
    seats = {str(seat): seat for seat in record.table.seats}
    assert str(scene.to_act) == to_act
    for word, place in map(str.split, pawns.split(",")):
        assert "".join(scene.pawn(seats[word]).name.split()) == place, word
    assert {str(seat) for seat in record.table.seats if scene.is_out(seat)} == set(out.split())


def test_weapons_come_onto_the_board_when_they_are_first_suggested() -> None:
    record = record_of("master-detective/blind-snoop")
    scene = scene_after(record, 12)
    lying = {weapon.word: place for weapon, place in zip(record.table.edition.deck.weapons, scene.weapons, strict=True)}
    assert lying["Candlestick"] is None
    assert str(lying["Knife"]) == "Dining Room"


def test_a_blind_snoop_is_hidden_from_the_owner_and_another_is_not() -> None:
    for name, known in (("master-detective/blind-snoop", False), ("master-detective/unsolved", True)):
        record = record_of(name)
        for number, event in enumerate(record.events):
            if isinstance(event, Snooped):
                seen = record.copy_for(event.owner).events[number]
                assert isinstance(seen, Snooped)
                assert (seen.card is not None) == known


def test_what_came_to_light_at_last_is_told_with_its_turn() -> None:
    record = record_of("getaway/false-witness")
    found = [
        (str(event.seat), event.turn, str(event.theory)) for event in record.events if isinstance(event, FalseWitness)
    ]
    assert found[0] == ("Scarlet", 38, "Green Bat Theatre")
    assert found[1:3] == [("Green", 18, "Green Rope Observatory"), ("Green", 25, "Plum Rope Kitchen")]


@pytest.mark.parametrize(
    "name", ["classic/unsolved", "luxury/unsolved", "getaway/unsolved", "master-detective/unsolved"]
)
def test_an_unsolved_case_has_no_winner(name: str) -> None:
    last = record_of(name).events[-1]
    assert isinstance(last, Finished)
    assert last.winner is None


def test_the_last_player_wins_where_the_table_has_agreed_on_it() -> None:
    record = record_of("anniversary/last-player")
    last = record.events[-1]
    assert isinstance(last, Finished)
    assert str(last.winner) == "Mustard"
    assert record.table.edition.house_rules == ("last player wins",)


def test_a_second_game_was_dealt_and_begun_one_seat_further() -> None:
    record = record_of("classic/second-game")
    scene = scene_after(record, 0)
    assert scene.to_act is record.table.seats[1]
    assert "dealer   Scarlett" in write(record)


def test_a_record_can_be_played_on_from_any_turn() -> None:
    record = record_of("classic/solved")
    events = record.events[: stops(record.events)[13]]
    game = Game(record.table, Game.new(record.table.edition, ["a", "b", "c"], seed=1).dealer, events)
    assert game.scene == scene_after(record, 13)
    assert game.to_act is not None
    assert str(game.to_act) == "Mustard"


def test_a_copy_in_the_collection_is_the_copy_of_its_game() -> None:
    whole = record_of("classic/solved")
    assert record_of("classic/solved-seen-by-peacock") == whole.copy_for(whole.table.seats[2])
