"""What a server and its guests say to each other: commands up, frames down, as JSON objects with checked fields.

Every type here is part of the protocol of `docs/reference/server.md`, and the OpenAPI page is generated from it.
A whole number is written without a point: `8.0` is refused.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Raw, Struct

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


class ChairView(Message, frozen=True):
    """A chair as everybody sees it."""

    suspect: str | None
    name: str | None
    bot: str | None
    ready: bool
    host: bool
    muted: bool
    away: bool
    resigned: bool


class TableView(Message, frozen=True):
    """A table as everybody sees it. `commitment` is the hash that the dealer published before any nonce was known.

    A table with a `lesson` is dealt and played as that lesson has it, for one pupil.
    """

    id: str
    code: str
    state: State
    plan: Plan
    chairs: tuple[ChairView, ...]
    hurried: bool
    commitment: str
    seats: tuple[tuple[str, str], ...] = ()
    winner: str | None = None
    rematch: str | None = None
    reason: str | None = None
    lesson: str | None = None


class Frame(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something that a viewer is told. Those with a `seq` come once each, in order and without a gap."""


class Hello(Frame, tag="hello", frozen=True):
    """The first frame: the table as it is, which chairs are yours, and who is here."""

    table: TableView
    seq: int
    yours: tuple[int, ...]
    present: tuple[int, ...]


class Changed(Frame, tag="changed", frozen=True):
    """Something about the table changed; this is how it stands after that."""

    seq: int
    at: float
    table: TableView


class Happened(Frame, tag="happened", frozen=True):
    """A choice was made, and this is what this viewer saw of it; `by` is who chose: a person, a bot, or the clock.

    `words` tells each sighting in a sentence, for a viewer who asked to look.
    """

    seq: int
    at: float
    decision: int
    by: Literal["person", "bot", "clock", "dealer"]
    sightings: tuple[Raw, ...]
    table: TableView | None = None
    words: tuple[str, ...] = ()


class Look(Frame, tag="look", frozen=True):
    """What a page draws, for a viewer who asked with `?look=1`: the scene, and the question to this viewer in words.

    `number` is how many events have been seen, `hand` the viewer's own, and `paths` the walk to each place where the
    viewer's pawn may go now.
    """

    number: int
    ask: str
    turn: int
    mover: str
    phase: str
    to_act: str | None
    dice: tuple[int, ...]
    steps: int
    theory: tuple[str, ...]
    pawns: dict[str, str]
    weapons: dict[str, str]
    out: tuple[str, ...]
    sizes: dict[str, int]
    open_cards: tuple[str, ...]
    hand: tuple[str, ...]
    paths: dict[str, tuple[str, ...]]
    winner: str | None
    case_file: tuple[str, ...]


class Said(Frame, tag="said", frozen=True):
    """Somebody said something; chair is None for a guest who watches."""

    seq: int
    at: float
    name: str
    chair: int | None
    text: str = ""
    phrase: Phrase | None = None


class Remarked(Frame, tag="remarked", frozen=True):
    """The server has something to tell the table."""

    seq: int
    at: float
    text: str


class Choose(Frame, tag="choose", frozen=True):
    """It is this seat's decision: its number, what is open, and until when."""

    decision: int
    options: Raw
    until: float | None = None


class Present(Frame, tag="present", frozen=True):
    """The chairs whose guests are connected now."""

    chairs: tuple[int, ...]


class Noted(Frame, tag="noted", frozen=True):
    """The seat's notebook has been written in, here or on another device."""

    version: int


class Done(Frame, tag="done", frozen=True):
    """The command was carried out; `seq` is its entry, `table` another table that it opened."""

    id: str
    seq: int
    table: str | None = None


class Refused(Frame, tag="refused", frozen=True):
    """The command was not carried out, and why."""

    id: str
    sentence: str
    rule: str | None = None
    stale: bool = False


AnyFrame: TypeAlias = Hello | Changed | Happened | Look | Said | Remarked | Choose | Present | Noted | Done | Refused


class GuestView(Message, frozen=True):
    """Who the server takes you for."""

    name: str


class Rename(Message, frozen=True):
    """What to be called from now on."""

    name: Name


class Listed(Message, frozen=True):
    """A table in a list."""

    id: str
    code: str
    state: State
    edition: str
    touched: float
    spectators: bool


class Tables(Message, frozen=True):
    """Several tables."""

    tables: tuple[Listed, ...]


class EditionOffer(Message, frozen=True):
    """An edition that can be played here."""

    key: str
    title: str
    fewest: int
    most: int
    suspects: tuple[str, ...]
    house_rules: tuple[str, ...]


class Offer(Message, frozen=True):
    """What can be planned here: the editions, and the levels of the bots from gentle to formidable."""

    editions: tuple[EditionOffer, ...]
    levels: tuple[str, ...]


class Frames(Message, frozen=True):
    """What a viewer has not been told yet: the same frames as on a socket."""

    frames: Raw


class Claim(Message, frozen=True):
    """The secret of a seat link."""

    link: Annotated[str, Meta(max_length=200)]


class SeatLink(Message, frozen=True):
    """The secret address of a seat: whoever opens it sits there, on any device."""

    url: str


class Notebook(Message, frozen=True):
    """What a seat wrote down: a mark by card and column, notes, and the state before each change, for undo."""

    version: int = 0
    marks: Annotated[
        dict[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=12)]], Meta(max_length=400)
    ] = {}
    notes: Annotated[str, Meta(max_length=4000)] = ""
    undo: Annotated[
        tuple[tuple[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=12)]], ...],
        Meta(max_length=500),
    ] = ()


class Mark(Message, frozen=True):
    """What help writes into a notebook: this holder (a suspect's word, or CaseFile) has this card, or has not."""

    card: str
    holder: str
    has: bool


class Advice(Message, frozen=True):
    """What a seat may be told, as far as the table's help goes, from nothing but what that seat saw."""

    help: Help
    marks: tuple[Mark, ...]


class Hint(Message, frozen=True):
    """One thing that follows from what a seat saw, with its reason; or that there is none.

    `proof` has the steps of the reason in words, `turns` those turns that it rests on.
    """

    sentence: str
    mark: Mark | None = None
    turns: tuple[int, ...] = ()
    proof: tuple[str, ...] = ()


class Insight(Message, frozen=True):
    """In which turn a seat could first have proved each card of the case file, and all three; None: never."""

    seat: str
    name: str
    suspect: int | None
    weapon: int | None
    room: int | None
    everything: int | None


class Review(Message, frozen=True):
    """Who could have proved what when, for every seat."""

    turns: int
    case_file: tuple[str, str, str]
    insights: tuple[Insight, ...]


class Replay(Message, frozen=True):
    """A game to look at: who sat there, and what one seat, a spectator or everybody together saw, up to a moment."""

    edition: str
    house_rules: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    events: int
    sightings: tuple[Raw, ...]
    story: tuple[str, ...]


class Uploaded(Message, frozen=True):
    """A record that somebody brought."""

    id: str
    edition: str
    at: float


class Uploads(Message, frozen=True):
    """The records that a guest brought."""

    records: tuple[Uploaded, ...]


class Problem(Message, frozen=True):
    """Why a request was refused, in a sentence."""

    sentence: str
    rule: str | None = None
    line: int | None = None
    column: int | None = None
