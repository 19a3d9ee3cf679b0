"""Chance, one outcome at a time: the set-up card by card, then dice and draws, each with all its possible outcomes.

Outcomes are numbers. In the set-up: cards for the case file, then a room for each weapon where weapons start in rooms,
then the cards in the order in which they are dealt, then the seat that begins. Who begins is drawn at once, each seat
equally likely, instead of rolled for with ties: that has no end, and comes to the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple, assert_never

from greycells.rules.board import Place
from greycells.rules.cards import Theory
from greycells.rules.chance import ScriptedDealer, throw
from greycells.rules.edition import Starting, WeaponsStart
from greycells.rules.events import Event
from greycells.rules.game import Game
from greycells.rules.referee import Chance, Dice, Draw
from greycells.rules.scene import GameTable
from greycells.rules.setup import set_up


class SetUpDraws(NamedTuple):
    """The outcomes of a set-up so far. Immutable."""

    table: GameTable
    drawn: tuple[int, ...] = ()

    @property
    def _kinds(self) -> tuple[range, range, range]:
        deck = self.table.edition.deck
        suspects, weapons = len(deck.suspects), len(deck.weapons)
        return range(suspects), range(suspects, suspects + weapons), range(suspects + weapons, len(deck))

    @property
    def _weapons(self) -> int:
        """How many weapons are put into rooms."""
        off = self.table.rules.weapons_start is WeaponsStart.OFF_THE_BOARD
        return 0 if off else len(self.table.edition.deck.weapons)

    @property
    def _dealt_from(self) -> int:
        return 3 + self._weapons

    @property
    def _starter_at(self) -> int:
        return self._dealt_from + len(self.table.edition.deck) - 3

    @property
    def length(self) -> int:
        """How many outcomes a set-up has."""
        return self._starter_at + (self.table.rules.starting is Starting.HIGHEST_ROLL)

    @property
    def rooms(self) -> Sequence[Place]:
        """Where weapons may be put."""
        places = self.table.edition.board.places
        return [place for place in places if place.kind == "room" and place.room is not None]

    def outcomes(self) -> list[int]:
        """What the next outcome may be, each as likely as the others; nothing when all is set up."""
        number, drawn = len(self.drawn), self.drawn
        if number < 3:
            return list(self._kinds[number])
        if number < self._dealt_from:
            return [room for room in range(len(self.rooms)) if room not in drawn[3:]]
        if number < self._starter_at:
            gone = {*drawn[:3], *drawn[self._dealt_from :]}
            return [card for card in range(len(self.table.edition.deck)) if card not in gone]
        return list(range(len(self.table.seats))) if number < self.length else []

    def with_outcome(self, outcome: int) -> SetUpDraws:
        return self._replace(drawn=(*self.drawn, outcome))

    def name(self, outcome: int) -> str:
        """What an outcome means here."""
        number, cards = len(self.drawn), self.table.edition.deck.cards
        if number < 3:
            return f"seal {cards[outcome].word}"
        if number < self._dealt_from:
            weapon = self.table.edition.deck.weapons[number - 3]
            return f"put {weapon.word} into {self.rooms[outcome].name}"
        if number < self._starter_at:
            return f"deal {cards[outcome].word}"
        return f"{self.table.seats[outcome].suspect.word} begins"

    def game(self) -> Game:
        """The game that was set up."""
        deck, rules, drawn = self.table.edition.deck, self.table.rules, self.drawn
        suspect, weapon, room = drawn[:3]
        case_file = Theory(
            deck.suspects[suspect],
            deck.weapons[weapon - len(deck.suspects)],
            deck.rooms[room - len(deck.suspects) - len(deck.weapons)],
        )
        highest, lowest = (6,) * rules.start_dice, (1,) * rules.start_dice
        starter = drawn[-1] if self.length > self._starter_at else None
        dealer = ScriptedDealer(
            case_file=case_file,
            weapons=[self.rooms[outcome] for outcome in drawn[3 : self._dealt_from]],
            pack=[deck.cards[outcome] for outcome in drawn[self._dealt_from : self._starter_at]],
            start_rolls=[highest if seat.index == starter else lowest for seat in self.table.seats],
        )
        return Game(self.table, dealer, set_up(self.table, dealer))


def chance_outcomes(chance: Chance) -> list[int]:
    """What dice may fall, or which card may be drawn, each as likely as the others."""
    match chance:
        case Dice(_, count):
            return list(range(6**count))
        case Draw(_, _, hand):
            return [card.index for card in hand]
    assert_never(chance)


def chance_events(chance: Chance, outcome: int) -> tuple[Event, ...]:
    """What happens if chance has this outcome."""
    match chance:
        case Dice(_, count):
            return chance.fell(throw(outcome, count))
        case Draw(_, _, hand):
            return chance.drew(hand.deck.cards[outcome])
    assert_never(chance)


def chance_name(chance: Chance, outcome: int) -> str:
    """What an outcome means, in words."""
    match chance:
        case Dice(_, count):
            return f"roll {' '.join(map(str, throw(outcome, count)))}"
        case Draw(_, owner, hand):
            return f"draw {hand.deck.cards[outcome].word} from {owner.suspect.word}"
    assert_never(chance)


def most_outcomes(table: GameTable) -> int:
    """The largest number that an outcome can be, plus one."""
    falls: int = 6**table.rules.dice
    return max(len(table.edition.deck), falls, len(table.edition.board.places), len(table.seats))


def longest_game(table: GameTable, most_turns: int) -> tuple[int, int]:
    """Bounds for a game of so many turns: how many choices in stages, and how many outcomes of chance.

    In a turn: the roll; for each step a stop and a draw; a suggestion and an accusation in stages; answers; the end.
    """
    steps, seats = 6 * table.rules.dice, len(table.seats)
    choices = 1 + 2 * steps + 4 + (seats - 1) + 4 + 1
    return (most_turns + 1) * choices, prod((most_turns + 1, 1 + steps)) + SetUpDraws(table).length
