"""A flood from one address: as many requests for one path as the server answers, over many connections at once.

    python -m benchmarks.flood http://127.0.0.1:8000 /rules/classic 10
    python -m benchmarks.flood http://127.0.0.1:8000 half-open 10

Half-open connections send half a request, and there is another one when one is closed. Prints how many answers of each
status there were. `benchmarks.load --floods` measures tables beside it, and beside those of `benchmarks.greedy`.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections import Counter
from pathlib import Path

import uvloop

CONNECTIONS = 100
ATTACKER = "203.0.113.9"
"""The address that everything comes from, as a proxy would say."""
SOURCE = "127.0.0.2"
"""Where half-open connections come from: they never say for whom, and 127.0.0.1 is a trusted proxy."""
HALF_OPEN, HALF = "half-open", b"GET / HTTP/1.1\r\nHost: "
RECORD = Path(__file__).parents[1] / "records" / "classic" / "solved.case"
WAITING = 30.0


def request_for(path: str, host: str) -> bytes:
    """A request like a browser's; a path that begins with a method (`POST /play`) is asked for by it."""
    method, _, rest = path.rpartition(" ")
    body = RECORD.read_bytes() if rest == "/api/records" else b""
    head = (
        f"{method or 'GET'} {rest} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n"
        f"Content-Length: {len(body)}\r\nX-Forwarded-For: {ATTACKER}\r\n\r\n"
    )
    return head.encode() + body


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


async def hold_half_open(host: str, port: int, ends: float, seen: Counter[str]) -> None:
    """One connection that never sends a whole request, and another one when it is closed."""
    while (left := ends - time.monotonic()) > 0:
        with contextlib.suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_connection(host, port, local_addr=(SOURCE, 0))
            seen["opened"] += 1
            try:
                writer.write(HALF)
                async with asyncio.timeout(left):
                    await reader.read()
            finally:
                writer.close()
        await asyncio.sleep(0.1)


async def flood(address: str, path: str, seconds: float, connections: int = CONNECTIONS) -> Counter[str]:
    """Flood a path for so many seconds; how often each status was answered."""
    host, port = address.removeprefix("http://").split(":")
    seen, ends = Counter[str](), time.monotonic() + seconds
    request = request_for(path, f"{host}:{port}")
    if path == HALF_OPEN:
        one = [hold_half_open(host, int(port), ends, seen) for _ in range(5 * connections)]
    else:
        one = [ask_again_and_again(host, int(port), request, ends, seen) for _ in range(connections)]
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
