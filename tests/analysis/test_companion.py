"""The companion equals the exact solver after every entry, finds every clash at once, and never loses an entry."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.analysis.companion_games import EnteredCopy, bot_game, entered_copy, slipped, some_games
from tests.margin import PROOF

from greycells.analysis.companion.changes import CompanionBook, read_game, write_game
from greycells.analysis.companion.clashes import find_clash
from greycells.analysis.companion.sheets import CompanionSheet, EnteredEvidence, NumberedEntry, numbered
from greycells.analysis.companion.tables import CompanionTable, possible_sizes
from greycells.deduction import exact_counting as engine
from greycells.deduction.evidence import evidence_from
from greycells.deduction.facts import CASE_FILE
from greycells.deduction.problem import TooHard
from greycells.protocol.companion_entries import (
    CASE_FILE_NUMBER,
    AccusationEntry,
    CompanionEntry,
    CompanionGame,
    CompanionSetup,
    KnownEntry,
    SuggestionEntry,
    SuspicionEntry,
)
from greycells.protocol.companion_messages import (
    ChangeSetup,
    CompanionChange,
    ImportGame,
    PutEntry,
    TakeOutEntry,
    UndoChange,
)
from greycells.rules.cards import Card, Theory

GAMES = 200 if PROOF else 6
SLIPS = 500 if PROOF else 15


def sheet_of(setup: CompanionSetup, entries: tuple[CompanionEntry, ...]) -> CompanionSheet:
    entered = EnteredEvidence.of(CompanionTable.of(setup), numbered(entries))
    assert entered.fits
    return CompanionSheet.of(entered)


def test_after_every_entry_the_sheet_equals_the_exact_solver() -> None:
    compared = 0
    for game in some_games(GAMES):
        seats = game.seats if PROOF else Random(len(game.events)).sample(game.seats, 2)
        for seat in seats:
            copy = entered_copy(game, seat)
            entries = [entry for entry, _ in copy.entries]
            for number, (_, end) in enumerate(copy.entries, 1):
                sightings = copy.view.sightings[:end]
                if number < len(entries) and copy.entries[number][1] == end:
                    continue  # One look into the case file is three entries.
                evidence = evidence_from(game.edition.deck, game.seats, sightings=sightings, viewer=seat)
                try:
                    exact = engine.count(evidence.problem())
                except TooHard:
                    continue
                sheet = sheet_of(copy.setup, tuple(entries[:number]))
                assert sheet.exact
                assert sheet.knowledge.worlds.count == exact
                compared += 1
    assert compared > GAMES


def every_deal(
    deck: tuple[Card, ...], theories: list[Theory], players: int
) -> Iterator[tuple[Theory, tuple[int, ...]]]:
    """Every deal whose hands differ by at most one card, as masks: by brute force."""
    for theory in theories:
        rest = [card.bit for card in deck if not card.bit & theory.mask]
        each, more = divmod(len(rest), players)
        for larger in combinations(range(players), more):
            yield from ((theory, hands) for hands in _split(rest, [each + (seat in larger) for seat in range(players)]))


def _split(cards: list[int], sizes: list[int]) -> Iterator[tuple[int, ...]]:
    if not sizes:
        yield ()
        return
    for chosen in combinations(cards, sizes[0]):
        for others in _split([card for card in cards if card not in chosen], sizes[1:]):
            yield (sum(chosen), *others)


@pytest.mark.parametrize("seed", range(30 if PROOF else 3))
def test_unknown_hand_sizes_are_summed_like_brute_force_in_the_cottage(seed: int) -> None:
    players = 2 + seed % 2
    game = bot_game("cottage", players, seed)
    copy = entered_copy(game, game.seats[seed % players])
    setup = msgspec.structs.replace(copy.setup, sizes=())
    entries = tuple(entry for entry, _ in copy.entries)[: 2 + seed % 5]
    suspicion = SuspicionEntry(id="s", holder=CASE_FILE_NUMBER, card=seed % 10, has=seed % 2 == 0, weight=3)
    sheet = sheet_of(setup, (*entries, suspicion))
    deck = game.edition.deck
    total = 0
    marginals = [[0] * (players + 1) for _ in deck]
    theories = [Theory(*cards) for cards in product(deck.suspects, deck.weapons, deck.rooms)]
    mine = sum(1 << card for card in setup.hand)
    for theory, hands in every_deal(deck.cards, theories, players):
        if hands[setup.me] != mine or not all(_true(entry, theory, hands) for entry in entries):
            continue
        weight = 3 if bool(theory.mask >> suspicion.card & 1) is suspicion.has else 1
        total += weight
        for card in deck:
            for column, held in enumerate((*hands, theory.mask)):
                marginals[card.index][column] += weight * (held >> card.index & 1)
    assert sheet.total == total
    assert sheet.knowledge.worlds.count.marginals == marginals


def _true(entry: CompanionEntry, theory: Theory, hands: tuple[int, ...]) -> bool:
    """Whether an entry is true in a deal, from the rules alone."""
    match entry:
        case SuggestionEntry(by=by, cards=cards, shown=shown):
            named = sum(1 << card for card in cards)
            showers = {answer.player: answer.card for answer in shown}
            for step in range(1, len(hands)):
                player = (by + step) % len(hands)
                if player not in showers:
                    if hands[player] & named:
                        return False
                    continue
                card = showers[player]
                return bool(hands[player] & (named if card is None else 1 << card))
            return True
        case KnownEntry(holder=holder, card=card, has=has):
            held = theory.mask if holder == CASE_FILE_NUMBER else hands[holder]
            return bool(held >> card & 1) is has
        case AccusationEntry(cards=cards):
            return theory.mask != sum(1 << card for card in cards)
        case _:
            return True


def test_possible_sizes_differ_by_at_most_one_card() -> None:
    assert set(possible_sizes((None,) * 4, 18)) == set(permutations((5, 5, 4, 4)))
    assert possible_sizes((6, 6, 6), 18) == ((6, 6, 6),)
    assert possible_sizes((6, 6, 6), 17) == ()
    assert set(possible_sizes((4, None, None, None), 18)) == {(4, 5, 5, 4), (4, 5, 4, 5), (4, 4, 5, 5)}


def test_a_slip_is_found_at_the_first_entry_where_it_can_be_and_is_among_those_named() -> None:
    rng, planted, found, first = Random(7), 0, 0, 0
    while planted < SLIPS:
        first += 1
        game = next(some_games(1, first=1000 + first))
        copy = entered_copy(game, rng.choice(game.seats))
        places = [place for place, (entry, _) in enumerate(copy.entries) if isinstance(entry, SuggestionEntry)]
        if not places:
            continue
        place = rng.choice(places)
        entries = [entry for entry, _ in copy.entries]
        wrong = slipped(entries[place], copy, rng)
        if wrong is None:
            continue
        planted += 1
        entries[place] = wrong
        found += _clash_is_found(copy, tuple(entries), place + 1)
    assert found > planted // 4, "hardly any slip could be found"


def _clash_is_found(copy: EnteredCopy, entries: tuple[CompanionEntry, ...], culprit: int) -> bool:
    """Enter the game entry by entry; whether and where no deal fits any more is counted by the engine itself."""
    table = CompanionTable.of(copy.setup)
    for number in range(culprit, len(entries) + 1):
        problems = EnteredEvidence.of(table, numbered(entries[:number])).problems()
        try:
            impossible = not any(engine.count(problem, joint=False).total for problem in problems)
        except TooHard:
            continue
        clash = find_clash(table, entries[:number])
        assert bool(clash) is impossible
        if clash is not None:
            assert culprit in [one.number for one in clash.entries]
            right = any(one.entry is not None and one.entry.number == culprit for one in clash.corrections)
            assert right, "what would heal it is not offered"
            for correction in clash.corrections:
                assert _heals(copy.setup, entries[:number], correction.entry, correction.replacement, correction.setup)
            return True
    return False


def _heals(
    setup: CompanionSetup,
    entries: tuple[CompanionEntry, ...],
    old: NumberedEntry | None,
    new: CompanionEntry | None,
    changed: CompanionSetup | None,
) -> bool:
    kept = [new if old is not None and number == old.number else one for number, one in enumerate(entries, 1)]
    return find_clash(CompanionTable.of(changed or setup), [one for one in kept if one is not None]) is None


def test_a_wrong_set_up_is_named() -> None:
    copy = entered_copy(bot_game("classic", 4, 1), bot_game("classic", 4, 1).seats[0])
    entries = tuple(entry for entry, _ in copy.entries)
    assert copy.setup.sizes
    wrong_sizes = msgspec.structs.replace(copy.setup, sizes=(9, 9, 9, 9))
    clash = find_clash(CompanionTable.of(wrong_sizes), entries)
    assert clash is not None
    assert [part.value for part in clash.setup] == ["hand sizes"]
    (healed,) = clash.corrections
    assert healed.fits
    assert healed.setup == msgspec.structs.replace(copy.setup, sizes=())
    shown = next(card for card in range(21) if card not in copy.setup.hand)
    wrong_hand = msgspec.structs.replace(copy.setup, hand=(shown, *copy.setup.hand[1:]))
    told = KnownEntry(id="told", holder=1, card=shown)
    clash = find_clash(CompanionTable.of(wrong_hand), (told,))
    assert clash is not None
    assert [part.value for part in clash.setup] == ["my cards"]
    assert [one.number for one in clash.entries] == [1]


def test_where_no_single_correction_is_enough_the_one_that_clears_most_comes_first() -> None:
    setup = CompanionSetup(players=("Ada", "Grace", "Alan", "Hedy"), me=0, edition="classic", hand=(0, 6, 12, 13))
    entries = (
        KnownEntry(id="a", holder=1, card=8),
        KnownEntry(id="b", holder=2, card=8),
        KnownEntry(id="c", holder=3, card=8),
        KnownEntry(id="d", holder=1, card=9),
        KnownEntry(id="e", holder=1, card=9, has=False),
        KnownEntry(id="f", holder=1, card=10),
    )
    clash = find_clash(CompanionTable.of(setup), entries)
    assert clash is not None
    assert [one.number for one in clash.entries] == [1, 2, 3, 4, 5]
    assert not any(correction.fits for correction in clash.corrections)
    assert [correction.clears for correction in clash.corrections] == [2, 2, 2, 1, 1]
    assert {correction.found for correction in clash.corrections} == {4}


def test_wrong_hand_sizes_and_a_wrong_entry_are_told_together() -> None:
    setup = CompanionSetup(players=("Ada", "Grace", "Alan"), me=0, edition="classic", hand=(0, 6, 12), sizes=(3, 3, 3))
    entries = (KnownEntry(id="a", holder=1, card=8), KnownEntry(id="b", holder=2, card=8))
    clash = find_clash(CompanionTable.of(setup), entries)
    assert clash is not None
    assert [part.value for part in clash.setup] == ["hand sizes"]
    assert [one.number for one in clash.entries] == [1, 2]
    first, *others = clash.corrections
    assert first.setup == msgspec.structs.replace(setup, sizes=())
    assert [(one.fits, one.clears, one.found) for one in (first, *others)] == [(False, 1, 2)] * 3


def test_a_proof_says_why_also_where_hand_sizes_are_unknown() -> None:
    game = bot_game("classic", 4, 2)
    copy = entered_copy(game, game.seats[0])
    entries = tuple(entry for entry, _ in copy.entries)
    for setup in (copy.setup, msgspec.structs.replace(copy.setup, sizes=())):
        sheet = sheet_of(setup, entries)
        certain = [claim for claim in sheet.knowledge if claim.card.index not in setup.hand]
        assert certain
        for claim in certain[:: max(1, len(certain) // 8)]:
            assert sheet.why(claim.card, claim.holder)
        doubtful = [card for card in sheet.table.deck if sheet.knowledge.has(card, CASE_FILE) is None]
        assert all(not sheet.why(card, CASE_FILE) for card in doubtful)


@st.composite
def many_changes(draw: st.DrawFn) -> list[tuple[str, int, int]]:
    kind = st.sampled_from(["add", "add", "add", "edit", "take out", "undo", "set up", "file", "again"])
    return draw(st.lists(st.tuples(kind, st.integers(0, 20), st.integers(0, 20)), max_size=30))


@settings(max_examples=300 if PROOF else 40, deadline=None)
@given(many_changes())
def test_nothing_is_lost_by_edits_undo_and_files(changes: list[tuple[str, int, int]]) -> None:
    setup = CompanionSetup(players=("Ada", "Grace", "Alan"), me=0, edition="classic", hand=(0, 6, 12))
    book = CompanionBook(CompanionGame(1, setup))
    expected: list[CompanionEntry] = []
    before: list[list[CompanionEntry]] = []
    for number, (kind, one, two) in enumerate(changes):
        ident, entry = f"c{number}", KnownEntry(id=f"n{number}", holder=one % 3, card=two)
        change: CompanionChange = PutEntry(id=ident, entry=entry)
        after = [*expected, entry]
        match kind:
            case "edit" if expected:
                old = expected[one % len(expected)]
                entry = KnownEntry(id=old.id, holder=two % 3, card=one)
                change, after = PutEntry(id=ident, entry=entry, was=old), [entry if o is old else o for o in expected]
            case "take out" if expected:
                old = expected[one % len(expected)]
                change, after = TakeOutEntry(id=ident, entry=old.id), [o for o in expected if o is not old]
            case "undo" if before:
                change, after = UndoChange(id=ident), before[-1]
            case "set up":
                change = ChangeSetup(id=ident, setup=msgspec.structs.replace(setup, hand=(one,)))
                after = expected
            case "file":
                change, after = ImportGame(id=ident, game=read_game(write_game(book.game))), expected
            case _:
                pass
        changed = book.apply(change)
        if isinstance(change, UndoChange):
            before.pop()
        elif changed.game != book.game:
            before.append(expected)
        book, expected = changed, after
        assert list(book.game.entries) == expected
        assert book.apply(change) is book, "a change that arrives twice is made once"
    assert read_game(write_game(book.game)) == book.game
