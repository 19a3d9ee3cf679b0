"""What can be done with a finished game besides looking at it: play on from one of its positions, or share it."""

from __future__ import annotations

from http import HTTPStatus

import msgspec

from greycells.protocol.commands import TablePlan
from greycells.protocol.frames import TableView
from greycells.protocol.practice import PlayOn, ShareLink, ShareLinks, ShareWish
from greycells.server.records.play_on import copy_notebooks, open_practice, practice_plan, practice_start
from greycells.server.records.shared_games import StoredShare, links_of, make_link, revoke
from greycells.server.records.visible_records import FinishedGame, finished_table, finished_upload, shared
from greycells.server.shared_cases.shared_case import ended
from greycells.server.tables.log_entries import PracticeStart
from greycells.server.web.endpoints import Endpoint, GuestRequest
from greycells.server.workers.record_text import RecordSource
from greycells.server.workers.slow_work import slow_work


async def play_on_table(request: GuestRequest) -> TableView:
    return await _play_on(request, await finished_table(request))


async def play_on_record(request: GuestRequest) -> TableView:
    return await _play_on(request, await finished_upload(request))


async def play_on_shared(request: GuestRequest) -> TableView:
    return await _play_on(request, await shared(request))


async def _play_on(request: GuestRequest, game: FinishedGame) -> TableView:
    """Open a practice table."""
    wish, guest = await request.body(PlayOn), await request.guest()
    request.count("tables")
    now, case = request.service.table_services.now(), game.case
    secret = case if case is not None and not ended(case, now) else None
    start, plan = await request.run_in(request.service.library, practised, game.source, wish)
    start = msgspec.structs.replace(start, case=secret)
    table = await open_practice(request.service.lobby, guest, plan=plan, start=start, wish=wish)
    if game.live is not None:
        await copy_notebooks(request.service.store, guest.id, of=game.live.table, to=table.table)
    return table.history.view()


@slow_work
def practised(source: RecordSource, wish: PlayOn) -> tuple[PracticeStart, TablePlan]:
    """Where a practice table begins, and how it is set up."""
    record = source.record()
    return practice_start(record, wish.at), practice_plan(record, wish)


@slow_work
def edition_of_record(source: RecordSource) -> str:
    """The edition of a record."""
    return source.record().table.edition.key


async def share_table(request: GuestRequest) -> ShareLink:
    game = await finished_table(request)
    assert game.live is not None
    table = game.live.table
    return await _share(request, StoredShare(request.service.table_services.now(), table.plan.edition, table=table.id))


async def share_record(request: GuestRequest) -> ShareLink:
    game = await finished_upload(request)
    edition = await request.run_in(request.service.library, edition_of_record, game.source)
    made = request.service.table_services.now()
    return await _share(request, StoredShare(made, edition, record=request.path("record")))


async def _share(request: GuestRequest, share: StoredShare) -> ShareLink:
    wish, guest = await request.body(ShareWish), await request.guest()
    request.count("shares")
    share = StoredShare(share.made, share.edition, share.table, share.record, wish.hide_names)
    name, token = await make_link(request.service.store, guest.id, share)
    return _view(name, share, request.service.address(f"/shared/{token}"))


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


SHARES: tuple[Endpoint, ...] = (
    *(
        Endpoint("POST", path, answer, does, body=PlayOn, reply=TableView, status=HTTPStatus.CREATED)
        for path, answer, does in (
            ("/api/tables/{table}/play-on", play_on_table, "Play on from a position of a finished game, as practice"),
            ("/api/records/{record}/play-on", play_on_record, "The same from a whole record that somebody brought"),
            ("/api/shared/{link}/play-on", play_on_shared, "The same from a shared game"),
        )
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/shares",
        share_table,
        "Share a finished game by a link",
        body=ShareWish,
        reply=ShareLink,
        status=HTTPStatus.CREATED,
    ),
    Endpoint(
        "POST",
        "/api/records/{record}/shares",
        share_record,
        "Share a record that somebody brought",
        body=ShareWish,
        reply=ShareLink,
        status=HTTPStatus.CREATED,
    ),
    Endpoint("GET", "/api/shares", links, "The links that you made", reply=ShareLinks),
    Endpoint("DELETE", "/api/shares/{link}", end_link, "Revoke a link", reply=ShareLinks),
)
