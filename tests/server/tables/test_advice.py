"""Help, hints and the review: what follows from each seat's own sightings, and from nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.every_deal import CASE, certain, still_possible
from tests.server.running_server import guest, loaded, plays_until_over, quick, refused, running
from tests.server.seated_table import table_with

from greycells import Game, load
from greycells.client import ServerClient
from greycells.language.sentences import using_language
from greycells.players import player
from greycells.protocol.help_messages import Advice, Hint
from greycells.protocol.notebook_messages import NotebookPages
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.review_messages import ProofTurns, Review
from greycells.rules.actions import Accuse
from greycells.rules.cards import Theory, Weapon
from greycells.rules.events import Finished, Opened, TurnEnded
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting, View
from greycells.server.lobby.advice_api import hint, marks, review
from greycells.server.lobby.advice_api import why as prove


def why(table: str, card: str, holder: str) -> str:
    return f"/api/tables/{table}/chairs/0/why?card={card}&holder={holder}"


def known_by_brute_force(view: View) -> dict[tuple[str, str], bool]:
    """Every box of the notebook that has the same answer in all deals that the seat cannot rule out."""
    seats = view.scene.seats
    *_, (_, deals) = still_possible(view.scene.edition.deck, seats, view.sightings)
    return certain(deals, [*map(str, seats), CASE])


def proved_by_brute_force(game: Game, seat: Seat) -> tuple[int | None, ...]:
    """The first turn in which suspect, weapon, room and all three had one card left; looks into the case file aside."""
    seen = [
        Sighting(number, replace(event, case_file=None) if isinstance(event, Opened) else event)
        for number, event in game.view(seat).sightings
        if not isinstance(event, Finished) and not (isinstance(event, Opened) and event.right)
    ]
    turn, first = 1, dict[str, int]()
    for event, deals in still_possible(game.edition.deck, game.seats, seen):
        for card in game.secrets.case_file:
            if all(deal[card.word] == CASE for deal in deals):
                first.setdefault(card.word, turn)
        turn += isinstance(event, TurnEnded)
    each = [first.get(card.word) for card in game.secrets.case_file]
    turns = [turn for turn in each if turn is not None]
    return (*each, max(turns) if len(turns) == 3 else None)


def turns_of(insight: ProofTurns) -> tuple[int | None, ...]:
    return (insight.suspect, insight.weapon, insight.room, insight.everything)


def test_marks_hints_and_reviews_say_what_counting_every_deal_says() -> None:
    """Nothing that is certain is left out, nothing else is written, and no turn of a review is early or late."""
    hinted, proved = 0, 0
    for seed in range(3):
        game = Game.new(load("cottage"), ["Ada", "Bo", "Cy"], seed=seed)
        minds = {seat: player("sergeant", seed=seed) for seat in game.seats}
        suspect, weapon, room = game.secrets.case_file
        game.play(Accuse(Theory(suspect, next(one for one in game.edition.deck.weapons if one != weapon), room)))
        while game.to_act is not None:
            view = game.view(game.to_act)
            expected = known_by_brute_force(view)
            told = hint(view)
            assert {(mark.card, mark.holder): mark.has for mark in marks(view, "full logic")} == expected
            assert len(marks(view, "full logic")) == len(expected)
            if told.mark is not None:
                assert expected[told.mark.card, told.mark.holder] is told.mark.has
                assert told.nudge
                assert told.nudge not in told.sentence
                hinted += 1
            game.play(minds[game.to_act].choose(view))
        for seat, insight in zip(game.seats, review(game).insights, strict=True):
            assert turns_of(insight) == proved_by_brute_force(game, seat)
            proved += insight.everything is not None
    assert hinted > 10
    assert proved > 2


async def test_help_goes_as_far_as_the_table_allows_and_is_always_true(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada = await guest(address, "Ada")
        bots = (ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant"))
        found: dict[str, int] = {}
        for level in ("none", "direct facts", "full logic"):
            table = await table_with(ada, TablePlan(edition="cottage", chairs=bots, help=level))
            await plays_until_over(ada, table, 0, "constable")
            advice = await ada.get(f"/api/tables/{table}/chairs/0/help", Advice)
            found[level] = len(advice.marks)
            live = await loaded(service, table)
            game = live.history.game
            assert game is not None
            written = {(mark.card, mark.holder): mark.has for mark in advice.marks}
            expected = known_by_brute_force(game.view(game.seats[0]))
            if level == "full logic":
                assert written == expected
            else:
                assert written.items() <= expected.items()
            for mark in (*advice.marks[:3], *advice.marks[-3:]):
                reason = await ada.get(why(table, mark.card, mark.holder), Hint)
                assert reason.mark == mark
                assert reason.proof
            with refused(409, "doesn't follow"):
                await ada.get(why(table, "Rope", "Nobody"), Hint)
            if level == "full logic":
                assert (await ada.get(f"/api/tables/{table}/chairs/0/hint", Hint)).sentence
            else:
                with refused(403, "help is off"):
                    await ada.get(f"/api/tables/{table}/chairs/0/hint", Hint)
            review = await ada.get(f"/api/tables/{table}/review", Review)
            for seat, insight in zip(game.seats, review.insights, strict=True):
                assert turns_of(insight) == proved_by_brute_force(game, seat)
        assert found["none"] == 0 < found["direct facts"]


async def test_a_notebook_is_private_and_survives_a_change_of_device(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, eve = await guest(address, "Ada"), await guest(address, "Eve")
        plan = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant")))
        table = await table_with(ada, plan)
        path = f"/api/tables/{table}/chairs/0/notebook"
        pages = NotebookPages(version=1, marks={"Rope Mustard": "yes"}, notes="Plum?", undo=(("Rope Mustard", ""),))
        await ada.send("PUT", path, pages, NotebookPages)
        with refused(409, "another device"):
            await ada.send("PUT", path, NotebookPages(version=1), NotebookPages)
        with refused(403, "isn't yours"):
            await eve.get(path, NotebookPages)
        with refused(403, "isn't yours"):
            await eve.get(f"/api/tables/{table}/chairs/1/help", Advice)
        link = await ada.seat_link(table, 0)
    async with running(quick(tmp_path)) as (address, _):
        phone = ServerClient(address)
        await phone.claim(link)
        assert await phone.get(path, NotebookPages) == pages


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
                ("Head for a room", "The secret passage leads", "Worth suggesting here", "It's certain")
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
            assert "Worth suggesting here" in said
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
    with using_language("de"):
        told = prove(game.view(seat), "direct facts", card=held, holder=str(other))
        assert told.proof[0].startswith("1. Du hast ")
