"""Players on a private machine, run there: `begin` prints a cookie and a table, `end` plays it to its end."""

from __future__ import annotations

import asyncio
import sys

from tests.server.game_over_http import begins, ends

from greycells.client import ServerClient
from greycells.protocol.review_messages import ReviewProgress

PUBLIC = "https://play.example"


async def reviewed(cookie: str, table: str) -> None:
    """Have the game reviewed, by a process that the server starts."""
    ada = ServerClient(PUBLIC, cookie=cookie)
    await ada.meet()
    while (progress := await ada.get(f"/api/tables/{table}/analysis", ReviewProgress)).part < 1:
        await asyncio.sleep(0.2)
    print("reviewed" if progress.review is not None else progress.problem)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["begin"]:
            print(*asyncio.run(begins(PUBLIC)))
        case ["end", cookie, table]:
            asyncio.run(ends(PUBLIC, cookie, table))
            asyncio.run(reviewed(cookie, table))
        case _:
            sys.exit("begin, or end COOKIE TABLE")
