"""What can be done with a finished game besides looking at it: play on from one of its positions, or share it."""

from __future__ import annotations

import msgspec

from greycells.protocol.frames import TableView
from greycells.protocol.plans import TablePlan
from greycells.protocol.record_messages import PlayOn, ShareLink, ShareLinks, ShareWish
from greycells.server.game_sources.game_source import finished_game, game_endpoints
from greycells.server.game_sources.shared_links import StoredShare, links_of, make_link, revoke
from greycells.server.records.play_on import copy_notebooks, open_practice, practice_plan, practice_start
from greycells.server.shared_cases.case_access import ended
from greycells.server.tables.log_entries import PracticeStart
from greycells.server.web.endpoints import Endpoint, GuestRequest
from greycells.server.workers.record_text import RecordSource
from greycells.server.workers.slow_work import slow_work


async def play_on(request: GuestRequest) -> TableView:
    """Open a practice table."""
    game = await finished_game(request)
    wish, guest = await request.body(PlayOn), await request.guest()
    request.count("tables")
    now, case = request.service.table_services.now(), game.case
    secret = case if case is not None and not ended(case, now) else None
    start, plan = await request.run_in(request.service.library, practised, game.source, wish)
    start = msgspec.structs.replace(start, case=secret)
    opened = await open_practice(request.service.table_services, guest, plan=plan, start=start, wish=wish)
    if game.live is not None:
        await copy_notebooks(request.service.store, guest.id, of=game.live.table, to=opened.table)
    return opened.view()


@slow_work
def practised(source: RecordSource, wish: PlayOn) -> tuple[PracticeStart, TablePlan]:
    """Where a practice table begins, and how it is set up."""
    record = source.record()
    return practice_start(record, wish.at), practice_plan(record, wish)


async def share(request: GuestRequest) -> ShareLink:
    """A link to a game that was played here, or to an uploaded record."""
    game = await finished_game(request)
    wish, guest = await request.body(ShareWish), await request.guest()
    request.count("shares")
    table = None if game.live is None else game.live.table.id
    made = request.service.table_services.now()
    kept = StoredShare(made, game.edition, table=table, record=game.upload, hide_names=wish.hide_names)
    name, token = await make_link(request.service.store, guest.id, kept)
    return _view(name, kept, request.service.address(f"/shared/{token}"))


def _view(name: str, share: StoredShare, url: str | None = None) -> ShareLink:
    source = f"/replay/{share.table}" if share.record is None else f"/record/{share.record}"
    return ShareLink(
        id=name, made=share.made, hide_names=share.hide_names, edition=share.edition, source=source, url=url
    )


async def links(request: GuestRequest) -> ShareLinks:
    kept = await links_of(request.service.store, (await request.guest()).id)
    return ShareLinks(links=tuple(_view(name, share) for name, share in kept))


async def end_link(request: GuestRequest) -> ShareLinks:
    await revoke(request.service.store, (await request.guest()).id, request.path("link")[:64])
    return await links(request)


API: tuple[Endpoint, ...] = (
    *game_endpoints(
        "POST", "play-on", play_on, "Play on from a position of {game}, as practice", body=PlayOn, reply=TableView
    ),
    *game_endpoints(
        "POST", "shares", share, "Share {game} by a link", of=("table", "record"), body=ShareWish, reply=ShareLink
    ),
    Endpoint("GET", "/api/shares", links, "The links that you made", reply=ShareLinks),
    Endpoint("DELETE", "/api/shares/{link}", end_link, "Revoke a link", reply=ShareLinks),
)
