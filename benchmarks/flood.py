"""A flood of requests for one path, from one address: as many as the server answers, over many connections at once.

    python -m benchmarks.flood http://127.0.0.1:8000 /rules/classic 10

Prints how many answers there were of each status. `benchmarks.load --floods` measures tables beside it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections import Counter

import uvloop

CONNECTIONS = 100
ATTACKER = "203.0.113.9"
"""The address that everything comes from, as a proxy would say."""
WAITING = 30.0


def request_for(path: str, host: str) -> bytes:
    """A request like a browser's; a path that begins with a method (`POST /play`) is asked for by it."""
    method, _, rest = path.rpartition(" ")
    return (
        f"{method or 'GET'} {rest} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\nContent-Length: 0\r\n"
        f"X-Forwarded-For: {ATTACKER}\r\n\r\n"
    ).encode()


async def answered(reader: asyncio.StreamReader) -> str:
    """Read one response, and return its status."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next((line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), b":0")
    await reader.readexactly(int(length.partition(b":")[2]))
    return head[9:12].decode()


async def ask_again_and_again(host: str, port: int, request: bytes, ends: float, seen: Counter[str]) -> None:
    """One connection: the next request as soon as there is an answer, and a new connection when it is cut off."""
    while time.monotonic() < ends:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                while (left := ends - time.monotonic()) > 0:
                    writer.write(request)
                    async with asyncio.timeout(min(left, WAITING)):
                        seen[await answered(reader)] += 1
            finally:
                writer.close()
        await asyncio.sleep(0.01)


async def flood(address: str, path: str, seconds: float, connections: int = CONNECTIONS) -> Counter[str]:
    """Flood a path for so many seconds; how often each status was answered."""
    host, port = address.removeprefix("http://").split(":")
    seen, ends = Counter[str](), time.monotonic() + seconds
    request = request_for(path, f"{host}:{port}")
    one = (ask_again_and_again(host, int(port), request, ends, seen) for _ in range(connections))
    await asyncio.gather(*one)
    return seen


def main() -> int:
    address, path, seconds = sys.argv[1:4]
    seen = uvloop.run(flood(address, path, float(seconds)))
    told = ", ".join(f"{status}: {count}" for status, count in sorted(seen.items()))
    print(f"{path}: {sum(seen.values()) / float(seconds):.0f} answers a second ({told})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
