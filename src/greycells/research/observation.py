"""What a seat knows, as an array of named channels: exactly what its view holds, and nothing else.

Seats are counted from the observer: 0 is its own, 1 the next to the left. The case file comes after the last.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from greycells.deduction import Worlds, facts_from
from greycells.deduction.problem import TooHard
from greycells.research.action_codes import PartialTheory
from greycells.rules.cards import CardSet, Theory
from greycells.rules.events import (
    Accused,
    CouldNotShow,
    Dealt,
    Event,
    LaidOpen,
    Opened,
    Shown,
    Snooped,
    Suggested,
)
from greycells.rules.scene import GameTable, Scene
from greycells.rules.views import View

Array: TypeAlias = NDArray[np.float32]
PHASES = ("setting up", "starting", "moving", "moved", "answering", "closing", "over")
HISTORY = 32
"""How many suggestions and accusations an observation holds, by default."""


class Channel(NamedTuple):
    """A named part of an observation: where it begins, its shape, and what it means."""

    name: str
    start: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def slice(self) -> slice:
        return slice(self.start, self.start + prod(self.shape))


class ObservationLayout:
    """The channels of a table's observations, in order."""

    def __init__(self, table: GameTable, *, history: int = HISTORY, beliefs: bool = False) -> None:
        deck, places, seats = table.edition.deck, len(table.edition.board.places), len(table.seats)
        suspects, weapons, rooms, cards = len(deck.suspects), len(deck.weapons), len(deck.rooms), len(deck)
        self.table, self.history, self.beliefs = table, history, beliefs
        self.row = 1 + seats + cards + 2 * seats + cards
        channels: list[tuple[str, tuple[int, ...], str]] = [
            ("phase", (len(PHASES),), f"what the game waits for: {', '.join(PHASES)}"),
            ("turn", (1,), "the number of the turn, in thousands, at most 1"),
            ("mover", (seats,), "whose turn it is"),
            ("to act", (seats,), "who has to choose"),
            ("roll", (2,), "the sum of the dice and the steps left, in dozens"),
            ("rights", (3,), "has entered a room and may suggest; has reached a spyglass; a card was shown this turn"),
            ("theory", (cards,), "the cards of this turn's suggestion"),
            ("begun", (2 + suspects + weapons,), "the seat's own unfinished theory: suggest, accuse, suspect, weapon"),
            ("players", (seats, suspects), "who plays which suspect"),
            ("pawns", (suspects, places), "where each pawn stands"),
            ("weapons", (weapons, rooms), "in which room each weapon lies"),
            ("eliminated", (seats,), "who may not accuse any more"),
            ("false witnesses", (seats,), "who was eliminated for a false answer"),
            ("called", (seats,), "whose pawn was moved by a suggestion, so that they may suggest there"),
            ("suggested", (seats,), "whose pawn has not left the room of their last suggestion"),
            ("sizes", (seats,), "the number of cards in each hand, divided by the number of all cards"),
            ("open cards", (cards,), "the cards that lie face up"),
            ("hand", (cards,), "the seat's own cards"),
            ("seen", (seats + 1, cards), "the cards that it has seen with each holder"),
            ("denied", (seats, cards), "the cards that each seat has said that it doesn't have"),
            ("showed", (seats, cards), "the cards that it has shown to each seat"),
            (
                "history",
                (history, self.row),
                "the latest suggestions and accusations: which of both, by whom, cards, who had none, who showed, what",
            ),
        ]
        if beliefs:
            channels += [
                ("beliefs", (seats + 1, cards), "the exact probability that each holder has each card"),
                ("counted", (1,), "1, or 0 where there were too many deals to count, and the beliefs are all 0"),
            ]
        self.channels: dict[str, Channel] = {}
        start = 0
        for name, shape, meaning in channels:
            self.channels[name] = Channel(name, start, shape, meaning)
            start += prod(shape)
        self.size = start
        self._cuts = [(channel.name, channel.slice, channel.shape) for channel in self.channels.values()]

    def read(self, observation: Array) -> dict[str, Array]:
        """An observation by channel, each in its shape."""
        return {name: observation[cut].reshape(shape) for name, cut, shape in self._cuts}


@lru_cache(maxsize=32)
def layout_of(table: GameTable, history: int = HISTORY, *, beliefs: bool = False) -> ObservationLayout:
    """The layout of a table's observations, made once."""
    return ObservationLayout(table, history=history, beliefs=beliefs)


