"""A game is one source, wherever it is found: the same handlers, and the same answers."""

from __future__ import annotations

from pathlib import Path

from tests.server.running_server import guest, quick, refused, running

from greycells.protocol.record_messages import ShareLink, ShareWish
from greycells.server.app.features import API
from greycells.server.game_sources.game_source import PLACES

RECORD = Path(__file__).parents[3] / "records" / "classic" / "solved.case"


def test_whatever_is_asked_of_a_game_has_one_handler() -> None:
    handlers = dict[tuple[str, str], set[object]]()
    places = dict[tuple[str, str], int]()
    for endpoint in API:
        for before, _, _ in PLACES.values():
            asked = endpoint.method, endpoint.path.removeprefix(f"{before}/")
            if asked[1] != endpoint.path:
                handlers.setdefault(asked, set()).add(endpoint.answer)
                places[asked] = places.get(asked, 0) + 1
    everywhere = {asked for asked, number in places.items() if number == len(PLACES)}
    assert everywhere >= {("GET", "steps"), ("GET", "analysis"), ("GET", "analysis/why"), ("POST", "play-on")}
    assert all(len(handlers[asked]) == 1 for asked, number in places.items() if number > 1)


async def test_an_upload_and_a_link_to_it_show_the_same_game(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, grace = await guest(address, "Ada"), await guest(address, "Grace")
        upload = f"/api/records/{(await ada.bring(RECORD.read_bytes())).id}"
        link = await ada.send("POST", f"{upload}/shares", ShareWish(), ShareLink)
        nameless = await ada.send("POST", f"{upload}/shares", ShareWish(hide_names=True), ShareLink)
        shared, hidden = (f"/api/shared/{(each.url or '').rpartition('/')[2]}" for each in (link, nameless))
        for path in ("steps", "steps?seat=Peacock"):
            assert await grace.text(f"{shared}/{path}") == await ada.text(f"{upload}/{path}")
            assert await grace.text(f"{hidden}/{path}") != await ada.text(f"{upload}/{path}")
        assert await grace.text(f"{shared}/record") == await ada.text(upload)
        with refused(422):
            await grace.text(f"{shared}/steps?seat=Nobody")
