"""What the server stores about a guest, over HTTP: a summary, all of it in one file, and deleting it."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from greycells.protocol.guest_data import GuestData, GuestDataSummary
from greycells.server.my_data.deletion import erase_guest
from greycells.server.my_data.download import data_of, summary_of
from greycells.server.web.endpoints import Endpoint, GuestRequest, drop_cookie, json_response
from greycells.server.workers.slow_work import slow_work


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


API: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/my-data", summary, "What is stored about you, in words", reply=GuestDataSummary),
    Endpoint("GET", "/api/my-data/file", download, "Everything stored about you, in one file", reply=GuestData),
    Endpoint("DELETE", "/api/my-data", delete, "Delete everything stored about you", reply=GuestDataSummary),
)
