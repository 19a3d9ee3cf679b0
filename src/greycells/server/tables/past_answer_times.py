"""How long people took for their answers in games that are over: read from the logs once, then kept in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

KEPT = 500
"""Of so many games; those that nobody has asked about for longest are forgotten, and read again if need be."""


class AnswerTimes:
    """By game and guest, the seconds that each chosen answer took. They never change, because the game is over."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Mapping[str, tuple[float, ...]]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, game: str) -> Mapping[str, tuple[float, ...]] | None:
        """The times of everybody in a game, if they are known."""
        if game in self._kept:
            self._kept.move_to_end(game)
        return self._kept.get(game)

    def keep(self, game: str, times: Mapping[str, tuple[float, ...]]) -> None:
        self._kept[game] = times
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
