"""Nothing is lost, and nothing seen: games on bad lines, on a server that is killed, end as if nothing had happened."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.server.chaos import Party, evening
from tests.server.eyes import leaks, leaks_beside
from tests.server.meddler import Mischief

from greycells.notation import stamp_of
from greycells.rules.fair_dealing import verify
from greycells.rules.replay import replay
from greycells.server.tables.records import record_of

PROOF = bool(os.environ.get("GREYCELLS_PROOF"))
BAD_LINES = Mischief(cut=0.004, double=0.02, swap=0.02, truncate=0.01)


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Party:
    """One evening for all the tests: a small one, or with GREYCELLS_PROOF fifty tables and sixty kills."""
    folder: Path = tmp_path_factory.mktemp("evening")
    tables, kills, slowness = (50, 60, 1.0) if PROOF else (5, 3, 0.15)
    return asyncio.run(
        evening(folder, tables=tables, kills=kills, mischief=BAD_LINES, slowness=slowness, seed=1, limit=900)
    )


def test_the_server_was_killed_and_the_lines_were_bad(party: Party) -> None:
    assert party.kills >= (60 if PROOF else 3)
    assert party.harm > 10
    assert party.connections > len(party.tables)


def test_every_game_ended_and_its_record_passes_the_referee(party: Party) -> None:
    for table in party.tables:
        story = party.story(table)
        assert story.table.state == "over"
        record = record_of(story)
        assert replay(record.table, record.events).over
        assert record.pledge is not None
        assert list(verify(record.table, record.events, record.pledge)) == []
        assert record.stamp == stamp_of(record)


def test_every_acknowledged_action_is_there_once(party: Party) -> None:
    assert party.acknowledged
    assert party.lost_or_doubled() == []


def test_no_viewer_was_sent_what_it_may_not_know(party: Party) -> None:
    found: list[str] = []
    searched = 0
    for target, text in party.sent.items():
        parts = urlsplit(target)
        if not parts.path.endswith("/live"):
            continue
        table = parts.path.split("/")[3]
        story = party.story(table)
        chair = parse_qs(parts.query).get("chair")
        seat = story.seat(int(chair[0]) if chair else None)
        assert story.game is not None
        found += [f"{target}: {leak}" for leak in leaks(bytes(text), story.game, seat, secrets=[party.secret(table)])]
        searched += len(text)
    assert searched > 10_000
    assert found == []


def test_no_answer_over_http_tells_a_card_or_a_secret(party: Party) -> None:
    found: list[str] = []
    searched = 0
    secrets = [party.secret(table) for table in party.tables]
    games = {story.game.edition.key: story.game for table in party.tables if (story := party.story(table)).game}
    for target, text in party.sent.items():
        if not urlsplit(target).path.endswith("/live"):
            searched += len(text)
            for game in games.values():
                answer = text.decode(errors="replace")
                found += [f"{target}: {leak}" for leak in leaks_beside(answer, game, secrets=secrets, answer=True)]
    assert searched > 1000
    assert found == []


def test_the_servers_own_log_tells_no_card_no_secret_and_no_cookie(party: Party) -> None:
    said = (party.folder / "errors.txt").read_text(encoding="utf-8")
    assert party.cookies
    assert "Traceback" not in said
    for table in party.tables:
        game = party.story(table).game
        assert game is not None
        assert list(leaks_beside(said, game, secrets=[party.secret(table), *party.cookies])) == []
