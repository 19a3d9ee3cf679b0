"""While entries clash, the companion calls nothing certain, and says only what it has checked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

import msgspec
from tests.analysis.companion_games import EnteredCopy, entered_copy, slipped, some_games
from tests.margin import PROOF

from greycells.analysis.companion.changes import CompanionBook
from greycells.analysis.companion.sheets import EnteredEvidence, numbered
from greycells.analysis.companion.tables import CompanionTable
from greycells.deduction import exact_counting as engine
from greycells.deduction.problem import TooHard
from greycells.protocol.companion_entries import CompanionEntry, CompanionGame
from greycells.protocol.companion_messages import (
    ChangeSetup,
    ClashView,
    CompanionView,
    CorrectionView,
    PutEntry,
    TakeOutEntry,
)
from greycells.rules.game import Game
from greycells.server.companion.views import advice_view, companion_view, solved_view, why_view

GAMES, EDITS = (50, 10) if PROOF else (6, 5)


class Plant(NamedTuple):
    """A real game with one entry that was edited at random."""

    game: CompanionGame
    culprit: CompanionEntry
    right: CompanionEntry


def games() -> Iterator[Game]:
    """Real games, in which somebody suggested something."""
    asked = (game for game in some_games(2 * GAMES, first=2900) if entered_copy(game, game.seats[0]).entries)
    return islice(asked, GAMES)


def plants() -> Iterator[Plant]:
    rng = Random(29)
    for game in games():
        planted = 0
        while planted < EDITS:
            copy = entered_copy(game, rng.choice(game.seats))
            plant = _plant(copy, rng)
            if plant is not None:
                planted += 1
                yield plant


def _plant(copy: EnteredCopy, rng: Random) -> Plant | None:
    entries = [entry for entry, _ in copy.entries]
    place = rng.randrange(len(entries))
    right, wrong = entries[place], slipped(entries[place], copy, rng)
    if wrong is None:
        return None
    entries[place] = wrong
    setup = msgspec.structs.replace(copy.setup, level="advice")
    return Plant(CompanionGame(1, setup, tuple(entries)), wrong, right)


def any_deal(game: CompanionGame) -> bool:
    """Whether any deal fits: counted, not searched for as the companion does."""
    evidence = EnteredEvidence.of(CompanionTable.of(game.setup), numbered(game.entries))
    try:
        return any(engine.count(problem, joint=False).total for problem in evidence.problems())
    except TooHard:
        return evidence.fits


def view_of(game: CompanionGame) -> CompanionView:
    return companion_view(CompanionBook(game), "one", version=1, role="owner")


def corrected(view: CompanionView, game: CompanionGame, correction: CorrectionView) -> CompanionGame:
    """The game after a correction, made as the page makes it."""
    book = CompanionBook(game)
    if correction.setup is not None:
        return book.apply(ChangeSetup(id="x", setup=correction.setup)).game
    entry = next(one.entry for one in view.entries if one.entry.id == correction.entry)
    if correction.replacement is not None:
        return book.apply(PutEntry(id="x", entry=correction.replacement, was=entry)).game
    return book.apply(TakeOutEntry(id="x", entry=entry.id, was=entry)).game


def nothing_is_certain(view: CompanionView, game: CompanionGame) -> ClashView:
    """The clash, where nothing but my own cards is called certain, and nothing solved, whatever is asked."""
    (clash,) = view.clashes
    assert view.sheet.solved is None
    assert solved_view(game) is None
    me, hand = game.setup.me, game.setup.hand
    for card, shares in enumerate(view.sheet.shares):
        for holder, share in enumerate(shares):
            assert share == (1 if holder == me and card in hand else -1)
    asked = why_view(game, card=next(card for card in range(len(view.names)) if card not in hand), holder=-1)
    assert not asked.proof
    assert asked.words == "Your entries contradict each other. Until that's put right, nothing is certain."
    advice = advice_view(game, [], by=None, cards=[])
    assert (advice.questions, advice.show, advice.others) == ((), (), ())
    assert advice.accuse == asked.words
    return clash


def test_a_wrong_entry_makes_nothing_certain_and_is_the_first_or_second_correction() -> None:
    clashing = among_two = restored = 0
    for plant in plants():
        view = view_of(plant.game)
        assert bool(view.clashes) is not any_deal(plant.game)
        if not view.clashes:
            continue
        clashing += 1
        clash = nothing_is_certain(view, plant.game)
        assert plant.culprit.id in clash.entries
        assert {one.entry.id for one in view.entries if one.aside} == set(clash.entries)
        among_two += plant.culprit.id in [one.entry for one in clash.corrections[:2]]
        restored += plant.right in [one.replacement for one in clash.corrections]
        for correction in clash.corrections:
            assert correction.words.startswith("Everything fits")
            fixed = corrected(view, plant.game, correction)
            assert any_deal(fixed), correction.words
            assert not view_of(fixed).clashes
    print(f"{GAMES * EDITS} edits, {clashing} clash, {among_two} among the first two, {restored} restored exactly")
    assert clashing > GAMES * EDITS // 2
    assert among_two >= 0.95 * clashing


def test_of_two_wrong_entries_nothing_is_said_that_is_not_so() -> None:
    rng, fits, eases = Random(30), 0, 0
    for game in games():
        plant = None
        while plant is None:
            copy = entered_copy(game, rng.choice(game.seats))
            once = _plant(copy, rng)
            plant = once and _plant(copy._replace(entries=tuple((entry, 0) for entry in once.game.entries)), rng)
        view = view_of(plant.game)
        assert bool(view.clashes) is not any_deal(plant.game)
        for correction in nothing_is_certain(view, plant.game).corrections if view.clashes else ():
            heals = correction.words.startswith("Everything fits")
            assert heals <= any_deal(corrected(view, plant.game, correction)), correction.words
            fits, eases = fits + heals, eases + (not heals)
    assert fits
    assert eases
