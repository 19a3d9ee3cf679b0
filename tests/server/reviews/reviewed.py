"""Reviews that are waited for."""

from __future__ import annotations

import asyncio

from tests.deadline import waiting_for

from greycells.client import ServerClient
from greycells.protocol.review_messages import ReviewProgress


async def reviewed(server: ServerClient, path: str) -> ReviewProgress:
    """Ask until the review is there."""
    with waiting_for(f"the review of {path}"):
        while True:
            answer = await server.get(path, ReviewProgress)
            if answer.review is not None or answer.problem is not None:
                return answer
            assert 0 <= answer.part < 1
            await asyncio.sleep(0.05)
