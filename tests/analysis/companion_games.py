"""Real games as somebody at the table would enter them into a companion, seat by seat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

import msgspec
from tests.deduction.selfplay import SEATS
from tests.properties.random_players import Party, on_a_whim

from greycells.analysis.companion.tables import CompanionTable, EntryError
from greycells.editions import load
from greycells.players.player_specs import player
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


def slipped(entry: CompanionEntry, copy: EnteredCopy, rng: Random) -> CompanionEntry | None:
    """The entry with one random slip of the finger; None where it would be no entry at all."""
    table = CompanionTable.of(copy.setup)
    changed = _changed_at_random(entry, table, rng)
    try:
        table.check(changed)
    except EntryError:
        return None
    return changed if changed != entry else None


def _changed_at_random(entry: CompanionEntry, table: CompanionTable, rng: Random) -> CompanionEntry:
    replace, players = msgspec.structs.replace, range(len(table.seats))
    match entry:
        case SuggestionEntry():
            return _wrong_suggestion(entry, table, rng)
        case SnoopEntry():
            card = None if entry.card is None else rng.randrange(len(table.deck))
            return rng.choice((replace(entry, of=rng.choice(players)), replace(entry, card=card)))
        case AccusationEntry():
            return replace(entry, cards=_another_card(entry.cards, table, rng)[0])
        case KnownEntry():
            other = replace(entry, card=rng.randrange(len(table.deck)))
            return rng.choice((other, replace(entry, has=not entry.has), replace(entry, holder=rng.choice(players))))
        case _:
            return entry


def _another_card(
    cards: tuple[int, int, int], table: CompanionTable, rng: Random
) -> tuple[tuple[int, int, int], int, int]:
    """The three cards with another one in one place, and which was replaced by which."""
    place = rng.randrange(3)
    new = rng.choice((table.deck.suspects, table.deck.weapons, table.deck.rooms)[place]).index
    first, second, third = (new if at == place else card for at, card in enumerate(cards))
    return (first, second, third), cards[place], new


def _wrong_suggestion(entry: SuggestionEntry, table: CompanionTable, rng: Random) -> SuggestionEntry:
    replace = msgspec.structs.replace
    match rng.choice(("card", "shower", "nobody", "asker", "seen")):
        case "card":
            cards, old, new = _another_card(entry.cards, table, rng)
            shown = tuple(replace(one, card=new) if one.card == old else one for one in entry.shown)
            return replace(entry, cards=cards, shown=shown)
        case "shower":
            answer = ShownEntry(rng.randrange(len(table.seats)), entry.shown[0].card if entry.shown else None)
            return replace(entry, shown=(answer, *entry.shown[1:]))
        case "nobody":
            return replace(entry, shown=entry.shown[1:])
        case "asker":
            return replace(entry, by=rng.randrange(len(table.seats)))
        case _ if entry.shown and entry.shown[0].card is not None:
            return replace(entry, shown=(replace(entry.shown[0], card=rng.choice(entry.cards)), *entry.shown[1:]))
        case _:
            return entry
