"""What nodes tell one another by the database, with each renewal: which others they can't reach, how much they run.

It stands among what is told of the rate limits and has its form, so that a node of an older version can read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct

UNREACHED, TABLES = "node not reached", "node tables"
Told: TypeAlias = list[tuple[str, str, int, int]]


class NodeFacts(Struct, frozen=True):
    """A living node. One without an address only carries out a command; one of an older version tells no `tables`."""

    name: str
    address: str
    unreached: frozenset[str] = frozenset()
    tables: int | None = None


def told_with(told: str, *, unreached: Iterable[str], tables: int) -> str:
    """What is told of the limits, and these facts."""
    rows = msgspec.json.decode(told or "[]", type=Told)
    rows += [(UNREACHED, name, 0, 0) for name in unreached]
    return msgspec.json.encode([*rows, (TABLES, "", 0, tables)]).decode()


def facts_of(name: str, address: str, told: str) -> NodeFacts:
    rows = msgspec.json.decode(told or "[]", type=Told)
    unreached = frozenset(who for what, who, _, _ in rows if what == UNREACHED)
    return NodeFacts(name, address, unreached, next((times for what, _, _, times in rows if what == TABLES), None))


def serving(nodes: Sequence[NodeFacts]) -> list[NodeFacts]:
    """The nodes that run tables: those that reach one another.

    Every node finds the same ones. As long as two don't, the node is left out that has this trouble with the most; of
    several the one that the fewest reach, and of those the youngest, so that the tables stay where they are.
    """
    left = [node for node in nodes if node.address]
    while True:
        troubles = {node: [other for other in left if _apart(node, other)] for node in left}
        if not any(troubles.values()):
            return left
        left.remove(max(left, key=lambda node: (len(troubles[node]), _unreached_by(node, left), node.name)))


def _apart(node: NodeFacts, other: NodeFacts) -> bool:
    return other.name in node.unreached or node.name in other.unreached


def _unreached_by(node: NodeFacts, others: Iterable[NodeFacts]) -> int:
    return sum(node.name in other.unreached for other in others)
