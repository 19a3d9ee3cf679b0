"""The top of a review: which turn decided the game, told as one story, and what the reader could have done."""

from __future__ import annotations

from collections.abc import Iterator

from greycells.analysis.review.decisions import Decision
from greycells.analysis.review.game_review import GameReview
from greycells.analysis.review.text import spoken_choice
from greycells.analysis.review.turning_points import (
    TurningPoint,
    deciding_point,
    is_sure_win,
    is_winning_verdict,
    joined,
    proved_with,
    sure_turns,
    winning_point,
)
from greycells.language.sentences import Sentence, addressed
from greycells.rules.events import Opened
from greycells.rules.seats import Seat


def decided(review: GameReview) -> TurningPoint | None:
    """The turning point that decided the game, told for the top of the review; None if no single one did."""
    main = deciding_point(review)
    if main is None:
        return None
    story = [*_story(review, main), *_own_chance(review, main)]
    if review.winner is not None and main.turn < review.turns:
        story.append(Sentence("review.won", seat=review.winner, turn=review.turns))
    return main._replace(story=addressed(joined(story), review.reader))


def headline(review: GameReview, main: TurningPoint) -> str:
    """The text of what `decided`. A seat's copy can't tell when the others could have won, so it doesn't say that."""
    return main.text("decided" if review.viewer is None else "decided, copy")


def _story(review: GameReview, main: TurningPoint) -> Iterator[Sentence]:
    """What happened in that turn, and the wins that were missed until then."""
    if is_winning_verdict(review, main.event) and sure_turns(review, main.seat):
        yield from _story_of_late_win(review, main)
        return
    if main.decision is None or not is_sure_win(review, main.decision):
        yield main.story
        yield from _missed(review, "missed before", main.turn)
        return
    times = sum(len(sure_turns(review, one.seat)) for one in review.seats)
    theory, chosen = spoken_choice(review.case_file), spoken_choice(main.decision.chosen)
    last = "last to miss" if times > 1 and review.viewer is None else "only had to accuse"
    key = "accused another instead" if main.decision.missed is None else last
    yield Sentence(f"review.{key}", seat=main.seat, theory=theory, chosen=chosen)
    proof = winning_point(review)
    if proof is not None and proof.turn == main.turn:
        yield Sentence("review.proof in that turn", seats=proved_with(review, proof.event, proof.seat))
    if times > 1:
        yield from _missed(review, "missed in all" if review.viewer is None else "missed in all, copy", review.turns)


def _story_of_late_win(review: GameReview, main: TurningPoint) -> Iterator[Sentence]:
    """Since when the winner had held the proof, and how often the win was missed until they used it."""
    winner = review.of(main.seat)
    assert winner is not None
    theory = spoken_choice(review.case_file)
    yield Sentence("review.used at last", seat=main.seat, turn=winner.provable_turn or 1, theory=theory)
    yield from _missed(review, "missed in all", main.turn)


def _missed(review: GameReview, key: str, until: int) -> Iterator[Sentence]:
    """How often a certain win was missed until this turn, in which turns and by whom."""
    turns = {one.seat: [turn for turn in sure_turns(review, one.seat) if turn < until] for one in review.seats}
    missed = sorted(turn for each in turns.values() for turn in each)
    seats = [seat for seat, each in turns.items() if each]
    if len(missed) == 1:
        yield Sentence(f"review.{key}, once", first=missed[0], by=tuple(seats))
    elif missed:
        by = tuple(_so_many(review, seat, len(turns[seat])) for seat in seats)
        yield Sentence(f"review.{key}", times=len(missed), first=missed[0], last=missed[-1], by=by)


def _so_many(review: GameReview, seat: Seat, times: int) -> Sentence:
    """A player with the number of wins that they missed, and whether they then accused wrongly."""
    out = any(isinstance(event, Opened) and event.seat == seat and not event.right for event in review.events)
    return Sentence("review.so many times, eliminated" if out else "review.so many times", seat=seat, times=times)


def _own_chance(review: GameReview, main: TurningPoint) -> Iterator[Sentence]:
    """What a reader who didn't win could have done better, unless that was the turn that decided.

    The last certain win that they missed, or else their costliest mistake.
    """
    reader = review.reader
    mine = None if reader in (None, review.winner) else review.of(reader)
    if mine is None or (main.decision is not None and main.decision.seat == reader):
        return
    sure = next((each for each in mine.decisions if is_sure_win(review, each)), None)
    if sure is not None:
        key = "you missed a win" if sure.missed is not None else "you missed a win, accused another"
        times, theory = len(sure.certain_turns), spoken_choice(review.case_file)
        yield Sentence(f"review.{key}", times=times, turn=sure.turn, theory=theory)
        return
    costly = [each for each in mine.decisions if each.loss > 0 and each.label(len(review.table.seats)) is not None]
    if not costly:
        yield Sentence("review.you did well")
        return
    worst = max(costly, key=lambda each: (each.loss, each.event))
    yield Sentence("review.your costliest", turn=worst.turn, better=_better(worst))


def _better(decision: Decision) -> Sentence:
    """The best choice as advice: *suggest Prof. Plum with the Rope in the Study*."""
    best = spoken_choice(decision.best)
    match decision.kind, decision.best:
        case _, "wait" | "pass" | "roll":
            return Sentence(f"review.choice {decision.best}")
        case "set out", _:
            assert decision.best_at is not None
            return Sentence(f"review.better set out {decision.best}", where=decision.best_at)
        case kind, _:
            return Sentence(f"review.better {kind}", best=best)
