"""Play on from a position of a finished game, and links by which one is shared."""

from __future__ import annotations

from pathlib import Path

import msgspec
from tests.server.running_server import frame_of, guest, plays_until_over, refused, running, stored

from greycells.client import ServerClient
from greycells.notation import Record, read
from greycells.notation.sighting_json import encode_sighting
from greycells.protocol.commands import Change, Rematch, Sit, Start
from greycells.protocol.frames import Happened, TableView
from greycells.protocol.guest_data import GuestData
from greycells.protocol.help_messages import Hint
from greycells.protocol.lobby_messages import Tables
from greycells.protocol.notebook_messages import NotebookPages
from greycells.protocol.plans import ChairPlan
from greycells.protocol.record_messages import PlayOn, ShareLink, ShareLinks, ShareWish
from greycells.rules.events import Dealt, Finished, Shown
from greycells.rules.replay import nearest_choice
from greycells.rules.scene import Scene, after
from greycells.server.game_sources.shared_links import OWNERS
from greycells.server.service.config import Config
from greycells.server.service.service import Service

RECORDS = Path(__file__).parents[3] / "records" / "classic"
BOTS = {"Mustard": "sergeant", "Peacock": "sergeant"}


def solved() -> Record:
    return read((RECORDS / "solved.case").read_text(encoding="utf-8"))


def test_a_game_is_taken_up_only_where_somebody_is_to_choose() -> None:
    record = solved()
    counts = set[int]()
    for number in range(0, len(record.events), 3):
        counts.add(nearest_choice(record.table, record.events, number))
    assert nearest_choice(record.table, record.events, len(record.events) - 1) in counts
    for count in counts:
        scene = Scene.empty(record.table)
        for event in record.events[:count]:
            scene = after(scene, event)
        assert scene.to_act is not None
    assert min(counts) > next(at for at, event in enumerate(record.events) if isinstance(event, Dealt))
    assert max(counts) < len(record.events)


async def _leave_no_secret(ada: ServerClient, table: TableView, at: int) -> None:
    """A seat is told what that seat saw, and nothing else; nobody looks on."""
    record = solved()
    copy = record.copy_for(record.table.seats[0])
    async with ada.line(table.id, 0) as line:
        happened = await frame_of(line, Happened)
    told = [msgspec.json.decode(sighting) for sighting in happened.sightings]
    count = nearest_choice(record.table, record.events, at)
    assert told == [encode_sighting(sighting) for sighting in copy.sightings[:count]]
    grace = await guest(ada.url, "Grace")
    with refused(403):
        await grace.text(f"/api/tables/{table.id}/record")


async def _from_a_record(config: Config) -> tuple[str, str]:
    """Play on from an uploaded record, and stop the server in the middle of it: the cookie and the table."""
    async with running(config) as (address, _):
        ada = await guest(address, "Ada")
        record = (await ada.bring((RECORDS / "solved.case").read_bytes())).id
        copy = (await ada.bring((RECORDS / "solved-seen-by-peacock.case").read_bytes())).id
        path = f"/api/records/{record}/play-on"
        shown = next(at for at, event in enumerate(solved().events) if at > 100 and isinstance(event, Shown))
        with refused(409, "copy"):
            await ada.send(
                "POST", f"/api/records/{copy}/play-on", PlayOn(at=shown, mine=("Scarlett",), bots=BOTS), TableView
            )
        for wrong in (PlayOn(at=shown, mine=("White",)), PlayOn(at=shown, mine=("Peacock",), bots=BOTS)):
            with refused(422):
                await ada.send("POST", path, wrong, TableView)
        table = await ada.send("POST", path, PlayOn(at=shown, mine=("Scarlett",), bots=BOTS), TableView)
        assert (table.state, table.plan.public, table.plan.spectators) == ("running", False, False)
        assert table.practice is not None
        assert table.practice > 20
        await _leave_no_secret(ada, table, shown)
        assert ada.cookie is not None
        return ada.cookie, table.id


async def _wait_for_friends(ada: ServerClient, table: TableView) -> None:
    """A seat can be kept for somebody; what is dealt can't be changed any more."""
    friend = await guest(ada.url, "Grace")
    wish = PlayOn(at=60, mine=("Scarlett",), bots={"Peacock": "sergeant"}, help="full logic")
    waiting = await ada.send("POST", f"/api/tables/{table.id}/play-on", wish, TableView)
    assert (waiting.state, waiting.plan.help) == ("open", "full logic")
    with refused(409, "practice"):
        await friend.ask(waiting.id, Sit(chair=1, suspect="Green"))
    plan = waiting.plan
    for other in (
        msgspec.structs.replace(plan, spectators=True),
        msgspec.structs.replace(plan, chairs=(*plan.chairs, ChairPlan())),
        msgspec.structs.replace(plan, house_rules=("take-backs",)),
    ):
        with refused(409):
            await ada.ask(waiting.id, Change(plan=other))
    await friend.ask(waiting.id, Sit(chair=1))
    bots = (ChairPlan(suspect="Scarlett"), ChairPlan(suspect="Mustard"), ChairPlan(suspect="Peacock", bot="constable"))
    await ada.ask(waiting.id, Change(plan=msgspec.structs.replace(plan, chairs=bots)))
    with refused(409):
        await ada.ask(waiting.id, Start())


