"""What guests say to a server: plans, choices and commands, as JSON objects with checked fields.

Every type here and in `frames` and `answers` is part of the protocol of `docs/reference/server.md`, and the OpenAPI
page is generated from it. A whole number is written without a point: `8.0` is refused.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=24, description="what a guest is called at the table")]
Word = Annotated[str, Meta(min_length=1, max_length=24, description="the one-word name of a card")]
PlaceName = Annotated[str, Meta(min_length=1, max_length=24, description="a square such as q7, or a room")]
ChairNumber = Annotated[int, Meta(ge=0, le=9, description="which chair of the table, from 0")]
Level = Annotated[str, Meta(min_length=1, max_length=24, description="the name of a bot's level")]
Nonce = Annotated[
    str, Meta(pattern="^[0-9a-f]{0,64}$", description="the seat's own part of the shuffle, in hexadecimal")
]
Help = Literal["none", "direct facts", "full logic"]
Phrase = Literal[
    "hello", "good luck", "well played", "thank you", "hurry, please", "one moment", "I have it", "goodbye"
]
State = Literal["open", "running", "over", "closed"]


class Message(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something said in either direction."""


class NoClock(Message, tag_field="kind", tag="none", frozen=True):
    """Nobody is hurried."""


class PerDecision(Message, tag_field="kind", tag="decision", frozen=True):
    """So many seconds for every decision."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class Correspondence(Message, tag_field="kind", tag="correspondence", frozen=True):
    """So many days for every decision."""

    days: Annotated[int, Meta(ge=1, le=14)]


Clock: TypeAlias = NoClock | PerDecision | Correspondence


class ChairPlan(Message, frozen=True):
    """A chair before the start: the suspect that it plays (the next free one otherwise), and the bot in it, if any."""

    suspect: Word | None = None
    bot: Level | None = None


class Plan(Message, frozen=True):
    """What is to be played at a table; it can be changed until the start."""

    edition: Annotated[str, Meta(min_length=1, max_length=24)] = "classic"
    chairs: Annotated[tuple[ChairPlan, ...], Meta(min_length=2, max_length=10)] = (ChairPlan(),) * 3
    clock: Clock = NoClock()
    help: Help = "none"
    spectators: bool = True
    public: bool = False
    house_rules: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=12)] = ()


class Choice(Message, tag_field="do", frozen=True):
    """What a seat chooses."""


class Roll(Choice, tag="roll", frozen=True):
    """Roll the dice."""


class Move(Choice, tag="move", frozen=True):
    """Walk to a place; a path names every place entered."""

    to: PlaceName
    path: Annotated[tuple[PlaceName, ...], Meta(max_length=40)] | None = None


class TakePassage(Choice, tag="take passage", frozen=True):
    """Take the secret passage."""


class Snoop(Choice, tag="snoop", frozen=True):
    """Look at a card of the seat that plays this suspect."""

    owner: Word


class Suggest(Choice, tag="suggest", frozen=True):
    """Suggest a suspect, a weapon and a room."""

    theory: tuple[Word, Word, Word]


class Show(Choice, tag="show", frozen=True):
    """Show this card."""

    card: Word


class CannotShow(Choice, tag="cannot show", frozen=True):
    """Say that there is nothing to show."""


class Accuse(Choice, tag="accuse", frozen=True):
    """Accuse: a suspect, a weapon and a room."""

    theory: tuple[Word, Word, Word]


class EndTurn(Choice, tag="end turn", frozen=True):
    """End the turn."""


class TakeBack(Choice, tag="take back", frozen=True):
    """Take the last step back."""


AnyChoice: TypeAlias = Roll | Move | TakePassage | Snoop | Suggest | Show | CannotShow | Accuse | EndTurn | TakeBack


class Command(Message, tag_field="type", frozen=True):
    """What a guest asks of a table."""


class Change(Command, tag="change", frozen=True):
    """The host plans another game."""

    plan: Plan


class Sit(Command, tag="sit", frozen=True):
    """Take a free chair, or change one's suspect, name or nonce in it."""

    chair: ChairNumber
    suspect: Word | None = None
    nonce: Nonce = ""


class Stand(Command, tag="stand", frozen=True):
    """Leave a chair; in a running game a bot plays on for it until its guest comes back."""

    chair: ChairNumber


class Ready(Command, tag="ready", frozen=True):
    """Say that one is ready, or not yet."""

    chair: ChairNumber
    ready: bool = True


class Start(Command, tag="start", frozen=True):
    """The host starts the game: every chair is taken, and everybody is ready."""


class Remove(Command, tag="remove", frozen=True):
    """The host sends somebody away before the start."""

    chair: ChairNumber


class Play(Command, tag="play", frozen=True):
    """A seat answers the decision with this number. Sent twice, it is played once."""

    chair: ChairNumber
    decision: Annotated[int, Meta(ge=0, le=1_000_000)]
    action: AnyChoice


class Say(Command, tag="say", frozen=True):
    """Say something to the table: words, or a quick phrase. Sent twice with the same id, it is said once."""

    text: Annotated[str, Meta(max_length=200)] = ""
    phrase: Phrase | None = None


class Mute(Command, tag="mute", frozen=True):
    """The host silences a chair, or lets it speak again."""

    chair: ChairNumber
    muted: bool = True


class Fill(Command, tag="fill", frozen=True):
    """The host lets a bot play for a guest who has been away too long; the guest gets the seat back on returning."""

    chair: ChairNumber
    bot: Level = "inspector"


class Resign(Command, tag="resign", frozen=True):
    """Give the game up for good: a bot answers for the seat from now on."""

    chair: ChairNumber


class Hurry(Command, tag="hurry", frozen=True):
    """Let the bots play faster, or at their usual pace again."""

    on: bool = True


class Rematch(Command, tag="rematch", frozen=True):
    """Open another table with the same people; the deal and the start rotate."""


class Close(Command, tag="close", frozen=True):
    """The host closes the table."""


AnyCommand: TypeAlias = (
    Change | Sit | Stand | Ready | Start | Remove | Play | Say | Mute | Fill | Resign | Hurry | Rematch | Close
)


class Request(Message, frozen=True):
    """A command on a socket; `id` comes back in the answer."""

    command: AnyCommand
    id: Annotated[str, Meta(max_length=40)] = ""
