"""A game: play it, look at it from a seat, go back in it, branch off, play another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from greycells.rules.actions import Action
from greycells.rules.cards import CardSet, Suspect
from greycells.rules.chance import Dealer, SeededDealer
from greycells.rules.edition import Edition
from greycells.rules.events import Began, Dealt, Event
from greycells.rules.position import Position, Secrets, secrets_of
from greycells.rules.referee import Chance, Dice, Draw, decide
from greycells.rules.scene import Scene, Table, after
from greycells.rules.seats import Seat
from greycells.rules.setup import set_up, sit_down
from greycells.rules.views import SECRETIVE, Sighting, View, seen_by


class Game:
    """The truth about one game: the table, everything that happened, and where it stands."""

    __slots__ = ("_sightings", "dealer", "events", "scene", "secrets", "table")
    table: Table
    dealer: Dealer
    events: list[Event]
    scene: Scene
    secrets: Secrets

    def __init__(self, table: Table, dealer: Dealer, events: Iterable[Event]) -> None:
        """A game from the events that have happened so far, the set-up included."""
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
        edition: Edition,
        players: Sequence[str | tuple[str, Suspect | None]],
        *,
        seed: int | None = None,
        dealer: Dealer | None = None,
    ) -> Game:
        """A fresh game: the players sit down, the case file is sealed, the cards are dealt."""
        table = sit_down(edition, [(player, None) if isinstance(player, str) else player for player in players])
        dealer = dealer if dealer is not None else SeededDealer(seed)
        return cls(table, dealer, set_up(table, dealer))

    def __repr__(self) -> str:
        seats = ", ".join(f"{seat} {seat.name!r}" for seat in self.seats)
        return f"<Game {self.edition.key}: {seats}; turn {self.scene.turn.number}, {len(self.events)} events>"

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
        """Who has won; nobody yet, or nobody at all when the case stays unsolved (ACC-8)."""
        return self.scene.finished.winner if self.scene.finished else None

    @property
    def to_act(self) -> Seat | None:
        """The seat whose choice is awaited; nobody when the game is over."""
        return self.scene.turn.to_act

    def hand(self, seat: Seat) -> CardSet:
        """A seat's hand, in truth."""
        return self.secrets.hands[seat.index]

    def play(self, action: Action, *, by: Seat | None = None) -> tuple[Event, ...]:
        """Play an action for the seat that is to act, or try it for another; raises the Refusal of an illegal one."""
        outcome = decide(self, action, by=by)
        if not isinstance(outcome, tuple):
            outcome = self._left_to_chance(outcome)
        if self._sightings:
            for event in outcome:
                self.record(event)
            return outcome
        scene = self.scene
        for event in outcome:
            scene = after(scene, event)
        self.scene = scene
        self.events += outcome
        return outcome

    def _left_to_chance(self, chance: Chance) -> tuple[Event, ...]:
        number = len(self.events)
        match chance:
            case Dice():
                return chance.fell(self.dealer.roll(chance.count, number=number))
            case Draw():
                return chance.drew(self.dealer.draw(chance.hand, number=number))
        assert_never(chance)

    def record(self, event: Event) -> None:
        """Add an event that the referee has made, here or in an earlier life of this game."""
        if self._sightings:
            self._show_to_viewers(event)
        self.events.append(event)
        self.scene = after(self.scene, event)

    def view(self, seat: Seat | None) -> View:
        """What a seat knows, or a spectator; built from its sightings and kept current from then on."""
        viewer = -1 if seat is None else seat.index
        sightings = self._sightings.get(viewer)
        if sightings is None:
            snooping = self.edition.rules.snooping
            sightings = [
                Sighting(number, seen_by(seat, event, snooping=snooping)) for number, event in enumerate(self.events)
            ]
            self._sightings[viewer] = sightings
        hand = self.edition.deck.nothing if seat is None else self.secrets.hands[seat.index]
        return View(seat, self.scene, hand, sightings)

    def _show_to_viewers(self, event: Event) -> None:
        number = len(self.events)
        if isinstance(event, SECRETIVE):
            snooping = self.edition.rules.snooping
            for viewer, sightings in self._sightings.items():
                seat = self.table.seats[viewer] if viewer >= 0 else None
                sightings.append(Sighting(number, seen_by(seat, event, snooping=snooping)))
            return
        sighting = Sighting(number, event)
        for sightings in self._sightings.values():
            sightings.append(sighting)

    def at(self, number: int) -> Game:
        """The game as it stood after its first `number` events; playing on from there is a branch of its own."""
        return Game(self.table, self.dealer, self.events[:number])

    def rematch(self, *, seed: int | None = None, dealer: Dealer | None = None) -> Game:
        """Another game at the same table: the deal passes to the left (SET-8), the start by the edition's own rule."""
        dealt_by = next(event.dealer for event in self.events if isinstance(event, Dealt))
        starter = next(event.starter for event in self.events if isinstance(event, Began))
        dealer = dealer if dealer is not None else SeededDealer(seed)
        events = set_up(self.table, dealer, dealt_by=self.scene.next_seat(dealt_by), last_starter=starter)
        return Game(self.table, dealer, events)