class Observer:
    """Writes one seat's observations. It reads each sighting once, and draws the scene anew every time."""

    def __init__(self, layout: ObservationLayout, seat: int) -> None:
        table = layout.table
        self.layout, self.me, self.seats = layout, seat, len(table.seats)
        self._memory: Array = np.zeros(layout.size, np.float32)
        self._parts = layout.read(self._memory)
        self._read = 0
        self._latest = 0
        for other in table.seats:
            self._parts["players"][self.near(other.index), other.suspect.index] = 1

    def near(self, seat: int) -> int:
        """A seat's number as counted from the observer."""
        return (seat - self.me) % self.seats

    def observe(self, view: View, begun: PartialTheory | None = None) -> Array:
        """What the view holds, now."""
        for _, event in view.sightings[self._read :]:
            self._remember(event)
        self._read = len(view.sightings)
        observation = self._memory.copy()
        parts = self.layout.read(observation)
        self._draw_turn(parts, view.scene)
        self._draw_scene(parts, view.scene)
        if begun is not None:
            _draw_begun(parts["begun"], begun)
        if self.layout.beliefs:
            self._draw_beliefs(parts, view)
        return observation

    def _remember(self, event: Event) -> None:
        parts, near = self._parts, self.near
        match event:
            case Dealt(_, sizes, hands):
                for seat, size in enumerate(sizes):
                    parts["sizes"][near(seat)] = size / len(self.layout.table.edition.deck)
                _mark(parts["hand"], hands[self.me])
                _mark(parts["seen"][0], hands[self.me])
            case LaidOpen(cards):
                _mark(parts["open cards"], cards)
            case Suggested(seat, theory):
                self._log(seat.index, theory, accusation=False)
            case Accused(seat, theory):
                self._log(seat.index, theory, accusation=True)
            case CouldNotShow(seat):
                self._answered(seat.index, shown=False)
                self._latest_cards(parts["denied"][near(seat.index)])
            case Shown(seat, to, card):
                self._answered(seat.index, shown=True)
                if card is not None:
                    self._row()[-len(self.layout.table.edition.deck) + card.index] = 1
                    self._card_passed(seat.index, to.index, card.index)
            case Snooped(seat, owner, card) if card is not None:
                self._card_passed(owner.index, seat.index, card.index)
            case Opened(_, case_file, _) if case_file is not None:
                for card in case_file:
                    parts["seen"][self.seats, card.index] = 1
            case _:
                pass

    def _card_passed(self, owner: int, to: int, card: int) -> None:
        """A card was shown or drawn, and the observer saw it from one side."""
        if owner == self.me:
            self._parts["showed"][self.near(to), card] = 1
        else:
            self._parts["seen"][self.near(owner), card] = 1

    def _log(self, by: int, theory: Theory, *, accusation: bool) -> None:
        self._latest = theory.mask
        if not self.layout.history:
            return
        history = self._parts["history"]
        history[1:] = history[:-1].copy()
        row = self._row()
        row[:] = 0
        row[0] = accusation
        row[1 + self.near(by)] = 1
        for card in theory:
            row[1 + self.seats + card.index] = 1

    def _row(self) -> Array:
        history = self._parts["history"]
        latest: Array = history[0] if self.layout.history else np.zeros(self.layout.row, np.float32)
        return latest

    def _answered(self, seat: int, *, shown: bool) -> None:
        first = 1 + self.seats + len(self.layout.table.edition.deck)
        self._row()[first + self.seats * shown + self.near(seat)] = 1

    def _latest_cards(self, row: Array) -> None:
        _mark(row, CardSet(self.layout.table.edition.deck, self._latest))

    def _draw_turn(self, parts: dict[str, Array], scene: Scene) -> None:
        turn, near = scene.turn, self.near
        parts["phase"][PHASES.index(turn.phase)] = 1
        parts["turn"][0] = min(1, turn.number / 1000)
        parts["mover"][near(turn.mover.index)] = 1
        if turn.to_act is not None:
            parts["to act"][near(turn.to_act.index)] = 1
        parts["roll"][:] = sum(turn.dice) / 12, turn.steps / 12
        parts["rights"][:] = turn.entered, turn.spyglass, turn.shown
        for card in turn.theory or ():
            parts["theory"][card.index] = 1

    def _draw_scene(self, parts: dict[str, Array], scene: Scene) -> None:
        pawns, weapons = parts["pawns"], parts["weapons"]
        for suspect, place in enumerate(scene.pawns):
            pawns[suspect, place.index] = 1
        first_room = scene.edition.deck.rooms[0].index
        for weapon, lying in enumerate(scene.weapons):
            if lying is not None and lying.room is not None:
                weapons[weapon, lying.room.index - first_room] = 1
        masks = ("eliminated", scene.out), ("false witnesses", scene.false_witnesses), ("called", scene.called)
        for name, mask in (*masks, ("suggested", scene.suggested)):
            for seat in range(self.seats) if mask else ():
                parts[name][self.near(seat)] = mask >> seat & 1
        if scene.finished is not None:
            for card in scene.finished.case_file:
                parts["seen"][self.seats, card.index] = 1

    def _draw_beliefs(self, parts: dict[str, Array], view: View) -> None:
        try:
            worlds = Worlds(facts_from(view))
        except TooHard:
            return
        if not worlds.total:
            return
        shares = np.array(worlds.count.marginals, dtype=np.float64) / worlds.total
        order = [*((self.me + step) % self.seats for step in range(self.seats)), self.seats]
        parts["beliefs"][:] = shares.T[order]
        parts["counted"][0] = 1


def _mark(row: Array, cards: CardSet | None) -> None:
    for card in cards or ():
        row[card.index] = 1


def _draw_begun(part: Array, begun: PartialTheory) -> None:
    part[0 if begun.deed == "suggest" else 1] = 1
    if begun.suspect is not None:
        part[2 + begun.suspect.index] = 1
    if begun.weapon is not None:
        part[2 + begun.weapon.index] = 1
