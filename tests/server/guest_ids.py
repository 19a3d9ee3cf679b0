"""The ids of guests, by their cookies."""

from __future__ import annotations

from greycells.client import ServerClient
from greycells.server.service.service import Service


def number_of(service: Service, somebody: ServerClient) -> str:
    number = service.guests.known(somebody.cookie)
    assert number is not None
    return number
