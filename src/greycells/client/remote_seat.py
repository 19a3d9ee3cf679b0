"""A seat at a table over the network, with the same view and options as in a local game, for any player."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from greycells.client.connection import Connection, NotDone
from greycells.client.deal_check import Promise
from greycells.editions import load
from greycells.notation.sighting_json import SightingDecoder
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import Play, Reveal
from greycells.protocol.frames import AnyFrame, Choose, Happened, Hello, TableView
from greycells.protocol.frames import Changed as TableChanged
from greycells.rules.actions import Action
from greycells.rules.fair_dealing import nonce_hash
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.views import View

Chooser = Callable[[View], Awaitable[Action]]


class RemoteSeat:
    """What a guest in a chair knows: the table as it stands, and once the game runs, the seat's view of it.

    `promise` is what was told before the deal, if the seat has given a nonce to it.
    """

    def __init__(self, chair: int | None) -> None:
        self.chair = chair
        self.table: TableView | None = None
        self.promise: Promise | None = None
        self._eyes: SightingDecoder | None = None

    @property
    def view(self) -> View | None:
        """The seat's view, or a spectator's; None before the start."""
        return None if self._eyes is None else self._eyes.view

    def take(self, frame: AnyFrame) -> None:
        """Learn from a frame."""
        match frame:
            case Hello(table=table):
                self.table = table
                if frame.anew:
                    self._eyes = None
            case TableChanged(table=table):
                self.table = table
            case Happened():
                self.table = frame.table or self.table
                if self._eyes is None and self.table is not None:
                    self._eyes = SightingDecoder(*self._seated(self.table))
                if self._eyes is not None:
                    for text in frame.sightings:
                        self._eyes.see(msgspec.json.decode(text))
            case _:
                pass

    def _seated(self, table: TableView) -> tuple[GameTable, Seat | None]:
        edition = load(table.plan.edition).with_house_rules(*table.plan.house_rules)
        seated = GameTable.from_words(edition, table.seats)
        own = None if self.chair is None else table.chairs[self.chair].suspect
        return seated, next((seat for seat in seated.seats if seat.suspect.word == own), None)


FrameListener = Callable[[RemoteSeat, AnyFrame], None]


def in_thread(choose: Callable[[View], Action]) -> Chooser:
    """A player's choice, computed in a thread so that the connection stays responsive."""

    async def chooser(view: View) -> Action:
        return await asyncio.to_thread(choose, view)

    return chooser


async def _reveal(connection: Connection, chair: int, nonce: str) -> None:
    """Tell our nonce; a game that has begun without it goes on with the dealer's."""
    try:
        await connection.ask(Reveal(chair=chair, nonce=nonce))
    except NotDone as refused:
        if not refused.stale:
            raise


async def play(
    connection: Connection, chair: int, choose: Chooser, *, on_frame: FrameListener | None = None, nonce: str = ""
) -> RemoteSeat:
    """Play a chair to the end of the game; `on_frame` gets every frame. Returns the seat as it was left.

    If only the hash of the `nonce` was given with `Sit`, it is told when it is asked for.
    """
    place = RemoteSeat(chair)
    async for frame in connection:
        place.take(frame)
        if on_frame is not None:
            on_frame(place, frame)
        if place.table is not None and place.table.state in ("over", "closed"):
            return place
        if nonce and isinstance(frame, Hello | TableChanged) and frame.nonce_hashes:
            if frame.nonce_hashes[chair] == nonce_hash(nonce):
                place.promise = Promise(frame.table.commitment, frame.nonce_hashes)
                await _reveal(connection, chair, nonce)
            nonce = ""
        if isinstance(frame, Choose):
            view = place.view
            if view is None or len(view.sightings) != frame.decision or not view.to_act:
                continue
            action = await choose(view)
            try:
                await connection.play(Play(chair=chair, decision=frame.decision, action=choice_message(action)))
            except NotDone as refused:
                if not refused.stale:
                    raise
    return place
