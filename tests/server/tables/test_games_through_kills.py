"""Nothing is lost, and nothing seen: games on bad lines, on a server that is killed, end as if nothing had happened."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.leaks.searches_after_kills import leaks_in, leaks_over_http, leaks_to_viewers, seen_but_not_in_the_log
from tests.margin import PROOF
from tests.server.killed_server import Party, evening
from tests.server.meddling_proxy import Mischief

from greycells.notation import stamp_of
from greycells.rules.fair_dealing import verify
from greycells.rules.replay import replay
from greycells.server.tables.records import record_of

BAD_LINES = Mischief(cut=0.004, double=0.02, swap=0.02, truncate=0.01)


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Party:
    """One evening for all the tests: a small one, or with GREYCELLS_PROOF fifty tables and sixty kills."""
    folder: Path = tmp_path_factory.mktemp("evening")
    tables, kills, slowness = (50, 60, 1.0) if PROOF else (5, 3, 0.15)
    return asyncio.run(evening(folder, tables=tables, kills=kills, mischief=BAD_LINES, slowness=slowness, seed=1))


def test_the_server_was_killed_and_the_lines_were_bad(party: Party) -> None:
    assert party.kills >= (60 if PROOF else 3)
    assert party.harm > 10
    assert party.connections > len(party.tables)


def test_every_game_ended_and_its_record_passes_the_referee(party: Party) -> None:
    for table in party.tables:
        history = party.history(table)
        assert history.table.state == "over"
        record = record_of(history)
        assert replay(record.table, record.events).over
        assert record.pledge is not None
        assert list(verify(record.table, record.events, record.pledge)) == []
        assert record.stamp == stamp_of(record)


def test_every_acknowledged_action_is_there_once(party: Party) -> None:
    assert party.acknowledged
    assert party.lost_or_doubled() == []


def test_no_viewer_was_sent_what_it_may_not_know(party: Party) -> None:
    found, searched = leaks_to_viewers(party)
    assert searched > 10_000
    assert found == []


def test_nothing_was_seen_that_is_not_in_the_log(party: Party) -> None:
    found, fit = seen_but_not_in_the_log(party)
    assert fit > 100
    assert found == []


def test_no_answer_over_http_tells_a_card_or_a_secret(party: Party) -> None:
    found, searched = leaks_over_http(party)
    assert searched > 1000
    assert found == []


def test_the_servers_own_log_tells_no_card_no_secret_and_no_cookie(party: Party) -> None:
    said = (party.folder / "errors.txt").read_text(encoding="utf-8")
    assert party.cookies
    assert "Traceback" not in said
    assert leaks_in(said, party) == []
