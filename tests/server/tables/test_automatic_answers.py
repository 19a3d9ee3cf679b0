"""Forced answers that the server gives for a player: nobody else is told, and nothing stops them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.deadline import until_told
from tests.server.moved_clock import MovedClock
from tests.server.running_server import frame_of, quick, running
from tests.server.tables.answering_table import PLAN, Evening, at_table, next_after, sits_down, theory_without

from greycells.protocol.commands import AutoAnswer, Say
from greycells.protocol.frames import Choose, Frame, Happened, Hello, Present, Said, SceneFrame
from greycells.rules.actions import Accuse, CannotShow, EndTurn, Show, Suggest
from greycells.rules.cards import CardSet, Theory
from greycells.rules.game import Game
from greycells.server.tables import automatic_answer_waits
from greycells.server.tables.automatic_answer_waits import ENOUGH, known_times
from greycells.server.tables.log_entries import Played
from greycells.server.tables.new_tables import load_history
from greycells.server.tables.table_services import TableServices
from greycells.server.tables.viewer_frames import TableHistory


def theory_with(game: Game, hand: CardSet) -> Theory:
    """Three cards of which this hand has more than one."""
    deck = game.edition.deck
    theory = Theory(
        next((card for card in deck.suspects if card in hand), deck.suspects[0]),
        next((card for card in deck.weapons if card in hand), deck.weapons[0]),
        next((card for card in deck.rooms if card in hand), deck.rooms[0]),
    )
    assert len(hand.common(theory)) > 1
    return theory


async def everybody_chooses(evening: Evening, times: int) -> None:
    """Everybody shows so many cards of their own choice."""
    for _ in range(3 * times):
        game = await evening.game()
        hand = game.hand(next_after(game))
        theory = theory_with(game, hand)
        await evening.act(Suggest(theory))
        await evening.act(Show(next(card for card in hand.common(theory))))
        await evening.act(EndTurn())


async def until_answered(evening: Evening, asked_at: int) -> Played:
    """The answer to the suggestion that was this event, which may already have been given."""
    while len((await evening.game()).events) <= asked_at + 1:
        await asyncio.sleep(0.01)
    entry = (await evening.live()).history.log[-1]
    assert isinstance(entry, Played)
    return entry


async def test_nobody_else_is_told_that_answers_are_automatic(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        evening = await at_table(address, service)
        ada, grace, _ = evening.guests
        async with ada.line(evening.table, 0, look=True) as line:
            await frame_of(line, SceneFrame)
            await grace.ask(evening.table, AutoAnswer(chair=1))
            await grace.ask(evening.table, Say(text="done"))
            frames: list[Frame] = []
            async for frame in line:
                if isinstance(frame, Said):
                    break
                frames.append(frame)
        assert [type(frame) for frame in frames if not isinstance(frame, Choose | Present)] == []
        async with grace.line(evening.table, 1) as own, ada.line(evening.table, 0) as other:
            assert (await frame_of(own, Hello)).auto
            assert not (await frame_of(other, Hello)).auto


async def test_an_absent_players_forced_answer_is_given_as_their_own_also_after_a_restart(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        evening = await at_table(address, service)
        await everybody_chooses(evening, ENOUGH)
        asked = await evening.chair(next_after(await evening.game()))
        await evening.guests[asked].ask(evening.table, AutoAnswer(chair=asked))
    async with running(quick(tmp_path)) as (address, service):
        evening.service = service
        for one in evening.guests:
            one.url = address
        game = await evening.game()
        answering = next_after(game)
        watching = next(chair for chair in range(3) if chair != asked)
        async with evening.guests[watching].line(evening.table, watching) as line:
            await frame_of(line, Happened)
            suggestion = len(game.events)
            await evening.act(Suggest(theory_without(game, game.hand(answering))))
            entry = await until_answered(evening, suggestion)
            assert (entry.chair, entry.by, entry.auto) == (asked, "person", True)
            await frame_of(line, Happened)
            assert (await frame_of(line, Happened)).by == "person"


async def test_a_player_with_a_choice_is_asked(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        evening = await at_table(address, service)
        await everybody_chooses(evening, ENOUGH)
        game = await evening.game()
        answering = next_after(game)
        asked, hand = await evening.chair(answering), game.hand(answering)
        await evening.guests[asked].ask(evening.table, AutoAnswer(chair=asked))
        suggestion = len(game.events)
        await evening.act(Suggest(theory_with(game, hand)))
        async with evening.guests[asked].line(evening.table, asked) as line:
            await frame_of(line, Choose)
            assert len((await evening.game()).events) == suggestion + 1


async def test_an_eliminated_player_answers_automatically_and_is_told_so(tmp_path: Path) -> None:
    clock = MovedClock()
    async with running(replace(quick(tmp_path), clock=clock)) as (address, service):
        evening = await at_table(address, service)
        await everybody_chooses(evening, ENOUGH)
        game = await evening.game()
        out, deck = game.to_act, game.edition.deck
        assert out is not None
        chair = await evening.chair(out)
        guilty = game.secrets.case_file
        await evening.act(Accuse(guilty._replace(suspect=next(one for one in deck.suspects if one != guilty.suspect))))
        game = await evening.game()
        between = next_after(game)
        async with evening.guests[chair].line(evening.table, chair, look=True) as line:
            await evening.act(Suggest(theory_without(game, game.hand(between), game.hand(out))))
            await evening.act(CannotShow())
            before = len((await evening.game()).events)
            while "You answer automatically" not in (await frame_of(line, SceneFrame)).ask:
                pass
            await clock.advance(1.0)
            async for frame in line:
                assert not isinstance(frame, Choose)
                if isinstance(frame, Happened) and frame.decision == before:
                    break
        entry = (await evening.live()).history.log[-1]
        assert isinstance(entry, Played)
        assert (entry.chair, entry.by, entry.auto) == (chair, "person", True)


async def test_forced_answers_are_given_by_hand_until_enough_were_chosen_in_this_game_or_in_earlier_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The earlier game is read once, for all who played there."""
    read: list[str] = []

    async def counted(services: TableServices, table: str) -> TableHistory | None:
        read.append(table)
        return await load_history(services, table)

    monkeypatch.setattr(automatic_answer_waits, "load_history", counted)

    async with running(quick(tmp_path)) as (address, service):
        evening = await at_table(address, service)
        for chair, one in enumerate(evening.guests):
            await one.ask(evening.table, AutoAnswer(chair=chair))
        asked, suggested = await nobody_can_show(evening)
        async with evening.guests[asked].line(evening.table, asked) as line:
            assert (await frame_of(line, Choose)).decision == suggested + 1
        live = await evening.live()
        assert live.wake is None, "A table that waits for a person isn't loaded for that."
        for _ in range(2):
            await evening.act(CannotShow())
        await evening.act(EndTurn())
        await everybody_chooses(evening, ENOUGH)
        _, suggested = await nobody_can_show(evening)
        assert (await until_answered(evening, suggested)).auto
        await until_told(lambda: may_end_the_turn(evening), "the other to answer, too")
        await evening.act(EndTurn())
        await evening.act(Accuse((await evening.game()).secrets.case_file))
        another = await sits_down(evening.guests, service, PLAN)
        for chair, one in enumerate(another.guests):
            await one.ask(another.table, AutoAnswer(chair=chair))
        _, suggested = await nobody_can_show(another)
        assert (await until_answered(another, suggested)).auto
        assert read == [evening.table]


