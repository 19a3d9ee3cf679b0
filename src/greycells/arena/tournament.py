"""Tournaments: many games on all cores, the same for the same seed, that go on where they were interrupted."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Container, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec

from greycells import __version__
from greycells.arena.match import MatchResult, Pairing, play_match
from greycells.arena.standings import Standings
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.notation import Record, stamped, write

BATCH = 40
BATCH_SECONDS = 1.0
"""How many games a worker is given at most, and how long it plays before it reports."""


class WorkplaceError(GreycellsError):
    """Games can't be played there; the message is a sentence for whoever asked."""


class Journal:
    """The games played so far, one JSON line each, so that neither Ctrl-C nor a crash loses one."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, pairing: Pairing) -> Journal:
        """The journal of a pairing: the same pairing finds its own again."""
        home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
        kind = (*pairing[:-1], "luck") if pairing.luck else pairing[:-1]
        key = blake2b(repr((__version__, *kind)).encode(), digest_size=8).hexdigest()
        return cls(home / "greycells" / "arena" / f"{key}.jsonl")

    def read(self) -> list[MatchResult]:
        """The games that were played before; a line that a crash cut off is played again."""
        if not self.path.is_file():
            return []
        outcomes: list[MatchResult] = []
        for line in self.path.read_bytes().splitlines():
            with suppress(msgspec.DecodeError):
                outcomes.append(msgspec.json.decode(line, type=MatchResult))
        return outcomes

    def write(self, outcome: MatchResult) -> None:
        """Add a game. Every worker writes its own, a whole line at once, so that no game waits in anybody's memory."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab", buffering=0) as file:
            file.write(msgspec.json.encode(outcome) + b"\n")

    def close(self) -> None:
        """All games are played: nothing is left to resume."""
        self.path.unlink(missing_ok=True)


def play_tournament(
    pairing: Pairing,
    games: int,
    *,
    workers: int | None = None,
    journal: Journal | None = None,
    records: Path | None = None,
    progress: Callable[[Standings], None] | None = None,
    runner: Runner | None = None,
) -> Standings:
    """Play a pairing's first `games` games, less those that the journal has already.

    They are played on `workers` cores of this machine (default: all), or wherever the `runner` plays them.
    """
    standings = Standings(pairing)
    work = WorkUnit(pairing, journal, records)
    done = kept(journal, games)
    for outcome in done.values():
        standings.add(outcome)
    if progress:
        progress(standings)
    for outcome in _others(work, games, done=done, runner=runner or on_cores(workers)):
        standings.add(outcome)
        if progress:
            progress(standings)
    if journal:
        journal.close()
    return standings


def kept(journal: Journal | None, games: int) -> dict[int, MatchResult]:
    """Those of the first `games` games that the journal has, each once."""
    return {outcome.game: outcome for outcome in (journal.read() if journal else ()) if outcome.game < games}


def play_on(
    work: WorkUnit, games: int, *, workers: int | None = None, runner: Runner | None = None
) -> Iterator[MatchResult]:
    """The first `games` games of a pairing: those that the journal has, then the others as they are played."""
    done = kept(work.journal, games)
    yield from done.values()
    yield from _others(work, games, done=done, runner=runner or on_cores(workers))


def _others(work: WorkUnit, games: int, *, done: Container[int], runner: Runner) -> Iterator[MatchResult]:
    """The first `games` games less those that are done, as they are played."""
    yield from runner(work, [number for number in range(games) if number not in done])


class PlayedGame(NamedTuple):
    """A game that was played, and the text of its record if somebody wants that."""

    outcome: MatchResult
    record: str


class WorkUnit(NamedTuple):
    """What a worker has to do with the games that it is given."""

    pairing: Pairing
    journal: Journal | None
    records: Path | None
    version: str = __version__

    def play(self, number: int) -> MatchResult:
        """Play one game and keep it."""
        return self.keep(self.played(number))

    def played(self, number: int) -> PlayedGame:
        """Play one game, and write nothing yet."""
        outcome, game = play_match(self.pairing, number)
        text = "" if self.records is None else write(stamped(Record(game.table, tuple(game.events))))
        return PlayedGame(outcome, text)

    def keep(self, game: PlayedGame) -> MatchResult:
        """Write a game's record where somebody wants it, and only then note that it has been played."""
        if self.records is not None:
            self.records.mkdir(parents=True, exist_ok=True)
            (self.records / f"{game.outcome.game:06}.case").write_text(game.record, encoding="utf-8")
        if self.journal is not None:
            self.journal.write(game.outcome)
        return game.outcome

    def for_elsewhere(self) -> WorkUnit:
        """The same work for another machine, which keeps nothing and must run the same code."""
        return self._replace(journal=None)

    def play_elsewhere(self, numbers: Sequence[int]) -> list[PlayedGame]:
        """Play these games on another machine than the one that keeps them."""
        if self.version != __version__:
            raise WorkplaceError(Sentence("arena.other version", here=self.version, there=__version__))
        return [self.played(number) for number in numbers]

    def play_some(self, numbers: Sequence[int]) -> list[MatchResult]:
        """Play these games one after the other, as far as one comes in a short time."""
        until = time.monotonic() + BATCH_SECONDS
        outcomes: list[MatchResult] = []
        for number in numbers:
            outcomes.append(self.play(number))
            if time.monotonic() > until:
                break
        return outcomes


Runner: TypeAlias = Callable[[WorkUnit, Sequence[int]], Iterator[MatchResult]]
"""Plays these games somewhere, each once, and hands out the outcomes as they come in; they are kept by then."""


def on_cores(workers: int | None = None) -> Runner:
    """Plays on this machine, by default on all cores."""
    return partial(_played, workers=workers or os.cpu_count() or 1)


def cut(numbers: Sequence[int], *, least: int = 1, most: int, workers: int) -> Iterator[Sequence[int]]:
    """Even batches of at least `least` games, about four for each worker."""
    size = max(least, min(most, len(numbers) // (4 * workers)))
    parts = max(1, len(numbers) // size)
    for part in range(parts if numbers else 0):
        yield numbers[part * len(numbers) // parts : (part + 1) * len(numbers) // parts]


def _played(work: WorkUnit, numbers: Sequence[int], *, workers: int) -> Iterator[MatchResult]:
    """The outcomes of these games, as they come in."""
    if workers == 1 or len(numbers) < 2 * workers:
        yield from map(work.play, numbers)
        return
    # Workers are spawned, not forked: a fork beside a progress bar's thread can hang.
    pool = ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_begin_work, initargs=(os.getpid(),)
    )
    batches = deque(cut(numbers, most=BATCH, workers=workers))
    running: dict[Future[list[MatchResult]], Sequence[int]] = {}
    try:
        while batches or running:
            while batches and len(running) < 2 * workers:
                batch = batches.popleft()
                running[pool.submit(work.play_some, batch)] = batch
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                batch = running.pop(future)
                outcomes = future.result()
                yield from outcomes
                if rest := batch[len(outcomes) :]:
                    batches.appendleft(rest)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin_work(parent: int) -> None:
    """A worker leaves Ctrl-C to its parent, and ends when the parent has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
