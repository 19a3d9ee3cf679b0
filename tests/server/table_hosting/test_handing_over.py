"""Nodes with more than their share of the tables hand some over, while nobody is waiting for a choice."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tests.deadline import until, until_told
from tests.server.nodes.two_nodes import node
from tests.server.running_server import frame_of, guest, running

from greycells.client import Connection, ServerClient
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import Play, Sit, Start
from greycells.protocol.frames import Choose, Hello, Said
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Roll
from greycells.server.nodes.node_facts import NodeFacts
from greycells.server.service.service import Service
from greycells.server.table_hosting.handing_over import Surplus, surplus_of

PLAN = TablePlan(chairs=(ChairPlan(suspect="Scarlett"), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant")))


async def test_after_a_restart_tables_find_back(tmp_path: Path, postgres_url: str) -> None:
    """Where somebody is thinking about a choice the table stays; at others people come to the other node and go on."""
    async with contextlib.AsyncExitStack() as stack:
        here, one = await stack.enter_async_context(running(node(tmp_path / "one", postgres_url)))
        ada = await guest(here, "Ada")
        thinking, waiting = list[tuple[str, Connection]](), list[tuple[str, Connection]]()
        for number in range(10):
            table = (await ada.open(PLAN)).id
            await ada.ask(table, Sit(chair=0, suspect="Scarlett"))
            if number < 2:
                await ada.ask(table, Start())
            line = await stack.enter_async_context(ada.line(table, 0))
            (thinking if number < 2 else waiting).append((table, line))
            await frame_of(line, Choose if number < 2 else Hello)
        tables = [live for table, _ in thinking if (live := one.lobby.loaded(table)) is not None]
        now = one.table_services.now
        await until(lambda: all(now() - live.table.decided > 2 for live in tables), "her to have been thinking")
        there, other = await stack.enter_async_context(running(node(tmp_path / "other", postgres_url)))
        also = ServerClient(there, cookie=ada.cookie)

        async def shared() -> bool:
            for table, _ in waiting:
                await also.table(table)  # As whoever comes in at the other node: some have to ask, to be there.
            return (len(one.lobby), len(other.lobby)) == (5, 5)

        await until_told(shared, "each node to have its share")
        moved = [(table, line) for table, line in waiting if other.lobby.loaded(table) is not None]
        assert len(moved) == 5
        for table, line in waiting:
            await line.say("good evening")
            assert (await frame_of(line, Said)).text == "good evening"
            assert line.connections == (2 if (table, line) in moved else 1)
        for table, line in thinking:
            assert (one.lobby.loaded(table) is not None, line.connections) == (True, 1)
            await line.play(Play(chair=0, decision=_decision(one, table), action=choice_message(Roll())))
        assert one.cluster is not None
        assert one.cluster.leases.counts["tables handed over"] == 5


def _decision(service: Service, table: str) -> int:
    live = service.lobby.loaded(table)
    assert live is not None
    assert live.prompt is not None
    return live.prompt.decision


def test_only_the_fullest_node_gives_and_only_what_is_more_than_its_share() -> None:
    def surplus(name: str, **tables: int | None) -> Surplus | None:
        return surplus_of(name, [NodeFacts(each, "there", tables=count) for each, count in tables.items()])

    assert surplus("a", a=50, b=50, c=0) is None
    assert surplus("b", a=50, b=50, c=0) == Surplus(8, "c")
    assert surplus("a", a=600, b=0, c=0) == Surplus(50, "b")
    assert surplus("a", a=10, b=0, c=0) == Surplus(4, "b")
    assert surplus("a", a=36, b=33, c=31) is None, "the shares are close enough"
    assert surplus("a", a=9) is None
    assert surplus("a", a=9, b=None) is None, "a node of an older version is given nothing"
    assert surplus("c", a=9, b=9) is None
