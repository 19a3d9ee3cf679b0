"""Which proxies are believed when they say whom they speak for."""

from __future__ import annotations

import ipaddress


class TrustedProxies:
    """The addresses and networks of `--trusted-proxies`; `*` is everybody."""

    def __init__(self, text: str) -> None:
        self._all = text.strip() == "*"
        self._networks = [network for one in text.split(",") if (network := _network(one.strip())) is not None]

    def __contains__(self, host: str) -> bool:
        if self._all:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)

    def client_of(self, forwarded: str) -> str:
        """Whom an X-Forwarded-For header names: the last one that is no proxy of ours, as uvicorn reads it."""
        named = [host.strip() for host in forwarded.split(",")]
        return next((host for host in reversed(named) if host not in self), named[0])


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        return None
