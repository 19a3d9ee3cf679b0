"""From `.case` text to a record: every word is understood, or there is an error that says where and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from greycells.language.sentences import Sentence
from greycells.notation.case_clauses import clause
from greycells.notation.case_header import Heading, read_heading
from greycells.notation.case_tokens import NOTES, LineTokens
from greycells.notation.names import RecordNames, unknown
from greycells.notation.record import MARKS, Note, Reading, Record, RecordError, Spot
from greycells.rules.board import Place
from greycells.rules.cards import CardSet, Weapon
from greycells.rules.edition import Edition
from greycells.rules.events import (
    Began,
    Dealt,
    Event,
    Finished,
    LaidOpen,
    Placed,
    RolledForStart,
    Sealed,
    TurnEnded,
)
from greycells.rules.record_metadata import Copy, Pledge
from greycells.rules.scene import Scene, after
from greycells.rules.seats import Seat

KEYWORDS = (
    *("copy", "commit", "nonce", "weapons", "seal", "dealer", "deal", "open", "throw", "begins"),
    *("won", "unsolved", "secret", "stamp"),
)
HEAD = ("case", "edition", "house", "seats")
_CLOCK = re.compile(r"@(\d{1,4}):([0-5]\d):([0-5]\d)", re.ASCII)


def scan_case(text: str, edition: Edition | None = None) -> Reading:
    """As much of a `.case` text as can be understood; an error before the seats are known is raised at once."""
    lines = _lines(text)
    reader = _CaseReader(read_heading(lines, edition))
    error = None
    try:
        for words in lines:
            reader.read(words)
        reader.settle()
    except RecordError as wrong:
        error = wrong
        reader.read_papers(lines)
    return Reading(reader.record(), tuple(reader.spots), reader.heading.seats, error, reader.stamped)


def _lines(text: str) -> Iterator[LineTokens]:
    for number, line in enumerate(text.split("\n"), 1):
        words = LineTokens(number, line.removesuffix("\r"))
        if words.next:
            yield words


class _CaseReader:
    """Reads what follows the heading, and keeps the scene current, since a walk is written by where it ends.

    `dealing` and `throwing` say where an event began that takes several lines; `turn` is the seat whose turn the last
    line told, and where it stopped: if another turn follows, this one was over. After a `torn` turn there are no more
    events, and after the stamp there is nothing at all.
    """

    def __init__(self, heading: Heading) -> None:
        self.heading = heading
        self.table = heading.table
        self.names = RecordNames(heading.table)
        self.scene = Scene.empty(heading.table)
        self.copy: Copy | None = None
        self.pledge: Pledge | None = None
        self.stamp: str | None = None
        self.stamped: Spot | None = None
        self.torn = False
        self.events: list[Event] = []
        self.spots: list[Spot] = []
        self.notes: dict[int, Note] = {}
        self.comments: dict[int, list[str]] = {}
        self.dealing: tuple[Seat, Spot] | None = None
        self.dealt: list[tuple[int, CardSet | None]] = []
        self.throwing: Spot | None = None
        self.throws: list[tuple[tuple[Seat, tuple[int, ...]], ...]] = []
        self.turn: tuple[Seat, Spot] | None = None

    def record(self) -> Record:
        """What has been read so far."""
        preface, notes = tuple(self.heading.preface), dict(self.notes)
        for number, comments in self.comments.items():
            notes[number] = replace(notes.get(number, Note()), comments=tuple(comments))
        return Record(self.table, tuple(self.events), self.copy, self.pledge, notes, preface, self.stamp)

    def read(self, words: LineTokens) -> None:
        """One more line."""
        if self.stamped is not None:
            words.fail("after stamp")
        first = words.next[0]
        if self.torn and first != "{" and words.next not in ("secret", "stamp"):
            words.fail("torn")
        if first.isdigit():
            self._turn(words)
        elif first != "{":
            self._line(words)
        if self.stamped is None:
            self._notes(words)
        words.end()

    def read_papers(self, lines: Iterator[LineTokens]) -> None:
        """What the dealer opened at the end, as far as it can be found after an error."""
        for words in lines:
            if words.next in ("secret", "stamp"):
                with suppress(RecordError):
                    self._paper(words.expect("secret", "stamp"), words)

    def settle(self) -> None:
        """Whatever the lines before have told is complete, now that something else follows."""
        if self.dealing is not None:
            missing = self.table.seats[len(self.dealt)]
            raise RecordError(self.dealing[1], Sentence("record.hand missing", seat=missing))
        if self.throwing is not None:
            spot, self.throwing = self.throwing, None
            self._emit(RolledForStart(tuple(self.throws)), spot)
        if self.turn is not None:
            (seat, spot), self.turn = self.turn, None
            self._emit(TurnEnded(seat), spot)

    def _emit(self, event: Event, spot: Spot) -> None:
        self.events.append(event)
        self.spots.append(spot)
        self.scene = after(self.scene, event)

    def _turn(self, words: LineTokens) -> None:
        """A turn: its number, who moved, and what happened, with a bar wherever another seat comes in."""
        self.settle()
        turn = self.scene.turn
        if turn.phase == "setting up":
            raise RecordError(words.here, Sentence("record.line missing", line="begins"), "TURN-1")
        if words.next != f"{turn.number}." and self.scene.finished is None:
            words.fail("turn number", number=turn.number)
        words.at += 1
        mover = seat = words.seat(self.names)
        told = len(self.events)
        while True:
            word = words.next
            if word == "|":
                words.at += 1
                seat = words.seat(self.names)
                word = words.next
            spot = words.here
            if word == "...":
                words.at += 1
                self.torn = True
                return
            if word in ("ends", "passes"):
                self._end_turn(words, mover, by=seat, begun=len(self.events) > told)
                return
            self._emit(clause(words, self.names, self.scene, seat), spot)
            if (word := words.next) and word[0] in NOTES:
                self._notes(words)
                word = words.next
            if not word:
                self.turn = (mover, words.here)
                return

    def _end_turn(self, words: LineTokens, mover: Seat, *, by: Seat, begun: bool) -> None:
        """The end of a turn in so many words: it has its own word where nothing happened."""
        spot, word = words.here, words.next
        if by is not mover:
            words.fail("ends of another", seat=mover)
        if word != ("ends" if begun else "passes"):
            words.fail(word)
        words.at += 1
        if not words.at_end:
            words.end()
        self._emit(TurnEnded(mover), spot)

    def _notes(self, words: LineTokens) -> None:
        """Comments, marks and clock times belong to the event before them, or to the one that is being told."""
        while (word := words.next) and word[0] in NOTES:
            number = len(self.events) - (self.dealing is None and self.throwing is None)
            note = self.notes.get(number, Note())
            clock = _CLOCK.fullmatch(word)
            if word[0] == "{":
                comment = words.comment()
                if number < 0:
                    self.heading.preface.append(comment)
                else:
                    self.comments.setdefault(number, []).append(comment)
                continue
            if number >= 0 and clock is not None and note.clock is None:
                hours, minutes, seconds = map(int, clock.groups())
                self.notes[number] = replace(note, clock=3600 * hours + 60 * minutes + seconds)
            elif number >= 0 and word in MARKS and not note.mark:
                self.notes[number] = replace(note, mark=word)
            else:
                words.fail("note", note=word[:40])
            words.at += 1

    def _line(self, words: LineTokens) -> None:
        """A line with a keyword of its own."""
        spot, keyword = words.here, words.next
        if keyword in HEAD:
            words.fail("not here", keyword=keyword)
        if keyword not in KEYWORDS:
            raise RecordError(spot, unknown("keyword", keyword, KEYWORDS))
        if keyword in ("won", "unsolved"):
            self.turn = None
        if keyword not in ("throw", "deal"):
            self.settle()
        words.at += 1
        match keyword:
            case "copy" | "commit" | "nonce" | "secret" | "stamp":
                self._paper(keyword, words)
            case "throw":
                self._throw(words, spot)
            case "dealer":
                self.dealing, self.dealt = (words.seat(self.names), spot), []
            case "deal":
                self._deal(words)
            case _:
                event = self._event(keyword, words)
                if not words.at_end:
                    words.end()
                self._emit(event, spot)

    def _event(self, keyword: str, words: LineTokens) -> Event:
        """An event that is told in one line."""
        names = self.names
        match keyword:
            case "weapons":
                return Placed(self.table.edition.starts, self._weapons(words))
            case "seal":
                return Sealed(words.theory_or_unseen(names))
            case "open":
                return LaidOpen(self._cards(words))
            case "begins":
                return Began(words.seat(names))
            case "won":
                return Finished(words.seat(names), words.theory(names))
            case _:
                return Finished(None, words.theory(names))

    def _weapons(self, words: LineTokens) -> tuple[Place | None, ...]:
        """Where each weapon lies; one that is not named lies off the board."""
        lying: dict[Weapon, Place] = {}
        while not words.at_end:
            spot = words.here
            weapon = words.card(self.names)
            if not isinstance(weapon, Weapon) or weapon in lying:
                raise RecordError(spot, Sentence("record.weapon", card=weapon))
            lying[weapon] = words.place(self.names)
            if words.next == "|":
                words.at += 1
        return tuple(lying.get(weapon) for weapon in self.table.edition.deck.weapons)

    def _cards(self, words: LineTokens) -> CardSet:
        mask, deck = 0, self.table.edition.deck
        while not words.at_end:
            spot = words.here
            card = words.card(self.names)
            if mask & card.bit:
                raise RecordError(spot, Sentence("record.card twice", card=card))
            mask |= card.bit
        return CardSet(deck, mask)

    def _deal(self, words: LineTokens) -> None:
        """One hand, in the order of the seats; each `?` is a card that was not seen."""
        if self.dealing is None:
            words.at -= 1
            words.miss("dealer")
        seat, spot = self.table.seats[len(self.dealt)], words.here
        if words.seat(self.names) is not seat:
            raise RecordError(spot, Sentence("record.next hand", seat=seat))
        unseen = 0
        while words.next == "?":
            words.at += 1
            unseen += 1
        cards = self._cards(words)
        if (unseen and cards) or words.next == "?":
            raise RecordError(spot, Sentence("record.half a hand", seat=seat))
        hidden = bool(unseen) or (self.copy is not None and self.copy.seat is not seat and not cards)
        self.dealt.append((unseen or len(cards), None if hidden else cards))
        if len(self.dealt) == len(self.table.seats):
            (dealer, spot), self.dealing = self.dealing, None
            sizes, hands = zip(*self.dealt, strict=True)
            self._emit(Dealt(dealer, sizes, hands), spot)

    def _throw(self, words: LineTokens, spot: Spot) -> None:
        """One round of rolling for the start."""
        if self.throwing is None:
            self.settle()
            self.throwing, self.throws = spot, []
        throws = [self._thrown(words)]
        while words.next == "|":
            words.at += 1
            throws.append(self._thrown(words))
        self.throws.append(tuple(throws))

    def _thrown(self, words: LineTokens) -> tuple[Seat, tuple[int, ...]]:
        seat, dice = words.seat(self.names), words.numbers()
        if len(dice) < self.table.rules.start_dice and not words.at_end and words.next != "|":
            words.number()
        return seat, dice

    def _paper(self, keyword: str, words: LineTokens) -> None:
        """What is not an event: whose copy this is, what was pledged, and the stamp."""
        pledge = self.pledge
        match keyword:
            case "copy" if self.copy is None and not self.events:
                if words.next == "nobody":
                    words.at += 1
                    self.copy = Copy(None)
                else:
                    self.copy = Copy(words.seat(self.names))
            case "commit" if pledge is None:
                self.pledge = Pledge(words.quoted(), ())
            case "nonce" if pledge is not None and len(pledge.nonces) < len(self.table.seats):
                spot, seat = words.here, self.table.seats[len(pledge.nonces)]
                if words.seat(self.names) is not seat:
                    raise RecordError(spot, Sentence("record.next nonce", seat=seat))
                self.pledge = pledge._replace(nonces=(*pledge.nonces, words.quoted()))
            case "secret" if pledge is not None and pledge.secret is None:
                self.pledge = pledge._replace(secret=words.quoted())
            case "stamp" if self.stamp is None:
                spot = Spot(words.line, 1)
                self.stamp, self.stamped = words.quoted(), spot
            case _:
                words.at -= 1
                words.fail("not here", keyword=keyword)
