"""An attacker beside honest tables: repeats every attack that once harmed other players.

Run by `python -m benchmarks.load --attack`. It accuses while it sends a notebook that no database can store and then
looks for the case file, floods a socket with invalid data, toggles settings, and makes tables unreadable. Prints how
often each attack was tried, and whether the case file was ever visible in a game that continued.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sqlite3
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from http import HTTPStatus
from pathlib import Path
from typing import cast

from greycells.client import ServerClient

ADDRESS = {"X-Forwarded-For": "203.0.113.9"}
"""The attacker has its own IP address, as it would behind a proxy."""
RUBBISH = b"\x81\x81\0\0\0\0x" * 8192


class Attacker:
    """One malicious guest."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.folder = address, folder
        self.tried: Counter[str] = Counter()
        self.seen = 0
        self.guest = ServerClient(address, headers=ADDRESS)

    async def table(self) -> str:
        """A running game against two bots; empty if the rate limit allows no more tables for now."""
        chairs = [{"suspect": "Scarlett"}, {"bot": "constable"}, {"bot": "constable"}]
        status, text = await asyncio.to_thread(self.send, "POST", "/api/tables", {"chairs": chairs})
        if status != HTTPStatus.CREATED:
            return ""
        table = str(json.loads(text)["id"])
        for command in ({"type": "sit", "chair": 0}, {"type": "start"}):
            await asyncio.to_thread(self.send, "POST", f"/api/tables/{table}", {"command": command})
        return table

    def send(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Cookie": f"greycells={self.guest.cookie}", **ADDRESS}
        request = urllib.request.Request(self.address + path, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    async def accuse(self, until: float) -> None:
        """A wrong accusation together with a notebook of version 2^63: is the case file visible then?"""
        while time.monotonic() < until:
            if not (table := await self.table()):
                return
            frames = json.loads((await asyncio.to_thread(self.send, "GET", f"/api/tables/{table}/frames?chair=0"))[1])
            asked = next((frame for frame in frames.get("frames", ()) if frame["type"] == "choose"), None)
            if asked is None:
                continue
            action = {"do": "accuse", "theory": ["Plum", "Rope", "Hall"]}
            play = {"type": "play", "chair": 0, "decision": asked["decision"], "action": action}
            notebook = f"/api/tables/{table}/chairs/0/notebook"
            answers = await asyncio.gather(
                *(asyncio.to_thread(self.send, "PUT", notebook, {"version": 2**63}) for _ in range(4)),
                asyncio.to_thread(self.send, "POST", f"/api/tables/{table}", {"command": play}),
            )
            for path in ("replay?chair=0", "record?chair=0"):
                status, text = await asyncio.to_thread(self.send, "GET", f"/api/tables/{table}/{path}")
                self.seen += answers[-1][0] != HTTPStatus.OK and status == HTTPStatus.OK and "Opened" in text
            self.tried["accusations"] += 1
            await asyncio.sleep(2.0)

    def flood(self, table: str, until: float) -> None:
        """Send invalid data by the megabyte; reconnect whenever the connection is closed."""
        host, port = self.address.removeprefix("http://").split(":")
        head = (
            f"GET /api/tables/{table}/live?chair=0 HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: greycells={self.guest.cookie}\r\nX-Forwarded-For: {ADDRESS['X-Forwarded-For']}\r\n\r\n"
        ).encode()
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection((host, int(port)), timeout=5) as line:
                line.sendall(head)
                while b" 101 " in line.recv(4096) and time.monotonic() < until:
                    line.sendall(RUBBISH)
                    self.tried["floods"] += 1
                    time.sleep(0.08)
            time.sleep(0.02)

    async def toggle(self, table: str, until: float) -> None:
        on = False
        while time.monotonic() < until:
            on = not on
            command = {"type": "hurry", "on": on}
            await asyncio.to_thread(self.send, "POST", f"/api/tables/{table}", {"command": command})
            self.tried["toggles"] += 1
            await asyncio.sleep(0.1)

    async def spoil(self, until: float) -> None:
        """Make one of the attacker's tables unreadable and due to be loaded, as a disk fault could."""
        while time.monotonic() < until:
            status, text = await asyncio.to_thread(self.send, "POST", "/api/tables", {})
            if status != HTTPStatus.CREATED:
                return
            table, path = str(json.loads(text)["id"]), self.folder / "greycells.db"
            with contextlib.closing(sqlite3.connect(path, timeout=10)) as connection, connection:
                connection.execute("UPDATE log SET entry = x'7b' WHERE game = ?", (table,))
                connection.execute("UPDATE tables SET wake = 0, id = id || 'x' WHERE id = ?", (table,))
                connection.execute("UPDATE log SET game = game || 'x' WHERE game = ?", (table,))
            self.tried["unreadable tables"] += 1
            await asyncio.sleep(5.0)

    async def run(self, what: str, until: float) -> None:
        """One kind of attack by one guest."""
        await self.guest.meet("Mallory")
        match what:
            case "accuse":
                await self.accuse(until)
            case "toggle":
                await self.toggle(await self.table(), until)
            case "spoil":
                await self.spoil(until)
            case _:
                await asyncio.to_thread(self.flood, await self.table(), until)


async def attack(address: str, folder: Path, seconds: float) -> int:
    """All attacks at once, each by its own guest; returns 1 if one succeeded or was not tried."""
    kinds = ("accuse", "flood", "spoil", "toggle")
    attackers = [Attacker(address, folder) for _ in kinds]
    until = time.monotonic() + seconds
    await asyncio.gather(*(one.run(what, until) for one, what in zip(attackers, kinds, strict=True)))
    tried = sum((one.tried for one in attackers), Counter[str]())
    seen = sum(one.seen for one in attackers)
    print("attacker:", ", ".join(f"{count} {what}" for what, count in sorted(tried.items())), flush=True)
    print(f"attacker: the case file was visible {seen} times in a game that continued", flush=True)
    return int(seen > 0 or len(tried) < len(kinds))


def main() -> int:
    address, folder, seconds = cast("tuple[str, str, str]", tuple(sys.argv[1:4]))
    return asyncio.run(attack(address, Path(folder), float(seconds)))


if __name__ == "__main__":
    sys.exit(main())
