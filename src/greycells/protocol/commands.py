"""What guests say to a server: plans, choices and commands, as JSON objects with checked fields.

Every type here and in `frames`, `option_messages` and `responses` is part of `docs/reference/server.md`. The OpenAPI
page, the client's `wire.d.ts` and the tables of that page are generated from them. A whole number is written without a
point: `8.0` is refused.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, Union, get_args

from msgspec import Meta, Struct, defstruct

from greycells.notation.action_json import FIELDS, action_name, plain
from greycells.rules.actions import Action
from greycells.rules.scene import GameTable

Name = Annotated[str, Meta(min_length=1, max_length=24, description="what a guest is called at the table")]
Word = Annotated[str, Meta(min_length=1, max_length=24, description="the one-word name of a card")]
PlaceName = Annotated[str, Meta(min_length=1, max_length=24, description="a square such as q7, or a room")]
PathNames: TypeAlias = Annotated[tuple[PlaceName, ...], Meta(max_length=40)]
ChairNumber = Annotated[int, Meta(ge=0, le=9, description="which chair of the table, from 0")]
Level = Annotated[str, Meta(min_length=1, max_length=24, description="the name of a bot's level")]
Nonce = Annotated[
    str, Meta(pattern="^[0-9a-f]{0,64}$", description="the seat's own part of the shuffle, in hexadecimal")
]
NonceHash = Annotated[
    str, Meta(pattern="^([0-9a-f]{64})?$", description="the hash of a nonce that isn't told yet (fair-dealing.md)")
]
Help = Literal["none", "direct facts", "full logic"]
Phrase = Literal[
    "hello", "good luck", "well played", "thank you", "hurry, please", "one moment", "I have it", "goodbye"
]
Reaction = Literal["laugh", "wow", "think", "doubt", "sad", "wink", "bravo", "aha"]
"""What can be shown in a speech bubble without a word."""
State = Literal["open", "running", "over", "closed"]


class Message(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something said in either direction."""


class NoClock(Message, tag_field="kind", tag="none", frozen=True):
    """No time limit."""


class PerDecision(Message, tag_field="kind", tag="decision", frozen=True):
    """This many seconds for every decision."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class Correspondence(Message, tag_field="kind", tag="correspondence", frozen=True):
    """This many days for every decision."""

    days: Annotated[int, Meta(ge=1, le=14)]


Clock: TypeAlias = NoClock | PerDecision | Correspondence


class ChairPlan(Message, frozen=True):
    """A chair before the start: the suspect that it plays (the next free one otherwise), and the bot in it, if any."""

    suspect: Word | None = None
    bot: Level | None = None


class TablePlan(Message, frozen=True):
    """What is to be played at a table; it can be changed until the start."""

    edition: Annotated[str, Meta(min_length=1, max_length=24)] = "classic"
    chairs: Annotated[tuple[ChairPlan, ...], Meta(min_length=2, max_length=10)] = (ChairPlan(),) * 3
    clock: Clock = NoClock()
    help: Help = "none"
    spectators: bool = True
    public: bool = False
    house_rules: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=12)] = ()


class Choice(Message, tag_field="do", frozen=True):
    """What a seat chooses: one of the actions of `rules.actions`, with names for its cards, seats and places."""


_FIELD_TYPES: dict[str, object] = {
    "Place": PlaceName,
    "tuple[Place, ...] | None": Union[PathNames, None],  # noqa: UP007 (pyright knows no `|` for values)
    "Seat": Word,
    "Card": Word,
    "Theory": tuple[Word, Word, Word],
}
"""How a field of an action is sent, by its type as the action's class names it."""


def _choice_type(kind: type[Action]) -> type[Choice]:
    """The message for one kind of action, with the same fields and the same docstring."""
    names = [
        (field.name, _FIELD_TYPES[str(field.type)], *(() if field.default is MISSING else (field.default,)))
        for field in fields(kind)
    ]
    made = defstruct(
        kind.__name__,
        names,
        bases=(Choice,),
        namespace={"__doc__": kind.__doc__},
        module=__name__,
        tag=action_name(kind),
        frozen=True,
    )
    assert issubclass(made, Choice)
    return made


_MESSAGES: dict[type[Action], type[Choice]] = {kind: _choice_type(kind) for kind in get_args(Action)}
_ACTIONS = {message: kind for kind, message in _MESSAGES.items()}

if TYPE_CHECKING:
    AnyChoice: TypeAlias = Choice
else:
    AnyChoice = Union[tuple(_MESSAGES.values())]  # noqa: UP007 (the members are in a tuple)


def choice_message(action: Action) -> Choice:
    """An action as a client sends it and the log keeps it."""
    names = [plain(getattr(action, name)) for name, _ in FIELDS[type(action)]]
    return _MESSAGES[type(action)](*[tuple(name) if isinstance(name, list) else name for name in names])


def chosen_action(table: GameTable, choice: Choice) -> Action:
    """The action that a message names at this table; a WireError says what is wrong with it."""
    kind = _ACTIONS[type(choice)]
    return kind(*[read(table, getattr(choice, name)) for name, read in FIELDS[kind]])  # type: ignore[arg-type]


class TableCommand(Message, tag_field="type", frozen=True):
    """What a guest asks of a table."""


