"""The menu: every choice that is open now, in the order of its number, and the words that may be typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, assert_never

from greycells.free_text.input_parser import COMMANDS, Draft, Typed, Verb, pause, verb_of
from greycells.free_text.name_matching import ways
from greycells.language.sentences import Argument, Sentence, called, spoken
from greycells.rules.actions import Accuse, CannotShow, EndTurn, Move, Roll, Show, Snoop, Suggest, TakeBack, TakePassage
from greycells.rules.board import Place
from greycells.rules.cards import Card, Suspect, surname
from greycells.rules.legal_options import Options
from greycells.rules.views import View

MARKED = "()"
"""What a place in reach is labelled with when it has no number."""


class Menu(NamedTuple):
    """The numbered choices, and the squares in reach that have no number: they would run together on the board.

    `default` is what an empty line chooses, where only one thing can be meant.
    """

    choices: tuple[Typed, ...]
    squares: tuple[Place, ...]
    default: Typed | None

    def choice(self, number: int) -> Typed | None:
        """The choice of that number, counted from 1."""
        return self.choices[number - 1] if 1 <= number <= len(self.choices) else None

    def labels(self) -> Mapping[Place, str]:
        """How the places in reach are labelled on the board; where one may also pause, with the number of that."""
        numbered = {choice.to: str(number) for number, choice in enumerate(self.choices, 1) if isinstance(choice, Move)}
        return dict.fromkeys(self.squares, MARKED) | numbered

    def lines(self) -> Iterator[str]:
        """The choices in words, each with its number; the numbers of squares stand on the board."""
        squares = [number for number, choice in enumerate(self.choices, 1) if _is_square(choice)]
        for number, choice in enumerate(self.choices, 1):
            if not _is_square(choice) or len(squares) == 1:
                yield f"{number} {label(choice)}"
            elif number == squares[0]:
                yield f"{number}-{squares[-1]} {Sentence('menu.squares')}"


def _is_square(choice: Typed) -> bool:
    return isinstance(choice, Move) and choice.path is None and choice.to.kind == "square"


def menu_of(view: View) -> Menu:
    """What this seat may choose now."""
    options = view.options
    assert options is not None
    squares = tuple(place for place in options.moves.ends if place.kind == "square") if options.moves else ()
    crowded = any(
        beside in squares for square in squares for beside in view.scene.edition.board.neighbours[square.index]
    )
    choices = tuple(_choices(view, options, () if crowded else squares))
    sensible = [choice for choice in choices if not isinstance(choice, Draft | TakeBack)]
    drafts = [choice for choice in choices if isinstance(choice, Draft) and choice.verb is Verb.SUGGEST]
    default = sensible[0] if len(sensible) == 1 and not drafts and not crowded else None
    return Menu(choices, squares if crowded else (), default)


def _choices(view: View, options: Options, squares: tuple[Place, ...]) -> Iterator[Typed]:
    if options.roll:
        yield Roll()
    if options.passage is not None:
        yield TakePassage()
    yield from (Snoop(owner) for owner in options.snoop)
    if options.rooms:
        yield Draft(Verb.SUGGEST, room=options.rooms[0] if len(options.rooms) == 1 else None)
    yield from (Show(card) for card in options.show)
    if options.cannot_show:
        yield CannotShow()
    if options.end_turn:
        yield EndTurn()
    if options.moves is not None:
        yield from (Move(place) for place in options.moves.ends if place.kind != "square")
        yield from (pause(view, spyglass) for spyglass in options.moves.pauses)
        yield from map(Move, squares)
    if options.take_back:
        yield TakeBack()
    if options.accuse:
        yield Draft(Verb.ACCUSE)


def label(choice: Typed) -> str:
    """A choice in a few words, as it may be typed."""
    match choice:
        case Roll():
            return _say("roll")
        case Move(to, None):
            return spoken(to)
        case Move(to):
            return _say("pause", place=to)
        case TakePassage():
            return _say("passage")
        case Snoop(owner):
            return _say("snoop", owner=owner)
        case Show(card):
            return _say("show", card=card)
        case CannotShow():
            return _say("nothing")
        case EndTurn():
            return _say("end")
        case TakeBack():
            return _say("undo")
        case Suggest() | Accuse():
            return _say("theory", theory=choice.theory)
        case Draft():
            return choice.verb.word
        case _:
            return choice.verb.word
    assert_never(choice)


def _say(key: str, **arguments: Argument) -> str:
    return str(Sentence(f"menu.{key}", **arguments))


def words_after(line: str, view: View, menu: Menu) -> list[str]:
    """What may be typed next, for completion by the tab key."""
    deck, seats = view.scene.edition.deck, view.scene.seats
    cards = [completed(card) for card in deck]
    before = line.split()
    if not before:
        places = _typed_places(menu)
        verbs = {choice.verb.word if isinstance(choice, Draft) else label(choice).split()[0] for choice in menu.choices}
        shown = [completed(choice.card) for choice in menu.choices if isinstance(choice, Show)]
        return sorted({*places, *verbs, *shown, *(verb.word for verb in COMMANDS)} - {"the", Verb.STOP.word})
    match verb_of(before[0]):
        case Verb.SNOOP:
            return [completed(seat.suspect) for seat in seats]
        case Verb.GO:
            return _typed_places(menu)
        case Verb.MARK | Verb.WHY:
            return [*cards, *(ways(key)[0] for key in ("case file", "yes", "no", "maybe", "blank"))]
        case Verb.RULE | Verb.HELP | Verb.HINT:
            return []
        case _:
            return [word for word in cards if word not in before]


def _typed_places(menu: Menu) -> list[str]:
    return [_typed(called(place)) for place in menu.labels()]


def completed(card: Card) -> str:
    """A card as the tab key writes it."""
    return _typed(surname(card) if isinstance(card, Suspect) else called(card))


def _typed(name: str) -> str:
    return name.lower().replace(" ", "")
