"""What the game writes into a notebook and says when asked, at each level of help."""

from __future__ import annotations

from itertools import pairwise

import pytest

from greycells.deduction.facts import CASE_FILE, CaseFile, Holder
from greycells.deduction.knowledge import Knowledge
from greycells.deduction.notebook import Box, Mark, Notebook
from greycells.deduction.sightings import evidence_from
from greycells.editions import load
from greycells.players.registry import player
from greycells.rules.actions import Accuse
from greycells.rules.events import TurnEnded
from greycells.rules.game import Game
from greycells.rules.sentences import spoken
from greycells.terminal.advice import Help, could_have_proved, hint, known, objections, why


def finished_game(edition: str, seed: int) -> Game:
    game = Game.new(load(edition), ["Ada", "Grace", "Alan"], seed=seed)
    bots = [player("sergeant:slip=0", seed=number) for number in range(3)]
    while game.to_act is not None:
        game.play(bots[game.to_act.index].choose(game.view(game.to_act)))
    return game


@pytest.mark.parametrize("edition", ["classic", "getaway", "cottage", "master-detective"])
def test_more_help_prints_more_and_nothing_false(edition: str) -> None:
    whole = finished_game(edition, 3)
    game = whole.at(len(whole.events) * 2 // 3)
    for seat in game.seats:
        view = game.view(seat)
        levels = [known(view, level) for level in Help]
        assert all(fewer.items() <= more.items() for fewer, more in pairwise(levels))
        assert len(levels[0]) < len(levels[1]) <= len(levels[2])
        for (card, holder), has in levels[2].items():
            cards = game.secrets.case_file if isinstance(holder, CaseFile) else game.hand(holder)
            assert has == (card in cards)


@pytest.mark.parametrize("edition", ["classic", "cottage"])
def test_the_turn_of_the_proof_is_the_first_one_after_which_it_was_certain(edition: str) -> None:
    game = finished_game(edition, 4)
    for seat in game.seats:
        sightings = game.view(seat).sightings
        first: int | None = None
        turn = 0
        for number, event in sightings:
            if isinstance(event, TurnEnded):
                turn += 1
                seen = evidence_from(game.edition.deck, game.seats, sightings=sightings[: number + 1], viewer=seat)
                if first is None and Knowledge.of(seen).solution is not None:
                    first = turn
        assert could_have_proved(game, seat) == first


def test_who_has_looked_into_the_case_file_did_not_prove_it() -> None:
    game = Game.new(load("classic"), ["Ada", "Grace", "Alan"], seed=3)
    ada, deck = game.seats[0], game.edition.deck
    wrong = next(card for card in deck.weapons if card is not game.secrets.case_file.weapon)
    game.play(Accuse(game.secrets.case_file._replace(weapon=wrong)))
    bots = [player("sergeant:slip=0", seed=number) for number in range(3)]
    while game.to_act is not None:
        game.play(bots[game.to_act.index].choose(game.view(game.to_act)))
    assert could_have_proved(game, ada) is None


def test_hints_are_for_tables_with_full_logic() -> None:
    game = finished_game("classic", 3)
    early = game.at(len(game.events) // 3)
    seat = early.seats[0]
    (refused,) = hint(early.view(seat), Help.DIRECT_FACTS)
    assert str(refused) == "Hints need a table with full logic; this one has the help direct facts."
    still_open, likeliest, *_ = map(str, hint(early.view(seat), Help.FULL_LOGIC))
    assert still_open.startswith("Still open: ")
    assert "case files are possible" in likeliest
    games = (finished_game("classic", seed) for seed in range(20))
    game, seat, turn = next(
        (game, seat, turn)
        for game in games
        for seat in game.seats
        if (turn := could_have_proved(game, seat)) is not None
    )
    ends = [number + 1 for number, event in enumerate(game.events) if isinstance(event, TurnEnded)]
    (certain,) = hint(game.at(ends[turn - 1]).view(seat), Help.FULL_LOGIC)
    suspect, weapon, room = game.secrets.case_file
    assert str(certain) == f"It is certain: {suspect} with the {weapon} in the {room}. Accuse."
    assert Box(suspect, CASE_FILE) in known(game.at(ends[turn - 1]).view(seat), Help.FULL_LOGIC)


def test_marks_that_cannot_be_right_are_found_as_far_as_help_goes() -> None:
    whole = finished_game("classic", 3)
    game = whole.at(len(whole.events) * 2 // 3)
    view = game.view(game.seats[0])
    seen = next(box for box, has in known(view, Help.DIRECT_FACTS).items() if has and box.holder != game.seats[0])
    own = next(iter(view.hand))
    marks = Notebook().write(seen, Mark.NO).write(Box(own, game.seats[1]), Mark.YES)
    marks = marks.write(Box(own, game.seats[2]), Mark.MAYBE)
    mine = f"You marked otherwise, but {game.seats[1]} does not have {spoken(own)}."
    other = f"You marked otherwise, but {seen.holder} has {spoken(seen.card)}."
    assert [str(sentence) for sentence in objections(marks, view, Help.NONE)] == [mine]
    assert {str(sentence) for sentence in objections(marks, view, Help.DIRECT_FACTS)} == {mine, other}
    assert {str(sentence) for sentence in objections(marks, view, Help.FULL_LOGIC)} == {mine, other}


def test_marks_that_are_wrong_together_are_named_together() -> None:
    game = Game.new(load("classic"), ["Ada", "Grace", "Alan"], seed=3)
    view, marks = game.view(game.seats[0]), Notebook()
    strange = [card for card in game.edition.deck if card not in view.hand][:7]
    for card in strange:
        marks = marks.write(Box(card, game.seats[1]), Mark.YES)
    (together,) = objections(marks, view, Help.FULL_LOGIC)
    assert str(together).startswith("These marks cannot all be right: ")
    assert not list(objections(marks, view, Help.DIRECT_FACTS))


def test_a_hint_in_a_room_names_a_suggestion_that_can_be_made() -> None:
    game = finished_game("classic", 4)
    for number in range(len(game.events)):
        early = game.at(number) if number > 4 else game
        if early.to_act is not None and early.scene.turn.phase == "moved" and early.scene.turn.entered:
            *_, best = hint(early.view(early.to_act), Help.FULL_LOGIC)
            room = early.scene.pawn(early.to_act)
            assert str(best).endswith((f"in the {room} would tell you most.", "Accuse."))
            return
    raise AssertionError("nobody entered a room")


def test_every_certain_box_is_explained_and_an_open_one_is_likely_or_not() -> None:
    whole = finished_game("classic", 3)
    game = whole.at(len(whole.events) * 2 // 3)
    view = game.view(game.seats[0])
    facts = known(view, Help.FULL_LOGIC)
    for box, has in facts.items():
        *_, conclusion = why(view, box, Help.FULL_LOGIC)
        assert box.card.name in conclusion
        assert ("not" in conclusion.split()) is not has
    holders: list[Holder] = [*game.seats, CASE_FILE]
    boxes = [Box(card, holder) for card in game.edition.deck for holder in holders]
    for box in (box for box in boxes if box not in facts):
        (line,) = why(view, box, Help.FULL_LOGIC)
        assert line.startswith("That is not certain yet: ")
        (refused,) = why(view, box, Help.NONE)
        assert refused.startswith("Hints need a table with full logic")
