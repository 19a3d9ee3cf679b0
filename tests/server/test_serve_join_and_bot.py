"""`greycells serve`, `greycells join` and `greycells bot`: real processes, and what they say to a person."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
import termios
from pathlib import Path

import pytest
from tests.deadline import until, until_told
from tests.server.killed_server import Host
from tests.server.running_server import guest, loaded, quick, running
from tests.terminal.scripted_terminal import terminal

from greycells.client import ServerClient
from greycells.protocol.commands import Resign, Start
from greycells.protocol.notebook_messages import NotebookPages
from greycells.protocol.plans import ChairPlan, TablePlan


async def greycells(*arguments: str, typed: str = "") -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "greycells", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate(typed.encode())
    return process.returncode or 0, output.decode()


async def test_a_person_and_a_bot_come_to_a_table_through_the_same_door(tmp_path: Path) -> None:
    host = Host(tmp_path)
    await host.start()
    address = f"http://127.0.0.1:{host.port}"
    ada = await guest(address, "Ada")
    table = (await ada.open(TablePlan(chairs=(ChairPlan(), ChairPlan(), ChairPlan(bot="constable"))))).id
    link = f"{address}/table/{table}"
    bot = asyncio.create_task(greycells("bot", link, "--player", "chief", "--name", "Marvin"))
    person = asyncio.create_task(greycells("join", link, "--name", "Grace", "--plain", typed="roll\nquit\n"))

    async def everybody_ready() -> bool:
        return all(chair.ready or chair.bot for chair in (await ada.table(table)).chairs)

    await until_told(everybody_ready, "everybody to be ready")
    view = await ada.table(table)
    assert {"Marvin", "Grace"} <= {chair.name for chair in view.chairs}
    await ada.ask(table, Start())
    code, said = await person
    assert code == 0, said
    assert "To come back to your seat" in said
    assert "Your game is saved on the server" in said
    await host.kill()
    await host.start()
    seat = next(word for word in said.split() if "/seat/" in word)
    await ada.claim(seat)
    chair = next(number for number, chair in enumerate(view.chairs) if chair.name == "Grace")
    await ada.ask(table, Resign(chair=chair))
    code, said = await bot
    assert (code, "The game is over" in said) == (0, True), said
    await host.stop()


async def test_marks_and_notes_of_a_terminal_are_there_on_every_device_of_the_seat(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        table = (await ada.open(TablePlan(chairs=(ChairPlan(), *[ChairPlan(bot="constable")] * 2)))).id
        typed = "mark rope white no\nnote Plum is nervous\nquit\n"
        link = f"{address}/table/{table}"
        grace = asyncio.create_task(greycells("join", link, "--name", "Grace", "--plain", typed=typed))
        await until_told(lambda: everybody_is_ready(ada, table), "Grace to be ready")
        await ada.ask(table, Start())
        code, said = await grace
        assert code == 0, said
        seat = next(word for word in said.split() if "/seat/" in word)
        await ada.claim(seat)
        notebook = f"/api/tables/{table}/chairs/0/notebook"
        pages = await ada.get(notebook, NotebookPages)
        assert (pages.marks, pages.notes) == ({"Rope|White": "no"}, "Plum is nervous")
        more = {**pages.marks, "Rope|CaseFile": "maybe"}
        await ada.send("PUT", notebook, NotebookPages(version=pages.version + 1, marks=more), NotebookPages)
        code, said = await greycells("join", seat, "--plain", typed="notes\nquit\n")
        rope = next(line for line in said.splitlines() if line.startswith(" Rope"))
        assert (code, "n" in rope, "?" in rope) == (0, True, True), said


ATTACKERS = """
import gc, os, time
from greycells.players.stroller import Stroller

class Reading(Stroller):
    def choose(self, view):
        if any(type(found).__name__ in ("Secrets", "Game", "Position") for found in gc.get_objects()):
            raise RuntimeError("found the cards")
        return super().choose(view)

class Hanging:
    def choose(self, view): time.sleep(10_000)

class Spinning:
    def choose(self, view):
        while True: pass

class Leaving:
    def choose(self, view): os._exit(3)

class Hungry:
    hoard = []
    def choose(self, view):
        while True: self.hoard.append(bytes(1 << 28))

