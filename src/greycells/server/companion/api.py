"""The companion over HTTP: games kept for a guest, changes in the server's order, reasons, advice, and links."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from starlette.responses import Response

from greycells.analysis.companion.changes import CompanionBook, checked_game, read_game, write_game
from greycells.analysis.companion.entry_words import say_title
from greycells.analysis.companion.tables import EntryError
from greycells.protocol.companion_entries import CompanionGame
from greycells.protocol.companion_messages import (
    CompanionAdvice,
    CompanionBoxes,
    CompanionChange,
    CompanionChanges,
    CompanionLinkView,
    CompanionList,
    CompanionListed,
    CompanionNews,
    CompanionView,
    CompanionWhy,
    NewCompanionLink,
    RefusedChange,
    SolvedView,
)
from greycells.server.companion.stored_games import OpenedCompanion, companion_games
from greycells.server.companion.views import advice_view, boxes_view, companion_view, solved_view, why_view
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.web.endpoints import Endpoint, GuestRequest
from greycells.server.web.query_values import whole_number
from greycells.server.workers.slow_work import slow_work

JSON = "application/json"
ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
MOST_IN_A_GAME = 256 * 1024
"""Bytes: a game with the most entries, and the undone ones, is shorter."""


async def _view(request: GuestRequest, opened: OpenedCompanion) -> CompanionView:
    """A game as it is shown, worked out in the study."""
    view = await request.run_in(
        request.service.companions,
        companion_view,
        opened.book,
        opened.id,
        version=opened.version,
        role=opened.role,
    )
    return msgspec.structs.replace(view, links=await companion_games(request).links(opened))


async def _opened(request: GuestRequest) -> OpenedCompanion:
    request.count("companion")
    return await companion_games(request).open((await request.guest()).id, request.path("game"))


def _refused(error: EntryError) -> Declined:
    return Declined("companion", DeclineReason.INVALID, what=str(error))


async def list_games(request: GuestRequest) -> CompanionList:
    request.count("companion")
    games = await companion_games(request).games_of((await request.guest()).id)
    return CompanionList(games=await request.run_in(request.service.companions, listed, games))


@slow_work
def listed(games: Sequence[tuple[OpenedCompanion, float]]) -> tuple[CompanionListed, ...]:
    """A guest's games with their titles in words."""
    return tuple(
        CompanionListed(id=one.id, words=say_title(one.book.game), changed=changed, role=one.role)
        for one, changed in games
    )


async def list_boxes(request: GuestRequest) -> CompanionBoxes:
    """The editions that a table can be set up with."""
    request.count("companion")
    return boxes_view()


async def start_game(request: GuestRequest) -> CompanionView:
    """A new game, from its set-up or from a file."""
    request.count("tables")
    data = await request.bytes(most=MOST_IN_A_GAME)
    try:
        game = await request.run_in(request.service.companions, read_file, data)
    except EntryError as error:
        raise _refused(error) from None
    once = request.query("once")
    if once is not None and not ID.fullmatch(once):
        raise Declined("bad message", DeclineReason.UNREADABLE, why="once")
    return await _view(request, await companion_games(request).create((await request.guest()).id, game, once=once))


@slow_work
def read_file(data: bytes) -> CompanionGame:
    """The game in a file; an EntryError says what is wrong with it."""
    return read_game(data)


@slow_work
def written_file(game: CompanionGame) -> bytes:
    """A game as a file, checked like one that comes in."""
    return write_game(checked_game(game))


@slow_work
def read_changes(data: bytes) -> CompanionChanges:
    """The changes that a phone sends; a DecodeError if they are none."""
    return msgspec.json.decode(data, type=CompanionChanges)


async def read_news(request: GuestRequest) -> CompanionNews:
    opened = await _opened(request)
    known = request.query_number("version")
    return CompanionNews() if known == opened.version else CompanionNews(game=await _view(request, opened))


