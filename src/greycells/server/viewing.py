"""What a viewer is told: each entry of the log as that viewer may see it, from a cursor that is the viewer's own.

Nothing is redacted here. Sightings are taken from the viewer's view, and an event's stored text goes out only where the
viewer saw the very event.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from msgspec import Raw
from msgspec.json import Encoder

from greycells.notation.frames import AnyFrame, Changed, Choose, Happened, Hello, Remarked, Said, TableView
from greycells.notation.sightings import encode_sighting
from greycells.notation.wire import encode_options
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.rules.sentences import Sentence
from greycells.server import entries
from greycells.server.conduct import Guest
from greycells.server.looks import look, told
from greycells.server.table import Table

encode = Encoder().encode
AT_ONCE = 64
"""So many entries go into one message at most."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The decision that the game waits for: its number, the chair that decides, and until when."""

    decision: int
    chair: int
    until: float | None


@dataclass(slots=True, eq=False)
class Viewer:
    """One pair of eyes: a guest in a chair or among the spectators, and how far it has read.

    One that `looks` is a page that wants every scene drawn; `drawn` is the event up to which it was.
    """

    guest: Guest
    chair: int | None
    cursor: int
    asked: int = -1
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    extras: deque[bytes] = field(default_factory=deque[bytes])
    gone: bool = False
    looks: bool = False
    drawn: int = -1

    def tell(self, frame: AnyFrame) -> None:
        """Put a frame without a number in front of this viewer."""
        self.extras.append(encode(frame))
        self.wake.set()


