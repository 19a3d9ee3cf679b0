"""What the arena shows: the standings as a table, and while the games are played a progress bar with them."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table as RichTable
from rich.text import Text

from greycells.arena.standings import Standing, Standings, StandingsTable
from greycells.language.sentences import Sentence, number_text, percent_text

TITLES = (
    "player",
    "games",
    "wins",
    "win %",
    "95 %",
    "turns",
    "suggestions",
    "wrong",
    "faults",
    "forfeits",
    "p99 ms",
    "rating",
)
"""What is told about each player, by the keys of the catalogue."""

EVERY = 0.25
"""How often, in seconds, the standings are drawn again."""


class SpeedColumn(ProgressColumn):
    """How many games are played in a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else str(Sentence("arena.speed", rate=number_text(speed, 1))))


def progress_bar(console: Console) -> Progress:
    """A bar with the games played, games per second and the time left."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), SpeedColumn(), TimeRemainingColumn()
    return Progress(*columns, console=console, speed_estimate_period=120)


@contextmanager
def watching(games: int) -> Generator[Callable[[Standings], None]]:
    """A progress bar with standings on stderr, so that stdout holds the result alone; silent where nobody looks."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _look_away
        return
    bar = progress_bar(console)
    task: TaskID | None = None
    drawn = 0.0
    with Live(bar, console=console, auto_refresh=False, transient=True) as live:

        def show(standings: Standings) -> None:
            nonlocal drawn, task
            if task is None:
                # Games from an earlier run say nothing about the speed of this one.
                task = bar.add_task(str(Sentence("arena.games")), total=games, completed=standings.games)
            if time.monotonic() - drawn > EVERY or standings.games == games:
                drawn = time.monotonic()
                bar.update(task, completed=standings.games)
                live.update(Group(bar, standings_table(standings.table())), refresh=True)

        yield show


@contextmanager
def watching_tables(games: int) -> Generator[Callable[[str, int], None]]:
    """The same for several tables one after the other: told of each by name, and how many of its games are played."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _name_once(console)
        return
    with progress_bar(console) as bar:
        tasks: dict[str, TaskID] = {}

        def show(table: str, played: int) -> None:
            if table not in tasks:
                tasks[table] = bar.add_task(table, total=games, completed=played)
            bar.update(tasks[table], completed=played)

        yield show


def _name_once(console: Console) -> Callable[[str, int], None]:
    """Without a terminal, a line for each table."""
    seen: set[str] = set()

    def name(table: str, _played: int) -> None:
        if table not in seen:
            seen.add(table)
            console.print(table, highlight=False)

    return name


def _look_away(standings: Standings) -> None:
    """Nobody is looking."""
    del standings


def print_table(table: StandingsTable) -> None:
    """The standings on stdout, for people."""
    console = Console()
    console.width = max(console.width, 125)
    console.print(standings_table(table), highlight=False)
    if len(table.pairs) > 1 or (table.pairs and table.pairs[0].player != table.pairs[0].other):
        for pair in table.pairs:
            console.print(
                f"{pair.player} : {pair.other}  {pair.wins} : {pair.losses},",
                Sentence("arena.seat for seat", share=percent_text(pair.share, 1)),
                highlight=False,
            )
    for line in table.players:
        if line.adjusted_rate is not None:
            raw, adjusted = (100 * line.win_rate, line.win_error), (100 * line.adjusted_rate, line.adjusted_error)
            console.print(
                Sentence("arena.without luck", player=line.player, **_ends(*raw, "raw"), **_ends(*adjusted, "own"))
            )
    for title in TITLES:
        told = f"{Sentence(f'arena.{title}')}: {Sentence(f'arena.about {title}')}"
        console.print(told, style="dim", highlight=False, markup=False)
    wins = ", ".join(str(wins) for wins in table.wins_by_turn_order)
    summary = Sentence("arena.summary", wins=wins, unsolved=table.unsolved, stuck=table.stuck, seed=str(table.seed))
    console.print(summary, highlight=False)


def standings_table(table: StandingsTable) -> RichTable:
    """One line for each distinct player, best first."""
    lines = RichTable(box=None, pad_edge=False)
    for title in TITLES:
        lines.add_column(str(Sentence(f"arena.{title}")), justify="left" if title == "player" else "right")
    for line in table.players:
        lines.add_row(*_row(line))
    return lines


def _ends(percent: float, error: float | None, name: str) -> dict[str, str]:
    """A share and its standard error, for a sentence."""
    return {name: number_text(percent, 1), f"{name}_error": _number(None if error is None else 100 * error)}


def _row(line: Standing) -> tuple[str, ...]:
    low, high = line.win_interval
    return (
        line.player,
        str(line.games),
        str(line.wins),
        number_text(100 * line.win_rate, 1),
        f"{number_text(100 * low, 1)}-{number_text(100 * high, 1)}",
        _number(line.turns_to_solve),
        _number(line.suggestions_to_solve, digits=2),
        str(line.wrong_accusations),
        str(line.faults),
        str(line.forfeits),
        _number(None if line.decision_p99_us is None else line.decision_p99_us / 1000, digits=2),
        rating(line),
    )


def rating(line: Standing) -> str:
    """A player's rating and its deviation; without the extra `fast` there is none."""
    return "-" if line.rating is None else f"{number_text(line.rating, 1)}±{_number(line.rating_deviation)}"


def _number(value: float | None, *, digits: int = 1) -> str:
    return "-" if value is None else number_text(value, digits)
