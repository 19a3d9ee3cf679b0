"""From a record to its `.case` text: one line a turn, the same text for the same record always."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import assert_never

from greycells.language.sentences import Sentence
from greycells.notation.names import RecordNames
from greycells.notation.record import VERSION, Note, Reading, Record, RecordError, Spot
from greycells.rules.actions import Move
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.events import (
    Accused,
    Began,
    Cleared,
    CouldNotShow,
    Dealt,
    Event,
    FalseWitness,
    Finished,
    LaidOpen,
    Moved,
    Opened,
    Placed,
    Rolled,
    RolledForStart,
    Sealed,
    Shown,
    Snooped,
    Suggested,
    TakenBack,
    TookPassage,
    TurnEnded,
)
from greycells.rules.movement.moves import walk
from greycells.rules.scene import Scene, after
from greycells.rules.seats import Seat


def write(record: Record) -> str:
    """The record as `.case` text, in its canonical form."""
    return _text(_Scribe(record), record)


def stamp_of(record: Record) -> str:
    """The hash of a record without what was noted: whoever changes a word of the game gets another one.

    A walk counts by where it ended, so that the stamp stays good whichever path is the default one.
    """
    bare = replace(record, notes={}, preface=(), stamp=None)
    return sha256(_text(_Scribe(bare, paths=False), bare).encode()).hexdigest()


def wrong_stamp(reading: Reading) -> RecordError | None:
    """The error of a record whose stamp isn't its own: it was changed after it was closed."""
    record = reading.record
    if record.stamp is None or record.stamp == stamp_of(record):
        return None
    return RecordError(reading.stamp or Spot(1, 1), Sentence("record.stamp"))


def stamped(record: Record) -> Record:
    """The record, closed with its stamp."""
    return replace(record, stamp=stamp_of(record))


def _text(scribe: _Scribe, record: Record) -> str:
    onward = _onward(record.events)
    for number, event in enumerate(record.events):
        scribe.write(event, _noted(record.notes.get(number)), onward=number in onward)
    return scribe.text()


def _onward(events: Sequence[Event]) -> set[int]:
    """The walks that stopped and went on in the same turn: there the way itself mattered (MOVE-4)."""
    found: set[int] = set()
    walked = False
    for number in range(len(events) - 1, -1, -1):
        match events[number]:
            case Moved(_, _, steps_left):
                if walked and steps_left:
                    found.add(number)
                walked = True
            case Rolled() | TurnEnded():
                walked = False
            case _:
                pass
    return found


def _noted(note: Note | None) -> str:
    if note is None:
        return ""
    words = [note.mark] if note.mark else []
    if note.clock is not None:
        words.append(f"@{note.clock // 3600}:{note.clock // 60 % 60:02}:{note.clock % 60:02}")
    return "".join(f" {word}" for word in (*words, *map(_comment, note.comments)))


