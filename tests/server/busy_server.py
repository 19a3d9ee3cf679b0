"""A real server, in a process of its own, that does what nobody can wait for: `python -m tests.server.busy_server`.

Arguments: the data folder, and what it is to do: `processes`, `thread`, `loop`, or the name of a kind of work.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Coroutine
from pathlib import Path

from tests.server.kinds_of_work import WorstInputs, think_for_ever

from greycells.editions.compact_pickles import loads
from greycells.server.app.serving import Server, protocol
from greycells.server.service.config import Config
from greycells.server.service.service import Service
from greycells.server.workers.slow_work import KINDS

WORST = "worst inputs"


async def busy(service: Service, what: str, folder: Path) -> None:
    """Begin it, and say so when it runs."""
    queues = (service.library, service.study, service.companions)
    doing: list[Coroutine[object, object, object]] = []
    if what == "processes":
        doing = [queue.ask("Ada", "192.0.2.1", think_for_ever) for queue in queues]
    elif what == "thread":
        doing = [asyncio.to_thread(time.sleep, 1000.0)]
    elif what != "loop":
        worst = loads((folder / WORST).read_bytes())
        assert isinstance(worst, WorstInputs)
        args, named = worst.of[what]
        doing = [queue.ask("Ada", "192.0.2.1", KINDS[f"greycells.server.{what}"], *args, **named) for queue in queues]
    tasks = [asyncio.create_task(each) for each in doing]
    while what not in ("loop", "thread") and any(queue.process_id is None for queue in queues):
        await asyncio.sleep(0.01)
    print("busy", flush=True)
    if what == "loop":
        time.sleep(1000.0)
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> None:
    folder, what = Path(sys.argv[1]), sys.argv[2]
    service = Service.start(Config(folder / "data", port=0))
    works = set[asyncio.Task[None]]()
    server = Server(
        protocol(service), service, ready=lambda: works.add(asyncio.ensure_future(busy(service, what, folder)))
    )
    server.run()


if __name__ == "__main__":
    main()