async def nobody_can_show(evening: Evening) -> tuple[int, int]:
    """Somebody suggests what neither of the others has: the chair that is asked first, and the event."""
    game = await evening.game()
    others = [game.hand(seat) for seat in game.seats if seat != game.to_act]
    asked, suggested = await evening.chair(next_after(game)), len(game.events)
    await evening.act(Suggest(theory_without(game, *others)))
    return asked, suggested


async def may_end_the_turn(evening: Evening) -> bool:
    game = await evening.game()
    options = game.view(game.to_act).options
    return options is not None and options.end_turn


async def test_forced_answers_given_by_hand_do_not_mark_later_ones(tmp_path: Path) -> None:
    """Whoever says at once that they have none answers by hand until they have chosen five times."""
    async with running(quick(tmp_path)) as (address, service):
        evening = await at_table(address, service)
        given = dict.fromkeys(range(3), 0)
        while min(given.values()) < ENOUGH:
            game = await evening.game()
            others = [seat for seat in game.seats if seat != game.to_act]
            await evening.act(Suggest(theory_without(game, *(game.hand(seat) for seat in others))))
            await evening.act(CannotShow())
            await evening.act(CannotShow())
            for seat in others:
                given[await evening.chair(seat)] += 1
            await evening.act(EndTurn())
        history = (await evening.live()).history
        assert [known_times(history, chair, {}) for chair in range(3)] == [()] * 3
        await everybody_chooses(evening, ENOUGH)
        assert [len(known_times(history, chair, {})) for chair in range(3)] == [ENOUGH] * 3
