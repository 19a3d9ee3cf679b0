"""What counts as one address, for every limit and every ban."""

from __future__ import annotations

import ipaddress
from functools import lru_cache


def named_network(text: str) -> str | None:
    """What counts as one address, named by an address in it or as it is printed; None for anything wider."""
    try:
        return address_network(str(ipaddress.ip_address(text)))
    except ValueError:
        pass
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
    return str(network) if address_network(str(network.network_address)) == str(network) else None


@lru_cache(maxsize=4096)
def address_network(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 network that one home gets of IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
