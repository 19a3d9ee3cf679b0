"""A game: play it, view it from a seat, go back to an earlier point, branch, start a rematch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Self, assert_never, cast

from greycells.rules.actions import Action
from greycells.rules.cards import CardSet, Suspect
from greycells.rules.chance import Dealer, SeededDealer
from greycells.rules.edition import Edition
from greycells.rules.events import Began, Dealt, Event
from greycells.rules.file_sources import drawings, edition_of, record_of
from greycells.rules.position import Position, Secrets, secrets_of
from greycells.rules.record import Record
from greycells.rules.referee import Chance, Dice, Draw, decide
from greycells.rules.refusals import refusal
from greycells.rules.scene import GameTable, Scene, after
from greycells.rules.seats import Seat
from greycells.rules.setup import set_up, sit_down
from greycells.rules.views import SECRETIVE, Sighting, Sightings, View, seen_by


class Game:
    """The full state of one game, secrets included: the table, all events, and the current scene."""

    __slots__ = ("_sightings", "dealer", "events", "scene", "secrets", "table")
    table: GameTable
    dealer: Dealer
    events: list[Event]
    scene: Scene
    secrets: Secrets

    def __init__(self, table: GameTable, dealer: Dealer, events: Iterable[Event]) -> None:
        """A game from the events so far, including the set-up."""
        self.table = table
        self.dealer = dealer
        self.events = list(events)
        self.secrets = secrets_of(self.events)
        self._sightings: dict[int, list[Sighting]] = {}
        self.scene = Scene.empty(table)
        for event in self.events:
            self.scene = after(self.scene, event)

    @classmethod
    def new(
        cls,
        edition: Edition | str | Path,
        players: Sequence[str | tuple[str, Suspect | str | None]],
        *,
        seed: int | None = None,
        dealer: Dealer | None = None,
    ) -> Game:
        """Start a new game: seat the players, seal the case file and deal the cards.

        Give the edition by its name or folder, and each player as a name, or as a name with a suspect or its word.
        """
        edition = edition_of(edition)
        table = sit_down(edition, [_seated(edition, player) for player in _listed(players)])
        dealer = dealer if dealer is not None else SeededDealer(seed)
        return cls(table, dealer, set_up(table, dealer))

    @classmethod
    def from_record(
        cls,
        record: str | Path,
        *,
        edition: Edition | str | Path | None = None,
        seed: int | None = None,
        dealer: Dealer | None = None,
    ) -> Game:
        """Load a game from the text or the file of a record; the referee checks every event.

        Pass `edition` for your own editions. An unfinished game can be continued, with new dice.
        """
        table, events = record_of(record, None if edition is None else edition_of(edition))
        return cls(table, dealer if dealer is not None else SeededDealer(seed), events)

    def __repr__(self) -> str:
        seats = ", ".join(f"{seat} {seat.name!r}" for seat in self.seats)
        return f"<Game {self.edition.key}: {seats}; turn {self.scene.turn.number}, {len(self.events)} events>"

    def __str__(self) -> str:
        """The board, and who holds what: `print(game)`."""
        return drawings().game_text(self.to_record())

    def _repr_svg_(self) -> str:
        return drawings().svg(self.scene)

    def _repr_html_(self) -> str:
        return drawings().html(str(self), self.scene)

    @property
    def edition(self) -> Edition:
        return self.table.edition

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.table.seats

    @property
    def position(self) -> Position:
        return Position(self.scene, self.secrets)

    @property
    def over(self) -> bool:
        return self.scene.finished is not None

    @property
    def winner(self) -> Seat | None:
        """The winner; None while the game goes on, or if the case stays unsolved (ACC-8)."""
        return self.scene.finished.winner if self.scene.finished else None

    @property
    def to_act(self) -> Seat | None:
        """The seat that has to choose; None when the game is over."""
        return self.scene.turn.to_act

    def hand(self, seat: Seat | int) -> CardSet:
        """A seat's real hand. The seat may be given by its number, from 0 in turn order."""
        return self.secrets.hands[self.table.seat(seat).index]

    def play(self, action: Action, *, by: Seat | int | None = None) -> tuple[Event, ...]:
        """Play an action, by default for the seat that is to act; raises a Refusal if it is illegal."""
        outcome = self.outcome(action, by=by)
        self.add(outcome, self.scene_after(outcome))
        return outcome

    def outcome(self, action: Action, *, by: Seat | int | None = None) -> tuple[Event, ...]:
        """The events that an action would lead to, dice included, without applying them. Raises like `play`."""
        outcome = decide(self, action, by=self.table.seat(by) if isinstance(by, int) else by)
        return outcome if isinstance(outcome, tuple) else self._left_to_chance(outcome)

    def _left_to_chance(self, chance: Chance) -> tuple[Event, ...]:
        number = len(self.events)
        match chance:
            case Dice():
                return chance.fell(self.dealer.roll(chance.count, number=number))
            case Draw():
                return chance.drew(self.dealer.draw(chance.hand, number=number))
        assert_never(chance)

    def scene_after(self, outcome: Iterable[Event]) -> Scene:
        """The scene as these events would leave it."""
        scene = self.scene
        for event in outcome:
            scene = after(scene, event)
        return scene

    def add(self, outcome: Sequence[Event], scene: Scene) -> None:
        """Add events that the referee has made, and the scene after them."""
        if self._sightings:
            self._show_to_viewers(outcome)
        self.events += outcome
        self.scene = scene

    def view(self, seat: Seat | int | None) -> View:
        """The current view of a seat, or of a spectator. From the first call on, its sightings are kept up to date.

        The seat may be given by its number, from 0 in turn order.
        """
        to_act = self.scene.turn.to_act
        seat = to_act if seat is to_act else self.table.seat(seat)
        viewer = -1 if seat is None else seat.index
        sightings = self._sightings.get(viewer)
        if sightings is None:
            snooping = self.edition.rules.snooping
            sightings = [
                Sighting(number, seen_by(seat, event, snooping=snooping)) for number, event in enumerate(self.events)
            ]
            self._sightings[viewer] = sightings
        hand = self.edition.deck.nothing if seat is None else self.secrets.hands[seat.index]
        return View(seat, self.scene, hand, Sightings(sightings))

    def _show_to_viewers(self, outcome: Iterable[Event]) -> None:
        for number, event in enumerate(outcome, len(self.events)):
            if type(event) in SECRETIVE:
                snooping = self.edition.rules.snooping
                for viewer, sightings in self._sightings.items():
                    seat = self.table.seats[viewer] if viewer >= 0 else None
                    sightings.append(Sighting(number, seen_by(seat, event, snooping=snooping)))
            else:
                sighting = Sighting(number, event)
                for sightings in self._sightings.values():
                    sightings.append(sighting)

    def at(self, number: int) -> Game:
        """The game after its first `number` events, as a separate branch."""
        number = _number(number)
        least = next(place for place, event in enumerate(self.events, 1) if isinstance(event, Dealt))
        if not 0 <= number <= len(self.events):
            raise IndexError(f"This game has {len(self.events)} events so far: it cannot be shown after {number}.")
        if number < least:
            raise ValueError(f"The cards are dealt by event {least}: before that, after {number}, there is no game.")
        return Game(self.table, self.dealer, self.events[:number])

    def copy(self) -> Self:
        """The same game as a separate branch: playing on one of them changes nothing in the other.

        Both have the same dealer: where the same is played, its dice fall the same way.
        """
        twin = object.__new__(type(self))
        twin.table, twin.dealer, twin.scene, twin.secrets = self.table, self.dealer, self.scene, self.secrets
        twin.events = list(self.events)
        twin._sightings = {}
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """A copy with a dealer of its own. Seats, cards and places stay the same objects, since identity matters."""
        twin = self.copy()
        memo[id(self)] = twin
        twin.dealer = deepcopy(self.dealer, memo)
        return twin

    def to_record(self) -> Record:
        """The game so far as a record, secrets included: `str` makes it a `.case` text, `copy_for` a seat's copy."""
        return Record(self.table, tuple(self.events))

    def rematch(self, *, seed: int | None = None, dealer: Dealer | None = None) -> Game:
        """Another game at the same table: the deal passes to the left (SET-8), the edition decides who starts."""
        dealt_by = next(event.dealer for event in self.events if isinstance(event, Dealt))
        starter = next(event.starter for event in self.events if isinstance(event, Began))
        dealer = dealer if dealer is not None else SeededDealer(seed)
        events = set_up(self.table, dealer, dealt_by=self.scene.next_seat(dealt_by), last_starter=starter)
        return Game(self.table, dealer, events)


def _number(number: object) -> int:
    if not isinstance(number, int):
        raise TypeError(f"Expected a number of events, not {type(number).__name__}.")
    return number


def _listed(players: object) -> Sequence[object]:
    """The players as given. A single string is refused: it would become a player for each letter."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise TypeError(f"Expected a list of players, such as ['Ada', 'Grace', 'Hedy'], not {type(players).__name__}.")
    return cast("Sequence[object]", players)


def _seated(edition: Edition, player: object) -> tuple[str, Suspect | None]:
    """A player's name, and the chosen suspect, if any."""
    if isinstance(player, str):
        return player, None
    match cast("tuple[object, ...]", player):
        case (str() as name, str() as word):
            suspects = [suspect for suspect in edition.deck.suspects if suspect is edition.deck.find(word)]
            if not suspects:
                raise refusal("SET-19", "foreign suspect", suspect=repr(word))
            return name, suspects[0]
        case (str() as name, suspect):
            return name, cast("Suspect | None", suspect)
        case _:
            raise TypeError(f"Expected a player's name, or a name and a suspect, not {type(player).__name__}.")
