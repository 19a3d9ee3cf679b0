"""A guest moves to another device with a code that works once."""

from __future__ import annotations

from dataclasses import replace

from tests.server.moved_clock import MovedClock
from tests.server.my_data.deleting import Nothing, delete
from tests.server.running_server import guest, refused, running, stored
from tests.server.seated_table import seated

from greycells.protocol.guest_data import GuestData
from greycells.protocol.guest_messages import DeviceCode, DeviceCodeUse, GuestView
from greycells.server.service.config import Config


async def test_a_code_carries_a_guest_over_once(anywhere: Config) -> None:
    clock = MovedClock()
    async with running(replace(anywhere, clock=clock)) as (address, service):
        ada, _, table = await seated(address)
        phone = await guest(address, "Phone")
        old = await ada.send("POST", "/api/device-codes", Nothing(), DeviceCode)
        fresh = await ada.send("POST", "/api/device-codes", Nothing(), DeviceCode)
        kept = await stored(service)
        assert "Phone" in kept
        assert not any(part in kept for part in (fresh.code, fresh.code.replace("-", ""))), "kept as a hash"
        with refused(404, "expired"):
            await phone.send("POST", "/api/device-codes/use", DeviceCodeUse(code=old.code), GuestView)
        typed = DeviceCodeUse(code=f" {fresh.code.lower().replace('-', ' ')}")
        assert (await phone.send("POST", "/api/device-codes/use", typed, GuestView)).name == "Ada"
        assert (await phone.table(table)).yours == (0,) == (await ada.table(table)).yours, "both are Ada"
        with refused(404, "expired"):
            await (await guest(address, "Thief")).send("POST", "/api/device-codes/use", typed, GuestView)
        late = await ada.send("POST", "/api/device-codes", Nothing(), DeviceCode)
        await clock.advance(late.seconds + 1)
        with refused(404, "expired"):
            await phone.send("POST", "/api/device-codes/use", DeviceCodeUse(code=late.code), GuestView)
        await delete(phone)
        assert service.guests.known(ada.cookie) is None, "whoever deletes, deletes for both"
        assert (await ada.get("/api/my-data/file", GuestData)).games == ()
