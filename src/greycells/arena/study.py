"""A study: what many games say about what people ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from greycells.arena.match import Outcome, Pairing
from greycells.arena.standings import Mean, wilson
from greycells.arena.tournament import Journal, Work, play_on
from greycells.editions import load

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
        share = 100 * self.hits / self.tries
        return f"| {self.what} | {share:.1f} % | {low:.1f} to {high:.1f} | {100 * self.par:.1f} % | {self.tries} |"


SHARES = "| | wins | 95 % | par | tries |\n|---|---|---|---|---|"


def study(player: str, games: int, *, seed: int, progress: Callable[[str], None]) -> str:
    """The page: every table with so many games of one kind of player against itself, on all cores.

    After Ctrl-C the same command goes on where it stopped.
    """
    command = f"greycells study --player {player} --games {games} --seed {seed}"
    parts = [
        "# What many games say\n",
        f"`{command}` made this page: {games} games on each table, {player}s against one another,",
        "so that nothing but the seat, the cards and the dice tells them apart.\n",
    ]
    played: dict[tuple[str, int], list[Outcome]] = {}
    journals: list[Journal] = []
    for edition, seats in TABLES:
        progress(f"{edition}, {seats} seats")
        pairing = Pairing(edition, (player,) * seats, seed)
        journals.append(Journal.of(pairing))
        some = play_on(Work(pairing, journals[-1], None), games)
        played[edition, seats] = sorted(some, key=lambda outcome: outcome.game)
    page = _page(parts, played)
    for journal in journals:
        journal.close()
    return page


def _page(parts: list[str], outcomes: dict[tuple[str, int], list[Outcome]]) -> str:
    parts.append("## How long does a case take?\n")
    parts.append("\n".join(_lengths(outcomes)))
    parts.append("\n## Does going first help?\n\nWins by the order of turns, the first mover first.\n")
    parts.append(
        "\n".join([SHARES, *(share.line() for key, some in outcomes.items() for share in _by_order(key, some))])
    )
    parts.append(
        "\n## Is a bigger hand better?\n\nWhere hands differ by a card: wins of those with more, and with fewer.\n"
    )
    parts.append(
        "\n".join([SHARES, *(share.line() for key, some in outcomes.items() for share in _by_hand(key, some))])
    )
    parts.append("\n## Which rooms are best to hold?\n\nWins of the seat that holds the room's card, best first.\n")
    for edition in dict.fromkeys(edition for edition, _ in outcomes):
        parts.append(f"\n### {load(edition).title}\n\n{SHARES}")
        parts.append("\n".join(share.line() for share in _by_room(edition, outcomes)))
    return "\n".join(parts) + "\n"


def _lengths(outcomes: dict[tuple[str, int], list[Outcome]]) -> Iterator[str]:
    yield "| table | turns | 95 % | winner's suggestions |\n|---|---|---|---|"
    for (edition, seats), some in outcomes.items():
        turns, suggestions = Mean(), Mean()
        for outcome in some:
            turns.add(outcome.turns)
            if outcome.winner is not None:
                suggestions.add(outcome.seats[outcome.winner].suggestions)
        low, high = turns.interval or (0.0, 0.0)
        asked = suggestions.value or 0
        yield f"| {edition}, {seats} seats | {turns.value:.1f} | {low:.1f} to {high:.1f} | {asked:.2f} |"


def _by_order(key: tuple[str, int], outcomes: list[Outcome]) -> Iterator[Share]:
    edition, seats = key
    for place in range(seats):
        hits = sum(o.winner is not None and (o.winner - o.starter) % seats == place for o in outcomes)
        yield Share(f"{edition}, {seats} seats: {place + 1}.", hits, len(outcomes), 1 / seats)


def _by_hand(key: tuple[str, int], outcomes: list[Outcome]) -> Iterator[Share]:
    edition, seats = key
    sizes = sorted({seated.hand for outcome in outcomes for seated in outcome.seats}, reverse=True)
    for size in sizes if len(sizes) > 1 else ():
        holders = [(o, seat) for o in outcomes for seat, seated in enumerate(o.seats) if seated.hand == size]
        hits = sum(o.winner == seat for o, seat in holders)
        yield Share(f"{edition}, {seats} seats: {size} cards", hits, len(holders), 1 / seats)


def _by_room(edition: str, outcomes: dict[tuple[str, int], list[Outcome]]) -> list[Share]:
    shares: list[Share] = []
    for number, room in enumerate(load(edition).deck.rooms):
        held = [(o, seat) for (key, _), some in outcomes.items() if key == edition for o in some
                for seat, rooms in enumerate(o.held) if number in rooms]  # fmt: skip
        par = sum(1 / len(o.seats) for o, _ in held) / max(1, len(held))
        shares.append(Share(room.name, sum(o.winner == seat for o, seat in held), max(1, len(held)), par))
    return sorted(shares, key=lambda share: share.par - share.hits / share.tries)
