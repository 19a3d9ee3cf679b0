"""Whatever a Python bot returns or raises, it costs the bot that choice, never the game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import pytest

from greycells import (
    Accuse,
    Action,
    EndTurn,
    Game,
    Move,
    Place,
    Refusal,
    Roll,
    Room,
    Seat,
    Show,
    Snoop,
    Suggest,
    Suspect,
    Theory,
    View,
    Weapon,
    load,
)
from greycells.arena.match import play_out
from greycells.players import Player, player
from greycells.players.guarded_player import Guarded
from greycells.rules.legal_options import why_not
from greycells.rules.replay import replay


def anything(value: object) -> Any:
    """A value that claims to be of every type, as Python lets a bot do."""
    return value


class Agreeable(Suspect):
    """A suspect that equals everything."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Suspect.__hash__


class Somewhere(Place):
    """A place that equals every other."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Place.__hash__


@dataclass(frozen=True, slots=True)
class Announced(Accuse):
    """An accusation with something of one's own."""

    comment: str = "!"


class LoudRoll(Roll):
    """A roll of one's own kind."""

    __slots__ = ()


def foreign_answers(game: Game) -> list[object]:
    """Everything that is no action of this table, in any position."""
    deck, own = game.edition.deck, load("cottage" if game.edition.key != "cottage" else "classic")
    other, seat, place = own.deck, game.seats[0], game.edition.board.places[0]
    who, what, where = deck.suspects[0], deck.weapons[0], deck.rooms[0]
    stranger = Game.new(load("master-detective"), [f"player {number}" for number in range(10)], seed=1)
    theories: list[object] = [
        None,
        "Plum Rope Lounge",
        (who, what, where),
        Theory(anything(where), what, anything(who)),
        Theory(anything(None), anything(None), anything(None)),
        Theory(anything(seat), what, where),
        Theory(other.suspects[1], other.weapons[1], other.rooms[1]),
        Theory(Suspect(500, "Nobody", "Nobody"), what, where),
        Theory(Suspect(who.index, who.word, "Somebody Else"), what, where),
        Theory(who, Weapon(what.index, what.word, "Spoon"), where),
        Theory(who, what, Room(where.index, where.word, "Attic")),
        Theory(Agreeable(who.index, who.word, who.name), what, where),
        anything(tuple).__new__(Theory, ()),
    ]
    answers: list[object] = [None, "roll", 7, object(), Roll, Theory(who, what, where), who, {}, [], LoudRoll(), game]
    answers += [kind(anything(theory)) for theory in theories for kind in (Suggest, Accuse)]
    answers += [Announced(Theory(who, what, where))]
    cards: tuple[object, ...] = (None, "Rope", seat, other.cards[-1], Weapon(what.index, what.word, "Spoon"), 3)
    answers += [Show(anything(card)) for card in cards]
    answers += [Snoop(anything(owner)) for owner in (None, 1, who, *stranger.seats, Seat(1, who, "Ada"))]
    places = (None, "a1", where, own.board.places[0], Place(9000, "z99", "square"), Somewhere(0, place.name, "square"))
    answers += [Move(anything(to)) for to in places]
    answers += [Move(place, anything(path)) for path in ("a1", [place], (None,), (own.board.places[0],), 5)]
    answers += [Move(anything(to), (anything(to),)) for to in places]
    return answers


@pytest.mark.parametrize("edition", ["classic", "master-detective", "parlour"])
def test_what_is_no_action_of_this_table_is_refused_at_every_decision_and_changes_nothing(edition: str) -> None:
    game = Game.new(load(edition), ["Ada", "Grace", "Hedy"], seed=2)
    minds = [player("stroller", seed=seat.index) for seat in game.seats]
    answers = foreign_answers(game)
    for _ in range(60):
        seat = game.to_act
        assert seat is not None
        events, view = list(game.events), game.view(seat)
        for answer in answers:
            for by in (None, *game.seats):
                with pytest.raises(Refusal) as told:
                    game.play(anything(answer), by=by)
                assert str(told.value).endswith(f"({told.value.rule})")
                assert told.value.say("de") != str(told.value)
            assert why_not(view.scene, seat, view.hand, anything(answer)) is not None
        assert game.events == events
        game.play(minds[seat.index].choose(view))


