"""The first case over HTTP, for the page's own script."""

from __future__ import annotations

from msgspec import structs

from greycells.protocol.lesson_messages import Lesson
from greycells.server.tables.lesson_game import rehearsal
from greycells.server.web.endpoints import Endpoint, GuestRequest


async def first_case(request: GuestRequest) -> Lesson:
    """What the coach says; `table` is where this guest has begun it already."""
    live = await request.service.lobby.lesson_of(await request.guest())
    return structs.replace(rehearsal().lesson, table=live.table.id if live else None)


API: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/lessons/first", first_case, "The first case as its coach follows it", reply=Lesson),
)
