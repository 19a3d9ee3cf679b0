"""`greycells serve`, `greycells join` and `greycells bot`: real processes, and what they say to a person."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from pathlib import Path

from tests.server.chaos import Host
from tests.server.house import guest

from greycells.notation.commands import ChairPlan, Plan, Resign, Start


async def greycells(*arguments: str, typed: str = "") -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "greycells", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await asyncio.wait_for(process.communicate(typed.encode()), 150)
    return process.returncode or 0, output.decode()


def test_a_person_and_a_bot_come_to_a_table_through_the_same_door(tmp_path: Path) -> None:
    async def evening() -> None:
        host = Host(tmp_path)
        await host.start()
        address = f"http://127.0.0.1:{host.port}"
        ada = await guest(address, "Ada")
        table = (await ada.open(Plan(chairs=(ChairPlan(), ChairPlan(), ChairPlan(bot="constable"))))).id
        link = f"{address}/table/{table}"
        bot = asyncio.create_task(greycells("bot", link, "--player", "chief", "--name", "Marvin"))
        person = asyncio.create_task(greycells("join", link, "--name", "Grace", "--plain", typed="roll\nquit\n"))
        async with asyncio.timeout(150):
            view = await ada.table(table)
            while not all(chair.ready or chair.bot for chair in view.chairs):
                await asyncio.sleep(0.1)
                view = await ada.table(table)
            assert {"Marvin", "Grace"} <= {chair.name for chair in view.chairs}
            await ada.ask(table, Start())
            code, said = await person
            assert code == 0, said
            assert "To come back to your seat" in said
            assert "The game is kept at the table" in said
            await host.kill()
            await host.start()
            seat = next(word for word in said.split() if "/seat/" in word)
            await ada.claim(seat)
            chair = next(number for number, chair in enumerate(view.chairs) if chair.name == "Grace")
            await ada.ask(table, Resign(chair=chair))
            code, said = await bot
            assert (code, "The game is over" in said) == (0, True), said
        await host.stop()

    asyncio.run(evening())


def test_what_cannot_be_is_told_in_a_sentence(tmp_path: Path) -> None:
    async def evening() -> None:
        for arguments, words in (
            (("join", "play.example/table/1"), "begins with http://"),
            (("join", "http://127.0.0.1:9/table/1"), "does not answer"),
            (("bot", "http://127.0.0.1:9/table/1", "--player", "nobody"), "There is no player called"),
        ):
            code, said = await greycells(*arguments)
            assert (code, words in said, "Traceback" in said) == (1, True, False), said
        with sqlite3.connect(tmp_path / "greycells.db") as connection:
            connection.execute("CREATE TABLE other (thing TEXT)")
        connection.close()
        code, said = await greycells("serve", "--data", str(tmp_path))
        assert (code, "some other program" in said, "Traceback" in said) == (1, True, False), said

    asyncio.run(evening())
