"""A table: who sits where, what is to be played, how far it has come; a fold over the entries of its log."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from greycells.editions import load, names
from greycells.language.languages import languages
from greycells.language.sentences import Sentence
from greycells.protocol.frames import ChairView, TableView
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.vocabulary import State
from greycells.rules.cards import Suspect
from greycells.rules.edition import Edition
from greycells.rules.fair_dealing import nonce_hash
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.server.tables.log_entries import (
    AnyEntry,
    CameBack,
    CaseScript,
    Challenged,
    ChatSaid,
    Claimed,
    DevicesRemoved,
    GotReady,
    GuestErased,
    HostPassed,
    Hurried,
    LinkRenewed,
    Muted,
    NonceRevealed,
    NoncesAsked,
    NoticePosted,
    PlanChanged,
    Played,
    PracticeStart,
    Rematched,
    Reopened,
    Resigned,
    Sat,
    Skipped,
    SkipWanted,
    Started,
    SteppedIn,
    Stood,
    TableClosed,
    TableOpened,
)


class Chair(Struct, frozen=True):
    """A chair: the suspect it plays, and who sits in it, a guest or a bot.

    `guests` are the devices that hold it, first the one of who sat down; `stand_in` is the bot that plays on while they
    are away, and `returned` is when they last came back. A seat link is good for one number of `sittings`: it ends
    when the guest leaves or makes a new one. `nonce` is empty while only its hash is known.
    """

    suspect: str | None = None
    bot: str | None = None
    guests: tuple[str, ...] = ()
    name: str | None = None
    ready: bool = False
    nonce: str = ""
    nonce_hash: str = ""
    muted: bool = False
    stand_in: str | None = None
    resigned: bool = False
    returned: float = 0.0
    sittings: int = 0

    @property
    def taken(self) -> bool:
        return bool(self.guests) or self.bot is not None

    @property
    def keeps_nonce(self) -> bool:
        """Whether the guest has given the hash of a nonce, and not yet the nonce."""
        return bool(self.guests and self.nonce_hash and not self.nonce)

    @property
    def driver(self) -> str | None:
        """The level of the bot that chooses for this chair now; None when a person does."""
        return self.stand_in or self.bot

    def emptied(self) -> Chair:
        return Chair(suspect=self.suspect, sittings=self.sittings + 1)


class Table(Struct, frozen=True):
    """A table as its log tells it. `seats` is the chair of each seat once the game has begun, `touched` the
    time of the last entry and `decided` that of the last choice. `case_id` is the shared case that was played here.
    A table that is `asking` waits for the nonces of which it has the hashes, and then deals.
    `skipped` is the level of the bot that plays for eliminated people while the rest is played without pauses, and
    `skip_wanted` are the chairs of those who want that.
    """

    id: str
    code: str
    host: str
    plan: TablePlan
    commitment: str
    chairs: tuple[Chair, ...]
    touched: float
    decided: float = 0.0
    state: State = "open"
    asking: bool = False
    rotation: tuple[str, str, tuple[str, ...]] | None = None
    lesson: str | None = None
    practice: PracticeStart | None = None
    script: CaseScript | None = None
    case_id: str | None = None
    seats: tuple[int, ...] = ()
    players: tuple[tuple[str, str], ...] = ()
    nonces: tuple[str, ...] = ()
    hurried: bool = False
    skipped: str | None = None
    skip_wanted: tuple[int, ...] = ()
    rematch: str | None = None
    rematch_by: str | None = None
    reason: str | None = None

    @classmethod
    def opened(cls, entry: TableOpened) -> Table:
        """The table that its first entry opens."""
        chairs = tuple(Chair(suspect=chair.suspect, bot=chair.bot) for chair in entry.plan.chairs)
        return cls(
            entry.id,
            entry.code,
            entry.host,
            entry.plan,
            entry.commitment,
            chairs,
            entry.at,
            rotation=entry.rotation,
            lesson=entry.lesson,
            practice=entry.practice,
            script=entry.case,
            case_id=entry.case.id if entry.case is not None else entry.practice.case if entry.practice else None,
        )

    @property
    def edition(self) -> Edition:
        return edition_of(self.plan.edition, self.plan.house_rules)

    def game_table(self) -> GameTable:
        """Who plays what, for the rules."""
        return GameTable.from_words(self.edition, self.players)

    @property
    def keeps_nonces(self) -> bool:
        """Whether a nonce is still to be told before the deal."""
        return any(chair.keeps_nonce for chair in self.chairs)

    @property
    def asked_hashes(self) -> tuple[str, ...]:
        """The hash of each chair's nonce while they are asked for: all of them are fixed then."""
        return tuple(chair.nonce_hash for chair in self.chairs) if self.asking else ()

    def held_by(self, guest: str) -> tuple[int, ...]:
        """The chairs that a guest holds: several on one device are pass and play."""
        return tuple(number for number, chair in enumerate(self.chairs) if guest in chair.guests)

    def chair_of(self, seat: Seat) -> int:
        return self.seats[seat.index]

    def driver(self, chair: int) -> str | None:
        """The level of the bot that chooses for a chair now; None when a person does."""
        return self.chairs[chair].driver or self.skipped

    def seat_index(self, chair: int) -> int | None:
        """The place in turn order of a chair; none before the start."""
        return self.seats.index(chair) if chair in self.seats else None

    def seated(self) -> Table:
        """The table with a suspect in every chair: a player who has not chosen gets the next free one (SET-19)."""
        chosen = {chair.suspect for chair in self.chairs}
        free = iter([suspect.word for suspect in self.edition.deck.suspects if suspect.word not in chosen])
        return replace(self, chairs=tuple(replace(chair, suspect=chair.suspect or next(free)) for chair in self.chairs))

    def view(self, *, winner: str | None = None, may_skip: bool = False) -> TableView:
        """The table as everybody sees it."""
        chairs = tuple(
            ChairView(
                suspect=chair.suspect,
                name=chair.name,
                bot=chair.bot,
                ready=chair.ready,
                host=self.host in chair.guests,
                muted=chair.muted,
                away=chair.stand_in is not None,
                resigned=chair.resigned,
            )
            for chair in self.chairs
        )
        return TableView(
            id=self.id,
            code=self.code,
            state=self.state,
            plan=self.plan,
            chairs=chairs,
            hurried=self.hurried,
            commitment=self.commitment,
            seats=self.players,
            winner=winner,
            rematch=self.rematch,
            rematch_by=self.rematch_by,
            reason=self.reason,
            lesson=self.lesson,
            practice=None if self.practice is None else self.practice.turn,
            case=self.case_id,
            skip="on" if self.skipped else "can" if may_skip else None,
            skip_wanted=self.skip_wanted,
        )

    def with_chair(self, number: int, chair: Chair) -> Table:
        return replace(self, chairs=(*self.chairs[:number], chair, *self.chairs[number + 1 :]))


