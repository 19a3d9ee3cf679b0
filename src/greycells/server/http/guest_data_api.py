"""What the server keeps of a guest, over HTTP: how much it is, all of it in one file, and deleting it."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from greycells.protocol.data_export import GuestData, GuestDataSummary
from greycells.server.guest_data import data_of, erase_guest, summary_of
from greycells.server.http.endpoints import Endpoint, GuestRequest, drop_cookie, json_response


async def summary(visit: GuestRequest) -> GuestDataSummary:
    guest = await visit.guest()
    return await summary_of(visit.service, guest)


async def download(visit: GuestRequest) -> Response:
    """One file, laid out to be read by people, too."""
    guest = await visit.guest()
    visit.count("downloads")
    data = msgspec.json.encode(await data_of(visit.service, guest.id, address=visit.address))
    headers = {"Content-Disposition": 'attachment; filename="greycells-data.json"'}
    return Response(msgspec.json.format(data), media_type="application/json", headers=headers)


async def delete(visit: GuestRequest) -> Response:
    """What was deleted. The cookie goes with it: whoever asks again is somebody new."""
    guest = await visit.guest()
    visit.count("downloads")
    told = await summary_of(visit.service, guest)
    await erase_guest(visit.service, guest.id)
    response = json_response(told)
    drop_cookie(visit, response)
    return response


GUEST_DATA: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/my-data", summary, "How much is kept of you, in words", reply=GuestDataSummary),
    Endpoint("GET", "/api/my-data/file", download, "All that is kept of you, in one file", reply=GuestData),
    Endpoint("DELETE", "/api/my-data", delete, "Delete all that is kept of you", reply=GuestDataSummary),
)
