"""Whole games of every edition at a server whose guest speaks German: story, questions, hints, proofs and refusals."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.languages.english import english_in
from tests.server.running_server import guest, plays_until_over, quick, running

from greycells.client import NotDone, ServerClient, ServerError
from greycells.editions import load, names
from greycells.language.sentences import using_language
from greycells.notation.action_json import Json
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import AnyCommand, Fill, Mute, Play, Sit, Start
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Roll

WORDED = ("words", "ask", "sentence", "story", "proof", "title", "rulebook", "text", "section", "dossier")
"""The fields that hold words for people; whatever else a message holds are words of the record."""


def told(message: Json) -> Iterator[str]:
    """Everything in a message that somebody reads."""
    match message:
        case dict():
            for name, value in message.items():
                if name not in WORDED:
                    yield from told(value)
                elif isinstance(value, str):
                    yield value
                elif isinstance(value, list):
                    yield from (text for text in value if isinstance(text, str))
        case list():
            for value in message:
                yield from told(value)
        case _:
            pass


async def asked(server: ServerClient, path: str) -> list[str]:
    return list(told(json.loads(await server.text(path))))


async def refused(server: ServerClient, table: str, command: AnyCommand) -> str:
    with pytest.raises((NotDone, ServerError)) as caught:
        await server.ask(table, command)
    return str(caught.value)


@pytest.mark.parametrize("edition", names())
def test_a_whole_game_in_german(edition: str, tmp_path: Path) -> None:
    seats = load(edition).rules.fewest_seats
    plan = TablePlan(
        edition=edition, chairs=(ChairPlan(), *[ChairPlan(bot="constable")] * (seats - 1)), help="full logic"
    )

    async def evening() -> list[str]:
        async with running(quick(tmp_path)) as (address, _):
            ada = await guest(address, "Ada")
            table = (await ada.open(plan)).id
            said = [await refused(ada, table, Start())]
            await ada.ask(table, Sit(chair=0))
            await ada.ask(table, Start())
            said += [await refused(ada, table, Sit(chair=0)), await refused(ada, table, Fill(chair=1))]
            said += [await refused(ada, table, Play(chair=0, decision=0, action=choice_message(Roll())))]
            await plays_until_over(ada, table, 0)
            said += [await refused(ada, table, Mute(chair=9))]
            for path in ("steps", "steps?chair=0", "replay", "chairs/0/hint", "review"):
                said += await asked(ada, f"/api/tables/{table}/{path}")
            for path in (f"/api/editions/{edition}", "/api/rules", "/api/offer"):
                said += await asked(ada, path)
            return said

    with using_language("de"):
        said = asyncio.run(evening())
    assert len(said) > 100
    assert {text: english_in(text) for text in said if english_in(text)} == {}
