"""The row of a benchmark in words, and as a row of the table in the docs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from greycells.language.sentences import Argument, Sentence
from greycells.research.evaluation import Evaluation

Interval = tuple[float, float]


def told_lines(row: Evaluation) -> Iterator[str]:
    """One line for each thing that was measured; what can't be said of this bot is left out."""
    yield _say("games", bot=row.bot, games=row.games, panel=", ".join(row.panel), edition=row.edition, seed=row.seed)
    yield _say("wins", rate=percent(row.win_rate, row.win_interval))
    if row.adjusted_rate is not None:
        yield _say("adjusted", rate=percent(row.adjusted_rate, row.adjusted_interval))
    yield _say("wrong", rate=percent(row.wrong_accusations))
    if row.missed_solutions is not None:
        yield _say("missed solutions", rate=percent(row.missed_solutions))
    if row.log_loss is not None and row.exact_log_loss is not None and row.missed_cards is not None:
        yield _say("beliefs", own=f"{row.log_loss:.2f}", exact=f"{row.exact_log_loss:.2f}")
        yield _say("missed cards", cards=f"{row.missed_cards:.2f}")
    if row.bits is not None and row.best_bits is not None:
        yield _say("questions", bits=f"{row.bits:.2f}", best=f"{row.best_bits:.2f}")
    if row.median_us is not None and row.p99_us is not None:
        yield _say("time", median=f"{row.median_us / 1000:.2f}", most=f"{row.p99_us / 1000:.0f}", choices=row.choices)
    if row.faults:
        yield _say("faults", faults=row.faults)


def told_progress(played: int, games: int) -> str:
    """How far an evaluation is."""
    return _say("played", played=played, games=games)


def told_data_set(games: int, decisions: int, folder: Path) -> str:
    """What was written."""
    return _say("written", games=games, decisions=decisions, folder=str(folder))


def percent(rate: float, interval: Interval | None = None) -> str:
    """A share in percent, with where it lies."""
    own = f"{100 * rate:.1f} %"
    return own if interval is None else f"{own} ({100 * interval[0]:.1f} … {100 * interval[1]:.1f})"


def markdown_row(row: Evaluation) -> str:
    """A row of the table in `docs/reference/research.md`."""
    cells = [
        row.bot,
        str(row.games),
        percent(row.win_rate, row.win_interval),
        "" if row.adjusted_rate is None else percent(row.adjusted_rate, row.adjusted_interval),
        percent(row.wrong_accusations),
        _number(None if row.missed_solutions is None else 100 * row.missed_solutions, 1, " %"),
        _number(row.missed_cards, 2),
        _pair(row.log_loss, row.exact_log_loss),
        _pair(row.bits, row.best_bits),
        _number(None if row.median_us is None else row.median_us / 1000, 2),
        _number(None if row.p99_us is None else row.p99_us / 1000, 0),
    ]
    return f"| {' | '.join(cells)} |"


def _number(value: float | None, digits: int, unit: str = "") -> str:
    return "–" if value is None else f"{value:.{digits}f}{unit}"


def _pair(own: float | None, best: float | None) -> str:
    return "–" if own is None or best is None else f"{own:.2f} / {best:.2f}"


def _say(key: str, **arguments: Argument) -> str:
    return str(Sentence(f"evaluation.{key}", **arguments))
