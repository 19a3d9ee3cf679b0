"""A player feeds the winning chances its view and its idea of what others know: no hidden card changes them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from tests.leaks.test_non_interference import played, tells
from tests.properties.whims import Party

from greycells.players.outlook import winning_outlook
from greycells.rules.events import Shown
from greycells.rules.game import Game
from greycells.rules.seats import Seat

PROOF = "GREYCELLS_PROOF" in os.environ
GAMES = 200 if PROOF else 6


def pairs(edition: str) -> Iterator[tuple[Game, Game, Seat]]:
    """Games as they were played, and with another deal that their viewer can't tell from it."""
    found = 0
    for seed in range(10 * GAMES):
        party = Party(edition, (), 3, seed)
        rewriting = played(party, seed % 3, length=40 + seed % 60)
        script, truth, viewer = rewriting.another(), rewriting.truth(), rewriting.viewer
        if script is None or viewer is None or found == GAMES:
            continue
        found += 1
        games = rewriting.opening(truth), rewriting.opening(script)
        for game, actions in zip(games, (truth.actions, script.actions), strict=True):
            for action in actions:
                game.play(action)
        yield *games, viewer
    assert found == GAMES


@pytest.mark.parametrize("edition", ["classic", "cottage"])
def test_no_hidden_card_changes_a_seats_outlook(edition: str) -> None:
    for game, other, viewer in pairs(edition):
        one, two = winning_outlook(game.view(viewer)), winning_outlook(other.view(viewer))
        assert list(one.values()) == pytest.approx(list(two.values()), abs=1e-12)
        assert sum(one.values()) == pytest.approx(1)


def test_a_view_that_leaked_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    games = list(pairs("cottage"))
    tells(Shown)(monkeypatch)
    outlooks = [
        (winning_outlook(game.view(viewer)), winning_outlook(other.view(viewer))) for game, other, viewer in games
    ]
    assert any(list(one.values()) != pytest.approx(list(two.values()), abs=1e-6) for one, two in outlooks)


def test_a_spectator_has_no_outlook() -> None:
    game, _, _ = next(pairs("cottage"))
    with pytest.raises(ValueError, match="spectator"):
        winning_outlook(game.view(None))