class Flooding:
    def choose(self, view):
        for number in range(100):
            try:
                while True: os.write(number, b"x" * 65536)
            except OSError:
                pass
"""


@pytest.mark.parametrize(
    "faults",
    [
        {"Spinning": "no answer in time", "Leaving": r"exited \(status 3\)"},
        {"Hanging": "no answer in time", "Hungry": "out of memory"},
        {"Flooding": "no answer in time|the answer is longer", "Reading": ""},
    ],
    ids="-".join,
)
async def test_bots_that_attack_finish_their_game_at_a_table_and_are_told_why(
    tmp_path: Path, faults: dict[str, str]
) -> None:
    """They run on their author's machine, not on the server, and are limited there as they are in the arena."""
    bots = tmp_path / "bots.py"
    bots.write_text(ATTACKERS)

    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        plan = TablePlan(edition="parlour", chairs=(ChairPlan(), ChairPlan(), ChairPlan(bot="constable")))
        table = (await ada.open(plan)).id
        link = f"{address}/table/{table}"
        playing = [
            asyncio.create_task(greycells("bot", link, "--player", f"{bots}:{name}", "--name", name)) for name in faults
        ]
        await until_told(lambda: everybody_is_ready(ada, table), "both bots to be ready")
        await ada.ask(table, Start())
        for finished, fault in zip(playing, faults.values(), strict=True):
            code, said = await finished
            said = re.sub("x{100,}", "x...", said)  # A flood is no help to whoever reads why this failed.
            assert (code, "The game is over" in said) == (0, True), said
            assert re.search(fault, said), said
            assert ("The first failure" in said) == bool(fault), said
        live = await loaded(service, table)
        assert live.table.state == "over"


async def everybody_is_ready(host: ServerClient, table: str) -> bool:
    return all(chair.ready or chair.bot for chair in (await host.table(table)).chairs)


async def test_ctrl_c_leaves_the_table_at_a_prompt_and_between_turns(tmp_path: Path) -> None:
    async def leave_at(prompt: str, link: str) -> str:
        """Press Ctrl-C as soon as this is on the screen; returns what stood there before."""
        with terminal(tmp_path, link, "--name", "Grace", command=(sys.executable, "-m", "greycells", "join")) as grace:
            echoing = termios.tcgetattr(grace.end)[3] & termios.ECHO
            await until(lambda: grace.shows(prompt), f"{prompt!r} in a terminal")
            before = grace.up_to(prompt)
            grace.type("\x03")
            saved = "Your game is saved on the server"
            await until(lambda: grace.shows(saved), f"{saved!r} in a terminal")
            await until(lambda: grace.process.poll() is not None, "the command to end")
            assert grace.process.returncode == 130
            assert termios.tcgetattr(grace.end)[3] & termios.ECHO == echoing
            return before

    host = Host(tmp_path)
    await host.start()
    try:
        address = f"http://127.0.0.1:{host.port}"
        ada = await guest(address, "Ada")
        table = (await ada.open(TablePlan(chairs=(ChairPlan(), *[ChairPlan(bot="constable")] * 2)))).id
        said = await leave_at("You're ready.", f"{address}/table/{table}")
        assert (await ada.table(table)).chairs[0].name == "Grace"
        await ada.ask(table, Start())
        link = next(word for word in said.split() if "/seat/" in word)
        await leave_at("> ", link)
    finally:
        await host.stop()


async def test_what_cannot_be_is_told_in_a_sentence(tmp_path: Path) -> None:
    for arguments, words in (
        (("join", "play.example/table/1"), "has to start with http://"),
        (("join", "http://127.0.0.1:9/table/1"), "doesn't answer"),
        (("bot", "http://127.0.0.1:9/table/1", "--player", "nobody"), "There's no bot called"),
    ):
        code, said = await greycells(*arguments)
        assert (code, words in said, "Traceback" in said) == (1, True, False), said
    with sqlite3.connect(tmp_path / "greycells.db") as connection:
        connection.execute("CREATE TABLE other (thing TEXT)")
    connection.close()
    code, said = await greycells("serve", "--data", str(tmp_path))
    assert (code, "another program's database" in said, "Traceback" in said) == (1, True, False), said
