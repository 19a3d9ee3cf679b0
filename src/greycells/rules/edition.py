"""An edition: its cards, its board, and its answers to the questions on which the rulebooks differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache

from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.rules.board import Board, Movement, Place, Stride
from greycells.rules.cards import Deck


class Seating(Enum):
    """The order in which players sit (SET-14)."""

    BY_START_SQUARE = "by start square"
    AS_THEY_SAT_DOWN = "as they sat down"


class Dealing(Enum):
    """What happens to cards that can't be dealt evenly (SET-9, SET-10)."""

    ALL_CARDS = "all cards"
    EVEN_HANDS = "even hands"


class Starting(Enum):
    """Who moves first (SET-11, SET-12, SET-13)."""

    FIRST_SUSPECT = "first suspect"
    HIGHEST_ROLL = "highest roll"


class RematchStart(Enum):
    """Who moves first in a later game (SET-17)."""

    SAME_RULE = "same rule"
    IN_TURN = "in turn"


class WeaponsStart(Enum):
    """Where the weapons start (SET-5, SET-6)."""

    IN_ROOMS = "in rooms"
    OFF_THE_BOARD = "off the board"


class Occupied(Enum):
    """What another pawn on a square does to a move (MOVE-5, MOVE-6)."""

    BLOCKS = "blocks"
    JUMPED = "jumped"


class Entering(Enum):
    """What entering a room does to a move (MOVE-12, MOVE-13)."""

    ENDS_THE_MOVE = "ends the move"
    MAY_PASS_THROUGH = "may pass through"


class Passages(Enum):
    """How a secret passage is taken (PASS-5, PASS-7)."""

    INSTEAD_OF_ROLLING = "instead of rolling"
    ALSO_INSIDE_A_ROLL = "also inside a roll"


class Snooping(Enum):
    """What a spyglass square gives, and who learns the card (SNOOP-2, SNOOP-3)."""

    NONE = "none"
    OWNER_KNOWS = "owner knows"
    BLIND = "blind"


class Naming(Enum):
    """Which room a suggestion names (SUG-1)."""

    WHERE_ONE_STANDS = "where one stands"
    ANY_ROOM = "any room"


class Suggesting(Enum):
    """Whether a suggestion is required after entering a room (SUG-2, SUG-3)."""

    REQUIRED = "required"
    OPTIONAL = "optional"


class Answering(Enum):
    """Who answers a suggestion (SHOW-4, SHOW-5)."""

    UNTIL_SHOWN = "until a card is shown"
    EVERYBODY = "everybody"


class AfterShown(Enum):
    """What may follow a shown card in the same turn (SHOW-7, SHOW-8)."""

    TURN_ENDS = "turn ends"
    MAY_ACCUSE = "may accuse"


class Answers(Enum):
    """Whether the referee makes wrong answers impossible (SHOW-9)."""

    CHECKED = "checked"
    UNCHECKED = "unchecked"


class WrongAccuser(Enum):
    """Where a wrong accuser's pawn goes (ACC-7)."""

    CLEARS_DOORS = "clears doors"
    STAYS = "stays"


class LastPlayer(Enum):
    """What happens to the last player who may still accuse (ACC-8)."""

    PLAYS_ON = "plays on"
    WINS = "wins"


class StartSquare(Enum):
    """Whether the square where the turn began counts as entered (MOVE-4)."""

    COUNTS_AS_ENTERED = "counts as entered"
    MAY_BE_REENTERED = "may be re-entered"


class TakeBacks(Enum):
    """Whether a move that revealed nothing may be taken back."""

    REFUSED = "refused"
    ALLOWED = "allowed"


@dataclass(frozen=True, slots=True)
class Rules:
    """The questions that rulebooks answer differently. An edition's file names the answers."""

    fewest_seats: int
    most_seats: int
    dice: int
    start_dice: int
    seating: Seating
    dealing: Dealing
    starting: Starting
    rematch: RematchStart
    weapons_start: WeaponsStart
    occupied: Occupied
    entering: Entering
    passages: Passages
    snooping: Snooping
    naming: Naming
    suggesting: Suggesting
    answering: Answering
    after_shown: AfterShown
    wrong_accuser: WrongAccuser
    false_witness: bool
    answers: Answers = Answers.CHECKED
    last_player: LastPlayer = LastPlayer.PLAYS_ON
    start_square: StartSquare = StartSquare.COUNTS_AS_ENTERED
    take_backs: TakeBacks = TakeBacks.REFUSED

    @property
    def stride(self) -> Stride:
        """How a pawn moves under these rules."""
        return Stride(
            jumping=self.occupied is Occupied.JUMPED,
            passing=self.entering is Entering.MAY_PASS_THROUGH,
            passages=self.passages is Passages.ALSO_INSIDE_A_ROLL,
            reentry=self.start_square is StartSquare.MAY_BE_REENTERED,
        )


HOUSE_RULES: dict[str, tuple[str, Enum]] = {
    "may decline to suggest": ("suggesting", Suggesting.OPTIONAL),
    "accuse after a shown card": ("after_shown", AfterShown.MAY_ACCUSE),
    "last player wins": ("last_player", LastPlayer.WINS),
    "start square may be re-entered": ("start_square", StartSquare.MAY_BE_REENTERED),
    "blind snoop": ("snooping", Snooping.BLIND),
    "unchecked answers": ("answers", Answers.UNCHECKED),
    "take-backs": ("take_backs", TakeBacks.ALLOWED),
}
"""The house rules: which question each one changes, and its answer."""


class UnknownHouseRule(GreycellsError, ValueError):
    """A house rule that an edition doesn't offer; the message lists those that it does."""


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """One rulebook as data: cards, board and answers; `starts` is where each suspect's pawn begins.

    `follows` is the key of the edition whose rulebook it uses; `rulings` are its own rulings, by rule id, where that
    rulebook says nothing.
    """

    key: str
    title: str
    deck: Deck = field(repr=False)
    board: Board = field(repr=False)
    starts: tuple[Place, ...] = field(repr=False)
    own: Rules = field(repr=False)
    house_rules: tuple[str, ...] = ()
    rulebook: str = field(default="", repr=False)
    follows: str = field(default="", repr=False)
    rulings: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    rules: Rules = field(init=False, repr=False)
    walks: Movement = field(init=False, repr=False)

    def __post_init__(self) -> None:
        answers = dict(HOUSE_RULES[name] for name in self.house_rules)
        rules = replace(self.own, **answers)  # type: ignore[arg-type]
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "walks", self.board.walks(rules.stride))

    @property
    def offered_house_rules(self) -> tuple[str, ...]:
        """The house rules that would change something in this edition."""
        pointless = {
            "blind snoop": self.own.snooping is Snooping.NONE,
            "unchecked answers": not self.own.false_witness,
            "start square may be re-entered": self.own.dice == 0,
        }
        return tuple(
            name
            for name, (question, answer) in HOUSE_RULES.items()
            if getattr(self.own, question) is not answer and not pointless.get(name)
        )

    def with_house_rules(self, *names: str) -> Edition:
        """This edition with exactly these house rules."""
        offered = self.offered_house_rules
        for name in names:
            if name not in offered:
                raise UnknownHouseRule(
                    Sentence(
                        "lookup.no such house rule", edition=self.title, name=repr(name), offered=", ".join(offered)
                    )
                )
        return _at_table(self, tuple(name for name in offered if name in names))


@cache
def _at_table(edition: Edition, house_rules: tuple[str, ...]) -> Edition:
    # Cached, because editions are compared by identity.
    return edition if house_rules == edition.house_rules else replace(edition, house_rules=house_rules)
