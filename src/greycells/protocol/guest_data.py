"""What a server keeps of a guest: in numbers, and as one file to download."""

from __future__ import annotations

from base64 import b64encode

from greycells.protocol.vocabulary import Message, Phrase, Reaction, State


class GuestDataSummary(Message, frozen=True):
    """How much is stored about you: games you joined, how many are still `waiting` to start or `running`, and the rest.

    `kept` says what it is, and `deleting` what happens when you delete it, in sentences.
    """

    name: str
    games: int
    waiting: int
    running: int
    uploads: int
    documents: int
    kept: tuple[str, ...]
    deleting: tuple[str, ...]


class ChatData(Message, frozen=True):
    """Something that you said: in your own words, with a quick phrase, or with a reaction."""

    at: float
    text: str = ""
    phrase: Phrase | None = None
    reaction: Reaction | None = None


class NotebookData(Message, frozen=True):
    """Your notebook at one seat, and how its marks came about."""

    chair: int
    marks: dict[str, str]
    notes: str
    changes: tuple[tuple[int, str, str], ...]


class GameData(Message, frozen=True):
    """A game where you sat. `records` holds it in full when it's over, until then what each of your seats saw.

    `practice` is for a game that was played on from a finished one.
    """

    id: str
    code: str
    state: State
    edition: str
    touched: float
    host: bool
    chairs: tuple[int, ...]
    names: tuple[str, ...] = ()
    chat: tuple[ChatData, ...] = ()
    notebooks: tuple[NotebookData, ...] = ()
    automatic: tuple[int, ...] = ()
    records: tuple[str, ...] = ()
    practice: bool = False


class UploadData(Message, frozen=True):
    """A record that you uploaded."""

    id: str
    at: float
    edition: str
    record: str


class DocumentData(Message, frozen=True):
    """Something else that is kept for you. `kind` says of which feature it is; `base64` if it's no text."""

    kind: str
    name: str
    version: int
    changed: float
    text: str
    base64: bool = False


def document_data(kind: str, name: str, version: int, changed: float, body: bytes) -> DocumentData:
    """A document in whatever form its feature gave it: as text, or in base64 where it is none."""
    try:
        text, base64 = body.decode(), False
    except UnicodeDecodeError:
        text, base64 = b64encode(body).decode(), True
    return DocumentData(kind=kind, name=name, version=version, changed=changed, text=text, base64=base64)


class ReportData(Message, frozen=True):
    """A report that you sent to the operator."""

    at: float
    table: str
    reason: str


class CaseData(Message, frozen=True):
    """Your try at a shared case: the game of a date, or a challenge. `made` if you made the challenge.

    `shown` is whether others see your name and replay; `result` is how it went, as JSON, once it was worked out.
    """

    case: str
    table: str
    at: float
    shown: bool
    hints: int
    result: str
    made: bool = False


class GuestData(Message, frozen=True):
    """All that a server keeps of you."""

    at: float
    guest: str
    name: str | None
    games: tuple[GameData, ...] = ()
    uploads: tuple[UploadData, ...] = ()
    documents: tuple[DocumentData, ...] = ()
    reports: tuple[ReportData, ...] = ()
    cases: tuple[CaseData, ...] = ()
