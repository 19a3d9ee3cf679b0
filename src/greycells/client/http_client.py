"""The HTTP client: a guest's cookie and name, and the requests of the server's API."""

from __future__ import annotations

import asyncio
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from typing import TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from greycells.client.connection import COOKIE_NAMES, Connection, cookie_header
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence, language
from greycells.protocol.commands import AskedCommand, CommandRequest
from greycells.protocol.frames import Done, TableView
from greycells.protocol.guest_messages import GuestView, Rename
from greycells.protocol.lobby_messages import SeatClaim, SeatLink, Tables
from greycells.protocol.plans import TablePlan
from greycells.protocol.problem_message import Problem
from greycells.protocol.record_messages import Uploaded

T = TypeVar("T")
SECONDS = 30.0


class ServerError(GreycellsError):
    """Why a server refused something, in its own sentence, with the status of its answer (0: no answer at all)."""

    def __init__(self, sentence: str | Sentence, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


class ServerClient:
    """A server, and the guest that we are there. The cookie is all there is to keep of a guest.

    `headers` go with every request, for instance those that a proxy would set.
    """

    def __init__(self, url: str, *, cookie: str | None = None, headers: Mapping[str, str] | None = None) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ServerError(Sentence("client.no server", url=url[:200]))
        self.url = f"{parts.scheme}://{parts.netloc}{_prefix(parts.path)}"
        self.cookie = cookie
        self.headers = dict(headers or {})

    async def meet(self, name: str | None = None) -> str:
        """Get a cookie and set the name; returns the name."""
        if name is None:
            return (await self.get("/api/guest", GuestView)).name
        return (await self.send("POST", "/api/guest", Rename(name=name), GuestView)).name

    async def open(self, plan: TablePlan) -> TableView:
        """Open a table."""
        return await self.send("POST", "/api/tables", plan, TableView)

    async def table(self, table_id: str) -> TableView:
        return await self.get(f"/api/tables/{quote(table_id)}", TableView)

    async def with_code(self, code: str) -> TableView:
        """The table with a six-letter code."""
        return await self.get(f"/api/codes/{quote(code)}", TableView)

    async def tables(self, state: str = "open") -> Tables:
        """Public tables that are open, or running."""
        return await self.get(f"/api/tables?state={quote(state)}", Tables)

    async def games(self) -> Tables:
        """The tables where we have sat."""
        return await self.get("/api/games", Tables)

    async def ask(self, table: str, command: AskedCommand, *, name: str = "") -> Done:
        """Ask something of a table, without a socket."""
        return await self.send("POST", f"/api/tables/{quote(table)}", CommandRequest(command=command, id=name), Done)

    async def seat_link(self, table: str, chair: int) -> str:
        """The secret address of our seat."""
        return (await self.get(f"/api/tables/{quote(table)}/chairs/{chair}/link", SeatLink)).url

    async def claim(self, link: str) -> TableView:
        """Sit down by a seat's secret address."""
        return await self.send("POST", "/api/seats", SeatClaim(link=link.rsplit("/", 1)[-1]), TableView)

    async def bring(self, record: bytes) -> Uploaded:
        """Upload a record; the server's referee checks it."""
        return msgspec.json.decode(await asyncio.to_thread(self._fetch, "POST", "/api/records", record), type=Uploaded)

    def line(
        self, table: str, chair: int | None = None, *, after: int = 0, look: bool = False, helped: bool = False
    ) -> Connection:
        """A line to a table: as the guest of a chair, or as a spectator; with the scene to draw for one who looks, and
        the help for one who is `helped`."""
        wanted = {"look": look, "help": helped}
        asked = [*([] if chair is None else [f"chair={chair}"]), *(f"{name}=1" for name, on in wanted.items() if on)]
        address = f"ws{self.url.removeprefix('http')}/api/tables/{quote(table)}/live?{'&'.join(asked)}"
        return Connection(address, cookie=self.cookie or "", after=after)

    async def get(self, path: str, kind: type[T]) -> T:
        return msgspec.json.decode(await asyncio.to_thread(self._fetch, "GET", path, None), type=kind)

    async def send(self, method: str, path: str, body: msgspec.Struct, kind: type[T]) -> T:
        answer = await asyncio.to_thread(self._fetch, method, path, msgspec.json.encode(body))
        return msgspec.json.decode(answer, type=kind)

    async def text(self, path: str) -> str:
        """A response that isn't JSON, such as a record."""
        return (await asyncio.to_thread(self._fetch, "GET", path, None)).decode()

    def _fetch(self, method: str, path: str, body: bytes | None) -> bytes:
        request = urllib.request.Request(self.url + path, data=body, method=method, headers=self.headers)
        request.add_header("Accept-Language", language())
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if self.cookie is not None:
            request.add_header("Cookie", cookie_header(self.cookie))
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as response:
                for value in response.headers.get_all("Set-Cookie", []):
                    name, _, rest = value.partition("=")
                    if name in COOKIE_NAMES:
                        self.cookie = rest.partition(";")[0]
                answer: bytes = response.read()
                return answer
        except urllib.error.HTTPError as error:
            raise _problem(error.read(), error.code) from error
        except (OSError, ValueError, HTTPException) as error:  # The last one where an answer breaks off in the middle.
            raise ServerError(Sentence("client.no answer", url=self.url, why=str(error))) from error


def _prefix(path: str) -> str:
    """The path before the server's own pages, of the address of a page or of the server itself: `/clue`, or nothing."""
    return re.sub(r"(/(table|seat|replay)/[^/]*)?/*$", "", path)


def _problem(answer: bytes, status: int) -> ServerError:
    try:
        return ServerError(msgspec.json.decode(answer, type=Problem).sentence, status)
    except msgspec.DecodeError:
        return ServerError(Sentence("client.status", status=status), status)
