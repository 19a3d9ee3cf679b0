"""What the game writes into a notebook and says when asked, at each level of help."""

from __future__ import annotations

from itertools import pairwise

import pytest

from greycells.analysis.conclusions.first_proofs import first_proofs
from greycells.analysis.help.hints import find_hint
from greycells.analysis.help.notebook_help import HelpLevel, known_boxes, objections, why
from greycells.deduction.facts import CASE_FILE, CaseFile, Holder
from greycells.deduction.notebook import Box, Mark, Notebook
from greycells.editions import load
from greycells.language.sentences import spoken
from greycells.players.player_specs import player
from greycells.rules.events import TurnEnded
from greycells.rules.game import Game
from greycells.rules.seats import Seat


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
        levels = [known_boxes(view, level) for level in HelpLevel]
        assert all(fewer.items() <= more.items() for fewer, more in pairwise(levels))
        assert len(levels[0]) < len(levels[1]) <= len(levels[2])
        for (card, holder), has in levels[2].items():
            cards = game.secrets.case_file if isinstance(holder, CaseFile) else game.hand(holder)
            assert has == (card in cards)


def end_of_the_proof(game: Game, seat: Seat) -> int | None:
    """After how many events the turn ended in which a seat could first have proved the case, if it did end."""
    sightings = game.view(seat).sightings
    turn = first_proofs(game.table, seat, sightings=sightings, case_file=game.secrets.case_file).everything
    ends = [number + 1 for number, event in enumerate(game.events) if isinstance(event, TurnEnded)]
    return ends[turn - 1] if turn is not None and turn <= len(ends) else None


def test_a_hint_tells_what_is_open_and_then_what_is_certain() -> None:
    game = finished_game("classic", 3)
    early = game.at(len(game.events) // 3)
    seat = early.seats[0]
    still_open, likeliest, *_ = map(str, find_hint(early.view(seat)).sentences())
    assert still_open.startswith("Still possible: ")
    assert "solutions are possible" in likeliest
    games = (finished_game("classic", seed) for seed in range(20))
    game, seat, end = next(
        (game, seat, end) for game in games for seat in game.seats if (end := end_of_the_proof(game, seat)) is not None
    )
    (certain,) = find_hint(game.at(end).view(seat)).sentences()
    suspect, weapon, room = game.secrets.case_file
    assert str(certain) == f"It's certain: {suspect} with the {weapon} in the {room}. Accuse!"
    assert Box(suspect, CASE_FILE) in known_boxes(game.at(end).view(seat), HelpLevel.FULL_LOGIC)


def test_marks_that_cannot_be_right_are_found_as_far_as_help_goes() -> None:
    whole = finished_game("classic", 3)
    game = whole.at(len(whole.events) * 2 // 3)
    view = game.view(game.seats[0])
    seen = next(
        box for box, has in known_boxes(view, HelpLevel.DIRECT_FACTS).items() if has and box.holder != game.seats[0]
    )
    own = next(iter(view.hand))
    marks = Notebook().write(seen, Mark.NO).write(Box(own, game.seats[1]), Mark.YES)
    marks = marks.write(Box(own, game.seats[2]), Mark.MAYBE)
    mine = f"Your notebook says otherwise, but {game.seats[1]} doesn't have {spoken(own)}."
    other = f"Your notebook says otherwise, but {seen.holder} has {spoken(seen.card)}."
    assert [str(sentence) for sentence in objections(marks, view, HelpLevel.NONE)] == [mine]
    assert {str(sentence) for sentence in objections(marks, view, HelpLevel.DIRECT_FACTS)} == {mine, other}
    assert {str(sentence) for sentence in objections(marks, view, HelpLevel.FULL_LOGIC)} == {mine, other}


def test_marks_that_are_wrong_together_are_named_together() -> None:
    game = Game.new(load("classic"), ["Ada", "Grace", "Alan"], seed=3)
    view, marks = game.view(game.seats[0]), Notebook()
    strange = [card for card in game.edition.deck if card not in view.hand][:7]
    for card in strange:
        marks = marks.write(Box(card, game.seats[1]), Mark.YES)
    (together,) = objections(marks, view, HelpLevel.FULL_LOGIC)
    assert str(together).startswith("These marks can't all be right: ")
    assert not list(objections(marks, view, HelpLevel.DIRECT_FACTS))


def test_a_hint_in_a_room_names_a_suggestion_that_can_be_made() -> None:
    game = finished_game("classic", 4)
    for number in range(len(game.events)):
        early = game.at(number) if number > 4 else game
        if early.to_act is not None and early.scene.turn.phase == "moved" and early.scene.turn.entered:
            *_, best = find_hint(early.view(early.to_act)).sentences()
            room = early.scene.pawn(early.to_act)
            assert str(best).endswith((f"in the {room}.", "Accuse!"))
            return
    raise AssertionError("nobody entered a room")


def test_every_certain_box_is_explained_and_an_open_one_is_likely_or_not() -> None:
    whole = finished_game("classic", 3)
    game = whole.at(len(whole.events) * 2 // 3)
    view = game.view(game.seats[0])
    facts = known_boxes(view, HelpLevel.FULL_LOGIC)
    for box, has in facts.items():
        *_, conclusion = why(view, box)
        assert box.card.name in conclusion
        assert any(no in conclusion for no in ("doesn't have", "isn't in")) is not has
    holders: list[Holder] = [*game.seats, CASE_FILE]
    boxes = [Box(card, holder) for card in game.edition.deck for holder in holders]
    for box in (box for box in boxes if box not in facts):
        (line,) = why(view, box)
        assert line.startswith("That isn't certain yet: ")
