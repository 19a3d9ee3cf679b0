"""The stage of the rulebook's scenes: a game whose deal and dice the test decides, and pawns where a rule matters."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

import pytest

from greycells.rules.actions import Accuse, CannotShow, EndTurn, Move, Roll, Show, Suggest
from greycells.rules.board import Place
from greycells.rules.cards import Card, Room, Suspect, Theory, Weapon
from greycells.rules.chance import ScriptedDealer
from greycells.rules.edition import Edition
from greycells.rules.events import Event
from greycells.rules.game import Game
from greycells.rules.legal_options import Options
from greycells.rules.refusals import Refusal
from greycells.rules.scene import new_turn
from greycells.rules.seats import Seat


def card(edition: Edition, word: str) -> Card:
    """A card by its word or the beginning of it: *Scarlet* also finds *Scarlett*."""
    return next(card for card in edition.deck if card.word.startswith(word))


def theory(edition: Edition, words: str) -> Theory:
    """A theory from three words: suspect, weapon, room."""
    suspect, weapon, room = (card(edition, word) for word in words.split())
    assert isinstance(suspect, Suspect)
    assert isinstance(weapon, Weapon)
    assert isinstance(room, Room)
    return Theory(suspect, weapon, room)


def pack(edition: Edition, seats: int, *, sealed: Theory, held: Mapping[int, str]) -> Sequence[Card]:
    """The cards in the order of dealing that gives each seat what it is said to hold, and the rest to anybody."""
    wanted = {seat: [card(edition, word) for word in words.split()] for seat, words in held.items()}
    taken = [*sealed, *(card for cards in wanted.values() for card in cards)]
    rest = [card for card in edition.deck if card not in taken]
    dealt: list[Card] = []
    while rest or any(wanted.values()):
        cards = wanted.get(len(dealt) % seats)
        dealt.append(cards.pop(0) if cards else rest.pop())
    return dealt


class Stage(Game):
    """A game in which a test puts pawns and begins turns. The seats play the first suspects; the first seat begins."""

    __slots__ = ()

    @classmethod
    def of(
        cls,
        edition: Edition,
        *,
        seats: int = 3,
        sealed: str = "Plum Candlestick Dining",
        held: Mapping[int, str] | None = None,
    ) -> Stage:
        """A game with this case file, and at least these cards in the hands, by seat."""
        case_file, dice = theory(edition, sealed), edition.rules.start_dice
        dealer = ScriptedDealer(
            case_file=case_file,
            pack=pack(edition, seats, sealed=case_file, held=held or {}),
            start_rolls=[(6,) * dice] + [(1,) * dice] * (seats - 1),
        )
        game = Game.new(edition, [f"player {number}" for number in range(seats)], dealer=dealer)
        return cls(game.table, dealer, game.events)

    @property
    def options(self) -> Options:
        """What the seat that is to act may choose, by its own view."""
        options = self.view(self.to_act).options
        assert options is not None
        return options

    @property
    def ends(self) -> set[str]:
        """The names of the places where the pawn on the move may end."""
        return {place.name for place in self.options.moves.ends} if self.options.moves else set()

    @property
    def pauses(self) -> set[str]:
        """The names of the spyglass squares where the pawn on the move may stop and go on."""
        return {place.name for place in self.options.moves.pauses} if self.options.moves else set()

    def card(self, word: str) -> Card:
        return card(self.edition, word)

    def theory(self, words: str) -> Theory:
        return theory(self.edition, words)

    def place(self, name: str) -> Place:
        return self.edition.board.place(name)

    def where(self, word: str) -> str:
        """Where a suspect's pawn stands."""
        return self.scene.pawns[self.card(word).index].name

    def put(self, **pawns: str) -> None:
        """Put pawns elsewhere, without anybody's turn: `put(Scarlet="Lounge")`."""
        places = list(self.scene.pawns)
        for word, name in pawns.items():
            places[self.card(word).index] = self.place(name)
        self.scene = self.scene.with_pawns(tuple(places))

    def begin(self, seat: Seat) -> None:
        """A new turn begins, and it is this seat's."""
        turn = new_turn(self.scene, seat, number=self.scene.turn.number + 1)
        self.scene = self.scene._replace(turn=turn)

    def roll(self, total: int) -> set[str]:
        """The mover rolls this; returns where the pawn may end."""
        dice = self.edition.rules.dice
        low = min(6, total - 1) if dice == 2 else 0
        self.dealer = ScriptedDealer(dice=[(total - low, low) if dice == 2 else (total,)])
        self.play(Roll())
        return self.ends

    def go(self, to: str) -> tuple[Event, ...]:
        """The pawn on the move goes there."""
        return self.play(Move(self.place(to)))

    def walk(self, names: str) -> tuple[Event, ...]:
        """The pawn on the move walks along this path: every place that it enters, with commas between."""
        path = tuple(self.place(name) for name in names.split(", ")) if names else ()
        return self.play(Move(path[-1] if path else self.scene.pawn(self.scene.turn.mover), path))

    def suggest(self, words: str) -> tuple[Event, ...]:
        return self.play(Suggest(self.theory(words)))

    def accuse(self, words: str, *, by: Seat | None = None) -> tuple[Event, ...]:
        return self.play(Accuse(self.theory(words)), by=by)

    def show(self, word: str) -> tuple[Event, ...]:
        return self.play(Show(self.card(word)))

    def answer(self) -> tuple[Event, ...]:
        """Everybody who is asked answers truly, with the first card that can be shown."""
        happened: list[Event] = []
        while self.scene.turn.asked is not None:
            held = list(self.options.show)
            happened += self.play(Show(held[0]) if held else CannotShow())
        return tuple(happened)

    def end_turn(self) -> None:
        self.play(EndTurn())


@contextmanager
def refused(rule: str) -> Generator[pytest.ExceptionInfo[Refusal]]:
    """The referee refuses what is tried here, in a sentence that cites this rule."""
    with pytest.raises(Refusal) as caught:
        yield caught
    assert caught.value.rule == rule, f"refused by {caught.value}"
    assert str(caught.value).endswith(f"({rule})")
