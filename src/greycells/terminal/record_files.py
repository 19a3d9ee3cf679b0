"""What can be done with a record in a file: check it, verify its deal, turn it into another form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from greycells.editions import load
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.library import fault_of
from greycells.notation.case_writer import write, wrong_stamp
from greycells.notation.formats import decode, scan
from greycells.notation.json_lines import is_json_lines, write_json_lines
from greycells.notation.record import Reading, Record, RecordError, Spot
from greycells.rules.events import Began, Finished, Rolled, Snooped, TurnEnded
from greycells.rules.fair_dealing import seats_without_nonce, verify
from greycells.rules.seats import Seat

TOP = Spot(1, 1)


class BadRecord(GreycellsError):
    """Everything that is wrong with a file, a line for each."""

    def __init__(self, file: Path, *wrong: RecordError | str) -> None:
        super().__init__("\n".join(f"{file}:{each}" for each in wrong))


def scan_file(file: Path, *, edition: str | None = None) -> Reading:
    """The record in a file, up to the first thing that cannot be understood."""
    try:
        return scan(decode(file.read_bytes()), edition=None if edition is None else load(edition))
    except OSError as error:
        raise BadRecord(file, f" {error.strerror}") from None
    except RecordError as error:
        raise BadRecord(file, error) from None


def checked_file(file: Path, *, edition: str | None = None) -> Record:
    """The record in a file, every event of it checked by the referee, and its stamp if it has one."""
    reading = scan_file(file, edition=edition)
    if error := fault_of(reading) or wrong_stamp(reading):
        raise BadRecord(file, error)
    return reading.record


def summary(record: Record) -> Sentence:
    """A record in one line."""
    turns = sum(isinstance(event, TurnEnded | Finished) for event in record.events)
    last = record.events[-1]
    if not isinstance(last, Finished):
        return Sentence("verdict.in order, not over", turns=turns, events=len(record.events))
    if last.winner is None:
        return Sentence("verdict.in order, unsolved", turns=turns, events=len(record.events))
    return Sentence("verdict.in order, won", turns=turns, events=len(record.events), seat=last.winner)


def doubts(reading: Reading) -> Iterator[RecordError]:
    """Why a record doesn't prove a fair deal and fair dice."""
    if error := fault_of(reading):
        yield error
    record = reading.record
    if record.pledge is None:
        yield RecordError(TOP, Sentence("verdict.no pledge"))
        return
    if any(isinstance(event, Began) for event in record.events):
        for number, sentence in verify(record.table, record.events, record.pledge):
            yield RecordError(TOP if number is None else reading.spots[number], sentence)
    if record.stamp is None:
        yield RecordError(TOP, Sentence("verdict.no stamp"))
    elif changed := wrong_stamp(reading):
        yield changed


def verified_file(file: Path, *, edition: str | None = None) -> Sentence:
    """What a record proves about its deal, or everything that speaks against it."""
    reading = scan_file(file, edition=edition)
    if wrong := tuple(doubts(reading)):
        raise BadRecord(file, *wrong)
    record = reading.record
    fair = Sentence(
        "verdict.fair",
        cards=len(record.table.edition.deck),
        rolls=sum(isinstance(event, Rolled) for event in record.events),
        draws=sum(isinstance(event, Snooped) for event in record.events),
        seats=record.table.seats,
    )
    own = () if record.pledge is None else seats_without_nonce(record.table, record.pledge)
    given = tuple(seat for seat in record.table.seats if seat not in own)
    if not own:
        return fair
    if not given:
        return Sentence("verdict.all nonces from dealer", fair=fair)
    return Sentence("verdict.some nonces from dealer", fair=fair, dealer=own, given=given)


def converted(file: Path, *, to: str | None = None, viewer: str | None = None, edition: str | None = None) -> str:
    """A record in its other format, or in the requested one, `case` or `json`."""
    record = seen_file(file, viewer, edition=edition)
    to_json = to == "json" or (to is None and not is_json_lines(decode(file.read_bytes())))
    return write_json_lines(record) if to_json else write(record)


def seen_file(file: Path, viewer: str | None, *, edition: str | None = None) -> Record:
    """The record in a file, or what a seat saw of it, or `nobody`. A copy cannot tell what another seat saw."""
    record = checked_file(file, edition=edition)
    if viewer is None:
        return record
    seats: dict[str, Seat | None] = {str(seat).casefold(): seat for seat in record.table.seats}
    seats["nobody"] = None
    if viewer.casefold() not in seats:
        raise BadRecord(file, f" {Sentence('verdict.unknown seat', word=viewer)}")
    seat = seats[viewer.casefold()]
    if record.copy is None:
        return record.copy_for(seat)
    if record.copy.seat is not seat:
        raise BadRecord(file, f" {Sentence('verdict.copy of another', seat=str(record.copy.seat or 'nobody'))}")
    return record
