"""A guest who keeps notes of a game on a real table."""

from __future__ import annotations

import asyncio

import msgspec

from greycells.client import ServerClient
from greycells.protocol.companion_entries import CompanionGame, CompanionSetup, ShownEntry, SuggestionEntry
from greycells.protocol.companion_messages import (
    CompanionChanges,
    CompanionLinkView,
    CompanionNews,
    CompanionView,
    NewCompanionLink,
    PutEntry,
    TakeOutEntry,
    UndoChange,
)

SETUP = CompanionSetup(
    players=("Ada", "Grace", "Alan"), me=0, edition="classic", hand=(0, 6, 7, 12, 13, 14), level="advice"
)


SHOWN = SuggestionEntry(id="e1", by=0, cards=(1, 8, 15), shown=(ShownEntry(2, 8),))


async def started(server: ServerClient, setup: CompanionSetup = SETUP) -> CompanionView:
    return await server.send("POST", "/api/companion", CompanionGame(1, setup), CompanionView)


async def change(server: ServerClient, game: str, *changes: PutEntry | TakeOutEntry | UndoChange) -> CompanionView:
    return await server.send("POST", f"/api/companion/{game}/changes", CompanionChanges(changes), CompanionView)


async def linked(server: ServerClient, game: str, mode: str) -> CompanionLinkView:
    body = msgspec.convert({"mode": mode}, NewCompanionLink)
    return await server.send("POST", f"/api/companion/{game}/links", body, CompanionLinkView)


async def news(server: ServerClient, game: str, version: int | None = None) -> CompanionView | None:
    query = "" if version is None else f"?version={version}"
    return (await server.get(f"/api/companion/{game}{query}", CompanionNews)).game


async def press(server: ServerClient, path: str | None) -> str:
    """Press the button of a link's page."""
    import urllib.error
    import urllib.request

    def post() -> str:
        request = urllib.request.Request(
            server.url + (path or ""), data=b"", method="POST", headers={"Cookie": f"greycells={server.cookie}"}
        )
        try:
            with urllib.request.urlopen(request) as response:
                return str(response.read().decode())
        except urllib.error.HTTPError as error:
            return str(error.read().decode())

    return await asyncio.to_thread(post)