class Change(TableCommand, tag="change", frozen=True):
    """Change the plan of the table: edition, chairs, clock, help and so on. Host only, before the start."""

    plan: TablePlan


class Sit(TableCommand, tag="sit", frozen=True):
    """Take a free chair, with a suspect and a nonce for the shuffle, or change them in your own. Before the start.

    With the `nonce_hash` alone, the nonce stays with you until everybody's is fixed: then you are asked to `reveal` it.
    """

    chair: ChairNumber
    suspect: Word | None = None
    nonce: Nonce = ""
    nonce_hash: NonceHash = ""


class Stand(TableCommand, tag="stand", frozen=True):
    """Leave your chair: before the start it is free again, in a running game a bot plays on until you come back."""

    chair: ChairNumber


class Ready(TableCommand, tag="ready", frozen=True):
    """Say that you are ready, or not yet."""

    chair: ChairNumber
    ready: bool = True


class Start(TableCommand, tag="start", frozen=True):
    """Start the game, when every chair is taken and everybody is ready. Host only.

    If somebody has given only the hash of a nonce, the nonces are asked for first (`nonce_hashes` in a frame), and the
    cards are dealt when all are known, or a few seconds later.
    """


class Reveal(TableCommand, tag="reveal", frozen=True):
    """Tell the nonce that you gave the hash of, once a frame has `nonce_hashes`. Without it, the dealer's is used."""

    chair: ChairNumber
    nonce: Nonce


class Remove(TableCommand, tag="remove", frozen=True):
    """Remove a guest from a chair. Host only, before the start."""

    chair: ChairNumber


class Play(TableCommand, tag="play", frozen=True):
    """Answer the decision with this number for your seat. Sent twice, it is played once."""

    chair: ChairNumber
    decision: Annotated[int, Meta(ge=0, le=1_000_000)]
    action: AnyChoice


class Say(TableCommand, tag="say", frozen=True):
    """Say something to the table: up to 200 letters, a quick phrase or a reaction. An id sent twice is said once."""

    text: Annotated[str, Meta(max_length=200)] = ""
    phrase: Phrase | None = None
    reaction: Reaction | None = None


class Mute(TableCommand, tag="mute", frozen=True):
    """Mute a chair for everybody, or let it speak again. Host only."""

    chair: ChairNumber
    muted: bool = True


class Fill(TableCommand, tag="fill", frozen=True):
    """Let a bot play for a guest who has been away for a minute; whoever comes back gets the seat back. Host only."""

    chair: ChairNumber
    bot: Level = "inspector"


class Resign(TableCommand, tag="resign", frozen=True):
    """Give the game up for good: a bot plays for the seat from now on."""

    chair: ChairNumber


class ReturnToSeat(TableCommand, tag="return", frozen=True):
    """Take your seat back from the bot that is playing for you."""

    chair: ChairNumber


class AutoAnswer(TableCommand, tag="auto answer", frozen=True):
    """Have your forced answers given for you, or give them yourself again. The other players aren't told.

    An answer is forced when you have none of the three cards, or exactly one. It takes as long as your own answers do.
    """

    chair: ChairNumber
    on: bool = True


class Hurry(TableCommand, tag="hurry", frozen=True):
    """Let the bots play faster, or at their usual pace again. For everybody who has a seat."""

    on: bool = True


class Skip(TableCommand, tag="skip", frozen=True):
    """Ask to skip to the end, or take that back: bots play the rest without pauses, for eliminated players too.

    For everybody who has a seat, when every person at the table is eliminated or has resigned. It happens once
    everybody of them who is still there has asked for it.
    """

    on: bool = True


class Rematch(TableCommand, tag="rematch", frozen=True):
    """Open another table with the same people when the game is over; the deal rotates.

    Who starts rotates where the edition says so (SET-17), and is decided by its own rule elsewhere.
    """


class Challenge(TableCommand, tag="challenge", frozen=True):
    """Make a link with which a friend plays the same seat of the same case; the table has its id as `case` then.

    For whoever has finished a game against bots alone.
    """


class Close(TableCommand, tag="close", frozen=True):
    """Close the table. Host only."""


class Reopen(TableCommand, tag="reopen", frozen=True):
    """Open a table again that was closed as abandoned; the game continues where it was. For its guests and its host."""


class NewLink(TableCommand, tag="new link", frozen=True):
    """Make a new secret link for your seat; the old one stops working."""

    chair: ChairNumber


class RemoveDevices(TableCommand, tag="remove devices", frozen=True):
    """Remove every other device from your seat; its link stops working too. For the guest who sat down."""

    chair: ChairNumber


AnyCommand: TypeAlias = (
    Change
    | Sit
    | Stand
    | Ready
    | Start
    | Reveal
    | Remove
    | Play
    | Say
    | Mute
    | Fill
    | Resign
    | ReturnToSeat
    | AutoAnswer
    | Hurry
    | Skip
    | Rematch
    | Challenge
    | Close
    | Reopen
    | NewLink
    | RemoveDevices
)


class CommandRequest(Message, frozen=True):
    """A command on a socket; `id` comes back in the answer."""

    command: AnyCommand
    id: Annotated[str, Meta(max_length=40)] = ""