def test_what_is_no_action_is_a_type_error_too() -> None:
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=2)
    with pytest.raises(TypeError, match=r"str isn't an action\. Choose one .* such as Roll\(\)"):
        game.play(anything("roll"))


def test_a_seat_of_another_game_can_do_nothing() -> None:
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=2)
    others = Game.new(load("master-detective"), [str(number) for number in range(10)], seed=2)
    twins = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=2)
    for by in (*others.seats, *twins.seats, anything("Ada")):
        with pytest.raises(Refusal, match="Only players at this table"):
            game.play(Roll(), by=by)
    with pytest.raises(IndexError, match="numbered from 0 to 2: there is no seat 99"):
        game.play(Roll(), by=99)
    assert len(game.events) == len(twins.events)


def test_a_suspect_of_another_edition_cannot_be_chosen() -> None:
    classic, strangers = load("classic"), load("luxury").deck.suspects
    for suspect in (strangers[0], strangers[3], anything(classic.deck.weapons[0]), "Nobody"):
        with pytest.raises(Refusal, match="isn't a suspect in this edition") as told:
            Game.new(classic, [("Ada", suspect), "Grace", "Hedy"])
        assert told.value.rule == "SET-19"


class BadError(Exception):
    """An error that cannot say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


def raising(error: BaseException) -> Callable[[View], object]:
    def choose(_: View) -> object:
        raise error

    return choose


def leaving(_: View) -> object:
    sys.exit("I have had enough")


def recursing(view: View) -> object:
    return recursing(view)


RUDE: dict[str, Callable[[View], object]] = {
    "raises": raising(ValueError("no idea")),
    "raises without words": raising(BadError()),
    "raises a refusal": raising(Refusal("X-1", anything(None))),
    "leaves": leaving,
    "recurses": recursing,
    "ends every turn": lambda _: EndTurn(),
    "returns the view": lambda view: view,
    "shows what it has not": lambda view: Show(next(iter(view.scene.edition.deck.everything - view.hand))),
    "accuses the wrong kinds": lambda view: Accuse(Theory(*anything(view.scene.edition.deck.rooms[:3]))),
}


class Rude:
    """A bot that answers as it is told to, complains back, and does not even go quietly."""

    def __init__(self, answer: Callable[[View], object]) -> None:
        self.answer = answer

    def choose(self, view: View) -> Action:
        return cast("Action", self.answer(view))

    def complain(self, fault: str) -> None:
        raise RuntimeError(fault)

    def close(self) -> None:
        sys.exit("never")


@pytest.mark.parametrize("how", RUDE)
@pytest.mark.parametrize("edition", ["classic", "master-detective"])
def test_a_rude_bot_loses_its_choices_and_the_game_goes_on(how: str, edition: str) -> None:
    game = Game.new(load(edition), ["Ada", "Grace", "Hedy"], seed=4)
    rude = Guarded(Rude(RUDE[how]))
    seated: list[Player] = [rude, player("inspector", seed=1), player("inspector", seed=2)]
    play_out(game, seated)
    rude.close()
    assert game.over
    assert rude.faults
    replay(game.table, game.events)


@pytest.mark.parametrize("edition", ["cottage", "getaway"])
def test_a_bot_that_answers_with_everything_foreign_plays_to_the_end(edition: str) -> None:
    game = Game.new(load(edition), ["Ada", "Grace", "Hedy"], seed=5)
    answers = foreign_answers(game)
    rude = Guarded(Rude(lambda view: answers[len(view.sightings) % len(answers)]))
    play_out(game, [rude, player("inspector", seed=1), player("inspector", seed=2)])
    assert game.over
    assert len(rude.faults) > 5
    replay(game.table, game.events)
