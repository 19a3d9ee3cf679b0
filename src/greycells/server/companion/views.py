"""What a companion's device is sent: the sheet, the entries in words, clashes, reasons and advice.

All of it is worked out from what was entered, in the language of the request.
"""

from __future__ import annotations

from collections.abc import Sequence

from greycells.analysis.companion.changes import CompanionBook
from greycells.analysis.companion.clashes import Clash, Correction, find_clash
from greycells.analysis.companion.entry_words import (
    say_accuse,
    say_advice,
    say_clash,
    say_correction,
    say_entry,
    say_mark,
    say_mind,
    say_nothing_certain,
    say_question,
    say_show,
    say_solved,
)
from greycells.analysis.companion.other_minds import other_minds
from greycells.analysis.companion.sheets import CompanionSheet, EnteredEvidence, numbered
from greycells.analysis.companion.solution_proofs import SolutionProofs
from greycells.analysis.companion.table_advice import best_questions, cards_to_show, when_to_accuse
from greycells.analysis.companion.tables import CompanionTable, EntryError, TangledEntries, thinking_for, whose_turn
from greycells.deduction.facts import CASE_FILE, Evidence, Fact, Holder
from greycells.deduction.knowledge import direct_claims
from greycells.editions import load, names
from greycells.editions.loader import shelf
from greycells.editions.translation import title
from greycells.language.sentences import called
from greycells.protocol.companion_entries import CompanionEntry, CompanionGame
from greycells.protocol.companion_messages import (
    ClashView,
    CompanionAdvice,
    CompanionBox,
    CompanionBoxes,
    CompanionRole,
    CompanionSheetView,
    CompanionView,
    CompanionWhy,
    CorrectionView,
    EntryView,
    OverwrittenView,
    QuestionView,
    SolvedView,
)
from greycells.rules.cards import Card
from greycells.rules.edition import Answering, Edition, Snooping
from greycells.server.workers.slow_work import slow_work

PROOFS = SolutionProofs()
MOST_QUESTIONS = 3
THINKING_TIME_LIMIT = 4.0
"""Seconds that one request may think: a game at a real table takes a few hundredths of one."""

UNKNOWN = -1.0
LEAST, MOST = 0.001, 0.999
"""What isn't certain is never sent as if it were."""


def boxes_view() -> CompanionBoxes:
    """All editions, as a companion's set-up shows them."""
    return CompanionBoxes(boxes=tuple(_box(load(name)) for name in shelf(names())))


def _box(edition: Edition) -> CompanionBox:
    deck, rules = edition.deck, edition.rules
    return CompanionBox(
        key=edition.key,
        title=title(edition),
        suspects=tuple(map(called, deck.suspects)),
        weapons=tuple(map(called, deck.weapons)),
        rooms=tuple(map(called, deck.rooms)),
        everybody=rules.answering is Answering.EVERYBODY,
        snooping=rules.snooping is not Snooping.NONE,
    )


@slow_work
def companion_view(book: CompanionBook, game_id: str, *, version: int, role: CompanionRole) -> CompanionView:
    """Everything about a game for one of its devices."""
    game = book.game
    table = CompanionTable.of(game.setup)
    sheet, clashes = _worked_out(table, game)
    clashing = {entry for clash in clashes for entry in clash.entries}
    deck = table.deck
    return CompanionView(
        id=game_id,
        version=version,
        role=role,
        setup=game.setup,
        names=tuple(called(card) for card in deck),
        kinds=(len(deck.suspects), len(deck.weapons), len(deck.rooms)),
        everybody=table.answering is Answering.EVERYBODY,
        snooping=table.snooping,
        sizes=table.known_sizes,
        turn=whose_turn(game),
        entries=tuple(
            EntryView(entry=entry, words=say_entry(table, entry), aside=entry.id in clashing) for entry in game.entries
        ),
        sheet=sheet,
        clashes=clashes,
        can_undo=bool(book.undo),
        overwritten=tuple(
            OverwrittenView(id=lost.change, entry=lost.entry, words=_words(table, lost.entry))
            for lost in book.overwritten
        ),
    )


def _worked_out(table: CompanionTable, game: CompanionGame) -> tuple[CompanionSheetView, tuple[ClashView, ...]]:
    """The sheet, or how the entries clash: then nothing is certain but my own cards. In time, or only what was seen."""
    known = _own_cards(table)
    try:
        with thinking_for(THINKING_TIME_LIMIT):
            clash = find_clash(table, game.entries)
            if clash is not None:
                return known, (_clash(table, clash),)
            entered = EnteredEvidence.of(table, numbered(game.entries))
            known = _seen_only(table, entered.facts)
            return sheet_view(entered), ()
    except TangledEntries as why:
        return known, (ClashView(words=(str(why),), entries=(), corrections=()),)


def _words(table: CompanionTable, entry: CompanionEntry) -> str:
    """An old entry in words; the table may have changed since."""
    try:
        return say_entry(table, entry)
    except EntryError as error:
        return str(error)