@lru_cache(maxsize=256)
def edition_of(key: str, house_rules: tuple[str, ...]) -> Edition:
    """The edition of a plan. Only editions that come with greycells: a guest never names a file."""
    if key not in names():
        raise ValueError(key)
    return load(key).with_house_rules(*house_rules)


def suspect_of(edition: Edition, word: str) -> Suspect | None:
    """The suspect with this name in records."""
    return next((suspect for suspect in edition.deck.suspects if suspect.word == word), None)


def is_own_name(name: str, seat: Seat) -> bool:
    """Whether a guest chose this name: it was not made up for them, and isn't their suspect's."""
    return not _is_made_up(name) and name.casefold() not in {
        seat.suspect.word.casefold(),
        seat.suspect.name.casefold(),
    }


@lru_cache(maxsize=10_000)
def _is_made_up(name: str) -> bool:
    number = name.rpartition(" ")[2]
    return number.isdecimal() and any(
        name == Sentence("table.guest", number=int(number)).say(tag) for tag in languages()
    )


def after(table: Table, entry: AnyEntry) -> Table:
    """The table after an entry of its log."""
    if isinstance(entry, Played):
        return replace(table, touched=entry.at, decided=entry.at, state="over" if entry.over else table.state)
    table = replace(table, touched=entry.at)
    match entry:
        case ChatSaid() | NoticePosted():
            return table
        case TableOpened():
            return Table.opened(entry)
        case PlanChanged(plan=plan):
            return _changed(table, plan)
        case NoncesAsked():
            return replace(table, asking=True)
        case Started():
            return _started(table, entry)
        case Hurried(on=on):
            return replace(table, hurried=on)
        case Skipped(bot=bot):
            return replace(table, skipped=bot, skip_wanted=())
        case SkipWanted(chair=chair, on=on):
            others = tuple(each for each in table.skip_wanted if each != chair)
            return replace(table, skip_wanted=(*others, chair) if on else others)
        case HostPassed(guest=guest):
            return replace(table, host=guest)
        case Rematched(table=another, name=name):
            return replace(table, rematch=another, rematch_by=name or None)
        case Challenged(case=case):
            return replace(table, case_id=case)
        case TableClosed(reason=reason):
            return replace(table, state="closed", asking=False, reason=reason)
        case GuestErased():
            return _without_guest(table, entry)
        case Reopened():
            return replace(table, state="running" if table.players else "open", reason=None, decided=entry.at)
        case (
            Sat()
            | Stood()
            | GotReady()
            | NonceRevealed()
            | Muted()
            | SteppedIn()
            | CameBack()
            | Claimed()
            | Resigned()
            | LinkRenewed()
            | DevicesRemoved()
        ):
            return table.with_chair(entry.chair, _chair_after(table.chairs[entry.chair], entry))
    assert_never(entry)


