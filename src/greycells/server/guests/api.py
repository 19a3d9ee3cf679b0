"""Guests over HTTP: who you are, your name, and a code that makes another device the same guest."""

from __future__ import annotations

from secrets import choice

from starlette.responses import Response

from greycells.protocol.guest_messages import DeviceCode, DeviceCodeUse, GuestView, Rename
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.guests.store import keep_device_code, use_device_code
from greycells.server.tables.new_tables import LETTERS
from greycells.server.web.endpoints import Endpoint, GuestRequest, json_response

CODE_LENGTH = 8
CODE_SECONDS = 600
"""A code can be guessed with one chance in 25,600,000,000, and one address can try 600 times before it expires."""


async def who(request: GuestRequest) -> GuestView:
    return GuestView(name=(await request.guest()).name)


async def rename(request: GuestRequest) -> GuestView:
    name, guest_id = (await request.body(Rename)).name, (await request.guest()).id
    request.count("names")
    guest = await request.service.guests.rename(guest_id, name)
    return GuestView(name=guest.name)


async def new_device_code(request: GuestRequest) -> DeviceCode:
    """A fresh code; an older one of this guest no longer works."""
    guest = await request.guest()
    request.count("codes")
    code = "".join(choice(LETTERS) for _ in range(CODE_LENGTH))
    digest, expires = request.service.guests.code_digest(code), request.service.config.clock.now() + CODE_SECONDS
    await keep_device_code(request.service.store.database, digest, guest=guest.id, expires=expires)
    return DeviceCode(code=f"{code[:4]}-{code[4:]}", seconds=CODE_SECONDS)


async def take_device_code(request: GuestRequest) -> Response:
    """From now on this device is the guest who got the code, and no longer the one it was before."""
    request.count("codes")
    code = "".join(letter for letter in (await request.body(DeviceCodeUse)).code.upper() if letter.isalpha())
    digest, now = request.service.guests.code_digest(code), request.service.config.clock.now()
    guest = await use_device_code(request.service.store.database, digest, now=now)
    if guest is None:
        raise Declined("old device code", DeclineReason.NOT_FOUND)
    request.guest_id, request.fresh = guest, True
    return json_response(GuestView(name=(await request.guest()).name))


API: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/guest", who, "Who you are here; sets a cookie if you have none", reply=GuestView),
    Endpoint("POST", "/api/guest", rename, "Change your name", body=Rename, reply=GuestView),
    Endpoint("POST", "/api/device-codes", new_device_code, "A one-time code for another device", reply=DeviceCode),
    Endpoint(
        "POST",
        "/api/device-codes/use",
        take_device_code,
        "Use a one-time code: this device becomes the guest who got it",
        body=DeviceCodeUse,
        reply=GuestView,
    ),
)
