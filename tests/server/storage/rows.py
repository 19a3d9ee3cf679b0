"""Rows as tests write them."""

from __future__ import annotations

from greycells.server.tables.table_log import LobbyRow

LINE = LobbyRow("t1", "BCDFGH", "open", "classic", public=True, watched=True, touched=1.0, wake=2.0)