class Story:
    """The log of a table in memory, and the game that it tells; `spans` are the events of each entry."""

    __slots__ = ("_latest", "game", "log", "spans", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.log: list[entries.AnyEntry] = []
        self.spans: list[tuple[int, int]] = []
        self.game: Game | None = None
        self._latest: dict[int | None, bytes] = {}

    @property
    def seq(self) -> int:
        """The number of the last entry; the first is 1."""
        return len(self.log)

    def add(self, entry: entries.AnyEntry) -> None:
        count = len(entry.events) if isinstance(entry, entries.Started | entries.Played) else 0
        first = sum(self.spans[-1]) if self.spans else 0
        self.log.append(entry)
        self.spans.append((first, count))
        self._latest.clear()

    def view(self) -> TableView:
        winner = self.game.winner if self.game is not None else None
        return self.table.view(winner=winner.suspect.word if winner else None)

    def seat(self, chair: int | None) -> Seat | None:
        """The seat of a chair in the running game; None for a spectator."""
        index = None if chair is None else self.table.seat_index(chair)
        return None if index is None or self.game is None else self.game.seats[index]

    def hello(self, viewer: Viewer, present: Sequence[int]) -> bytes:
        yours = self.table.held_by(viewer.guest.id)
        return encode(Hello(table=self.view(), seq=self.seq, yours=yours, present=tuple(present)))

    def sightings(self, number: int, seat: Seat | None) -> tuple[Raw, ...]:
        """What a seat or a spectator saw of an entry."""
        entry, (first, count) = self.log[number], self.spans[number]
        if self.game is None or not isinstance(entry, entries.Started | entries.Played):
            return ()
        seen = self.game.view(seat).sightings[first : first + count]
        return tuple(
            text if sighting.event is self.game.events[sighting.number] else Raw(encode(encode_sighting(sighting)))
            for sighting, text in zip(seen, entry.events, strict=True)
        )

    def words(self, number: int, seat: Seat | None) -> tuple[str, ...]:
        """What a seat or a spectator saw of an entry, in sentences."""
        if self.game is None:
            return ()
        view, (first, count) = self.game.view(seat), self.spans[number]
        return told(view, view.sightings[first : first + count])

    def look(self, viewer: Viewer) -> bytes | None:
        """The scene, for a page that has not drawn it yet; a choice that is not in the log yet is drawn when it is."""
        if not viewer.looks or self.game is None or viewer.drawn == len(self.game.events):
            return None
        if sum(self.spans[-1]) < len(self.game.events):
            return None
        viewer.drawn = len(self.game.events)
        return encode(look(self.game.view(self.seat(viewer.chair))))

    def frame(self, number: int, chair: int | None, *, looks: bool = False) -> AnyFrame:
        """An entry of the log as the viewer in this chair sees it, with sentences for one that looks."""
        entry = self.log[number]
        seq, at = number + 1, entry.at
        match entry:
            case entries.Played():
                seat, table = self.seat(chair), self.view() if entry.over else None
                seen, words = self.sightings(number, seat), self.words(number, seat) if looks else ()
                return Happened(
                    seq=seq, at=at, decision=entry.decision, by=entry.by, sightings=seen, table=table, words=words
                )
            case entries.Started():
                seat = self.seat(chair)
                seen, words = self.sightings(number, seat), self.words(number, seat) if looks else ()
                return Happened(seq=seq, at=at, decision=0, by="dealer", sightings=seen, table=self.view(), words=words)
            case entries.Said(name=name, chair=speaker, text=text, phrase=phrase):
                return Said(seq=seq, at=at, name=name, chair=speaker, text=text, phrase=phrase)
            case entries.Remarked(key=key, arguments=arguments):
                return Remarked(seq=seq, at=at, text=str(Sentence(key, **arguments)))
            case (
                entries.Opened()
                | entries.Changed()
                | entries.Sat()
                | entries.Stood()
                | entries.GotReady()
                | entries.Muted()
                | entries.SteppedIn()
                | entries.CameBack()
                | entries.Claimed()
                | entries.Resigned()
                | entries.Hurried()
                | entries.HostPassed()
                | entries.Rematched()
                | entries.Closed()
            ):
                return Changed(seq=seq, at=at, table=self.view())
        assert_never(entry)

    def encoded(self, number: int, viewer: Viewer) -> bytes:
        """An entry as it goes to a viewer; the latest one is put together once for all who see the same of it.

        A remark is said in each viewer's own language.
        """
        if viewer.looks or number + 1 < self.seq or isinstance(self.log[number], entries.Remarked):
            return encode(self.frame(number, viewer.chair, looks=viewer.looks))
        eyes = viewer.chair if self._has_secrets(number) else None
        text = self._latest.get(eyes)
        if text is None:
            text = self._latest[eyes] = encode(self.frame(number, viewer.chair))
        return text

    def _has_secrets(self, number: int) -> bool:
        """Whether an entry holds something that not everybody saw: then a spectator did not see the very event."""
        if self.game is None:
            return False
        first, count = self.spans[number]
        seen, events = self.game.view(None).sightings, self.game.events
        return any(seen[place].event is not events[place] for place in range(first, first + count))

    def choose(self, prompt: Prompt) -> bytes:
        """The question to the seat that is to act."""
        assert self.game is not None
        options = self.game.view(self.seat(prompt.chair)).options
        assert options is not None
        text = Raw(encode(encode_options(options)))
        return encode(Choose(decision=prompt.decision, options=text, until=prompt.until))

    def news(self, viewer: Viewer, prompt: Prompt | None) -> bytes | None:
        """Everything that this viewer has not been told yet, in one message; None if there is nothing."""
        frames: list[bytes] = []
        while viewer.extras:
            frames.append(viewer.extras.popleft())
        last = min(self.seq, viewer.cursor + AT_ONCE)
        frames.extend(self.encoded(number, viewer) for number in range(viewer.cursor, last))
        viewer.cursor = last
        if last < self.seq:
            viewer.wake.set()
            return b"[" + b",".join(frames) + b"]"
        if (drawing := self.look(viewer)) is not None:
            frames.append(drawing)
        if prompt is not None and prompt.chair == viewer.chair and prompt.decision != viewer.asked:
            viewer.asked = prompt.decision
            frames.append(self.choose(prompt))
        return b"[" + b",".join(frames) + b"]" if frames else None
