"""Whose nonces decide a deal: people give theirs as hashes first, and the commitment has fixed all others."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as replaced
from tests.deadline import until, until_told
from tests.server.moved_clock import MovedClock
from tests.server.running_server import frame_of, guest, loaded, quick, refused, running

from greycells import Game
from greycells.client import ServerClient, in_thread, play, play_at
from greycells.client.deal_check import Promise, compared
from greycells.notation import Record, read
from greycells.players.player_specs import player
from greycells.protocol.commands import AnyCommand, Change, Ready, Remove, Resign, Reveal, Sit, Stand, Start
from greycells.protocol.frames import Changed, Happened, Hello
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.fair_dealing import (
    FairDealer,
    commitment_to,
    dealer_nonce,
    fresh_secret,
    nonce_hash,
    seats_without_nonce,
    verify,
)
from greycells.server.service.service import Service
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.next_choice import TIME_TO_REVEAL


@pytest.mark.parametrize("given", ["ab" * 16, ""])
async def test_the_nonces_of_bots_and_of_whoever_gives_none_are_fixed_by_the_commitment(
    tmp_path: Path, given: str
) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, eve = await guest(address, "Ada"), await guest(address, "Eve")
        people = (ChairPlan(suspect="Scarlett"), ChairPlan(suspect="Plum"), ChairPlan(suspect="Green"))
        table = await ada.open(TablePlan(chairs=people))
        await ada.ask(table.id, Sit(chair=0, nonce=given))
        await eve.ask(table.id, Sit(chair=1, nonce="cd" * 16))
        bots = (people[0], *(ChairPlan(suspect=chair.suspect, bot="constable") for chair in people[1:]))
        await eve.ask(table.id, Stand(chair=1))
        await ada.ask(table.id, Change(plan=TablePlan(chairs=bots)))
        await ada.ask(table.id, Start())
        async with ada.line(table.id, 0) as line:
            await play(line, 0, in_thread(player("stroller", seed=1).choose))
        record = read(await ada.text(f"/api/tables/{table.id}/record"))
        pledge = record.pledge
        assert pledge is not None
        assert pledge.secret is not None
        assert table.commitment == pledge.commitment == commitment_to(pledge.secret)
        words = [seat.suspect.word for seat in record.table.seats]
        for seat, (word, nonce) in enumerate(zip(words, pledge.nonces, strict=True)):
            assert nonce == ((given if word == "Scarlett" else "") or dealer_nonce(pledge.secret, seat))
        own = {seat.suspect.word for seat in seats_without_nonce(record.table, pledge)}
        assert own == ({"Plum", "Green"} if given else {"Scarlett", "Plum", "Green"})
        assert list(verify(record.table, record.events, pledge)) == []


PEOPLE = TablePlan(
    chairs=(ChairPlan(suspect="Scarlett"), ChairPlan(suspect="Plum"), ChairPlan(suspect="Green", bot="constable"))
)
NONCES = "ab" * 16, "cd" * 16


class Table:
    """Ada and Eve at a table with a bot, each with a nonce of which they have given the hash; Eve is ready."""

    def __init__(self, address: str, service: Service) -> None:
        self.address, self.service = address, service

    async def opened(self, *eves: Sit) -> Table:
        """With another way to sit down for Eve, if one is given."""
        self.ada, self.eve = await guest(self.address, "Ada"), await guest(self.address, "Eve")
        self.view = await self.ada.open(PEOPLE)
        self.id = self.view.id
        await self.ada.ask(self.id, Sit(chair=0, nonce_hash=nonce_hash(NONCES[0])))
        for sit in eves or [Sit(chair=1, nonce_hash=nonce_hash(NONCES[1]))]:
            await self.eve.ask(self.id, sit)
        await self.eve.ask(self.id, Ready(chair=1))
        return self

    async def live(self) -> LiveTable:
        return await loaded(self.service, self.id)

    async def state(self) -> str:
        return (await self.ada.table(self.id)).state

    async def record(self) -> Record:
        """The record of the whole game, once the bots have played it for everybody."""
        for server, chair in ((self.ada, 0), (self.eve, 1)):
            await server.ask(self.id, Resign(chair=chair))
        live = await self.live()
        await until(lambda: live.table.state == "over", "the game to be over")
        return read(await self.ada.text(f"/api/tables/{self.id}/record"))


def own_nonces(record: Record) -> set[str]:
    """The suspects whose nonces came from the dealer, in a record that is fair."""
    assert record.pledge is not None
    assert list(verify(record.table, record.events, record.pledge)) == []
    return {seat.suspect.word for seat in seats_without_nonce(record.table, record.pledge)}


async def test_nonces_are_told_only_when_all_are_fixed_and_the_cards_are_dealt_then(tmp_path: Path) -> None:
    """Nobody sees a nonce before the deal, and nobody can change, add or withdraw one once any may be told."""
    async with running(quick(tmp_path)) as (address, service):
        at = await Table(address, service).opened()
        told = Reveal(chair=0, nonce=NONCES[0])
        with refused(409, "Keep your nonce"):
            await at.ada.ask(at.id, told)
        async with at.eve.line(at.id, 1) as line:
            assert (await frame_of(line, Hello)).nonce_hashes == ()
            await at.ada.ask(at.id, Start())
            hashes = (nonce_hash(NONCES[0]), nonce_hash(NONCES[1]), "")
            while not (asked := await frame_of(line, Changed)).nonce_hashes:
                pass
            assert asked.nonce_hashes == hashes
            assert await at.state() == "open"
            by_eve: tuple[AnyCommand, ...] = (Sit(chair=1, nonce="ef"), Stand(chair=1), Ready(chair=1, ready=False))
            by_ada = (Start(), Remove(chair=1), Change(plan=replaced(PEOPLE, public=True)))
            for server, late in (*((at.eve, late) for late in by_eve), *((at.ada, late) for late in by_ada)):
                with refused(409, "being dealt"):
                    await server.ask(at.id, late)
            await at.ada.ask(at.id, Ready(chair=0))
            with refused(422, "isn't the one"):
                await at.eve.ask(at.id, Reveal(chair=1, nonce="ef" * 16))
            with refused(403):
                await at.eve.ask(at.id, told)
            await at.ada.ask(at.id, told)
            await at.ada.ask(at.id, told)
            assert (changed := await frame_of(line, Changed)).nonce_hashes == hashes
            assert NONCES[0] not in str(changed)
            assert await at.state() == "open"
            await at.eve.ask(at.id, Reveal(chair=1, nonce=NONCES[1]))
            assert (await frame_of(line, Happened)).by == "dealer"
        record = await at.record()
        assert own_nonces(record) == {"Green"}
        assert record.pledge is not None
        assert set(NONCES) < set(record.pledge.nonces)


async def test_whoever_keeps_their_nonce_holds_nobody_up_and_has_the_dealers(tmp_path: Path) -> None:
    clock = MovedClock()
    async with running(replace(quick(tmp_path), clock=clock)) as (address, service):
        at = await Table(address, service).opened()
        await at.ada.ask(at.id, Start())
        await at.ada.ask(at.id, Reveal(chair=0, nonce=NONCES[0]))
        await clock.advance(TIME_TO_REVEAL - 1)
        assert await at.state() == "open"
        await clock.advance(2)
        live = await at.live()
        await until(lambda: live.table.state == "running", "the cards to be dealt")
        with refused(409, "came too late"):
            await at.eve.ask(at.id, Reveal(chair=1, nonce=NONCES[1]))
        assert own_nonces(await at.record()) == {"Plum", "Green"}


@pytest.mark.parametrize("comes_back", [True, False])
async def test_a_server_that_is_restarted_meanwhile_asks_again_and_deals(tmp_path: Path, *, comes_back: bool) -> None:
    """If nobody comes back, the lobby wakes the table all the same."""
    clock = MovedClock()
    config = replace(quick(tmp_path), clock=clock)
    async with running(config) as (address, service):
        at = await Table(address, service).opened()
        await at.ada.ask(at.id, Start())
        await at.ada.ask(at.id, Reveal(chair=0, nonce=NONCES[0]))
    async with running(config) as (address, service):
        at.address, at.service = address, service
        at.ada, at.eve = (ServerClient(address, cookie=server.cookie) for server in (at.ada, at.eve))
        if comes_back:
            async with at.eve.line(at.id, 1) as line:
                hello = await frame_of(line, Hello)
                assert hello.nonce_hashes[1] == nonce_hash(NONCES[1])
                await line.ask(Reveal(chair=1, nonce=NONCES[1]))
        else:
            await until(lambda: len(service.lobby) == 1, "the lobby to wake the table")
            live = await at.live()

            async def dealt() -> bool:
                """It may begin to wait for the nonces only after the time has been moved once."""
                await clock.advance(TIME_TO_REVEAL)
                return live.table.state == "running"

            await until_told(dealt, "the cards to be dealt")
        assert await at.state() == "running"
        assert own_nonces(await at.record()) == ({"Green"} if comes_back else {"Plum", "Green"})


@pytest.mark.parametrize("sit", [Sit(chair=1, nonce=NONCES[1]), Sit(chair=1)], ids=["plain", "none"])
async def test_whoever_sends_a_plain_nonce_or_none_is_not_waited_for(tmp_path: Path, sit: Sit) -> None:
    """As pages of servers before do: their nonce is fixed too when the others are asked for theirs."""
    async with running(quick(tmp_path)) as (address, service):
        at = await Table(address, service).opened(Sit(chair=1, nonce_hash=nonce_hash("00")), sit)
        await at.ada.ask(at.id, Start())
        live = await at.live()
        assert live.table.asked_hashes[1] == (nonce_hash(sit.nonce) if sit.nonce else "")
        await at.ada.ask(at.id, Reveal(chair=0, nonce=NONCES[0]))
        assert await at.state() == "running"
        assert own_nonces(await at.record()) == ({"Green"} if sit.nonce else {"Plum", "Green"})


async def test_a_guest_who_deletes_everything_meanwhile_holds_nobody_up(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        at = await Table(address, service).opened()
        await at.ada.ask(at.id, Start())
        live = await at.live()
        await live.erase(live.table.chairs[1].guests[0])
        assert (live.table.state, live.table.chairs[1].resigned) == ("running", True)


async def test_the_python_client_tells_its_nonce_when_all_are_fixed(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        at = await Table(address, service).opened()
        await at.eve.ask(at.id, Stand(chair=1))
        bot, heard = in_thread(player("stroller", seed=1).choose), list[str]()
        visiting = asyncio.create_task(
            play_at(f"{address}/table/{at.id}", bot, name="Eve", on_frame=lambda _, __: None, say=heard.append)
        )
        live = await at.live()
        await until(lambda: live.table.chairs[1].ready, "Eve to be ready")
        assert (live.table.chairs[1].nonce, len(live.table.chairs[1].nonce_hash)) == ("", 64)
        await at.ada.ask(at.id, Start())
        async with at.ada.line(at.id, 0) as line:
            await play(line, 0, in_thread(player("stroller", seed=2).choose), nonce=NONCES[0])
        await visiting
        assert own_nonces(read(await at.ada.text(f"/api/tables/{at.id}/record"))) == {"Green"}
        assert heard[-1].startswith("Dealt fairly: every card")


def test_the_python_client_compares_the_record_with_what_it_was_told_before_the_deal() -> None:
    secret = fresh_secret()
    nonces = [NONCES[0], dealer_nonce(secret, 1), dealer_nonce(secret, 2)]
    dealer = FairDealer(secret, nonces)
    game = Game.new("parlour", ["Ada", "Grace", "Hedy"], dealer=dealer)
    minds = {seat: player("constable", seed=seat.index) for seat in game.seats}
    while (seat := game.to_act) is not None:
        game.play(minds[seat].choose(game.view(seat)))
    record = Record(game.table, tuple(game.events), pledge=dealer.opened)
    words = [seat.suspect.word for seat in game.seats]
    mine = nonce_hash(NONCES[0])
    commitment = dealer.opened.commitment
    for promise, told in (
        (Promise(commitment, (mine, "", "")), "deal as promised"),
        (Promise(commitment_to("another"), (mine, "", "")), "deal not promised"),
        (Promise(commitment, (nonce_hash(NONCES[1]), "", "")), "nonces changed"),
        (Promise(commitment, ("", "", "")), "nonces changed"),
        (Promise(commitment, (mine, nonce_hash(NONCES[1]), "")), "nonces missing"),
    ):
        assert compared(promise, words, record).key == f"client.{told}"
        turned = Promise(promise.commitment, promise.hashes[::-1])
        assert compared(turned, words[::-1], record) == compared(promise, words, record)
    other = dealer.opened._replace(secret=fresh_secret())
    assert (
        compared(Promise(commitment, (mine, "", "")), words, replace(record, pledge=other)).key
        == "client.deal not promised"
    )
