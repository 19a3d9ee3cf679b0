"""A shared case that somebody brings as a record is as secret as the game at its table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.server.daily_games.shared_case_house import DAY, NOON, House, begin, evening, plays
from tests.server.running_server import guest, refused

from greycells.client import ServerClient
from greycells.notation import Record, read, stamped, write, write_json_lines
from greycells.notation.sighting_json import Reader, encode_sighting
from greycells.protocol.commands import Challenge, Sit, Start
from greycells.protocol.frames import TableView
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.record_messages import PlayOn, ShareLink, ShareWish
from greycells.rules.events import TurnEnded
from greycells.rules.scene import GameTable

READS = ("", "/replay", "/steps", "/analysis", "/analysis/why?at=9&seat=Plum&card=Rope&holder=Plum")
"""What can be read of an uploaded record."""


async def bring(who: ServerClient, text: str) -> str:
    return (await who.bring(text.encode())).id


def renamed(record: Record) -> Record:
    """The same game between players of other names."""
    words = [seat.suspect.word for seat in record.table.seats]
    names = [f"Player {number}" for number in range(len(words))]
    table = GameTable.from_words(record.table.edition, zip(words, names, strict=True))
    read_again = Reader(table).sighting
    events = tuple(read_again(encode_sighting(sighting)).event for sighting in record.sightings)
    return stamped(replace(record, table=table, events=events, preface=(), stamp=None))


def as_brought(record: Record) -> dict[str, str]:
    """The record in every shape in which somebody could bring it."""
    copy = record.copy_for(record.table.seats[0])
    first = next(number for number, event in enumerate(copy.events, 1) if isinstance(event, TurnEnded))
    return {
        "as it is": write(record),
        "with other names": write(renamed(record)),
        "as JSON Lines": write_json_lines(record),
        "a seat's copy": write(copy),
        "a spectator's copy": write(record.copy_for(None)),
        "its first turns": write(replace(copy, events=copy.events[:first], notes={}, stamp=None)),
    }


async def is_closed(who: ServerClient, number: str) -> None:
    """Nothing of this upload can be read, shared or played."""
    for what in READS:
        with refused(403, "finished the same case"):
            await who.text(f"/api/records/{number}{what}")
    with refused(403):
        await who.send("POST", f"/api/records/{number}/shares", ShareWish(), ShareLink)
    wish = PlayOn(at=40, mine=("Plum",), bots={"Scarlett": "constable", "Mustard": "constable"})
    with refused(403):
        await who.send("POST", f"/api/records/{number}/play-on", wish, TableView)


async def is_open(who: ServerClient, number: str) -> None:
    for what in ("", "/replay", "/steps"):
        assert await who.text(f"/api/records/{number}{what}")


def test_a_days_game_that_is_brought_is_closed_to_all_who_have_not_finished_it(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        ada, eve = await guest(house.address, "Ada"), await guest(house.address, "Eve")
        table = await begin(ada)
        await plays(ada, table, seed=1)
        record = read(await ada.text(f"/api/tables/{table}/record"))
        hers = others = ""
        for shape, text in as_brought(record).items():
            hers, others = await bring(ada, text), await bring(eve, text)
            await is_open(ada, hers)
            for number in (hers, others):
                await is_closed(eve, number)
            if shape == "as it is":
                share = await ada.send("POST", f"/api/records/{hers}/shares", ShareWish(), ShareLink)
                token = (share.url or "").rpartition("/")[2]
                for what in ("steps", "analysis", "record"):
                    with refused(403):
                        await eve.text(f"/api/shared/{token}/{what}")
                practice = await ada.send(
                    "POST",
                    f"/api/records/{hers}/play-on",
                    PlayOn(
                        at=40,
                        mine=(record.table.seats[0].suspect.word,),
                        bots={seat.suspect.word: "constable" for seat in record.table.seats[1:]},
                    ),
                    TableView,
                )
                with refused(403):
                    await eve.text(f"/api/tables/{practice.id}/frames")
        own = await begin(eve)
        await plays(eve, own, seed=2)
        await is_open(eve, others)
        grace = await guest(house.address, "Grace")
        await is_closed(grace, hers)
        house.clock.set_now(NOON + DAY + 1)
        await is_open(grace, hers)

    evening(tmp_path, visit)


def test_a_challenge_is_closed_however_early_its_game_was_brought(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        ada, eve = await guest(house.address, "Ada"), await guest(house.address, "Eve")
        bots = (ChairPlan(bot="sergeant"), ChairPlan(bot="constable"))
        tables: list[str] = []
        for seed in (4, 5):
            tables.append((await ada.open(TablePlan(edition="classic", chairs=(bots[0], ChairPlan(), bots[1])))).id)
            await ada.ask(tables[-1], Sit(chair=1, suspect="Plum"))
            await ada.ask(tables[-1], Start())
            await plays(ada, tables[-1], seed=seed, chair=1)
        records = [read(await ada.text(f"/api/tables/{table}/record")) for table in tables]
        brought = [[await bring(ada, text) for text in as_brought(record).values()] for record in records]
        for number in (*brought[0], *brought[1]):
            await is_open(eve, number)
        await ada.ask(tables[0], Challenge())
        for number in brought[0]:
            await is_closed(eve, number)
            await is_open(ada, number)
        for number in brought[1]:
            await is_open(eve, number)

    evening(tmp_path, visit)
