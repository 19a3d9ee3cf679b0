"""Forced answers that the server gives for a player: nobody else is told, and nothing stops them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from tests.server.house import frame_of, guest, quick, running

from greycells.client import ServerClient
from greycells.protocol.commands import (
    AutoAnswer,
    ChairPlan,
    Hurry,
    Play,
    Ready,
    Say,
    Sit,
    Start,
    TablePlan,
    choice_message,
)
from greycells.protocol.frames import Choose, Frame, Happened, Hello, Present, Said, SceneFrame
from greycells.rules.actions import Accuse, Action, CannotShow, EndTurn, Suggest
from greycells.rules.cards import CardSet, Theory
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.server.service import Service
from greycells.server.tables.automatic_answers import ENOUGH, waiting_time
from greycells.server.tables.clocks import Pace
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.log_entries import Played

PLAN = TablePlan(edition="parlour", chairs=(ChairPlan(),) * 3)


@dataclass
class Evening:
    """Three people at a table where nobody moves, so that every turn begins with a suggestion."""

    service: Service
    guests: list[ServerClient]
    table: str

    async def live(self) -> LiveTable:
        live = await self.service.lobby.table(self.table)
        assert live is not None
        return live

    async def game(self) -> Game:
        game = (await self.live()).story.game
        assert game is not None
        return game

    async def act(self, action: Action) -> None:
        """Whoever is to act does this."""
        live, game = await self.live(), await self.game()
        assert game.to_act is not None
        chair = live.table.chair_of(game.to_act)
        play = Play(chair=chair, decision=len(game.events), action=choice_message(action))
        await self.guests[chair].ask(self.table, play)

    async def chair(self, seat: Seat) -> int:
        return (await self.live()).table.chair_of(seat)


async def at_table(address: str, service: Service, plan: TablePlan = PLAN) -> Evening:
    guests = [await guest(address, name) for name in ("Ada", "Grace", "Hedy")]
    table = (await guests[0].open(plan)).id
    for chair, one in enumerate(guests):
        await one.ask(table, Sit(chair=chair))
        await one.ask(table, Ready(chair=chair))
    await guests[0].ask(table, Start())
    return Evening(service, guests, table)


def theory_without(game: Game, *hands: CardSet) -> Theory:
    """Three cards that none of these hands has."""
    deck = game.edition.deck
    free = [
        [card for card in kind if not any(card in hand for hand in hands)] for kind in (deck.suspects, deck.weapons)
    ]
    rooms = [card for card in deck.rooms if not any(card in hand for hand in hands)]
    return Theory(
        next(card for card in deck.suspects if card in free[0]),
        next(card for card in deck.weapons if card in free[1]),
        rooms[0],
    )


def next_after(game: Game) -> Seat:
    assert game.to_act is not None
    return game.seats[(game.to_act.index + 1) % 3]


async def until_answered(evening: Evening, asked_at: int) -> Played:
    """The answer to the suggestion that was this event, which may already have been given."""
    while len((await evening.game()).events) <= asked_at + 1:
        await asyncio.sleep(0.01)
    entry = (await evening.live()).story.log[-1]
    assert isinstance(entry, Played)
    return entry


def test_nobody_else_is_told_that_answers_are_automatic(tmp_path: Path) -> None:
    async def play_it() -> None:
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

    asyncio.run(play_it())


def test_an_absent_players_forced_answer_is_given_as_their_own_also_after_a_restart(tmp_path: Path) -> None:
    async def play_it() -> None:
        async with running(quick(tmp_path)) as (address, service):
            evening = await at_table(address, service)
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

    asyncio.run(play_it())


def test_a_player_with_a_choice_is_asked(tmp_path: Path) -> None:
    async def play_it() -> None:
        async with running(quick(tmp_path)) as (address, service):
            evening = await at_table(address, service)
            game = await evening.game()
            answering = next_after(game)
            asked, hand, deck = await evening.chair(answering), game.hand(answering), game.edition.deck
            await evening.guests[asked].ask(evening.table, AutoAnswer(chair=asked))
            kinds = [[card for card in kind if card in hand] or list(kind) for kind in (deck.suspects, deck.weapons)]
            rooms = [card for card in deck.rooms if card in hand] or list(deck.rooms)
            theory = Theory(
                next(card for card in deck.suspects if card in kinds[0]),
                next(card for card in deck.weapons if card in kinds[1]),
                rooms[0],
            )
            assert len(hand.common(theory)) > 1
            suggestion = len(game.events)
            await evening.act(Suggest(theory))
            async with evening.guests[asked].line(evening.table, asked) as line:
                await frame_of(line, Choose)
                assert len((await evening.game()).events) == suggestion + 1

    asyncio.run(play_it())


def test_an_eliminated_player_answers_automatically_and_is_told_so(tmp_path: Path) -> None:
    async def play_it() -> None:
        async with running(replace(quick(tmp_path), pace=0.3)) as (address, service):
            evening = await at_table(address, service)
            game = await evening.game()
            out, deck = game.to_act, game.edition.deck
            assert out is not None
            chair = await evening.chair(out)
            guilty = game.secrets.case_file
            await evening.act(
                Accuse(guilty._replace(suspect=next(one for one in deck.suspects if one != guilty.suspect)))
            )
            game = await evening.game()
            between = next_after(game)
            async with evening.guests[chair].line(evening.table, chair, look=True) as line:
                await evening.act(Suggest(theory_without(game, game.hand(between), game.hand(out))))
                await evening.act(CannotShow())
                before = len((await evening.game()).events)
                while "You answer automatically" not in (await frame_of(line, SceneFrame)).ask:
                    pass
                async for frame in line:
                    assert not isinstance(frame, Choose)
                    if isinstance(frame, Happened) and frame.decision == before:
                        break
            entry = (await evening.live()).story.log[-1]
            assert isinstance(entry, Played)
            assert (entry.chair, entry.by, entry.auto) == (chair, "person", True)

    asyncio.run(play_it())


def test_the_wait_is_a_draw_from_the_seats_own_chosen_answers_and_the_same_after_a_restart(tmp_path: Path) -> None:
    async def play_it() -> None:
        async with running(quick(tmp_path)) as (address, service):
            evening = await at_table(address, service)
            story, pace = (await evening.live()).story, Pace(factor=1.0)
            first = [waiting_time(story, 0, secret="s", pace=pace) for _ in range(3)]
            assert pace.shortest <= first[0] <= pace.longest
            assert first == first[:1] * 3
            assert waiting_time(story, 0, secret="another", pace=pace) != first[0]

    asyncio.run(play_it())


def test_forced_answers_given_by_hand_do_not_mark_later_ones(tmp_path: Path) -> None:
    """Whoever says at once that they have none is timed like a bot until they have chosen five times."""

    async def play_it() -> None:
        async with running(quick(tmp_path)) as (address, service):
            evening = await at_table(address, service)
            pace, given = Pace(factor=1.0), dict.fromkeys(range(3), 0)
            while min(given.values()) < ENOUGH:
                game = await evening.game()
                others = [seat for seat in game.seats if seat != game.to_act]
                await evening.act(Suggest(theory_without(game, *(game.hand(seat) for seat in others))))
                await evening.act(CannotShow())
                await evening.act(CannotShow())
                for seat in others:
                    given[await evening.chair(seat)] += 1
                await evening.act(EndTurn())
            live = await evening.live()
            assert all(isinstance(entry, Played) and not entry.auto for entry in live.story.log[-4:])
            for chair in range(3):
                assert pace.shortest <= waiting_time(live.story, chair, secret="s", pace=pace) <= pace.longest
            # Until then they keep the bots' pace in everything.
            await evening.guests[0].ask(evening.table, Hurry())
            for chair in range(3):
                wait = waiting_time(live.story, chair, secret="s", pace=pace)
                assert pace.hurried * pace.shortest <= wait <= pace.hurried * pace.longest

    asyncio.run(play_it())
