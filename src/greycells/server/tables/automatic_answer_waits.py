"""How long an automatic answer waits: as long as an answer that the player chose, so that its time tells nothing.

Until enough chosen answers are known, the player gives the forced ones by hand, too.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random

from greycells.rules.events import Shown, Suggested
from greycells.server.tables.log_entries import Played, Reopened, Started
from greycells.server.tables.new_tables import load_history
from greycells.server.tables.table_services import TableServices
from greycells.server.tables.viewer_frames import TableHistory

ENOUGH = 5
"""How many chosen answers must be known before automatic answers can be timed like them."""
FAR_APART, MOST_OF_ALL = 0.6, 0.3
"""Two habits: between quick and slow answers nothing lies over so much of a logarithm, and of the whole range."""
PLENTY = 20
EARLIER_GAMES = 10
"""A guest's earlier games are read, the latest first, until so many answers are found or so many games are read."""
DRAWS = 100
"""So often a time is drawn that no clock cuts off; then it is the longest that the clock allows."""
LONGEST = 60.0
OUTLIER = 3.0
"""A draw is never longer than a minute, or than three times the median answer if that is longer.

Otherwise one answer after a lunch break would make everybody wait for an hour again."""


def known_times(history: TableHistory, chair: int, earlier: Mapping[int, Sequence[float]]) -> Sequence[float]:
    """The times of chosen answers that an automatic answer of this chair may take; none as long as they are too few.

    They are the player's own, of this game or else of `earlier` ones too. Those of everybody at the table stand in for
    an eliminated player, who has perhaps answered little.
    """
    own = list(_chosen_answers(history, chair))
    if len(own) < ENOUGH:
        own += earlier.get(chair, ())
    game, seat = history.game, history.seat(chair)
    if len(own) < ENOUGH and game is not None and seat is not None and game.scene.is_out(seat):
        chairs = range(len(history.table.chairs))
        own = [time for each in chairs for time in (*_chosen_answers(history, each), *earlier.get(each, ()))]
    return own if len(own) >= ENOUGH else ()


def waiting_time(times: Sequence[float], decision: int, *, secret: str, limit: float | None = None) -> float:
    """How many seconds after the question an automatic answer is given: as if it were one more of these answers.

    One of them is drawn and varied, so that no time comes twice. The logarithms vary as much as those of another answer
    of the same player would: for n answers with the variance s², by s²(1 + 1/n) around their mean. A player who often
    answers at once and sometimes thinks has two such means: both habits vary alike, and the next answer follows
    either as often as Laplace's rule of succession says.

    The draw depends on the dealer's secret and on the number of the decision: after a restart it is the same, and
    nobody who doesn't know the secret can foretell it. No answer takes longer than a player's clock allows, `limit`.
    """
    luck = Random(f"{secret} {decision}")
    most = min(max(LONGEST, OUTLIER * statistics.median(times)), limit or math.inf)
    usual = [math.log(max(time, 0.001)) for time in times if time <= most] or [math.log(most)]
    habits = _habits(sorted(usual))
    alike = sum(len(habit) * statistics.pvariance(habit) for habit in habits) / max(1, len(usual) - len(habits))
    for _ in range(DRAWS):
        (habit,) = luck.choices(habits, weights=[len(each) + 1 for each in habits])
        more = alike * (1 + 1 / len(habit)) - statistics.pvariance(habit)
        if (wait := math.exp(luck.choice(habit) + luck.gauss(0.0, math.sqrt(max(0.0, more))))) <= most:
            return wait
    return most


def _habits(times: Sequence[float]) -> Sequence[Sequence[float]]:
    """The logarithms of answering times in ascending order, in two parts where a wide gap parts them."""
    gap, place = max(((later - time, place) for place, (time, later) in enumerate(pairwise(times), 1)), default=(0, 0))
    parted = gap > FAR_APART and gap > MOST_OF_ALL * (times[-1] - times[0])
    return (times[:place], times[place:]) if parted else (times,)


async def earlier_answers(services: TableServices, history: TableHistory, chair: int) -> tuple[float, ...] | None:
    """How long the player in a chair took for chosen answers in the latest games that were over before this one began.

    They are read from the logs of those games, each once for all who played there, and stored nowhere else. None if
    nobody can say now which games those are.
    """
    guest = history.table.chairs[chair].guests[0]
    began = next(entry.at for entry in history.log if isinstance(entry, Started))
    try:
        games = await services.log.games_of(guest)
    except Exception:  # This table needs nothing of them to go on.
        return None
    rows = [row for row in games if row.state == "over" and row.touched < began]
    times: list[float] = []
    for row in rows[:EARLIER_GAMES]:
        if (answers := services.answer_times.of(row.id)) is None:
            try:
                another = await load_history(services, row.id)
            except Exception:  # A table that can't be read is set aside, and doesn't keep this one from going on.
                continue
            answers = {} if another is None else _answers_by_guest(another)
            services.answer_times.keep(row.id, answers)
        times += answers.get(guest, ())
        if len(times) >= PLENTY:
            break
    return tuple(times)


def _answers_by_guest(history: TableHistory) -> dict[str, tuple[float, ...]]:
    """How long each guest took for chosen answers, in whichever chairs."""
    times: dict[str, tuple[float, ...]] = {}
    for number, chair in enumerate(history.table.chairs):
        answers = tuple(_chosen_answers(history, number))
        for guest in chair.guests:
            times[guest] = times.get(guest, ()) + answers
    return times


def _chosen_answers(history: TableHistory, chair: int) -> Iterator[float]:
    """How long each answer took that a person gave in this chair with a choice of cards.

    Forced answers given by hand don't count: a player who quickly says that they have none would mark every later one.
    """
    game, seat = history.game, history.seat(chair)
    if game is None or seat is None:
        return
    hand, asked, theory = game.hand(seat), 0.0, None
    for entry, (first, count) in zip(history.log, history.spans, strict=True):
        own = isinstance(entry, Played) and (entry.chair, entry.by, entry.auto) == (chair, "person", False)
        choice = theory is not None and len(hand.common(theory)) > 1
        if own and choice and isinstance(game.events[first], Shown):
            yield entry.at - asked
        if isinstance(entry, Played | Started | Reopened):
            asked = entry.at
        for event in game.events[first : first + count]:
            if isinstance(event, Suggested):
                theory = event.theory
