"""A place at a table over the network: the same view and options as at home, so that any player can sit there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from greycells.client.line import Line, NotDone
from greycells.editions import load
from greycells.notation.commands import AnyChoice, Play
from greycells.notation.frames import AnyFrame, Choose, Happened, Hello, TableView
from greycells.notation.frames import Changed as TableChanged
from greycells.notation.sightings import Onlooker
from greycells.notation.wire import encode_action
from greycells.rules.actions import Action
from greycells.rules.scene import Table
from greycells.rules.seats import Seat
from greycells.rules.views import View

Chooser = Callable[[View], Awaitable[Action]]


class Place:
    """What a guest in a chair knows: the table as it stands, and once the game runs, the seat's view of it."""

    def __init__(self, chair: int | None) -> None:
        self.chair = chair
        self.table: TableView | None = None
        self._eyes: Onlooker | None = None

    @property
    def view(self) -> View | None:
        """The seat's view, or a spectator's; None before the start."""
        return None if self._eyes is None else self._eyes.view

    def take(self, frame: AnyFrame) -> None:
        """Learn from a frame."""
        match frame:
            case Hello(table=table) | TableChanged(table=table):
                self.table = table
            case Happened():
                self.table = frame.table or self.table
                if self._eyes is None and self.table is not None:
                    self._eyes = Onlooker(*self._seated(self.table))
                if self._eyes is not None:
                    for text in frame.sightings:
                        self._eyes.see(msgspec.json.decode(text))
            case _:
                pass

    def _seated(self, table: TableView) -> tuple[Table, Seat | None]:
        edition = load(table.plan.edition)
        if table.plan.house_rules:
            edition = edition.with_house_rules(*table.plan.house_rules)
        suspects = {suspect.word: suspect for suspect in edition.deck.suspects}
        seats = tuple(Seat(index, suspects[word], name) for index, (word, name) in enumerate(table.seats))
        own = None if self.chair is None else table.chairs[self.chair].suspect
        return Table.of(edition, seats), next((seat for seat in seats if seat.suspect.word == own), None)


Hearer = Callable[[Place, AnyFrame], None]


def in_thread(choose: Callable[[View], Action]) -> Chooser:
    """A player's choice, made in a thread so that the line stays awake."""

    async def chooser(view: View) -> Action:
        return await asyncio.to_thread(choose, view)

    return chooser


async def play(line: Line, chair: int, choose: Chooser, *, hear: Hearer | None = None) -> Place:
    """Play a chair to the end of the game; `hear` is told every frame. Returns the place as it was left."""
    place = Place(chair)
    async for frame in line:
        place.take(frame)
        if hear is not None:
            hear(place, frame)
        if place.table is not None and place.table.state in ("over", "closed"):
            return place
        if isinstance(frame, Choose):
            view = place.view
            if view is None or len(view.sightings) != frame.decision or not view.to_act:
                continue
            action = await choose(view)
            choice: AnyChoice = msgspec.convert(encode_action(action), AnyChoice)
            try:
                await line.play(Play(chair=chair, decision=frame.decision, action=choice))
            except NotDone as refused:
                if not refused.stale:
                    raise
    return place
