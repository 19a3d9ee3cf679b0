"""Forced answers that the server gives for a person, after a wait that tells nothing.

A player who has none of the three cards, or exactly one, has no choice. If such an answer came at once, or at a pace of
its own, it would give that away. So it takes as long as one of the seat's own chosen answers did in this game. Until
there are enough of those, it takes as long as the bots do.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from greycells.rules.actions import Action, CannotShow, Show
from greycells.rules.events import Shown, Suggested
from greycells.rules.legal_options import Options
from greycells.rules.views import View
from greycells.server.tables.clocks import Pace
from greycells.server.tables.log_entries import Played, Reopened, Started
from greycells.server.tables.viewer_frames import TableHistory

ENOUGH = 5
"""How many chosen answers a seat needs before its automatic answers are timed like them."""
LONGEST = 60.0
OUTLIER = 3.0
"""A draw is never longer than a minute, or than three times the seat's median answer if that is longer.

Otherwise one answer after a lunch break would make everybody wait for an hour again."""


def forced_answer(options: Options) -> Action | None:
    """The only answer that a seat can give to a suggestion, if there is only one."""
    answers: list[Action] = [Show(card) for card in options.show]
    if options.cannot_show:
        answers.append(CannotShow())
    return answers[0] if len(answers) == 1 else None


def automatic_answer(view: View, *, wanted: bool) -> Action | None:
    """What the server answers for this seat: what is forced, if the player wants it so or is eliminated."""
    options, seat = view.options, view.seat
    if options is None or seat is None or view.scene.turn.phase != "answering":
        return None
    return forced_answer(options) if wanted or view.scene.is_out(seat) else None


def waiting_time(story: TableHistory, chair: int, *, secret: str, pace: Pace) -> float:
    """How many seconds after the question an automatic answer is given.

    The draw depends on the dealer's secret and on the number of the decision: after a restart it is the same, and
    nobody who doesn't know the secret can foretell it.
    """
    game = story.game
    assert game is not None
    luck = Random(f"{secret} {len(game.events)}")
    times = list(_chosen_answers(story, chair))
    if len(times) < ENOUGH:
        return replace(pace, draw=luck.uniform).wait(hurried=story.table.hurried, asked=len(game.seats) - 1)
    return min(luck.choice(times), max(LONGEST, OUTLIER * statistics.median(times)))


def _chosen_answers(story: TableHistory, chair: int) -> Iterator[float]:
    """How long each answer took that a person gave in this chair with a choice of cards.

    Forced answers given by hand don't count: somebody who quickly says that they have none would mark every later one.
    """
    game, seat = story.game, story.seat(chair)
    assert game is not None
    assert seat is not None
    hand, asked, theory = game.hand(seat), 0.0, None
    for entry, (first, count) in zip(story.log, story.spans, strict=True):
        own = isinstance(entry, Played) and (entry.chair, entry.by, entry.auto) == (chair, "person", False)
        choice = theory is not None and len(hand.common(theory)) > 1
        if own and choice and isinstance(game.events[first], Shown):
            yield entry.at - asked
        if isinstance(entry, Played | Started | Reopened):
            asked = entry.at
        for event in game.events[first : first + count]:
            if isinstance(event, Suggested):
                theory = event.theory
