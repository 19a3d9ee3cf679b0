"""Hands tables over to other nodes: all of them while this node runs none, and some while it runs more than its share.

After a rolling restart the node that was stopped last has nothing, and the others have everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from greycells.server.errors.report import report
from greycells.server.nodes.leases import NodeLeases
from greycells.server.nodes.node_facts import NodeFacts
from greycells.server.storage.database import DatabaseError
from greycells.server.table_hosting.table_loading import Lobby

EVERY = 0.5
SETTLE = 3.0
"""After so many seconds viewers who were sent to another node are there, and it has told how many tables it runs."""
AT_ONCE = 8


class Surplus(NamedTuple):
    """How many tables a node should hand over now, and to which node."""

    tables: int
    to: str


async def keep(lobby: Lobby, leases: NodeLeases) -> None:
    """Hand tables over when it is time, for ever."""
    clock = lobby.services.clock
    settled = clock.monotonic()
    while True:
        await clock.sleep(EVERY)
        try:
            if leases.apart and leases.valid:
                await lobby.hand_over()
                await leases.let_go()
            elif (
                leases.valid and clock.monotonic() >= settled and (surplus := surplus_of(leases.node, _serving(leases)))
            ):
                for table_id in lobby.idle_tables()[: surplus.tables]:
                    await lobby.give(table_id, surplus.to)
                    settled = clock.monotonic() + SETTLE
        except DatabaseError:
            pass  # Nothing is lost: what wasn't handed over is still ours, or anybody's.
        except Exception as error:
            report("tables could not be handed over", error)


def _serving(leases: NodeLeases) -> list[NodeFacts]:
    return [node for node in leases.nodes if node.name in leases.serving]


def surplus_of(name: str, nodes: Iterable[NodeFacts]) -> Surplus | None:
    """What a node has too much of. Only the fullest gives, and only to the emptiest, so that no two do it at once."""
    tables = {node.name: node.tables for node in nodes if node.tables is not None}
    if name not in tables or name != max(tables, key=lambda node: (tables[node], node)):
        return None
    to = min(tables, key=lambda node: (tables[node], node))
    share = -(-sum(tables.values()) // len(tables))
    surplus = min(tables[name] - share, share - tables[to])
    if surplus <= max(1, share // 10):
        return None
    return Surplus(min(surplus, max(AT_ONCE, surplus // 4)), to)
