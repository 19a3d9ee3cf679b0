"""The first case: every mark that the coach asks for is proved by then, and the case in the sixth turn, not before."""

from __future__ import annotations

import asyncio
import functools
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.server.running_server import guest, loaded, quick, refused, running

from greycells.deduction.evidence import evidence_from
from greycells.deduction.facts import CASE_FILE
from greycells.deduction.knowledge import Knowledge
from greycells.notation import read, write
from greycells.protocol.choices import AnyChoice, choice_message
from greycells.protocol.commands import Play
from greycells.protocol.lesson_messages import Beat, Lesson
from greycells.rules.actions import Roll
from greycells.rules.replay import replay
from greycells.server.identity.guest_cookies import COOKIE
from greycells.server.tables.lesson_game import rehearsal
from greycells.server.tables.records import record_of

GAME = rehearsal().game
PUPIL = GAME.seats[0]
BEATS = rehearsal().lesson.beats


def known_after(events: int) -> Knowledge:
    """What is certain for the pupil once so many events have happened."""
    sightings = GAME.view(PUPIL).sightings[:events]
    return Knowledge.of(evidence_from(GAME.edition.deck, GAME.seats, sightings=sightings, viewer=PUPIL))


def test_the_referee_accepts_the_script_and_the_pupil_wins() -> None:
    assert GAME.winner is PUPIL
    assert str(PUPIL) == rehearsal().script.pupil
    replay(GAME.table, GAME.events)


def test_the_case_is_proved_when_the_coach_says_accuse_and_not_before() -> None:
    (accusing,) = (beat for beat in BEATS if beat.does and msgspec.to_builtins(beat.does)["do"] == "accuse")
    assert accusing.turn == len(rehearsal().script.turns) == 6
    assert known_after(accusing.at).solution == GAME.secrets.case_file
    assert known_after(accusing.at - 1).solution is None


@pytest.mark.parametrize("beat", [beat for beat in BEATS if beat.mark], ids=lambda beat: " ".join(beat.mark or ()))
def test_a_mark_that_the_coach_asks_for_is_certain_by_then(beat: Beat) -> None:
    assert beat.mark is not None
    word, holder, mark = beat.mark
    (card,) = (card for card in GAME.edition.deck if card.word == word)
    by_name = {str(seat): seat for seat in GAME.seats}
    assert known_after(beat.at).has(card, by_name.get(holder, CASE_FILE)) is (mark == "yes")


def test_every_turn_has_something_to_do_and_everything_is_taught() -> None:
    assert {beat.turn for beat in BEATS if beat.does} == {1, 2, 3, 4, 5, 6}
    done = {type(beat.does).__name__ for beat in BEATS if beat.does}
    assert done >= {"Roll", "Move", "Suggest", "Show", "CannotShow", "TakePassage", "EndTurn", "Accuse"}


async def test_another_choice_is_declined_kindly_and_the_table_survives_a_restart(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        door = functools.partial(httpx.post, f"{address}/first", timeout=None, cookies={COOKIE: ada.cookie or ""})
        number = (await asyncio.to_thread(door)).headers["location"].rpartition("/")[2]
        table = await ada.table(number)
        assert table.lesson == "first"
        wrong = Play(
            chair=0,
            decision=4,
            action=msgspec.convert({"do": "accuse", "theory": ("Green", "Rope", "Hall")}, AnyChoice),
        )
        with refused(409, "follow the highlight"):
            await ada.ask(number, wrong)
        await ada.ask(number, Play(chair=0, decision=4, action=choice_message(Roll())))
        assert (await ada.get("/api/lessons/first", Lesson)).table == number
    async with running(quick(tmp_path)) as (address, service):
        live = await loaded(service, number)
        game = live.history.game
        assert game is not None
        for action in list(rehearsal().choices.values())[1:]:
            game.play(action)
        assert (len(game.events), game.winner) == (len(GAME.events), game.seats[0])
        record = record_of(live.history)
        assert record.pledge is None
        assert read(write(record)).events == record.events