def sheet_view(entered: EnteredEvidence) -> CompanionSheetView:
    """The sheet at the level that the set-up asks for."""
    if entered.table.setup.level == "sheet":
        return _seen_only(entered.table, entered.facts)
    sheet = CompanionSheet.of(entered)
    holders: tuple[Holder, ...] = (*sheet.table.seats, CASE_FILE)
    shares = tuple(tuple(_share(sheet, card, holder) for holder in holders) for card in sheet.table.deck)
    solution = sheet.solution
    solved = None
    if solution is not None:
        solved = SolvedView(words=say_solved(solution), proof=PROOFS.known(sheet, solution))
    if not sheet.exact:
        return CompanionSheetView(shares=shares, solved=solved)
    numbers = tuple(tuple(str(sheet.number_with(card, holder)) for holder in holders) for card in sheet.table.deck)
    return CompanionSheetView(shares=shares, total=str(sheet.total), numbers=numbers, solved=solved)


@slow_work
def solved_view(game: CompanionGame) -> SolvedView | None:
    """The solution with its proof, which may take a second; None while there is none, or while entries clash."""
    with thinking_for(THINKING_TIME_LIMIT):
        sheet = _sheet(game)
        solution = None if sheet is None else sheet.solution
        if sheet is None or solution is None:
            return None
        return SolvedView(words=say_solved(solution), proof=PROOFS.prove(sheet, solution))


def _share(sheet: CompanionSheet, card: Card, holder: Holder) -> float:
    has = sheet.knowledge.has(card, holder)
    if has is not None:
        return float(has)
    return min(max(round(sheet.share(card, holder), 4), LEAST), MOST) if sheet.exact else UNKNOWN


def _seen_only(table: CompanionTable, facts: Sequence[Fact]) -> CompanionSheetView:
    """What was seen, without any deduction."""
    evidence = Evidence(table.deck, table.seats, tuple(facts))
    marks = [[UNKNOWN] * (len(table.seats) + 1) for _ in table.deck]
    for claim in direct_claims(evidence):
        column = len(table.seats) if claim.holder is CASE_FILE else table.seats.index(claim.holder)
        marks[claim.card.index][column] = float(claim.has)
    mine = table.me.index
    for card in table.deck:
        if table.setup.hand and card.index not in table.setup.hand:
            marks[card.index][mine] = 0.0
    return CompanionSheetView(shares=tuple(map(tuple, marks)))


def _own_cards(table: CompanionTable) -> CompanionSheetView:
    """What is known while entries clash: the cards in my hand."""
    seats, mine = range(len(table.seats) + 1), (table.me.index, table.setup.hand)
    return CompanionSheetView(
        shares=tuple(
            tuple(1.0 if at == mine[0] and card.index in mine[1] else UNKNOWN for at in seats) for card in table.deck
        )
    )


def _clash(table: CompanionTable, clash: Clash) -> ClashView:
    return ClashView(
        words=tuple(say_clash(table, clash)),
        entries=tuple(one.entry.id for one in clash.entries),
        corrections=tuple(_correction(table, one) for one in clash.corrections),
    )


def _correction(table: CompanionTable, correction: Correction) -> CorrectionView:
    return CorrectionView(
        words=say_correction(table, correction),
        entry=None if correction.entry is None else correction.entry.entry.id,
        replacement=correction.replacement,
        setup=correction.setup,
    )


def _sheet(game: CompanionGame) -> CompanionSheet | None:
    """The sheet; None while entries clash."""
    entered = EnteredEvidence.of(CompanionTable.of(game.setup), numbered(game.entries))
    return CompanionSheet.of(entered) if entered.fits else None


@slow_work
def why_view(game: CompanionGame, *, card: int, holder: int) -> CompanionWhy:
    """Why a mark is certain, or how likely it is."""
    with thinking_for(THINKING_TIME_LIMIT):
        return _why(_sheet(game), card=card, holder=holder)


def _why(sheet: CompanionSheet | None, *, card: int, holder: int) -> CompanionWhy:
    if sheet is None:
        return CompanionWhy(words=say_nothing_certain())
    at, named = sheet.table.holder(holder), sheet.table.card(card)
    return CompanionWhy(words=say_mark(sheet, named, at), proof=sheet.why(named, at))


@slow_work
def advice_view(game: CompanionGame, rooms: Sequence[int], *, by: int | None, cards: Sequence[int]) -> CompanionAdvice:
    """What to ask from these rooms, what to show to a suggester of three cards, whether to accuse, what others know."""
    with thinking_for(THINKING_TIME_LIMIT):
        return _advice(_sheet(game), rooms, by=by, cards=cards)


def _advice(
    sheet: CompanionSheet | None, rooms: Sequence[int], *, by: int | None, cards: Sequence[int]
) -> CompanionAdvice:
    if sheet is None:
        return CompanionAdvice(questions=(), accuse=say_nothing_certain(), show=(), others=())
    table = sheet.table
    reachable = [room for room in table.deck.rooms if room.index in rooms] or list(table.deck.rooms)
    questions = best_questions(sheet, reachable)
    show: tuple[str, ...] = ()
    if by is not None and len(cards) == 3:
        asker, theory = table.seat(by), table.theory((cards[0], cards[1], cards[2]))
        show = tuple(say_show(sheet, asker, cards_to_show(sheet, asker, theory)))
    return CompanionAdvice(
        questions=tuple(
            QuestionView(
                cards=(one.theory.suspect.index, one.theory.weapon.index, one.theory.room.index),
                words=say_question(one),
                tells=say_advice(one),
            )
            for one in questions[:MOST_QUESTIONS]
        ),
        accuse=say_accuse(when_to_accuse(sheet)),
        show=show,
        others=tuple(say_mind(mind, table) for mind in other_minds(sheet)),
    )
