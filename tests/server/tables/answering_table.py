"""A table at which answers are given automatically."""

from __future__ import annotations

from dataclasses import dataclass

from tests.server.running_server import guest, loaded

from greycells.client import ServerClient
from greycells.protocol.choices import choice_message
from greycells.protocol.commands import Play, Ready, Sit, Start
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Action
from greycells.rules.cards import CardSet, Theory
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.server.service.service import Service
from greycells.server.tables.live_table import LiveTable

PLAN = TablePlan(edition="parlour", chairs=(ChairPlan(),) * 3)


@dataclass
class Evening:
    """Three people at a table where nobody moves, so that every turn begins with a suggestion."""

    service: Service
    guests: list[ServerClient]
    table: str

    async def live(self) -> LiveTable:
        return await loaded(self.service, self.table)

    async def game(self) -> Game:
        game = (await self.live()).history.game
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
    return await sits_down([await guest(address, name) for name in ("Ada", "Grace", "Hedy")], service, plan)


async def sits_down(guests: list[ServerClient], service: Service, plan: TablePlan) -> Evening:
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
