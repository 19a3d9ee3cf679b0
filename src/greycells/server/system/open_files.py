"""How many files and sockets this process may have open."""

from __future__ import annotations

PLENTY = 1_000_000
"""Where there is no such limit, or none that we can read (Windows)."""


def most_open_files() -> int:
    """The limit that holds for this process."""
    try:
        import resource
    except ImportError:
        return PLENTY
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return PLENTY if limit == resource.RLIM_INFINITY else min(limit, PLENTY)
