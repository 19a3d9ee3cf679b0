"""One process among several nodes: its leases, its key, and the socket on which the others reach it."""

from __future__ import annotations

import contextlib
import socket
from ipaddress import ip_address

from greycells.language.sentences import Sentence
from greycells.server.nodes.leases import NodeLeases
from greycells.server.nodes.node_checks import NodeChecks
from greycells.server.nodes.node_messages import NodeKey
from greycells.server.nodes.request_forwarding import Passing
from greycells.server.storage.database import StoreError


class Cluster:
    """What a process needs to be a node."""

    def __init__(self, signing_key: str, leases: NodeLeases, listener: socket.socket) -> None:
        self.leases = leases
        self.listener = listener
        self.key = NodeKey(signing_key)
        self.passing = Passing(self.key, leases)
        self.checks = NodeChecks(leases, self.passing)

    def close(self) -> None:
        self.listener.close()
        self.leases.close()


def check_address(address: str, *, listen: str | None) -> None:
    """A StoreError if other machines can't reach this HOST:PORT, because it means whichever machine uses it."""
    host = address.rpartition(":")[0].strip("[]")
    places = [host]
    if listen is None:  # Debian gives a machine's own name the address 127.0.1.1, and there this node would listen.
        with contextlib.suppress(OSError, UnicodeError):
            places += [str(found[4][0]) for found in socket.getaddrinfo(host or "localhost", None)]
    if any(map(_is_this_machine, places)):
        raise StoreError(Sentence("store.loopback address", address=address))


def _is_this_machine(host: str) -> bool:
    try:
        found = ip_address(host)
    except ValueError:
        return host == "localhost"
    return found.is_loopback or found.is_unspecified


def listening_socket(address: str) -> socket.socket:
    """A socket for other nodes, on HOST:PORT; a StoreError says why not."""
    host, _, port = address.rpartition(":")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host.strip("[]"), int(port)), family=family, backlog=512)
    except (OSError, ValueError, OverflowError) as error:
        raise StoreError(Sentence("store.node address", address=address, why=str(error))) from error
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
