"""Real games as somebody at the table would enter them into a companion, seat by seat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tests.deduction.selfplay import SEATS
from tests.properties.whims import Party, on_a_whim

from greycells.editions import load
from greycells.players.registry import player
from greycells.protocol.companion_entries import (
    CASE_FILE_NUMBER,
    AccusationEntry,
    CompanionEntry,
    CompanionSetup,
    KnownEntry,
    ShownEntry,
    SnoopEntry,
    SuggestionEntry,
)
from greycells.rules.cards import Theory
from greycells.rules.events import Accused, CouldNotShow, Dealt, LaidOpen, Opened, Shown, Snooped, Suggested
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.rules.views import View


class EnteredCopy(NamedTuple):
    """A seat's copy: the set-up, and each entry with the number of sightings after which it was complete."""

    view: View
    setup: CompanionSetup
    entries: tuple[tuple[CompanionEntry, int], ...]


@lru_cache(maxsize=64)
def bot_game(edition: str, seats: int, seed: int) -> Game:
    """A whole game of quick bots; every fifth is played on a whim, with wrong accusations and snoops."""
    if seed % 5 == 4:
        party, whim = Party(edition, (), seats, seed), Random(seed)
        game = party.game()
        while not game.over:
            game.play(on_a_whim(game, whim, patience=150))
        return game
    rng = Random(seed)
    game = Game.new(load(edition), [f"player {seat}" for seat in range(seats)], seed=seed)
    bots = [player(rng.choice(["constable", "sergeant", "sergeant:slip=0.3"])) for _ in range(seats)]
    while game.to_act is not None:
        game.play(bots[game.to_act.index].choose(game.view(game.to_act)))
    return game


def some_games(number: int, *, first: int = 0) -> Iterator[Game]:
    """So many games, all editions and numbers of players in turn."""
    tables = [(edition, seats) for edition, sizes in SEATS.items() for seats in sizes]
    Random(5).shuffle(tables)
    for seed in range(first, first + number):
        edition, seats = tables[seed % len(tables)]
        yield bot_game(edition, seats, seed)


def entered_copy(game: Game, seat: Seat) -> EnteredCopy:
    """What this seat would have entered."""
    view = game.view(seat)
    sizes: tuple[int, ...] = ()
    lying_open: tuple[int, ...] = ()
    for _, event in view.sightings:
        match event:
            case Dealt(_, sizes, _):
                pass
            case LaidOpen(cards):
                lying_open = tuple(card.index for card in cards)
            case _:
                pass
    setup = CompanionSetup(
        players=tuple(each.name for each in game.seats),
        me=seat.index,
        edition=game.edition.key,
        hand=tuple(card.index for card in view.hand),
        open=lying_open,
        sizes=sizes,
    )
    return EnteredCopy(view, setup, tuple(_entries(view)))


def numbers_of(theory: Theory) -> tuple[int, int, int]:
    return theory.suspect.index, theory.weapon.index, theory.room.index


def _entries(view: View) -> Iterator[tuple[CompanionEntry, int]]:
    suggestion: SuggestionEntry | None = None
    accused: Theory | None = None
    end = 0
    for place, (number, event) in enumerate(view.sightings):
        ident = f"e{number}"
        match event:
            case CouldNotShow():
                end = place + 1
                continue
            case Shown(owner, _, card) if suggestion is not None:
                answer = ShownEntry(owner.index, None if card is None else card.index)
                suggestion = SuggestionEntry(
                    id=suggestion.id, by=suggestion.by, cards=suggestion.cards, shown=(*suggestion.shown, answer)
                )
                end = place + 1
                continue
            case _:
                if suggestion is not None:
                    yield suggestion, end
                    suggestion = None
        match event:
            case Suggested(seat, theory):
                suggestion, end = SuggestionEntry(id=ident, by=seat.index, cards=numbers_of(theory)), place + 1
            case Snooped(by, owner, card):
                yield (
                    SnoopEntry(id=ident, by=by.index, of=owner.index, card=None if card is None else card.index),
                    place + 1,
                )
            case Accused(_, theory):
                accused = theory
            case Opened(by, case_file, right) if not right and accused is not None:
                yield AccusationEntry(id=ident, by=by.index, cards=numbers_of(accused)), place + 1
                for looked in case_file or ():
                    yield (
                        KnownEntry(id=f"{ident}-{looked.index}", holder=CASE_FILE_NUMBER, card=looked.index),
                        place + 1,
                    )
            case _:
                pass
