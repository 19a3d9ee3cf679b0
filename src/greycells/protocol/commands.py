"""What guests ask of a table: one command each, as JSON objects with checked fields.

Every message of this package is part of `docs/reference/server.md`. The OpenAPI page, the client's `wire.d.ts` and the
tables of that page are generated from them.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from greycells.protocol.choices import AnyChoice
from greycells.protocol.notebook_messages import NotebookPages
from greycells.protocol.plans import TablePlan
from greycells.protocol.vocabulary import ChairNumber, Level, Message, Nonce, NonceHash, Phrase, Reaction, Word


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


class SaveNotebook(TableCommand, tag="save notebook", frozen=True):
    """Save the next version of your notebook. If another device has saved that version, the refusal is `stale`."""

    chair: ChairNumber
    pages: NotebookPages


AskedCommand: TypeAlias = AnyCommand | SaveNotebook
"""Everything that may be asked of a table. A notebook changes nothing there, so it doesn't wait in the inbox."""


class CommandRequest(Message, frozen=True):
    """A command on a socket; `id` comes back in the answer."""

    command: AskedCommand
    id: Annotated[str, Meta(max_length=40)] = ""
