"""What the choices of one seat cost it in one game: each missed win once, and never more than there was to lose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from greycells.analysis.review.decisions import Decision
from greycells.analysis.review.points import percent
from greycells.rules.cards import Theory


def as_one_game(choices: Iterable[Decision], result: float, case_file: Theory) -> list[Decision]:
    """The choices of a seat with what each cost it in this game.

    Whoever won lost nothing in the end: what they gave away came back. An accusation that nobody made and that would
    have been wrong cost nothing either.
    """
    return charged(each_missed_once(choices), 1 - result, case_file)


def charged(decisions: Sequence[Decision], lost: float, case_file: Theory) -> list[Decision]:
    """The decisions with what each could still cost, the costliest charged first.

    A game is lost only once, and in one turn no more is lost than the most that the seat had in it. Everything is
    counted in whole points, so that what is shown adds up.
    """
    found = [replace(each, harmless=each.missed not in (None, case_file)) for each in decisions]
    had = dict[int, float]()
    for each in found:
        if not each.harmless:
            had[each.turn] = max(had.get(each.turn, 0.0), percent(each.best_win) / 100)
    for place in sorted(range(len(found)), key=lambda at: (found[at].given_away, at), reverse=True):
        turn = found[place].turn
        one = found[place] = replace(found[place], left=min(lost, had.get(turn, 0.0)))
        if not one.harmless:
            lost, had[turn] = round(lost - one.loss, 2), round(had[turn] - one.loss, 2)
    return found


def each_missed_once(decisions: Iterable[Decision]) -> list[Decision]:
    """The decisions with one for each theory that a seat should have accused and didn't, turn after turn.

    It stands at the last of these turns, for until then the chance came back, and names the earlier ones.
    """
    found, missed = list[Decision](), dict[Theory, list[Decision]]()
    for decision in decisions:
        theory = decision.not_accused
        same = found if theory is None else missed.setdefault(theory, [])
        same.append(decision)
    for *earlier, last in missed.values():
        found.append(replace(last, again=tuple((each.turn, each.best_likely or 0.0) for each in earlier)))
    return sorted(found, key=lambda each: each.event)
