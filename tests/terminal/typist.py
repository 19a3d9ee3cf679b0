"""A typist: somebody who plays a whole game through the keyboard, and gets things wrong on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from io import StringIO

from rich.console import Console

from greycells.free_text.input_parser import Draft, Verb
from greycells.players.player_specs import player
from greycells.rules.actions import (
    Accuse,
    Action,
    CannotShow,
    EndTurn,
    Move,
    Roll,
    Show,
    Snoop,
    Suggest,
    TakeBack,
    TakePassage,
)
from greycells.rules.cards import Theory
from greycells.rules.game import Game
from greycells.rules.legal_options import why_not
from greycells.rules.views import View
from greycells.terminal.action_menu import menu_of
from greycells.terminal.screen import Screen

NONSENSE = (
    "xyzzy",
    "",
    "suggest the butler",
    "999",
    "0",
    "go zz99",
    "mark",
    "mark rope",
    "why not",
    "rule NO-1",
    "%&/",
    "-1",
)
LOOKS = (
    *("notes", "N", "board", "log", "log all", "cards", "players", "help", "?", "why", "rule sug-4", "hint", "save"),
    *("why rope casefile", "why plum mustard", "why the knife white", "why not q7", "rule show-2"),
    *("mark rope mustard no", "x knife white", "mark rope knife casefile maybe", "note Plum looks nervous"),
)


class Typist:
    """Types for every person at the table what a bot would choose there, the way people type."""

    def __init__(self, *, seed: int, slips: float = 0.4) -> None:
        self.whim = random.Random(seed)
        self.slips = slips
        self.mind = player("sergeant:slip=0", seed=seed)
        self.game: Game | None = None
        self.lines: list[str] = []
        self.output = StringIO()
        self.patience: int | None = None
        self.rematches = 0
        self.typed: list[str] = []

    def screen(self, *, width: int = 80) -> Screen:
        """A screen without a terminal, at which this typist sits."""
        console = Console(file=self.output, width=width, highlight=False, force_terminal=False)
        return Screen(console, self.type)

    @property
    def transcript(self) -> str:
        return self.output.getvalue()

    def type(self, prompt: str) -> str:
        """The next line; with no patience left the typist is gone."""
        if self.patience is not None:
            if self.patience == 0:
                raise EOFError
            self.patience -= 1
        if "Press Enter" in prompt:
            return ""
        if "Play again" in prompt:
            self.patience, self.rematches = (0, self.rematches - 1) if self.rematches else (None, 0)
            return "no" if self.patience is None else "yes"
        if not self.lines:
            assert self.game is not None
            assert self.game.to_act is not None
            view = self.game.view(self.game.to_act)
            self.lines = [*self.mistakes(view), *self.spelt(self.mind.choose(view), view)]
        self.typed.append(self.lines[0])
        self.output.write(f"{prompt}{self.lines[0]}\n")
        return self.lines.pop(0)

    def mistakes(self, view: View) -> Iterator[str]:
        """What is typed first, and changes nothing."""
        while self.whim.random() < self.slips:
            kind = self.whim.randrange(3)
            if kind == 0:
                yield self.whim.choice([line for line in NONSENSE if line or menu_of(view).default is None])
            elif kind == 1:
                yield self.whim.choice(LOOKS)
            else:
                yield from self.refused(view)

    def refused(self, view: View) -> Iterator[str]:
        """Something against the rules, and perhaps the question why."""
        assert view.seat is not None
        deck, board = view.scene.edition.deck, view.scene.edition.board
        theory = Theory(self.whim.choice(deck.suspects), self.whim.choice(deck.weapons), self.whim.choice(deck.rooms))
        tries: list[Action] = [
            *(Roll(), TakePassage(), EndTurn(), CannotShow(), TakeBack(), Suggest(theory), Show(theory.weapon)),
            *(Snoop(view.scene.seats[0]), Move(self.whim.choice(board.places))),
        ]
        illegal = [action for action in tries if why_not(view.scene, view.seat, view.hand, action) is not None]
        for action in illegal[: self.whim.randrange(3)]:
            line = next(iter(self.words(action)))
            yield f"why not {line}" if self.whim.random() < 0.3 else line

    def spelt(self, action: Action, view: View) -> Iterator[str]:
        """What is meant at last: as a number, in short or in full, or step by step."""
        menu = menu_of(view)
        numbers = [str(number) for number, choice in enumerate(menu.choices, 1) if choice == action]
        if menu.default == action and self.whim.random() < 0.5:
            yield ""
        elif numbers and self.whim.random() < 0.4:
            yield numbers[0]
        elif isinstance(action, Suggest | Accuse) and self.whim.random() < 0.4:
            yield from self.step_by_step(action, view)
        else:
            yield self.cased(next(iter(self.words(action))))
        if isinstance(action, Accuse):
            yield from ("no", f"accuse {action.theory}", "YES")

    def words(self, action: Action) -> Iterator[str]:
        """An action in words."""
        match action:
            case Roll():
                yield self.whim.choice(("roll", "r", "rol", "rlol", "roll the dice"))
            case Move(to, None):
                yield self.whim.choice((to.name, f"go {to.name}", f"go to the {to.name}", f"walk into the {to.name}"))
            case Move(_, path):
                yield f"path {' '.join(place.name for place in path or ())}"
            case TakePassage():
                yield self.whim.choice(("passage", "p", "take the passage"))
            case Snoop(owner):
                yield f"{self.whim.choice(('snoop', 'snoop on', 'spy'))} {owner.suspect.name}"
            case Suggest(theory) | Accuse(theory):
                verb = "suggest" if isinstance(action, Suggest) else "accuse"
                suspect, weapon, room = (card.name for card in theory)
                spoken = f"{verb} {suspect} with the {weapon} in the {room}"
                yield self.whim.choice((spoken, f"{verb[:3]} {room}, {weapon}, {suspect}", f"{verb} {theory}"))
            case Show(card):
                yield self.whim.choice((f"show {card.name}", f"show the {card.word}", f"reveal {card.name}"))
            case CannotShow():
                yield self.whim.choice(("nothing", "no", "none", "pass"))
            case EndTurn():
                yield self.whim.choice(("end", "end turn", "e", "done", "ennd"))
            case TakeBack():
                yield "undo"

    def step_by_step(self, action: Suggest | Accuse, view: View) -> Iterator[str]:
        """The verb or its number, a slip, then each card by its number or the beginning of its name."""
        deck, options = view.scene.edition.deck, view.options
        assert options is not None
        verb = Verb.SUGGEST if isinstance(action, Suggest) else Verb.ACCUSE
        choices = enumerate(menu_of(view).choices, 1)
        yield self.whim.choice(
            (verb.word, *(str(at) for at, choice in choices if isinstance(choice, Draft) and choice.verb is verb))
        )
        if self.whim.random() < self.slips:
            yield from ("nobody", "back", verb.word)
        suspect, weapon, room = action.theory
        yield self.whim.choice((suspect.name, str(deck.suspects.index(suspect) + 1)))
        if self.whim.random() < self.slips:
            yield from ("77", "")
        yield self.whim.choice((weapon.word, str(deck.weapons.index(weapon) + 1)))
        rooms = options.rooms if verb is Verb.SUGGEST else deck.rooms
        if len(rooms) > 1:
            yield self.whim.choice((room.name, str(rooms.index(room) + 1)))

    def cased(self, line: str) -> str:
        return self.whim.choice((line, line.lower(), line.upper(), f"  {line} "))
