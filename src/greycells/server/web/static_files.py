"""The client's files as they are in its folder: pictures, fonts and scripts, each read and compressed once."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from importlib.resources.abc import Traversable
from mimetypes import guess_type

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from greycells.server.service.fixed_bodies import FixedBodies, FixedBody, fixed_body
from greycells.server.web.assets import STATIC


@cache
def _files() -> dict[str, Traversable]:
    """All files by their path. Nothing else can be asked for, so no path leads out of the folder."""
    found: dict[str, Traversable] = {}
    folders = [(STATIC, "")]
    while folders:
        folder, path = folders.pop()
        for entry in folder.iterdir():
            if entry.is_dir():
                folders.append((entry, f"{path}{entry.name}/"))
            else:
                found[path + entry.name] = entry
    return found


class StaticFolder:
    """The files under an address; one that is asked for again, and hasn't changed, isn't sent again."""

    def __init__(self, bodies: FixedBodies) -> None:
        self._bodies = bodies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": "GET, HEAD"})
        path = scope["path"].removeprefix(scope.get("root_path", "")).removeprefix("/")
        file = _files().get(path)
        if file is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)

        async def make() -> FixedBody:
            return await fixed_body(file.read_bytes(), guess_type(path)[0])

        made = await self._bodies.get((f"file {path}", ""), make)
        assert isinstance(made, FixedBody)
        asked, tag = Headers(scope=scope), {"etag": f'"{made.tag}"'}
        known = {text.strip().removeprefix("W/") for text in asked.get("if-none-match", "").split(",")}
        if tag["etag"] in known:
            await Response(status_code=HTTPStatus.NOT_MODIFIED, headers=tag)(scope, receive, send)
            return
        await made.response(asked.get("accept-encoding", ""), headers=tag)(scope, receive, send)
