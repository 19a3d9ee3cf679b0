"""What goes wrong for people is told in plain words: an address that doesn't exist, a file that is no game."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

import httpx
import pytest
from tests.server.running_server import quick, running

from greycells.language.sentences import Sentence, using_language
from greycells.server.records.upload_checks import checked
from greycells.server.web.endpoints import Unreadable

SOLVED = Path("records/classic/solved.case")


@pytest.mark.parametrize("tag", ["en", "de"])
async def test_an_unknown_address_has_a_friendly_page(tmp_path: Path, tag: str) -> None:
    async with running(quick(tmp_path)) as (address, _), httpx.AsyncClient(timeout=None, base_url=address) as browser:
        headers = {"Accept-Language": tag}
        answers = {path: await browser.get(path, headers=headers) for path in ("/nowhere", "/a/b/c", "/api/nothing")}
    assert {answer.status_code for answer in answers.values()} == {HTTPStatus.NOT_FOUND}
    with using_language(tag):
        words = str(Sentence("page.not found"))
    for path in ("/nowhere", "/a/b/c"):
        assert f"<h1>{words}</h1>" in answers[path].text
        assert 'href="/"' in answers[path].text
    assert "<h1>" not in answers["/api/nothing"].text


@pytest.mark.parametrize(
    "data", [b"", b"Dear Ada,\nsee you soon", b"\x89PNG\r\n\x1a\n\0", b'{"a": 1}', b"<html></html>"]
)
def test_a_file_that_is_no_record_is_told_in_plain_words(data: bytes) -> None:
    with pytest.raises(Unreadable, match="This isn't a game file") as told:
        checked(data)
    assert told.value.problem.line is None


def test_a_damaged_record_still_says_where() -> None:
    whole = SOLVED.read_bytes()
    assert checked(whole).table.edition.key == "classic"
    with pytest.raises(Unreadable) as told:
        checked(whole.replace(b"Mustard", b"Custard"))
    assert told.value.problem.line is not None
