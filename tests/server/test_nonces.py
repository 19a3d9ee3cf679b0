"""Whose nonces decide a deal: people give theirs, and the commitment has fixed all others."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.house import guest, quick, running

from greycells.client import in_thread, play
from greycells.notation import read
from greycells.players.registry import player
from greycells.protocol.commands import ChairPlan, Change, Sit, Stand, Start, TablePlan
from greycells.rules.fair_dealing import commitment_to, dealer_nonce, seats_without_nonce, verify


@pytest.mark.parametrize("given", ["ab" * 16, ""])
def test_the_nonces_of_bots_and_of_whoever_gives_none_are_fixed_by_the_commitment(tmp_path: Path, given: str) -> None:
    async def evening() -> None:
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

    asyncio.run(evening())
