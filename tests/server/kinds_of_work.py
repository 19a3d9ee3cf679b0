"""Slow work for tests, and the worst input of every kind that the server has."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from random import Random

import msgspec
from tests.margin import PROOF

from greycells import Game
from greycells.analysis.companion.changes import CompanionBook
from greycells.analysis.puzzles.generator import VERSION
from greycells.analysis.review.game_review import review_record
from greycells.editions.compact_pickles import dumps
from greycells.notation import Record, read
from greycells.protocol.companion_entries import CompanionGame, CompanionSetup, OwnBox, ShownEntry, SuggestionEntry
from greycells.protocol.companion_messages import CompanionChanges, ImportGame
from greycells.protocol.guest_data import GuestData, UploadData
from greycells.protocol.record_messages import PlayOn
from greycells.rules.views import View
from greycells.server.companion.stored_games import OpenedCompanion, StoredCompanion
from greycells.server.game_sources.game_source import KnownRecord
from greycells.server.tables.table_log import LobbyRow, StoredLog
from greycells.server.workers.slow_work import slow_work

RECORDS = Path(__file__).parents[2] / "records"
TEN_SEATS = RECORDS / "master-detective" / "ten-players.case"
KIND = 30


@slow_work
def wait_for(door: Path) -> bool:
    """Wait until there is a file."""
    while not door.exists():
        time.sleep(0.01)
    return True


@slow_work
def note(diary: Path, name: str, door: Path) -> None:
    """Wait until there is a file, and write down whose turn it was."""
    wait_for(door)
    with diary.open("a") as file:
        file.write(f"{name}\n")


@slow_work
def think_for_ever() -> None:
    """Compute, and never let go of the interpreter: nothing but a killed process ends that."""
    print(9**9**9)


@slow_work
def take_all_memory() -> int:
    """Ask for more memory than there is, a little at a time."""
    kept = list[bytes]()
    while True:
        kept.append(bytes(16 * 1024 * 1024))


def tangled_game(entries: int, players: int) -> CompanionGame:
    """A game in the largest box that can be entered, with answers drawn by lot: many of them can't be true."""
    rng = Random(1)
    suspects, weapons, rooms = (tuple(f"{kind}{number}" for number in range(KIND)) for kind in "swr")
    box = OwnBox(suspects, weapons, rooms)
    setup = CompanionSetup(tuple(f"p{number}" for number in range(players)), 0, box=box, hand=(1, 2, 3))
    drawn: list[SuggestionEntry] = []
    for number in range(entries):
        by = rng.randrange(players)
        cards = (rng.randrange(KIND), KIND + rng.randrange(KIND), 2 * KIND + rng.randrange(KIND))
        shown = (ShownEntry((by + rng.randrange(1, players)) % players),)
        drawn.append(SuggestionEntry(id=f"e{number}", by=by, cards=cards, shown=shown))
    return CompanionGame(1, setup, tuple(drawn))


@cache
def ten_seats() -> Game:
    """The longest game with most seats that there is a record of."""
    return Game.from_record(TEN_SEATS)


@cache
def before_the_end() -> View:
    """What the seat saw that is to choose there before the last choice of all."""
    game = ten_seats()
    last = next(number for number in range(len(game.events) - 2, 0, -1) if game.at(number).to_act is not None)
    earlier = game.at(last)
    assert earlier.to_act is not None
    view = earlier.view(earlier.to_act)
    return view._replace(sightings=tuple(view.sightings))


class WorstInputs:
    """The worst input that a guest can give to each kind of work, by its name."""

    def __init__(self, monster: bytes, stored: tuple[LobbyRow, StoredLog]) -> None:
        tangled = tangled_game(400, 12)
        book = CompanionBook(tangled)
        opened = OpenedCompanion("game", "Ada", "owner", 1, book, ())
        changes = CompanionChanges(
            changes=tuple(ImportGame(id=f"c{number}", game=tangled_game(60, 12)) for number in range(20))
        )
        long, seats = KnownRecord(read(monster.decode())), KnownRecord(read(TEN_SEATS.read_text(encoding="utf-8")))
        view, game = before_the_end(), ten_seats()
        proof = next(iter(view.scene.table.edition.deck)).word, str(view.scene.table.seats[0])
        uploads = tuple(UploadData(id=str(n), at=0.0, edition="classic", record=monster.decode()) for n in range(50))
        last = len(game.events) - 1
        seat, hand = game.seats[0], game.hand(0)
        card = next(card for card in hand)
        reviewed = game if PROOF else Game.from_record(RECORDS / "classic" / "solved.case")
        facts = dumps(review_record(Record(reviewed.table, tuple(reviewed.events))))
        self.of: dict[str, tuple[tuple[object, ...], dict[str, object]]] = {
            "lobby.guest_data.told_game": ((*stored, "Ada"), {}),
            "companion.guest_data.links_in": (([msgspec.json.encode(StoredCompanion(book))] * 50,), {}),
            "my_data.api.printed": ((GuestData(at=0.0, guest="Ada", name="Ada", uploads=uploads),), {}),
            "companion.stored_games.read_stored": ((msgspec.json.encode(StoredCompanion(book)),), {}),
            "companion.stored_games.encoded": ((StoredCompanion(book),), {}),
            "companion.views.companion_view": ((book, "game"), {"version": 1, "role": "owner"}),
            "companion.views.solved_view": ((tangled,), {}),
            "companion.views.why_view": ((tangled,), {"card": 50, "holder": 2}),
            "companion.views.advice_view": ((tangled, []), {"by": None, "cards": []}),
            "companion.api.listed": (([(opened, 0.0)] * 50,), {}),
            "companion.api.read_file": ((msgspec.json.encode(tangled),), {}),
            "companion.api.written_file": ((tangled,), {}),
            "companion.api.read_changes": ((msgspec.json.encode(changes),), {}),
            "companion.api.apply_all": ((book, changes.changes), {}),
            "lobby.advice_api.marks": ((view, "full logic"), {}),
            "lobby.advice_api.signs": ((view, "full logic"), {}),
            "lobby.advice_api.hint": ((view,), {}),
            "lobby.advice_api.why": ((view, "full logic"), {"card": proof[0], "holder": proof[1]}),
            "lobby.advice_api.review": ((game,), {}),
            "puzzles.api.puzzle_view": ((f"v{VERSION}-master-detective-7-1", "de"), {}),
            "puzzles.api.box_proof": ((f"v{VERSION}-master-detective-7-2", 1, 1), {}),
            "puzzles.api.new_puzzle": (("master-detective", 7, 3, "case-split"), {}),
            "game_sources.game_source.read_record": ((monster.decode(),), {}),
            "records.upload_checks.accepted": ((monster,), {}),
            "workers.record_text.written": ((long,), {}),
            "records.api.replayed": ((long, None), {}),
            "records.api.stepped": ((long,), {}),
            "records.shares_api.practised": ((seats, PlayOn(at=last, mine=(seat.suspect.word,))), {}),
            "reviews.drawing.drawn_review": ((facts, None, None), {"letters": False}),
            "daily_games.api.accuracy_in": ((facts, str(seat)), {}),
            "reviews.api.explained_then": ((seats, last, (str(seat), card.word, str(seat))), {}),
        }
