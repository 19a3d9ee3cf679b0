"""Chance in a shared case: the n-th roll of a seat is the same in every game, whatever was chosen before.

A dealer elsewhere numbers its dice by events, and two players who part would get different ones from then on. Here each
seat has a stream of its own, and so has each bot.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Self, assert_never

from msgspec import Raw

from greycells.rules.cards import Card
from greycells.rules.chance import CountingDealer, throw, uniform
from greycells.rules.events import Event, Rolled, Snooped
from greycells.rules.game import Game
from greycells.rules.referee import Chance, Dice, Draw
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.server.tables.log_entries import CaseScript


def bot_seed(secret: str, seat: Seat) -> int:
    """The seed of the bot in a seat: from the table's secret, so that the same case has the same bots."""
    digest = blake2b(f"{secret} {seat.index}".encode(), digest_size=8, person=b"bot seed").digest()
    return int.from_bytes(digest, "big")


class SeatStreams(CountingDealer):
    """The dealer of a shared case: what its script has written down, and after that what follows from the secret."""

    def __init__(self, secret: str, script: CaseScript) -> None:
        self._key = blake2b(secret.encode(), digest_size=32, person=b"seat streams").digest()
        self._script = script

    def below(self, limit: int, kind: str, number: int, item: int = 0) -> int:
        return uniform(limit, self._key, f"{kind} {number} {item}")

    def rolled(self, dice: Dice, nth: int) -> tuple[int, ...]:
        """A seat's n-th roll, from 0."""
        seat, rolls = dice.seat.index, self._script.rolls
        if seat < len(rolls) and nth < len(rolls[seat]):
            return rolls[seat][nth]
        return throw(self.below(6**dice.count, f"dice of {seat}", nth), dice.count)

    def drawn(self, draw: Draw, nth: int) -> Card:
        """A seat's n-th draw, from 0; the same card as in the script only if it is drawn from the same hand."""
        seat, draws = draw.seat.index, self._script.draws
        if seat < len(draws) and nth < len(draws[seat]):
            owner, word = draws[seat][nth]
            same = [card for card in draw.hand if card.word == word and owner == draw.owner.suspect.word]
            if same:
                return same[0]
        return tuple(draw.hand)[self.below(len(draw.hand), f"snoop of {seat}", nth)]


class SharedGame(Game):
    """A game whose dice come from its seats' streams."""

    __slots__ = ("_streams",)

    def __init__(self, table: GameTable, streams: SeatStreams, events: Iterable[Event]) -> None:
        super().__init__(table, streams, events)
        self._streams = streams

    def copy(self) -> Self:
        twin = super().copy()
        twin._streams = self._streams
        return twin

    def _left_to_chance(self, chance: Chance) -> tuple[Event, ...]:
        kind = Rolled if isinstance(chance, Dice) else Snooped
        nth = sum(isinstance(event, kind) and event.seat is chance.seat for event in self.events)
        match chance:
            case Dice():
                return chance.fell(self._streams.rolled(chance, nth))
            case Draw():
                return chance.drew(self._streams.drawn(chance, nth))
        assert_never(chance)


def script_of(game: Game, case: str, *, deal: tuple[Raw, ...]) -> CaseScript:
    """What chance did in a game, for others to play the same; `deal` is its set-up as the log has it."""
    rolls = tuple(
        tuple(event.dice for event in game.events if isinstance(event, Rolled) and event.seat is seat)
        for seat in game.seats
    )
    draws = tuple(
        tuple(
            (event.owner.suspect.word, event.card.word)
            for event in game.events
            if isinstance(event, Snooped) and event.seat is seat and event.card is not None
        )
        for seat in game.seats
    )
    return CaseScript(case, deal, rolls, draws)