async def _shared(ada: ServerClient, service: Service, source: str) -> None:
    """Links are made, used without a name, listed, revoked, and gone with their guest."""
    with_names = await ada.send("POST", f"{source}/shares", ShareWish(), ShareLink)
    without = await ada.send("POST", f"{source}/shares", ShareWish(hide_names=True), ShareLink)
    assert with_names.url is not None
    assert without.url is not None
    token, hidden = (link.url.rsplit("/", 1)[-1] for link in (with_names, without) if link.url)
    stranger = await guest(ada.url, "Grace")
    named = read(await stranger.text(f"/api/shared/{token}/record"))
    assert named.table.seats[0].name == "Ada"
    nobody = await stranger.text(f"/api/shared/{hidden}/record")
    assert [seat.name for seat in read(nobody).table.seats] == ["Scarlett", "Mustard", "Peacock"]
    assert len(read(nobody).events) == len(named.events)
    steps = await stranger.text(f"/api/shared/{hidden}/steps")
    for secret in ("Ada", source.rsplit("/", 1)[-1]):
        assert secret not in nobody + steps
    hands = next(event for event in named.events if isinstance(event, Dealt)).hands
    assert hands[0] is not None
    why = f"at={len(named.events) - 1}&seat=Scarlett&card={next(iter(hands[0])).word}&holder=Mustard"
    assert (await stranger.get(f"/api/shared/{hidden}/analysis/why?{why}", Hint)).proof
    listed = (await ada.get("/api/shares", ShareLinks)).links
    assert {(link.id, link.hide_names, link.url) for link in listed} == {
        (with_names.id, False, None),
        (without.id, True, None),
    }
    with refused(404):
        await stranger.send("DELETE", f"/api/shares/{without.id}", ShareWish(), ShareLinks)
    rest = await ada.send("DELETE", f"/api/shares/{with_names.id}", ShareWish(), ShareLinks)
    assert [link.id for link in rest.links] == [without.id]
    for dead in (token, "x" * 32, "?"):
        with refused(404):
            await stranger.text(f"/api/shared/{dead}/record")
    kept = await ada.get("/api/my-data/file", GuestData)
    assert [document.name for document in kept.documents if document.kind == "share link"] == [without.id]
    assert token not in msgspec.json.encode(kept).decode()
    assert hidden not in msgspec.json.encode(kept).decode()
    assert any(game.practice for game in kept.games)
    assert hidden not in await stored(service)
    assert not any(hidden.encode() in path.read_bytes() for path in service.config.data.glob("**/*") if path.is_file())
    await stranger.send("POST", f"/api/shared/{hidden}/play-on", PlayOn(at=60, mine=("Peacock",)), TableView)
    await ada.send("DELETE", "/api/my-data", ShareWish(), msgspec.Raw)
    with refused(404):
        await stranger.text(f"/api/shared/{hidden}/record")
    assert not await service.store.documents_of(OWNERS)


async def _after_a_restart(config: Config, cookie: str, number: str) -> None:
    async with running(config) as (address, service):
        ada = ServerClient(address, cookie=cookie)
        table = await ada.table(number)
        with refused(409, "over"):
            await ada.send("POST", f"/api/tables/{number}/shares", ShareWish(), ShareLink)
        pages = NotebookPages(version=1, marks={"Rope|Mustard": "no"})
        await ada.send("PUT", f"/api/tables/{number}/chairs/0/notebook", pages, NotebookPages)
        await plays_until_over(ada, number, 0)
        record = read(await ada.text(f"/api/tables/{number}/record"))
        assert isinstance(record.events[-1], Finished)
        assert record.pledge is None
        assert record.preface == (f"Practice, played on from turn {table.practice}",)
        told = [[encode_sighting(sighting) for sighting in each.sightings[:100]] for each in (record, solved())]
        assert told[0] == told[1]
        assert [line.practice for line in (await ada.get("/api/games", Tables)).tables] == [True]
        last = len(record.events) - 1
        wish = PlayOn(at=last, mine=("Scarlett", "Mustard"), bots={"Peacock": "sergeant"})
        again = await ada.send("POST", f"/api/tables/{number}/play-on", wish, TableView)
        notes = await ada.get(f"/api/tables/{again.id}/chairs/0/notebook", NotebookPages)
        assert notes.marks == pages.marks
        rematch = (await ada.ask(number, Rematch())).table
        assert rematch is not None
        assert (await ada.table(rematch)).practice == table.practice
        await _wait_for_friends(ada, table)
        await _shared(ada, service, f"/api/tables/{number}")


async def test_a_practice_table_plays_on_survives_a_restart_and_is_shared(anywhere: Config) -> None:
    cookie, number = await _from_a_record(anywhere)
    await _after_a_restart(anywhere, cookie, number)
