"""The page of a sheet: in the reader's language, with nothing inline, and kind to whoever asks for another edition."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import httpx
from tests.server.running_server import quick, running

from greycells.editions import load
from greycells.language.sentences import called, using_language


async def test_a_sheet_is_printed_in_the_readers_language(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _), httpx.AsyncClient(timeout=None, base_url=address) as client:
        for tag in ("en", "de"):
            answer = await client.get("/print/luxury?players=4", headers={"Accept-Language": tag})
            assert f'<html lang="{tag}">' in answer.text
            assert "style=" not in answer.text
            assert "<option selected>4</option>" in answer.text
            with using_language(tag):
                assert all(called(card) in unescape(answer.text) for card in load("luxury").deck)
        for path in ("/print/nowhere", "/print/..%2fclassic"):
            assert (await client.get(path)).status_code >= httpx.codes.BAD_REQUEST
        assert (await client.get("/print/classic?players=many")).status_code == httpx.codes.BAD_REQUEST
