"""What people type, and what is meant by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from greycells.editions import load, names
from greycells.free_text.input_parser import Draft, Typed, TypedCommand, Verb, read
from greycells.free_text.name_matching import Unclear
from greycells.players.player_specs import player
from greycells.rules.actions import Accuse, Action, CannotShow, EndTurn, Move, Roll, Show, Snoop, Suggest, TakePassage
from greycells.rules.cards import Card
from greycells.rules.chance import ScriptedDealer, SeededDealer
from greycells.rules.game import Game
from greycells.rules.views import View
from greycells.terminal.action_menu import label, menu_of, words_after


def game_at(edition: str, *moves: str, dice: list[tuple[int, ...]] | None = None) -> Game:
    """A game after these lines were typed."""
    game = Game.new(
        load(edition), ["Ada", "Grace", "Alan"], dealer=ScriptedDealer(dice=dice or [], otherwise=SeededDealer(3))
    )
    for line in moves:
        meant = read(line, view_of(game))
        assert not isinstance(meant, TypedCommand | Draft)
        game.play(meant)
    return game


def view_of(game: Game) -> View:
    assert game.to_act is not None
    return game.view(game.to_act)


def told(meant: Typed) -> str:
    """A choice in one line, to compare with."""
    match meant:
        case Move(to, None):
            return f"move {to}"
        case Move(_, path):
            return f"walk {' '.join(place.name for place in path or ())}"
        case Suggest(theory):
            return f"suggest {theory}"
        case Accuse(theory):
            return f"accuse {theory}"
        case Draft(verb, suspect, weapon, room):
            named: list[Card | None] = [suspect, weapon, room]
            return " ".join([f"{verb.word}...", *(card.word for card in named if card is not None)])
        case TypedCommand(verb, words):
            return " ".join([f"{verb.word}:", *words])
        case Show(card):
            return f"show {card.word}"
        case Snoop(owner):
            return f"snoop {owner}"
        case _:
            return type(meant).__name__


def told_or_unclear(line: str, view: View) -> str:
    try:
        return told(read(line, view))
    except Unclear:
        return "unclear"


BEFORE_ROLLING = {
    "roll": "Roll",
    "R": "Roll",
    "rol": "Roll",
    "rlol": "Roll",
    "Roll the dice!": "Roll",
    "passage": "TakePassage",
    "end": "EndTurn",
    "done": "EndTurn",
    "q7": "move q7",
    "Lounge": "move Lounge",
    "billiard": "move Billiard Room",
    "consrvatory": "move Conservatory",
    "accuse plum rope hall": "accuse Plum Rope Hall",
    "accuse Prof. Plum with the Lead Pipe in the Billiard Room": "accuse Plum LeadPipe BilliardRoom",
    "ACC hall, rope, plum": "accuse Plum Rope Hall",
    "a mrs white": "accuse... White",
    "suggest green wrench": "suggest Green Wrench Hall",
    "?": "help:",
    "h": "help:",
    "why not lounge": "why: not lounge",
    "mark rope white no": "mark: rope white no",
    "q": "quit:",
    "n": "notes:",
}


@pytest.mark.parametrize(("line", "meant"), BEFORE_ROLLING.items())
def test_before_rolling(line: str, meant: str) -> None:
    assert told(read(line, view_of(game_at("classic")))) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    {
        "p2": "move p2",
        "P 2": "move p2",
        "go to the p6": "move p6",
        "path q2 q3 q4 q5 q6 q7": "walk q2 q3 q4 q5 q6 q7",
        "q7 via q3": "walk q2 q3 q4 q5 q6 q7",
        "q5 via p2 p4": "walk q2 p2 p3 p4 q4 q5",
        "go": "unclear",
        "stay": "move q1",
        "dining room": "move Dining Room",
        "the butler": "unclear",
    }.items(),
)
def test_on_the_way(line: str, meant: str) -> None:
    game = game_at("classic", "roll", dice=[(6,)])
    assert told_or_unclear(line, view_of(game)) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    {
        "suggest green wrench": "suggest Green Wrench Lounge",
        "green wrench": "suggest Green Wrench Lounge",
        "Suggest Mr. Green with the Lead Pipe in the Lounge": "suggest Green LeadPipe Lounge",
        "wrnch grean": "suggest Green Wrench Lounge",
        "s gr wr": "suggest Green Wrench Lounge",
        "pea re": "suggest Peacock Revolver Lounge",
        "suggest green wrench hall": "suggest Green Wrench Hall",
        "suggest": "suggest... Lounge",
        "colonel mustard": "suggest... Mustard Lounge",
        "s p rope": "unclear",
    }.items(),
)
def test_in_a_room(line: str, meant: str) -> None:
    game = game_at("classic", "roll", "q7", "end", dice=[(6,), (1,), (1,), (3,)])
    while game.to_act is not game.seats[0]:
        place = "" if game.scene.turn.phase != "moving" else next(iter(_ends(game)))
        game.play(_action(read({"starting": "roll", "moved": "end"}.get(game.scene.turn.phase, place), view_of(game))))
    game.play(Roll())
    game.play(Move(game.edition.board.place("Lounge")))
    assert told_or_unclear(line, view_of(game)) == meant


def _ends(game: Game) -> list[str]:
    options = view_of(game).options
    assert options is not None
    assert options.moves is not None
    return [place.name for place in options.moves.ends]


def _action(meant: Typed) -> Action:
    assert not isinstance(meant, TypedCommand | Draft)
    return meant


def test_answering() -> None:
    game = Game.new(load("parlour"), ["Ada", "Grace", "Alan"], seed=3)
    held = tuple(game.hand(game.seats[1]))
    rooms, deck = game.edition.deck.rooms, game.edition.deck
    weapon = next(card for card in deck.weapons if card in held)
    missing = next(card for card in deck.suspects if card not in held)
    game.play(_action(read(f"{missing.word} {weapon.word} {rooms[0].word}", view_of(game))))
    view = view_of(game)
    assert read(weapon.name[:3], view) == Show(weapon)
    assert read(f"show the {weapon.name}", view) == Show(weapon)
    assert read(f"show {missing.name}", view) == Show(missing)
    assert read("nothing", view) == CannotShow()
    assert read("pass", view) == CannotShow()
    assert isinstance(read("passage", view), TakePassage)


def test_names_that_could_be_several_are_listed() -> None:
    with pytest.raises(Unclear, match="“c” could be the Candlestick and the Conservatory"):
        read("accuse plum c", view_of(game_at("classic")))
    with pytest.raises(Unclear, match="I don't understand “xyzzy”"):
        read("xyzzy", view_of(game_at("classic")))


def test_completion_offers_what_can_be_typed_next() -> None:
    view = view_of(game_at("classic", "roll", dice=[(6,)]))
    menu = menu_of(view)
    words = words_after("", view, menu)
    assert {"q7", "p2", "accuse", "notes", "help"} <= set(words)
    assert "roll" not in words
    assert "plum" in words_after("accuse ", view, menu)
    assert "plum" not in words_after("accuse plum ", view, menu)
    assert words_after("go ", view, menu) == [place.name for place in menu.labels()]


def test_enter_chooses_only_where_nothing_else_can_be_meant() -> None:
    assert menu_of(view_of(game_at("classic"))).default == Roll()
    assert menu_of(view_of(game_at("classic", "roll", dice=[(6,)]))).default is None
    assert menu_of(view_of(game_at("classic", "roll", "q7", dice=[(6,)]))).default == EndTurn()


@pytest.mark.parametrize("edition", names())
def test_what_the_menu_says_can_be_typed(edition: str) -> None:
    """Every choice of a whole game is understood as the menu puts it, and by its number."""
    count = min(3, load(edition).rules.most_seats)
    game = Game.new(load(edition), ["Ada", "Grace", "Alan"][:count], seed=9)
    bots = [player("sergeant:slip=0", seed=number) for number in range(count)]
    while game.to_act is not None:
        view = view_of(game)
        menu = menu_of(view)
        for number, choice in enumerate(menu.choices, 1):
            assert menu.choice(number) == choice
            meant = read(label(choice), view)
            assert meant == choice or (
                isinstance(meant, Draft) and isinstance(choice, Draft) and meant.verb is choice.verb
            )
        for square in menu.squares:
            assert read(square.name, view) == Move(square)
        game.play(bots[game.to_act.index].choose(view))


def test_every_verb_is_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs/learn/terminal.md").read_text(encoding="utf-8")
    for verb in Verb:
        assert f"`{verb.word}" in page, verb


def test_every_verb_has_words_of_its_own() -> None:
    words = [word for verb in Verb for word in verb.value.split()]
    assert len(words) == len(set(words))
