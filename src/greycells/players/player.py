"""A player thinks: it gets what a person at its seat gets, a view and its options, and chooses an action."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from greycells.rules.actions import Action
from greycells.rules.views import View


@runtime_checkable
class Player(Protocol):
    """Whoever chooses for a seat: people and bots alike."""

    def choose(self, view: View) -> Action:
        """The action that this player takes now, one of `view.options`."""
        ...
