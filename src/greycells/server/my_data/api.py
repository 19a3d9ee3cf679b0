"""What the server stores about a guest, over HTTP: a summary, all of it in one file, and deleting it."""

from __future__ import annotations

from secrets import choice

import msgspec
from starlette.responses import Response

from greycells.protocol.guest_data import GuestData, GuestDataSummary
from greycells.protocol.guest_messages import DeviceCode, DeviceCodeUse, GuestView
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.guests.device_codes import keep_device_code, use_device_code
from greycells.server.my_data.gathered_data import data_of, erase_guest, summary_of
from greycells.server.tables.new_tables import LETTERS
from greycells.server.web.endpoints import Endpoint, GuestRequest, drop_cookie, json_response
from greycells.server.workers.slow_work import slow_work

CODE_LENGTH = 8
CODE_SECONDS = 600
"""A code can be guessed with one chance in 25,600,000,000, and one address can try 600 times before it expires."""


async def summary(request: GuestRequest) -> GuestDataSummary:
    guest = await request.guest()
    return await summary_of(request.service, guest)


@slow_work
def printed(data: GuestData) -> bytes:
    """Data as JSON, laid out to be read by people, too."""
    return msgspec.json.format(msgspec.json.encode(data))


async def download(request: GuestRequest) -> Response:
    """One file, laid out to be read by people, too."""
    guest = await request.guest()
    request.count("downloads")
    data = await data_of(request.service, guest.id, address=request.address)
    text = await request.run_in(request.service.library, printed, data)
    headers = {"Content-Disposition": 'attachment; filename="greycells-data.json"'}
    return Response(text, media_type="application/json", headers=headers)


async def delete(request: GuestRequest) -> Response:
    """What was deleted. The cookie goes with it: a request after that is of a new guest."""
    guest = await request.guest()
    request.count("downloads")
    told = await summary_of(request.service, guest)
    await erase_guest(request.service, guest.id)
    response = json_response(told)
    drop_cookie(request, response)
    return response


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
    Endpoint("POST", "/api/device-codes", new_device_code, "A one-time code for another device", reply=DeviceCode),
    Endpoint(
        "POST",
        "/api/device-codes/use",
        take_device_code,
        "Use a one-time code: this device becomes the guest who got it",
        body=DeviceCodeUse,
        reply=GuestView,
    ),
    Endpoint("GET", "/api/my-data", summary, "What is stored about you, in words", reply=GuestDataSummary),
    Endpoint("GET", "/api/my-data/file", download, "Everything stored about you, in one file", reply=GuestData),
    Endpoint("DELETE", "/api/my-data", delete, "Delete everything stored about you", reply=GuestDataSummary),
)
