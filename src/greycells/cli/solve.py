"""`greycells solve`: reads a seat's copy of a record, or a state of knowledge, and prints what follows from it.

It runs on the main thread of its own process, so a count that takes too long can be interrupted.
"""

from __future__ import annotations

import _thread
import json
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Timer

import msgspec

from greycells.analysis.companion.changes import is_game, read_game
from greycells.analysis.companion.clashes import Clash, Correction, find_clash
from greycells.analysis.companion.entry_words import say_clash, say_correction, say_entry
from greycells.analysis.companion.sheets import CompanionSheet, EnteredEvidence, NumberedEntry
from greycells.analysis.companion.tables import CompanionTable
from greycells.deduction.count_plan import PLACES
from greycells.deduction.evidence import evidence_from
from greycells.deduction.explain import TooDeep, explain, refute
from greycells.deduction.facts import CASE_FILE, Evidence, Fact, HandSize, Holder, OpenCards
from greycells.deduction.knowledge import Claim, Knowledge
from greycells.deduction.knowledge_files import answer_form, fact_form, read_state
from greycells.deduction.problem import TooHard
from greycells.deduction.proof_text import lines, name_of, say_claim, tell_fact
from greycells.deduction.worlds import Worlds
from greycells.errors import GreycellsError
from greycells.language.sentences import BARE, Sentence, called, percent_text, spoken
from greycells.notation import RecordError, decode, read
from greycells.notation.json_lines import is_json_lines
from greycells.rules.cards import Card, CardSet
from greycells.rules.edition import Edition

LONGEST_FILE = 2_000_000
TIME_LIMIT = 5.0
"""The time limit in seconds; no ordinary state takes this long."""

THEORIES = 5
"""How many theories are printed."""


class Unsolvable(GreycellsError):
    """Why there is no answer, in a sentence."""


class Contradicting(Unsolvable):
    """No deal fits: these facts contradict one another, and none of them can be left out."""

    def __init__(self, facts: tuple[Fact, ...]) -> None:
        self.facts = facts
        told = (str(tell_fact(fact)) for fact in facts)
        super().__init__("\n".join([str(Sentence("solve.contradiction")), *(f"- {fact}" for fact in told)]))

    @property
    def form(self) -> dict[str, object]:
        sizes = [fact.size for fact in self.facts if isinstance(fact, HandSize)]
        others = [fact_form(fact) for fact in self.facts if not isinstance(fact, HandSize)]
        return {"contradiction": [{"hand_sizes": sizes}, *others] if sizes else others}


class ClashingEntries(Unsolvable):
    """The entries of a companion's file can't all be true: which few clash, and what would put it right."""

    def __init__(self, table: CompanionTable, clash: Clash) -> None:
        self._table, self._clash = table, clash
        corrections = (say_correction(table, one) for one in clash.corrections)
        super().__init__("\n".join([*say_clash(table, clash), *corrections]))

    @property
    def form(self) -> dict[str, object]:
        clash = {
            "setup": [part.value for part in self._clash.setup],
            "entries": [
                {"number": one.number, "words": say_entry(self._table, one.entry), **_form(one.entry)}
                for one in self._clash.entries
            ],
            "corrections": [self._correction(one) for one in self._clash.corrections],
        }
        return {"clashes": [clash]}

    def _correction(self, correction: Correction) -> dict[str, object]:
        """One change, and whether everything fits then: an entry to be replaced or taken out, or another set-up."""
        form: dict[str, object] = {"words": say_correction(self._table, correction), "fits": correction.fits}
        if correction.setup is not None:
            return {**form, "setup": _form(correction.setup)}
        form["entry"] = None if correction.entry is None else correction.entry.number
        return {**form, "instead": None if correction.replacement is None else _form(correction.replacement)}


def _form(struct: msgspec.Struct) -> dict[str, object]:
    """An entry or a set-up as it stands in a file."""
    return msgspec.json.decode(msgspec.json.encode(struct), type=dict[str, object])


