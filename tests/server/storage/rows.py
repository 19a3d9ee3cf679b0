"""Rows as tests write them."""

from __future__ import annotations

from greycells.server.game_sources.upload_quotas import Quotas
from greycells.server.tables.table_log import LobbyRow

LINE = LobbyRow("t1", "BCDFGH", "open", "classic", public=True, watched=True, touched=1.0, wake=2.0)
NO_QUOTAS = Quotas(*(1 << 62,) * 3)
