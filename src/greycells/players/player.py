"""The player interface: it gets what a person in its seat gets, a view and its options, and chooses an action."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from greycells.rules.actions import Action
from greycells.rules.views import View


@runtime_checkable
class Player(Protocol):
    """Chooses for a seat."""

    def choose(self, view: View) -> Action:
        """Choose an action, one of `view.options`."""
        ...