async def change_game(request: GuestRequest) -> CompanionView:
    """Apply changes in the order in which they come; those that can't be made are named, the others are kept."""
    request.count("companion")
    try:
        data = await request.bytes(most=MOST_IN_A_GAME)
        asked = await request.run_in(request.service.companions, read_changes, data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Declined("bad message", DeclineReason.UNREADABLE, why=str(error)[:200]) from error
    refused: list[RefusedChange] = []

    async def changed(book: CompanionBook) -> CompanionBook:
        book, refused[:] = await request.run_in(request.service.companions, apply_all, book, asked.changes)
        return book

    opened = await companion_games(request).change((await request.guest()).id, request.path("game"), changed)
    return msgspec.structs.replace(await _view(request, opened), refused=tuple(refused))


@slow_work
def apply_all(book: CompanionBook, changes: Sequence[CompanionChange]) -> tuple[CompanionBook, list[RefusedChange]]:
    """The book after all changes that can be made, and those that can't."""
    refused: list[RefusedChange] = []
    for change in changes:
        try:
            book = book.apply(change)
        except EntryError as error:
            refused.append(RefusedChange(id=change.id, words=str(error)))
    return book.within(), refused


async def give_reason(request: GuestRequest) -> CompanionWhy:
    opened = await _opened(request)
    card, holder = request.query_number("card") or 0, whole_number("holder", request.query("holder"))
    game = opened.book.game
    if game.setup.level == "sheet":
        raise Declined("no help", DeclineReason.FORBIDDEN)
    at = -1 if holder is None or holder >= len(game.setup.players) else holder
    try:
        return await request.run_in(request.service.companions, why_view, game, card=card, holder=at)
    except EntryError as error:
        raise _refused(error) from None


async def give_proof(request: GuestRequest) -> SolvedView:
    """Why the case is solved. It may take a second, and is remembered where the next entry is worked out."""
    opened = await _opened(request)
    request.count("reviews")
    game = opened.book.game
    found = None
    if game.setup.level != "sheet":
        try:
            found = await request.run_in(request.service.companions, solved_view, game)
        except EntryError as error:
            raise _refused(error) from None
    if found is None:
        raise Declined("no help", DeclineReason.FORBIDDEN)
    return found


async def give_advice(request: GuestRequest) -> CompanionAdvice:
    opened = await _opened(request)
    request.count("reviews")
    if opened.book.game.setup.level != "advice":
        raise Declined("no help", DeclineReason.FORBIDDEN)
    rooms, cards, by = _numbers(request, "rooms"), _numbers(request, "cards"), request.query_number("by")
    try:
        return await request.run_in(
            request.service.companions, advice_view, opened.book.game, rooms, by=by, cards=cards
        )
    except EntryError as error:
        raise _refused(error) from None


def _numbers(request: GuestRequest, name: str) -> list[int]:
    """A few card numbers of the query, with commas between them."""
    parts = (request.query(name) or "")[:200].split(",")
    return [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) <= 3]


async def download(request: GuestRequest) -> Response:
    opened = await _opened(request)
    headers = {"Content-Disposition": 'attachment; filename="companion.json"'}
    text = await request.run_in(request.service.companions, written_file, opened.book.game)
    return Response(text, media_type=JSON, headers=headers)


async def forget(request: GuestRequest) -> CompanionList:
    request.count("companion")
    await companion_games(request).delete((await request.guest()).id, request.path("game"))
    return await list_games(request)


async def make_link(request: GuestRequest) -> CompanionLinkView:
    request.count("codes")
    mode = (await request.body(NewCompanionLink)).mode
    return await companion_games(request).make_link((await request.guest()).id, request.path("game"), mode)


async def revoke_link(request: GuestRequest) -> CompanionView:
    request.count("codes")
    guest = (await request.guest()).id
    await companion_games(request).revoke(guest, request.path("game"), request.path("link"))
    return await _view(request, await companion_games(request).open(guest, request.path("game")))


ONE = "/api/companion/{game}"
API: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/companion", list_games, "Your companion games", reply=CompanionList),
    Endpoint(
        "POST",
        "/api/companion",
        start_game,
        "Start a companion game",
        body=CompanionGame,
        reply=CompanionView,
        query=("once",),
    ),
    Endpoint("GET", "/api/companion/boxes", list_boxes, "The editions to set up a table with", reply=CompanionBoxes),
    Endpoint("GET", ONE, read_news, "A companion game, if it has changed", reply=CompanionNews, query=("version",)),
    Endpoint("DELETE", ONE, forget, "Delete a companion game", reply=CompanionList),
    Endpoint(
        "POST",
        f"{ONE}/changes",
        change_game,
        "Add, edit, remove or undo entries",
        body=CompanionChanges,
        reply=CompanionView,
    ),
    Endpoint("GET", f"{ONE}/why", give_reason, "Why a mark is certain", reply=CompanionWhy, query=("card", "holder")),
    Endpoint("GET", f"{ONE}/proof", give_proof, "Why the case is solved", reply=SolvedView),
    Endpoint(
        "GET",
        f"{ONE}/advice",
        give_advice,
        "What to ask, show or accuse",
        reply=CompanionAdvice,
        query=("rooms", "by", "cards"),
    ),
    Endpoint("GET", f"{ONE}/file", download, "A companion game as a file", reply=JSON),
    Endpoint(
        "POST",
        f"{ONE}/links",
        make_link,
        "Make a link for another phone",
        body=NewCompanionLink,
        reply=CompanionLinkView,
    ),
    Endpoint("DELETE", ONE + "/links/{link}", revoke_link, "Turn off a link for another phone", reply=CompanionView),
)
