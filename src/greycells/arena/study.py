"""A study: what many games say about what people ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from greycells.arena.match import MatchResult, Pairing
from greycells.arena.standings import Mean, wilson
from greycells.arena.tournament import Journal, Runner, WorkUnit, kept, play_on
from greycells.editions import load
from greycells.editions.translation import title
from greycells.language.sentences import Sentence, called, number_text, percent_text
from greycells.players.player_specs import check

TABLES = (
    ("classic", 3),
    ("classic", 4),
    ("classic", 6),
    ("luxury", 4),
    ("getaway", 4),
    ("getaway", 5),
    ("master-detective", 4),
    ("master-detective", 6),
)
"""The tables that are looked at: edition and number of seats."""


class Share(NamedTuple):
    """How often something came true of how many tries, and how often it would by chance."""

    what: str
    hits: int
    tries: int
    par: float

    def line(self) -> str:
        low, high = (100 * end for end in wilson(self.hits, self.tries))
        share, par = percent_text(self.hits / self.tries, 1), percent_text(self.par, 1)
        interval = Sentence("arena.from to", low=number_text(low, 1), high=number_text(high, 1))
        return f"| {self.what} | {share} | {interval} | {par} | {self.tries} |"


def _shares(shares: Iterable[Share]) -> str:
    """A table of shares."""
    return "\n".join([f"{Sentence('study.shares')}\n|---|---|---|---|---|", *(share.line() for share in shares)])


def study(
    player: str, games: int, *, seed: int, progress: Callable[[str, int], None], runner: Runner | None = None
) -> str:
    """The page: every table with so many games of one kind of player against itself, on all cores or by the runner.

    After Ctrl-C the same command goes on where it stopped. `progress` hears how many games of a table are played.
    """
    check(player)
    command = f"greycells study --player {player} --games {games} --seed {seed}"
    parts = [
        f"# {Sentence('study.title')}\n",
        f"{Sentence('study.made by', command=command, games=games, player=player)}\n",
    ]
    played: dict[tuple[str, int], list[MatchResult]] = {}
    journals: list[Journal] = []
    for edition, seats in TABLES:
        pairing = Pairing(edition, (player,) * seats, seed)
        journals.append(Journal.of(pairing))
        some: list[MatchResult] = []
        progress(_table((edition, seats)), len(kept(journals[-1], games)))
        for outcome in play_on(WorkUnit(pairing, journals[-1], None), games, runner=runner):
            some.append(outcome)
            progress(_table((edition, seats)), len(some))
        played[edition, seats] = sorted(some, key=lambda outcome: outcome.game)
    page = _page(parts, played)
    for journal in journals:
        journal.close()
    return page


def _page(parts: list[str], outcomes: dict[tuple[str, int], list[MatchResult]]) -> str:
    parts.append(f"## {Sentence('study.how long')}\n")
    parts.append("\n".join(_lengths(outcomes)))
    parts.append(f"\n## {Sentence('study.going first')}\n\n{Sentence('study.by order')}\n")
    parts.append(_shares(share for key, some in outcomes.items() for share in _by_order(key, some)))
    parts.append(f"\n## {Sentence('study.bigger hand')}\n\n{Sentence('study.by hand')}\n")
    parts.append(_shares(share for key, some in outcomes.items() for share in _by_hand(key, some)))
    parts.append(f"\n## {Sentence('study.rooms')}\n\n{Sentence('study.by room')}\n")
    parts += [
        f"\n### {title(load(edition))}\n\n{_shares(_by_room(edition, outcomes))}"
        for edition in dict.fromkeys(edition for edition, _ in outcomes)
    ]
    return "\n".join(parts) + "\n"


def _table(key: tuple[str, int]) -> str:
    """A table of the study: *classic, 3 seats*."""
    return str(Sentence("study.table", edition=key[0], seats=key[1]))


def _lengths(outcomes: dict[tuple[str, int], list[MatchResult]]) -> Iterator[str]:
    yield f"{Sentence('study.lengths')}\n|---|---|---|---|"
    for key, some in outcomes.items():
        turns, suggestions = Mean(), Mean()
        for outcome in some:
            turns.add(outcome.turns)
            if outcome.winner is not None:
                suggestions.add(outcome.seats[outcome.winner].suggestions)
        low, high = turns.interval or (0.0, 0.0)
        asked = suggestions.value or 0
        interval = Sentence("arena.from to", low=number_text(low, 1), high=number_text(high, 1))
        yield f"| {_table(key)} | {number_text(turns.value or 0, 1)} | {interval} | {number_text(asked, 2)} |"


def _by_order(key: tuple[str, int], outcomes: list[MatchResult]) -> Iterator[Share]:
    seats = key[1]
    for place in range(seats):
        hits = sum(o.winner is not None and (o.winner - o.starter) % seats == place for o in outcomes)
        yield Share(f"{_table(key)}: {place + 1}.", hits, len(outcomes), 1 / seats)


def _by_hand(key: tuple[str, int], outcomes: list[MatchResult]) -> Iterator[Share]:
    sizes = sorted({seated.hand for outcome in outcomes for seated in outcome.seats}, reverse=True)
    for size in sizes if len(sizes) > 1 else ():
        holders = [(o, seat) for o in outcomes for seat, seated in enumerate(o.seats) if seated.hand == size]
        hits = sum(o.winner == seat for o, seat in holders)
        what = f"{_table(key)}: {Sentence('study.cards', cards=size)}"
        yield Share(what, hits, len(holders), 1 / key[1])


def _by_room(edition: str, outcomes: dict[tuple[str, int], list[MatchResult]]) -> list[Share]:
    shares: list[Share] = []
    for number, room in enumerate(load(edition).deck.rooms):
        held = [(o, seat) for (key, _), some in outcomes.items() if key == edition for o in some
                for seat, rooms in enumerate(o.held) if number in rooms]  # fmt: skip
        par = sum(1 / len(o.seats) for o, _ in held) / max(1, len(held))
        shares.append(Share(called(room), sum(o.winner == seat for o, seat in held), max(1, len(held)), par))
    return sorted(shares, key=lambda share: share.par - share.hits / share.tries)