def evidence_in(file: Path, *, seat: str | None = None, edition: Edition | None = None) -> Evidence | EnteredEvidence:
    """The facts in a file, whichever form it has."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LONGEST_FILE + 1)
        if len(data) > LONGEST_FILE:
            raise Unsolvable(f"{file}: {Sentence('solve.too long', most=LONGEST_FILE)}")
        text = decode(data)
        if not _is_state(text):
            return _evidence_of_record(text, seat, edition)
        return _evidence_of_companion(text) if is_game(text) else read_state(text)
    except OSError as error:
        raise Unsolvable(f"{file}: {error.strerror}") from None
    except RecordError as error:
        raise Unsolvable(f"{file}:{error}") from None
    except ValueError as error:
        raise Unsolvable(f"{file}: {error}") from None


def _is_state(text: str) -> bool:
    """Whether this is meant as a state of knowledge, and not as a record of a game."""
    return text.lstrip().startswith("{") and not is_json_lines(text)


def _evidence_of_companion(text: str) -> EnteredEvidence:
    """Everything that was entered; clashes are told as a contradiction."""
    game = read_game(text)
    entries = [NumberedEntry(number, entry) for number, entry in enumerate(game.entries, 1)]
    return EnteredEvidence.of(CompanionTable.of(game.setup), entries)


def _evidence_of_record(text: str, seat: str | None, edition: Edition | None) -> Evidence:
    record = read(text, edition=edition)
    table = record.table
    if seat is not None:
        chosen = next((each for each in table.seats if str(each).casefold() == seat.casefold()), None)
        if chosen is None:
            raise ValueError(Sentence("solve.no such seat", seat=seat, seats=table.seats))
        if record.copy is not None and record.copy.seat != chosen:
            raise ValueError(Sentence("solve.another copy"))
        record = record if record.copy is not None else record.copy_for(chosen)
    if record.copy is None:
        raise ValueError(Sentence("solve.whole truth"))
    return evidence_from(table.edition.deck, table.seats, sightings=record.sightings, viewer=record.copy.seat)


@contextmanager
def time_limit(seconds: float = TIME_LIMIT) -> Generator[None]:
    """Interrupt the main thread when the work inside takes too long, and say so in a sentence."""
    out_of_time = False

    def lose() -> None:
        nonlocal out_of_time
        out_of_time = True
        _thread.interrupt_main()

    timer = Timer(seconds, lose)
    timer.daemon = True
    timer.start()
    try:
        yield
    except KeyboardInterrupt:
        if out_of_time:
            raise Unsolvable(str(Sentence("solve.too hard", why=str(Sentence("solve.too slow"))))) from None
        raise
    except (TooHard, MemoryError) as error:
        raise Unsolvable(str(Sentence("solve.too hard", why=str(error)))) from None
    finally:
        timer.cancel()


def worlds_of(evidence: Evidence) -> Worlds:
    """The deals that fit, of which there must be some."""
    open_cards = evidence.deck.nothing
    for fact in evidence.facts:
        if isinstance(fact, OpenCards):
            open_cards = CardSet(evidence.deck, open_cards.mask | fact.cards.mask)
    if sum(evidence.sizes) + PLACES + len(open_cards) != len(evidence.deck):
        raise Contradicting(tuple(fact for fact in evidence.facts if isinstance(fact, HandSize | OpenCards)))
    worlds = Worlds(evidence)
    if not worlds:
        raise Contradicting(_contradicting(evidence))
    return worlds


def _contradicting(evidence: Evidence) -> tuple[Fact, ...]:
    try:
        return refute(evidence).facts
    except TooDeep as enough:
        return tuple(fact for fact in enough.facts if not isinstance(fact, HandSize | OpenCards))


def solve(evidence: Evidence | EnteredEvidence, *, as_json: bool = False, why: tuple[str, str] | None = None) -> str:
    """What follows from the facts, as text or in the form of an answer; with `why`, the reason for one claim."""
    with time_limit():
        if isinstance(evidence, EnteredEvidence):
            sheet = _sheet_of(evidence)
            worlds, prove = sheet.knowledge.worlds, sheet.prove
        else:
            worlds, prove = worlds_of(evidence), partial(_proof, evidence)
        if why is not None:
            return "\n".join(_reasons(worlds, prove, *why))
        return json.dumps(answer_form(worlds)) if as_json else "\n".join(_report(worlds))


def _sheet_of(entered: EnteredEvidence) -> CompanionSheet:
    """The sheet of a companion's file; its clashes are told like any contradiction."""
    clash = find_clash(entered.table, [one.entry for one in entered.entries])
    if clash is not None:
        raise ClashingEntries(entered.table, clash)
    return CompanionSheet.of(entered)


def _proof(evidence: Evidence, claim: Claim) -> tuple[str, ...]:
    return tuple(lines(explain(evidence, claim)))


def _reasons(worlds: Worlds, prove: Callable[[Claim], tuple[str, ...]], card: str, holder: str) -> Iterator[str]:
    evidence = worlds.evidence
    named, at = _card(evidence, card), _holder(evidence, holder)
    has = Knowledge(worlds).has(named, at)
    if has is None:
        share = _percent(worlds.number_with(named, at), worlds.total)
        yield str(Sentence("solve.not certain", claim=say_claim(Claim(named, at, has=True)), share=share))
        return
    yield str(Sentence("solve.certain", claim=say_claim(Claim(named, at, has))))
    yield from prove(Claim(named, at, has))


def _card(evidence: Evidence, name: str) -> Card:
    for card in evidence.deck:
        if name.casefold() in (card.word.casefold(), card.name.casefold(), called(card).casefold()):
            return card
    raise Unsolvable(str(Sentence("solve.no such card", name=name)))


def _holder(evidence: Evidence, name: str) -> Holder:
    folded = name.casefold().replace(" ", "").replace("-", "")
    if folded in ("case", "casefile", "file", "envelope"):
        return CASE_FILE
    for seat in evidence.seats:
        if folded in (
            str(seat.index),
            seat.suspect.word.casefold().replace(" ", ""),
            called(seat).casefold(),
            seat.name.casefold(),
        ):
            return seat
    raise Unsolvable(str(Sentence("solve.no such holder", name=name)))


def _report(worlds: Worlds) -> Iterator[str]:
    """The notebook with certainties and probabilities, and the best theories."""
    evidence = worlds.evidence
    names = [spoken(name_of(holder), BARE) for holder in evidence.holders]
    width = max(len(called(card)) for card in evidence.deck)
    yield " " * width + "".join(f"  {name:>6}" for name in names)
    for card in evidence.deck:
        cells = (_cell(worlds.number_with(card, holder), worlds.total) for holder in evidence.holders)
        columns = (f"  {cell:>{max(6, len(name))}}" for cell, name in zip(cells, names, strict=True))
        yield f"{called(card):{width}}" + "".join(columns)
    yield ""
    yield str(Sentence("solve.deals", total=worlds.total))
    for theory, number in worlds.case_files[:THEORIES]:
        yield f"{_percent(number, worlds.total):>6}  {', '.join(map(called, theory))}"


def _cell(number: int, total: int) -> str:
    if 0 < number < total:
        return _percent(number, total)
    return str(Sentence("solve.yes")) if number else "-"


def _percent(number: int, total: int) -> str:
    """A share in per cent, never rounded to what would be certain."""
    if number == total:
        return percent_text(1)
    share = min(max(number / total, 0.001), 0.999)
    return percent_text(share, 1 if share < 0.01 or share > 0.99 else 0)
