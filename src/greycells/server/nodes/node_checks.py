"""Which nodes reach one another: every node checks the others, and tells them by the database what it found.

From that each works out by itself which nodes run tables. One that the others can't reach hands its tables over,
because nobody who comes in by another node could play there. It says so in `/health`, and the load balancer leaves
it out. One at whose address another node answers, because both were given the same, can't be reached either.
"""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus

from greycells.server.errors.causes import cause_of
from greycells.server.nodes.leases import NodeLeases, RunsElsewhere
from greycells.server.nodes.node_facts import NodeFacts
from greycells.server.nodes.request_forwarding import AnotherNode, NoAnswer, NotPassedOn, Passing

log = logging.getLogger("greycells.server")
PATH = "/nodes/here"
"""Where nodes ask whether another one is there; the public address has no such path."""
EVERY = 0.5
CHECK_TIME_LIMIT = 1.0
ATTEMPTS = 2
"""A node that answers none of so many checks in a row can't be reached."""


class NodeChecks:
    """The checks that one node makes of the others."""

    def __init__(self, leases: NodeLeases, passing: Passing) -> None:
        self._leases = leases
        self._passing = passing

    async def keep(self) -> None:
        """Check all others, and who answers at this node's own address; for ever."""
        while True:
            await self._leases.clock.sleep(EVERY)
            nodes = [node for node in self._leases.nodes if node.address]
            causes = dict(zip(nodes, await asyncio.gather(*map(self._why_not, nodes)), strict=True))
            self._tell_of(causes)
            self._leases.cannot_reach(node.name for node, cause in causes.items() if cause)

    def _tell_of(self, causes: dict[NodeFacts, str]) -> None:
        before = self._leases.unreached
        for node, cause in causes.items():
            where = (node.name, node.address)
            if cause and node.name == self._leases.node and node.name not in before:
                words = "nodes: %s is this node's address, and %s: give each node its own --node-address"
                log.warning(words, node.address, cause, extra={"cause": cause})
            elif cause and node.name not in before:
                log.warning("nodes: node %s can't be reached at %s: %s", *where, cause, extra={"cause": cause})
            elif not cause and node.name in before:
                log.warning("nodes: node %s can be reached again at %s", *where)

    async def _why_not(self, node: NodeFacts) -> str:
        """Why a node can't be reached; nothing if it can.

        Whether this one reaches itself doesn't matter, unless another answers: some networks don't lead that way.
        """
        cause, own = "", node.name == self._leases.node
        for _ in range(ATTEMPTS):
            to = RunsElsewhere(node.name, node.address)
            try:
                async with self._leases.clock.time_limit(CHECK_TIME_LIMIT):
                    answer = await self._passing.request(to, "GET", PATH, client="", headers={}, body=b"")
            except AnotherNode as error:
                cause = f"node {error.answered} answers there"
            except (NotPassedOn, NoAnswer, TimeoutError) as error:
                cause = "" if own else cause_of(error.__cause__ or error)
            else:
                return "it has another signing key" if answer.status == HTTPStatus.FORBIDDEN else ""
        return cause
