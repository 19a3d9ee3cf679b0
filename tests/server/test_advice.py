"""Help, hints and the review: what follows from each seat's own sightings, and from nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.house import guest, plays_until_over, quick, refused, running

from greycells import Game, load
from greycells.client import Server
from greycells.notation.answers import Advice, Hint, Notebook, Review
from greycells.notation.commands import ChairPlan, Plan, Sit, Start
from greycells.players import player
from greycells.rules.cards import Weapon
from greycells.rules.sentences import speaking
from greycells.server.advice import hint
from greycells.server.advice import why as prove


async def table_with(ada: Server, plan: Plan) -> str:
    table = (await ada.open(plan)).id
    await ada.ask(table, Sit(chair=0))
    await ada.ask(table, Start())
    return table


def why(table: str, card: str, holder: str) -> str:
    return f"/api/tables/{table}/chairs/0/why?card={card}&holder={holder}"


def test_help_goes_as_far_as_the_table_allows_and_is_always_true(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(quick(tmp_path)) as (address, service):
            ada = await guest(address, "Ada")
            bots = (ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant"))
            found: dict[str, int] = {}
            for level in ("none", "direct facts", "full logic"):
                table = await table_with(ada, Plan(chairs=bots, help=level))
                async with asyncio.timeout(60):
                    await plays_until_over(ada, table, 0, "constable")
                advice = await ada.get(f"/api/tables/{table}/chairs/0/help", Advice)
                found[level] = len(advice.marks)
                live = await service.lobby.table(table)
                assert live is not None
                game = live.story.game
                assert game is not None
                for mark in advice.marks:
                    (card,) = (card for card in game.edition.deck if card.word == mark.card)
                    holders = {str(seat): card in game.hand(seat) for seat in game.seats}
                    holders["CaseFile"] = card in game.secrets.case_file
                    assert holders[mark.holder] == mark.has
                for mark in (*advice.marks[:3], *advice.marks[-3:]):
                    reason = await ada.get(why(table, mark.card, mark.holder), Hint)
                    assert reason.mark == mark
                    assert reason.proof
                with refused(409, "does not follow"):
                    await ada.get(why(table, "Rope", "Nobody"), Hint)
                if level == "full logic":
                    assert (await ada.get(f"/api/tables/{table}/chairs/0/hint", Hint)).sentence
                else:
                    with refused(403, "without that help"):
                        await ada.get(f"/api/tables/{table}/chairs/0/hint", Hint)
                review = await ada.get(f"/api/tables/{table}/review", Review)
                assert len(review.insights) == 3
                winner = (await ada.table(table)).winner
                proved = {insight.seat: insight.everything for insight in review.insights}
                assert winner is None or proved[winner] is not None
            assert found["none"] == 0 < found["direct facts"]

    asyncio.run(evening())


def test_a_notebook_is_private_and_survives_a_change_of_device(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(quick(tmp_path)) as (address, _):
            ada, eve = await guest(address, "Ada"), await guest(address, "Eve")
            plan = Plan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant")))
            table = await table_with(ada, plan)
            path = f"/api/tables/{table}/chairs/0/notebook"
            pages = Notebook(version=1, marks={"Rope Mustard": "yes"}, notes="Plum?", undo=(("Rope Mustard", ""),))
            await ada.send("PUT", path, pages, Notebook)
            with refused(409, "another device"):
                await ada.send("PUT", path, Notebook(version=1), Notebook)
            with refused(403, "not yours"):
                await eve.get(path, Notebook)
            with refused(403, "not yours"):
                await eve.get(f"/api/tables/{table}/chairs/1/help", Advice)
            link = await ada.seat_link(table, 0)
        async with running(quick(tmp_path)) as (address, _):
            phone = Server(address)
            await phone.claim(link)
            assert await phone.get(path, Notebook) == pages

    asyncio.run(evening())


@pytest.mark.parametrize("edition", ["classic", "getaway", "parlour"])
def test_a_hint_never_tells_what_the_own_hand_shows_and_always_says_what_to_do(edition: str) -> None:
    game = Game.new(load(edition), ["Ada", "Bo", "Cy", "Di"][: load(edition).rules.fewest_seats], seed=5)
    minds = {seat: player("sergeant", seed=seat.index) for seat in game.seats}
    said: set[str] = set()
    while game.to_act is not None and len(said) < 12:
        seat = game.to_act
        view = game.view(seat)
        told = hint(view)
        said.add(told.sentence)
        if told.mark is not None:
            assert told.mark.holder != str(seat)
            assert told.mark.card not in {card.word for card in view.hand}
            assert told.proof
        options = view.options
        assert options is not None
        if options.roll and told.mark is None:
            assert told.sentence.startswith(
                ("Go where you can ask", "The secret passage leads", "Worth asking here", "It is certain")
            )
        game.play(minds[seat].choose(view))
    assert len(said) > 5


def test_a_hint_names_a_suggestion_where_everybody_answers() -> None:
    game = Game.new(load("master-detective"), ["Ada", "Bo", "Cy"], seed=3)
    minds = {seat: player("constable", seed=seat.index) for seat in game.seats}
    for _ in range(200):
        seat = game.to_act
        assert seat is not None
        view = game.view(seat)
        assert view.options is not None
        if view.options.rooms:
            said = hint(view).sentence
            assert "Worth asking here" in said
            assert any(room.name in said for room in view.options.rooms)
            return
        game.play(minds[seat].choose(view))
    raise AssertionError("Nobody came into a room.")


def test_a_proof_speaks_to_whoever_reads_it() -> None:
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=7)
    seat, other, _ = game.seats
    held = next(card.word for card in game.hand(seat) if isinstance(card, Weapon))
    told = prove(game.view(seat), "direct facts", card=held, holder=str(other))
    assert told.proof[0].startswith("1. You hold ")
    assert seat.suspect.word not in "".join(told.proof)
    with speaking("de"):
        told = prove(game.view(seat), "direct facts", card=held, holder=str(other))
        assert told.proof[0].startswith("1. Du hast ")
