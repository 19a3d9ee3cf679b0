"""What a viewer is told: each entry of the log as that viewer may see it, from a cursor that is the viewer's own.

Nothing is redacted here. Sightings are taken from the viewer's view, and an event's stored text goes out only where the
viewer saw the very event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from msgspec import Raw

from greycells.language.sentences import Argument, Sentence
from greycells.notation.record import Note
from greycells.notation.sighting_json import encode_sighting
from greycells.notation.story import answered_for, question, someone_elses
from greycells.players.bot_levels import bot_name
from greycells.protocol.frames import AnyFrame, Changed, Choose, Happened, Hello, Remarked, Said, SceneFrame, TableView
from greycells.protocol.option_messages import options_message
from greycells.rules.events import Event, FalseWitness, Opened
from greycells.rules.game import Game
from greycells.rules.scene import Scene
from greycells.rules.seats import Seat
from greycells.rules.views import SECRETIVE
from greycells.server.tables import log_entries as entries
from greycells.server.tables.frame_padding import ROOM_FOR_CARDS, ROOM_FOR_CHOICE, ROOM_FOR_HANDS, padded, padded_scene
from greycells.server.tables.guest import Guest
from greycells.server.tables.scene_frames import Spoken, public_scene, scene_frame, told
from greycells.server.tables.skipping import only_bots_play
from greycells.server.tables.table_state import Table, is_own_name
from greycells.server.tables.viewer import Prompt, Viewer, encode

AT_ONCE = 64
"""The most entries in one message."""


class TableHistory:
    """The log of a table in memory, and the game that it tells; `spans` are the events of each entry, `_away`
    the chairs that a bot played for a person then.

    An archived game has the notes of its record: its log no longer tells when each turn ended.

    Everything that anybody is shown of a table is read here, and only `apply` changes it: with entries that are on
    disk. So nobody can be shown an event that the log does not have.
    """

    __slots__ = ("_away", "_drawn", "_latest", "_spoken", "game", "log", "notes", "spans", "table")

    def __init__(
        self,
        table: Table,
        log: Iterable[entries.AnyEntry],
        game: Game | None,
        *,
        notes: Mapping[int, Note] | None = None,
    ) -> None:
        self.table = table
        self.notes = notes
        self.log: list[entries.AnyEntry] = []
        self.spans: list[tuple[int, int]] = []
        self._away: list[frozenset[int]] = []
        self.game = game
        self._latest: dict[tuple[int | None, tuple[str, ...]], bytes] = {}
        self._spoken = Spoken()
        self._drawn: tuple[Scene, SceneFrame] | None = None
        for entry in log:
            self._add(entry)

    @property
    def seq(self) -> int:
        """The number of the last entry; the first is 1."""
        return len(self.log)

    def apply(
        self,
        news: Sequence[entries.AnyEntry],
        table: Table,
        *,
        game: Game | None = None,
        events: Sequence[Event] = (),
        scene: Scene | None = None,
    ) -> None:
        """Take in entries that the disk has acknowledged, the table after them, and a new `game`, or the `events` of a
        choice and the `scene` after them."""
        self.table = table
        if game is not None:
            self.game = game
        if self.game is not None and events and scene is not None:
            self.game.add(events, scene)
        for entry in news:
            self._add(entry)

    def _add(self, entry: entries.AnyEntry) -> None:
        count = len(entry.events) if isinstance(entry, entries.Started | entries.Played) else 0
        first = sum(self.spans[-1]) if self.spans else 0
        away: frozenset[int] = self._away[-1] if self._away else frozenset()
        match entry:
            case entries.SteppedIn(chair=chair) | entries.Resigned(chair=chair):
                away |= {chair}
            case entries.CameBack(chair=chair):
                away -= {chair}
            case _:
                pass
        self.log.append(entry)
        self.spans.append((first, count))
        self._away.append(away)
        self._latest.clear()
        self._spoken.clear()

    def view(self) -> TableView:
        if self.game is None:
            return self.table.view()
        winner = self.game.winner
        return self.table.view(
            winner=winner.suspect.word if winner else None, may_skip=only_bots_play(self.table, self.game.scene)
        )

    def seat(self, chair: int | None) -> Seat | None:
        """The seat of a chair in the running game; None for a spectator."""
        index = None if chair is None else self.table.seat_index(chair)
        return None if index is None or self.game is None else self.game.seats[index]

    def hello(self, viewer: Viewer, present: Sequence[int], *, auto: bool = False) -> bytes:
        yours = self.table.held_by(viewer.guest.id)
        hello = Hello(
            table=self.view(),
            seq=self.seq,
            yours=yours,
            present=tuple(present),
            anew=viewer.anew,
            auto=auto,
            nonce_hashes=self.table.asked_hashes,
        )
        # Whether a seat answers automatically is its own affair.
        return encode(hello) + (b"" if auto else b" " * len(',"auto":true'))

    def viewer(
        self,
        guest: Guest,
        chair: int | None,
        *,
        after: int,
        at: float | None,
        looks: bool = False,
        letters: bool = False,
    ) -> Viewer:
        """A viewer who has seen this log up to an entry, whose time is `at`, and goes on behind it.

        One that has seen another log, of which an older backup was restored, begins anew.
        """
        same = after <= self.seq and (not after or at is None or self.log[after - 1].at == at)
        return Viewer(guest, chair, after if same else 0, looks=looks, anew=not same, letters=letters)

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

    def words(self, number: int, chair: int | None, *, letters: bool = False) -> tuple[str, ...]:
        """What the viewer in a chair is told of an entry in sentences, for a page."""
        entry = self.log[number]
        if isinstance(entry, entries.Started | entries.Played):
            return self._in_sentences(number, self.seat(chair), letters=letters)
        change = self._change_in_words(entry)
        return (change,) if change else ()

    def _in_sentences(self, number: int, seat: Seat | None, *, letters: bool) -> tuple[str, ...]:
        """What a seat or a spectator saw of an entry, in sentences. A move that the clock made is announced as one."""
        if self.game is None:
            return ()
        view, (first, count), entry = self.game.view(seat), self.spans[number], self.log[number]
        sightings, replaced = view.sightings[first : first + count], self._is_replaced(number, seat)
        names = self.people(seat, number)
        sentences = told(view, sightings, letters=letters, names=names, replaced=replaced, spoken=self._spoken)
        if sentences and isinstance(entry, entries.Played) and entry.by == "clock":
            return (str(Sentence("table.clock moved", story=sentences[0])), *sentences[1:])
        return sentences

    def people(self, viewer: Seat | None, number: int) -> Mapping[Seat, str]:
        """Who of the others played an entry under a name of their own; a name that was made up says nothing."""
        away = self._away[number]
        return {
            seat: chair.name
            for seat in (self.game.seats if self.game is not None else ())
            if seat != viewer and (at := self.table.chair_of(seat)) not in away
            if (chair := self.table.chairs[at]).guests and chair.name and is_own_name(chair.name, seat)
        }

    def _is_replaced(self, number: int, seat: Seat | None) -> bool:
        """Whether a bot played this seat when an entry was written."""
        return seat is not None and self.table.chair_of(seat) in self._away[number]

    def _change_in_words(self, entry: entries.AnyEntry) -> str:
        """What the log says of a change at the table: who plays a seat now."""
        match entry:
            case entries.SteppedIn(chair=chair) if self.table.players:
                return str(Sentence("table.bot stepped in", name=self._suspect(chair)))
            case entries.CameBack(chair=chair) if self.table.players:
                return str(Sentence("table.came back", name=self._suspect(chair)))
            case entries.Resigned(chair=chair) if self.table.players:
                return str(Sentence("table.resigned", name=self._suspect(chair)))
            case entries.SkipWanted(chair=chair, on=on):
                key = "table.wants to skip" if on else "table.no longer skips"
                return str(Sentence(key, name=self.table.chairs[chair].name or self._suspect(chair)))
            case entries.GuestErased() if self.table.players:
                return str(Sentence("table.guest erased"))
            case _:
                return ""

    def _suspect(self, chair: int) -> Argument:
        seat = self.seat(chair)
        return "" if seat is None else seat.suspect

    def scene_frame(self, viewer: Viewer, prompt: Prompt | None) -> bytes | None:
        """The scene, for a page that has not drawn it yet, or that was asked there and isn't any more."""
        if not viewer.looks or self.game is None:
            return None
        asked = prompt is None or prompt.chair != viewer.chair or not prompt.automatic
        if viewer.drawn == (len(self.game.events), asked):
            return None
        viewer.drawn = (len(self.game.events), asked)
        view = self.game.view(self.seat(viewer.chair))
        if asked or viewer.chair is None:
            ask = question(view)
        elif self.table.driver(viewer.chair) is not None:
            ask = someone_elses(view)
        else:
            ask = answered_for(view)
        names = self.people(view.seat, self.seq - 1)
        scene = self.game.scene
        if self._drawn is None or self._drawn[0] is not scene:
            self._drawn = (scene, public_scene(scene))
        drawn = scene_frame(view, ask, letters=viewer.letters, names=names, public=self._drawn[1], spoken=self._spoken)
        if view.seat is None:
            return encode(drawn)
        private_question = scene.turn.phase == "answering" and scene.to_act == view.seat
        return padded_scene(drawn, private_question=private_question)

    def frame(self, number: int, chair: int | None, words: tuple[str, ...] = ()) -> AnyFrame:
        """An entry of the log as the viewer in this chair sees it, with these sentences for a page."""
        entry = self.log[number]
        seq, at = number + 1, entry.at
        match entry:
            case entries.Played():
                table = self.view() if entry.over or self._eliminates(number) else None
                seen = self.sightings(number, self.seat(chair))
                return Happened(
                    seq=seq, at=at, decision=entry.decision, by=entry.by, sightings=seen, table=table, words=words
                )
            case entries.Started():
                seen = self.sightings(number, self.seat(chair))
                return Happened(seq=seq, at=at, decision=0, by="dealer", sightings=seen, table=self.view(), words=words)
            case entries.ChatSaid(name=name, chair=speaker, text=text, phrase=phrase, reaction=reaction):
                return Said(seq=seq, at=at, name=name, chair=speaker, text=text, phrase=phrase, reaction=reaction)
            case entries.NoticePosted(key=key, arguments=arguments):
                return Remarked(seq=seq, at=at, text=str(Sentence(key, **self._translatable(arguments))))
            case (
                entries.TableOpened()
                | entries.PlanChanged()
                | entries.Sat()
                | entries.Stood()
                | entries.GotReady()
                | entries.NoncesAsked()
                | entries.NonceRevealed()
                | entries.Muted()
                | entries.SteppedIn()
                | entries.CameBack()
                | entries.Claimed()
                | entries.Resigned()
                | entries.Hurried()
                | entries.Skipped()
                | entries.SkipWanted()
                | entries.HostPassed()
                | entries.Rematched()
                | entries.Challenged()
                | entries.TableClosed()
                | entries.Reopened()
                | entries.LinkRenewed()
                | entries.DevicesRemoved()
                | entries.GuestErased()
            ):
                asked = self.table.asked_hashes
                return Changed(seq=seq, at=at, table=self.view(), words="".join(words), nonce_hashes=asked)
        assert_never(entry)

    def _eliminates(self, number: int) -> bool:
        """Whether an entry may have eliminated a player: then `skip` may be allowed, which the table tells."""
        first, count = self.spans[number]
        events = self.game.events[first : first + count] if self.game is not None else ()
        return any(isinstance(event, Opened | FalseWitness) for event in events)

    def _translatable(self, arguments: dict[str, str]) -> dict[str, Argument]:
        """A notice's arguments: a suspect's word becomes the card and a bot's level its name, for any language.

        In older logs, `name` is the name of the seat and not a suspect's word; it stays as it is.
        """
        cards = {seat.suspect.word: seat.suspect for seat in self.game.seats} if self.game else {}
        return {
            name: bot_name(value) if name == "level" else cards.get(value, value) for name, value in arguments.items()
        }

    def encoded(self, number: int, viewer: Viewer) -> bytes:
        """An entry as it goes to a viewer; the latest one is put together once for all who see the same of it.

        They see the same if nothing in it is secret, and if it is told to them in the same words: those say *you* to
        some, and are in each viewer's own language. A remark has its words inside.
        """
        words = self.words(number, viewer.chair, letters=viewer.letters) if viewer.looks else ()
        if number + 1 < self.seq or isinstance(self.log[number], entries.NoticePosted):
            return self._padded(number, viewer, words)
        same = (viewer.chair if self._has_secrets(number) else None, words)
        text = self._latest.get(same)
        if text is None:
            text = self._latest[same] = self._padded(number, viewer, words)
        return text

    def _padded(self, number: int, viewer: Viewer, words: tuple[str, ...]) -> bytes:
        """An entry as its viewer sees it. Where that is more than everybody sees, its length doesn't tell what."""
        text = encode(self.frame(number, viewer.chair, words))
        if not self._tells_secrets(number, viewer.chair):
            return text
        words_to_all = self.words(number, None, letters=viewer.letters) if viewer.looks else ()
        public = len(encode(self.frame(number, None, words_to_all)))
        dealt = isinstance(self.log[number], entries.Started)
        return padded(text, ROOM_FOR_HANDS if dealt else ROOM_FOR_CARDS, beyond=public)

    def _has_secrets(self, number: int) -> bool:
        """Whether an entry may hold something that not everybody saw: no other events are redacted for anybody."""
        if self.game is None:
            return False
        first, count = self.spans[number]
        return any(type(event) in SECRETIVE for event in self.game.events[first : first + count])

    def _tells_secrets(self, number: int, chair: int | None) -> bool:
        """Whether the seat of a chair saw more of an entry than a spectator did."""
        seat = self.seat(chair)
        if seat is None or self.game is None or not self._has_secrets(number):
            return False
        first, count = self.spans[number]
        seen, public = self.game.view(seat).sightings, self.game.view(None).sightings
        return any(seen[place].event != public[place].event for place in range(first, first + count))

    def choose(self, prompt: Prompt) -> bytes:
        """The question to the seat that is to act."""
        assert self.game is not None
        options = self.game.view(self.seat(prompt.chair)).options
        assert options is not None
        text = Raw(encode(options_message(options)))
        frame = encode(Choose(decision=prompt.decision, options=text, until=prompt.until))
        return padded(frame, ROOM_FOR_CHOICE) if self.game.scene.turn.phase == "answering" else frame

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
        if (drawing := self.scene_frame(viewer, prompt)) is not None:
            frames.append(drawing)
        if prompt is not None and prompt.chair == viewer.chair:
            if prompt.automatic:
                viewer.asked = -1  # A player who takes the seat back before it is answered is asked then.
            elif prompt.decision != viewer.asked:
                viewer.asked = prompt.decision
                frames.append(self.choose(prompt))
        frames += viewer.answers
        viewer.answers.clear()
        return b"[" + b",".join(frames) + b"]" if frames else None
