"""Tables for tests to sit down at: Ada and Grace, with a bot."""

from __future__ import annotations

from tests.server.running_server import guest

from greycells.client import ServerClient
from greycells.protocol.commands import Ready, Sit, Start
from greycells.protocol.plans import ChairPlan, TablePlan

TWO_AND_A_BOT = TablePlan(edition="classic", chairs=(ChairPlan(), ChairPlan(), ChairPlan(bot="sergeant")))


async def seated(
    address: str, plan: TablePlan = TWO_AND_A_BOT, *, start: bool = True
) -> tuple[ServerClient, ServerClient, str]:
    """Ada is the host and sits in chair 0, Grace in chair 1; the game has begun."""
    ada, grace = await guest(address, "Ada"), await guest(address, "Grace")
    table = (await ada.open(plan)).id
    await ada.ask(table, Sit(chair=0, suspect="Scarlett", nonce="ab"))
    await grace.ask(table, Sit(chair=1, suspect="Mustard"))
    if start:
        await grace.ask(table, Ready(chair=1))
        await ada.ask(table, Start())
    return ada, grace, table


async def table_with(ada: ServerClient, plan: TablePlan) -> str:
    table = (await ada.open(plan)).id
    await ada.ask(table, Sit(chair=0))
    await ada.ask(table, Start())
    return table


ADA_FIRST = TablePlan(chairs=(ChairPlan(suspect="Scarlett"), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant")))


async def alone(address: str, plan: TablePlan) -> tuple[ServerClient, str]:
    """Ada, who has begun a game against bots."""
    ada = await guest(address, "Ada")
    table = (await ada.open(plan)).id
    await ada.ask(table, Sit(chair=0, suspect=plan.chairs[0].suspect or "Mustard"))
    await ada.ask(table, Start())
    return ada, table


async def started(address: str) -> tuple[ServerClient, str]:
    ada = await guest(address, "Ada")
    plan = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant")))
    table = (await ada.open(plan)).id
    await ada.ask(table, Sit(chair=0, suspect="Scarlett"))
    await ada.ask(table, Start())
    return ada, table
