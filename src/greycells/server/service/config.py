"""How a server is set up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from greycells.rules.fair_dealing import fresh_secret
from greycells.server.identity.guest_cookies import COOKIE, PATH_COOKIE, TLS_COOKIE
from greycells.server.limits.connection_limits import ConnectionLimits
from greycells.server.nodes.leases import LEASE
from greycells.server.service.public_address import prefix_of
from greycells.server.storage.archive_folder import ARCHIVE
from greycells.server.system.durations import DAY
from greycells.server.system.system_clock import SYSTEM_CLOCK, SystemClock
from greycells.server.workers.bot_process import COMMAND


@dataclass(frozen=True, slots=True)
class Config:
    """How a server is set up. Every setting is described in `docs/hosting.md`."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    key: str | None = None
    database: str | None = None
    public_url: str | None = None
    trusted_proxies: str = "127.0.0.1"
    pace: float = 1.0
    grace: float = 60.0
    open_for: float = DAY
    play_for: float = 14 * DAY
    archive_after: float | None = None
    archive: Path | None = None
    uploads_guest: float = 5.0
    uploads_address: float = 20.0
    uploads_total: float = 1000.0
    editions: Path | None = None
    bot_workers: int = 0
    bot_seconds: float = 5.0
    bot_command: Sequence[str] = COMMAND
    limits_factor: float = 1.0
    log_format: str = "text"
    log_level: str = "warning"
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    notice: float = 60.0
    clock: SystemClock = SYSTEM_CLOCK
    new_secret: Callable[[], str] = fresh_secret
    node_address: str = "127.0.0.1:0"
    node_listen: str | None = None
    one_machine: bool = False
    lease: float = LEASE

    @property
    def archive_folder(self) -> Path:
        """Where archived games are."""
        return self.archive or self.data / ARCHIVE

    @property
    def local_url(self) -> str:
        """Where the server is reached on this machine; an IPv6 address stands in brackets."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @property
    def origin(self) -> str | None:
        """The origin of the public address."""
        if self.public_url is None:
            return None
        parts = urlsplit(self.public_url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def prefix(self) -> str:
        """The path before every address of ours: `/clue`, or nothing."""
        return prefix_of(self.public_url)

    @property
    def tls(self) -> bool:
        """Whether players come over TLS."""
        return (self.public_url or "").startswith("https:")

    @property
    def cookie_name(self) -> str:
        """What the guests' cookie is called here, and nothing else is accepted."""
        if not self.tls:
            return COOKIE
        return PATH_COOKIE if self.prefix else TLS_COOKIE