def _comment(text: str) -> str:
    for letter, escaped in (("\\", "\\\\"), ("{", "\\{"), ("}", "\\}"), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(letter, escaped)
    return f"{{{text}}}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _theory(theory: Theory | None) -> str:
    return "?" if theory is None else str(theory)


def _card(card: Card | None) -> str:
    return "?" if card is None else card.word


def _hand(cards: CardSet | None, size: int) -> str:
    return " ".join(["?"] * size if cards is None else [card.word for card in cards])


def _numbers(dice: Iterable[int]) -> str:
    return " ".join(map(str, dice))


class _Scribe:
    """Writes one record, event after event. `turn` is what has been said of the turn that is still going on."""

    def __init__(self, record: Record, *, paths: bool = True) -> None:
        self.record = record
        self.paths = paths
        self.scene = Scene.empty(record.table)
        self.names = RecordNames(record.table)
        self.width = max(len(seat.suspect.word) for seat in record.table.seats)
        self.lines = [f"case {VERSION}"]
        self.turn: list[tuple[Seat, list[str]]] = []
        self._head()

    def _line(self, keyword: str, words: str) -> None:
        self.lines.append(f"{keyword:9}{words}".rstrip())

    def _head(self) -> None:
        table, copy, pledge = self.record.table, self.record.copy, self.record.pledge
        self._line("edition", table.edition.key)
        if table.edition.house_rules:
            self._line("house", " | ".join(table.edition.house_rules))
        self._line("seats", " | ".join(f"{seat} {_quoted(seat.name)}" for seat in table.seats))
        if copy is not None:
            self._line("copy", "nobody" if copy.seat is None else str(copy.seat))
        if pledge is not None:
            self._line("commit", _quoted(pledge.commitment))
            for seat, nonce in zip(table.seats, pledge.nonces, strict=False):
                self._line("nonce", f"{seat.suspect.word:{self.width}}  {_quoted(nonce)}")
        self.lines.extend(map(_comment, self.record.preface))

    def text(self) -> str:
        """Everything written so far; a turn that is not over ends in three dots."""
        if self.turn:
            self.turn[-1][1].append("...")
            self._end_line()
        pledge = self.record.pledge
        if pledge is not None and pledge.secret is not None:
            self._line("secret", _quoted(pledge.secret))
        if self.record.stamp is not None:
            self._line("stamp", _quoted(self.record.stamp))
        return "\n".join((*self.lines, ""))

    def write(self, event: Event, note: str, *, onward: bool) -> None:
        """One more event; `onward` is a walk that is not the last of its turn."""
        match event:
            case Moved(seat, path):
                self._say(seat, self._walk(event, onward=onward) + note if path else f"stays{note}")
            case TurnEnded(seat):
                if not self.turn:
                    self._say(seat, f"passes{note}")
                elif note:
                    self._say(self.turn[0][0], f"ends{note}")
                self._end_line()
            case Placed() | Sealed() | Dealt() | LaidOpen() | RolledForStart() | Began() | Finished():
                if self.turn:
                    self._end_line()
                self._set_down(event, note)
            case _:
                self._say(event.seat, self._clause(event) + note)
        self.scene = after(self.scene, event)

    def _say(self, seat: Seat, clause: str) -> None:
        if self.turn and self.turn[-1][0] is seat:
            self.turn[-1][1].append(clause)
        else:
            self.turn.append((seat, [clause]))

    def _end_line(self) -> None:
        (mover, clauses), *others = self.turn
        line = f"{self.scene.turn.number}. {mover.suspect.word:{self.width}}  {'  '.join(clauses)}"
        if others:
            line += "  | " + " | ".join(f"{seat} {'  '.join(clauses)}" for seat, clauses in others)
        self.lines.append(line)
        self.turn = []

    def _set_down(
        self, event: Placed | Sealed | Dealt | LaidOpen | RolledForStart | Began | Finished, note: str
    ) -> None:
        """An event with a line of its own, or several."""
        match event:
            case Placed(_, weapons):
                placed = zip(self.record.table.edition.deck.weapons, weapons, strict=True)
                lying = [f"{weapon.word} {self.names.words[place]}" for weapon, place in placed if place is not None]
                self._line("weapons", " | ".join(lying))
            case Sealed(case_file):
                self._line("seal", _theory(case_file))
            case Dealt(dealer, sizes, hands):
                self._line("dealer", f"{dealer}{note}")
                for seat, size, hand in zip(self.record.table.seats, sizes, hands, strict=True):
                    self._line("deal", f"{seat.suspect.word:{self.width}}  {_hand(hand, size)}")
                return
            case LaidOpen(cards):
                self._line("open", _hand(cards, len(cards)))
            case RolledForStart(rounds):
                for throws in rounds:
                    self._line("throw", " | ".join(f"{seat} {_numbers(dice)}" for seat, dice in throws))
            case Began(starter):
                self._line("begins", str(starter))
            case Finished(None, case_file):
                self._line("unsolved", _theory(case_file))
            case Finished(winner, case_file):
                self._line("won", f"{winner} {_theory(case_file)}")
            case _:
                assert_never(event)
        self.lines[-1] += note

    def _clause(
        self,
        event: Rolled
        | Suggested
        | CouldNotShow
        | Shown
        | TookPassage
        | Snooped
        | Accused
        | Opened
        | Cleared
        | FalseWitness
        | TakenBack,
    ) -> str:
        """An event inside a turn."""
        match event:
            case Rolled(_, dice):
                return f"rolls {_numbers(dice)}"
            case Suggested(_, theory):
                return f"suggests {theory}"
            case CouldNotShow():
                return "no"
            case Shown(_, _, card):
                return f"shows {_card(card)}"
            case TookPassage(_, to):
                return f"passage to {self.names.words[to]}"
            case Snooped(_, owner, card):
                return f"snoops {owner} {_card(card)}"
            case Accused(_, theory):
                return f"accuses {theory}"
            case Opened(_, case_file, right):
                return f"sees {_theory(case_file)} {'right' if right else 'wrong'}"
            case Cleared(_, to):
                return f"cleared to {self.names.words[to]}"
            case FalseWitness(_, turn, theory):
                return f"false in {turn} {theory}"
            case TakenBack():
                return "takes back"
        assert_never(event)

    def _walk(self, event: Moved, *, onward: bool) -> str:
        """A bare destination where the default path was taken and the move ended, else every place that was entered."""
        words = [self.names.words[place] for place in event.path]
        if not onward and (not self.paths or walk(self.scene, Move(event.path[-1])) == event):
            return f"to {words[-1]}"
        return f"walks {' '.join(words)}"
