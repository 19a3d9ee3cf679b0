"""Nobody learns a card from the lengths of messages: with another deal that looks the same, every line carries as much.

A viewer is an attacker here who sees how many bytes go to every other seat, as on the line of a neighbour behind TLS.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.leaks.played_games import played
from tests.margin import PROOF
from tests.properties.random_players import Party, parties
from tests.server.moved_clock import NOON

from greycells.editions import names
from greycells.language.sentences import set_language
from greycells.protocol.choices import choice_message
from greycells.protocol.frames import SceneFrame
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Action
from greycells.rules.game import Game
from greycells.server.tables import viewer_frames
from greycells.server.tables.guest import Guest
from greycells.server.tables.log_entries import Played, Sat, Started, TableOpened
from greycells.server.tables.new_tables import encode_events
from greycells.server.tables.table_state import Table, after
from greycells.server.tables.viewer import Prompt, Viewer, encode
from greycells.server.tables.viewer_frames import TableHistory

LANGUAGES = ("en", "de")
some_games = settings(
    max_examples=200 if PROOF else 8,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    derandomize=not PROOF,
)


class Served:
    """A game as the server tells it to a page and to a program in every seat, and to spectators."""

    def __init__(self, game: Game) -> None:
        edition, seats = game.edition, game.seats
        plan = TablePlan(edition=edition.key, house_rules=edition.house_rules, chairs=(ChairPlan(),) * len(seats))
        opened = TableOpened(NOON, id="table", code="CODE42", host="0", plan=plan, commitment="")
        words = tuple(seat.suspect.word for seat in seats)
        sat = [
            Sat(NOON, chair=at, guest=str(at), name=f"P{at}", suspect=words[at], nonce="") for at in range(len(words))
        ]
        started = Started(
            NOON,
            seats=tuple((seat.suspect.word, seat.name) for seat in seats),
            suspects=words,
            nonces=("",) * len(words),
            events=encode_events(0, game.events),
        )
        table = after(reduce(after, sat, Table.opened(opened)), started)
        self.game = game
        self.story = TableHistory(table, [opened, *sat, started], game)
        self.viewers = [
            Viewer(Guest(str(chair), f"P{chair}"), chair, 0, looks=looks)
            for chair in (None, *range(len(seats)))
            for looks in (False, True)
        ]

    def play(self, action: Action) -> None:
        seat, number = self.game.to_act, len(self.game.events)
        assert seat is not None
        events = self.game.outcome(action)
        entry = Played(
            NOON,
            chair=self.story.table.chair_of(seat),
            decision=number,
            by="person",
            action=choice_message(action),
            events=encode_events(number, events),
        )
        scene = self.game.scene_after(events)
        self.story.apply([entry], after(self.story.table, entry), events=events, scene=scene)

    def lengths(self, *, everybody: bool = False) -> list[int]:
        """How many bytes each viewer is sent now: whoever is asked and somebody else, or everybody."""
        seat, number = self.game.to_act, len(self.game.events)
        prompt = None if seat is None else Prompt(number, self.story.table.chair_of(seat), NOON)
        reading = {0 if prompt is None else prompt.chair, (number % (len(self.viewers) // 2)) - 1}
        return [
            len(self.story.news(viewer, prompt) or b"")
            for viewer in self.viewers
            if everybody or viewer.chair in reading
        ]


def differences(party: Party, viewer: int, *, length: int) -> Iterator[str]:
    """Where a viewer could tell the true deal from another one by the lengths that go to the seats."""
    rewriting = played(party, viewer, length=length)
    script, truth = rewriting.another(), rewriting.truth()
    if script is None:
        return
    one, other = Served(rewriting.opening(truth)), Served(rewriting.opening(script))
    for number, (action, rewritten) in enumerate(zip(truth.actions, script.actions, strict=True)):
        set_language(LANGUAGES[number % len(LANGUAGES)])
        if (here := one.lengths()) != (there := other.lengths()):
            yield f"before {action}: {here} and {there}"
        one.play(action)
        other.play(rewritten)
    if (here := one.lengths(everybody=True)) != (there := other.lengths(everybody=True)):
        yield f"at the end: {here} and {there}"


@pytest.mark.parametrize("edition", names())
def test_lengths_dont_tell_one_deal_from_another(edition: str) -> None:
    @some_games
    @given(parties(edition), st.integers(-1, 9), st.integers(1, 60))
    def as_long(party: Party, viewer: int, length: int) -> None:
        try:
            assert list(differences(party, viewer, length=length)) == []
        finally:
            set_language("en")

    as_long()


def unpadded(frame: bytes | SceneFrame, *_: object, **__: object) -> bytes:
    return frame if isinstance(frame, bytes) else encode(frame)


@pytest.mark.parametrize("part", ["padded", "padded_scene"])
def test_without_padding_the_lengths_tell(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    monkeypatch.setattr(viewer_frames, part, unpadded)
    try:
        assert any(list(differences(Party("classic", (), 3, seed), -1, length=30)) for seed in range(5))
    finally:
        set_language("en")