OfChair: TypeAlias = (
    Sat
    | Stood
    | GotReady
    | NonceRevealed
    | Muted
    | SteppedIn
    | CameBack
    | Claimed
    | Resigned
    | LinkRenewed
    | DevicesRemoved
)


def _chair_after(chair: Chair, entry: OfChair) -> Chair:
    match entry:
        case Sat(guest=guest, name=name, suspect=suspect, nonce=nonce):
            ready, fixed = chair.ready and guest in chair.guests, nonce_hash(nonce) if nonce else entry.nonce_hash
            return replace(
                chair, guests=(guest,), name=name, suspect=suspect, nonce=nonce, nonce_hash=fixed, ready=ready
            )
        case NonceRevealed(nonce=nonce):
            return replace(chair, nonce=nonce)
        case Stood():
            return chair.emptied()
        case GotReady(ready=ready):
            return replace(chair, ready=ready)
        case Muted(muted=muted):
            return replace(chair, muted=muted)
        case SteppedIn(bot=bot):
            return replace(chair, stand_in=bot)
        case CameBack():
            return replace(chair, stand_in=None, returned=entry.at)
        case Claimed(guest=guest):
            return replace(chair, guests=(*chair.guests, guest))
        case Resigned(bot=bot):
            return replace(chair, stand_in=bot, resigned=True)
        case LinkRenewed():
            return replace(chair, sittings=chair.sittings + 1)
        case DevicesRemoved():
            return replace(chair, guests=chair.guests[:1], sittings=chair.sittings + 1)
    assert_never(entry)


def _without_guest(table: Table, entry: GuestErased) -> Table:
    """Every guest who holds a chair on another device keeps it; a chair that nobody holds is free, or the bot's."""
    chairs: list[Chair] = []
    for chair in table.chairs:
        guests = tuple(guest for guest in chair.guests if guest != entry.guest)
        if guests == chair.guests:
            chairs.append(chair)
        elif guests:
            chairs.append(replace(chair, guests=guests, sittings=chair.sittings + 1))
        elif table.state == "open":
            chairs.append(chair.emptied())
        else:
            bot = chair.stand_in or entry.bot
            chairs.append(replace(chair, guests=(), stand_in=bot, resigned=True, sittings=chair.sittings + 1))
    return replace(table, chairs=tuple(chairs), host=entry.host)


def _changed(table: Table, plan: TablePlan) -> Table:
    """Everyone keeps their chair; if the game changes, they have to say again that they are ready."""
    same = replace(plan, chairs=()) == replace(table.plan, chairs=())
    chairs: list[Chair] = []
    for number, planned in enumerate(plan.chairs):
        chair = table.chairs[number] if number < len(table.chairs) else Chair()
        ready = chair.ready and same and planned.suspect == chair.suspect
        chairs.append(replace(chair, suspect=planned.suspect, bot=planned.bot, ready=ready))
    return replace(table, plan=plan, chairs=tuple(chairs))


def _started(table: Table, entry: Started) -> Table:
    chairs = tuple(replace(chair, suspect=word) for chair, word in zip(table.chairs, entry.suspects, strict=True))
    seats = tuple(entry.suspects.index(word) for word, _ in entry.seats)
    plan = replace(table.plan, chairs=tuple(ChairPlan(suspect=chair.suspect, bot=chair.bot) for chair in chairs))
    return replace(
        table,
        state="running",
        asking=False,
        decided=entry.at,
        chairs=chairs,
        seats=seats,
        players=entry.seats,
        nonces=entry.nonces,
        plan=plan,
    )
