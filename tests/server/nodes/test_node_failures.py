"""Any node can be lost, frozen or cut off, the database restarted: nothing is lost, and no table is run by two.

Leases of three seconds are kept by real clocks: on a machine several times busier than it has cores, they run out.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from statistics import median

import pytest
from tests.leaks.searches_after_kills import leaks_in, leaks_over_http, leaks_to_viewers, seen_but_not_in_the_log
from tests.margin import PROOF, at_most
from tests.server.failing_nodes import (
    AMONG_NODES,
    BACK_WITHIN,
    BESIDE,
    GOING_AWAY,
    LONGER,
    SAMPLE,
    Fault,
    NodeParty,
    evening,
)
from tests.server.postgres import Postgres

from greycells.rules.fair_dealing import verify
from greycells.rules.replay import replay
from greycells.server.tables.log_entries import ChatSaid, Played, decode
from greycells.server.tables.records import record_of

pytestmark = pytest.mark.proof
HANDED_OVER = 1.0


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> NodeParty:
    """One evening for all the tests: ten tables and three faults, or with GREYCELLS_PROOF a hundred tables, and sixty
    faults among nodes with six restarts of the database and six rolling restarts between them."""
    folder: Path = tmp_path_factory.mktemp("nodes")
    faults: list[Fault] = [*AMONG_NODES * 12, *BESIDE * 6] if PROOF else [*SAMPLE]
    random.Random(7).shuffle(faults)
    tables, slowness = (100, 60.0) if PROOF else (10, 1.0)
    return asyncio.run(
        evening(
            folder,
            postgres,
            tables=tables,
            faults=faults,
            slowness=slowness,
            seed=3,
            hand_overs=5 if PROOF else 1,
            to_the_end=PROOF,
        )
    )


def test_every_fault_was_done_and_every_page_was_back_in_time(party: NodeParty) -> None:
    for fault in dict.fromkeys(felt.fault for felt in party.felt):
        seconds = [felt[1:] for felt in party.felt if felt.fault == fault]
        spans = [sorted(each) for each in zip(*seconds, strict=True)]
        print(fault, len(seconds), "median and most", [(round(median(each), 1), round(each[-1], 1)) for each in spans])
    assert len(party.felt) == (72 if PROOF else 3)
    late = [
        felt
        for felt in party.felt
        if max(felt.since_it_began - felt.database_away, felt.since_it_ended)
        > at_most(LONGER.get(felt.fault, BACK_WITHIN))
    ]
    assert late == []


def test_pages_got_every_frame_once_and_in_order(party: NodeParty) -> None:
    assert party.wrong == []


def test_a_node_that_is_stopped_hands_its_tables_over_and_no_move_is_lost(party: NodeParty) -> None:
    for handed in party.handed_over:
        assert handed.codes == (GOING_AWAY, GOING_AWAY)
        entries = [decode(entry) for entry in party.log(handed.table)]
        played = [(number, entry) for number, entry in enumerate(entries, 1) if isinstance(entry, Played)]
        play = handed.play
        ((seq, entry),) = [one for one in played if one[1].decision == play.decision]
        assert (seq, entry.chair, entry.action) == (handed.seq, play.chair, play.action)
    seconds = [handed.seconds for handed in party.handed_over]
    print("handed over in", [round(each, 2) for each in seconds])
    assert median(seconds) < at_most(HANDED_OVER)


def test_every_record_passes_the_referee(party: NodeParty) -> None:
    for table in party.tables:
        history = party.history(table)
        assert history.game is not None
        assert replay(history.game.table, history.game.events) == history.game.scene
        if PROOF:
            assert history.table.state == "over"
            record = record_of(history)
            assert record.pledge is not None
            assert list(verify(record.table, record.events, record.pledge)) == []


def test_everything_acknowledged_is_there_once_and_where_it_was_said_to_be(party: NodeParty) -> None:
    assert party.acknowledged
    assert party.lost_or_doubled() == []
    assert party.said
    for table in party.tables:
        entries, chat = [decode(entry) for entry in party.log(table)], party.chat(table)
        for seq, words in [(seq, words) for where, seq, words in party.said if where == table]:
            assert isinstance(entries[seq - 1], ChatSaid)
            assert (chat[seq], [*chat.values()].count(words)) == (words, 1)


def test_no_table_was_run_by_two(party: NodeParty) -> None:
    """Epochs only grow along a log, and every epoch that wrote anything is the lease of one node."""
    moved = 0
    for table in party.tables:
        epochs, runners = party.epochs(table), party.runners(table)
        assert epochs == sorted(epochs)
        assert set(epochs) <= set(runners)
        moved += len({runners[epoch] for epoch in epochs}) > 1
    assert moved


def test_nothing_was_seen_that_is_not_in_the_log(party: NodeParty) -> None:
    found, fit = seen_but_not_in_the_log(party)
    assert fit > 100
    assert found == []


def test_no_viewer_and_no_answer_told_what_nobody_may_know(party: NodeParty) -> None:
    found, searched = leaks_to_viewers(party)
    assert (found, searched > 10_000) == ([], True)
    found, searched = leaks_over_http(party)
    assert (found, searched > 1000) == ([], True)


def test_no_nodes_own_log_tells_a_card_a_secret_or_a_cookie(party: NodeParty) -> None:
    assert party.cookies
    assert "Traceback" not in party.errors
    assert leaks_in(party.errors, party) == []
