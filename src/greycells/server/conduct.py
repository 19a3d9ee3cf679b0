"""Good conduct: what a guest may ask of a table besides playing, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, assert_never

from greycells.notation.commands import (
    AnyCommand,
    Change,
    Close,
    Fill,
    Hurry,
    Mute,
    Plan,
    Play,
    Ready,
    Rematch,
    Remove,
    Resign,
    Say,
    Sit,
    Stand,
    Start,
)
from greycells.rules.sentences import Argument, Refusal, Sentence
from greycells.rules.setup import sit_down
from greycells.server.entries import (
    AnyEntry,
    Changed,
    Closed,
    GotReady,
    HostPassed,
    Hurried,
    Muted,
    Resigned,
    Said,
    Sat,
    SteppedIn,
    Stood,
)
from greycells.server.table import Chair, Table, edition_of, suspect_of

Manners: TypeAlias = Change | Sit | Stand | Ready | Remove | Say | Mute | Fill | Resign | Hurry | Close


class Declined(Exception):
    """Why a table does not do what a guest asks, in a sentence; stale when the guest saw an older state of things."""

    def __init__(self, key: str, /, *, stale: bool = False, **arguments: Argument) -> None:
        super().__init__(key)
        self.sentence = Sentence(f"table.{key}", **arguments)
        self.stale = stale

    def __str__(self) -> str:
        return str(self.sentence)


class Guest(NamedTuple):
    """Somebody with a cookie and a name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A command, who asks, when, and how long the guest of a chair has been away (0 when connected)."""

    guest: Guest
    command: AnyCommand
    id: str
    now: float
    away_for: Callable[[int], float]


@dataclass(frozen=True, slots=True)
class Customs:
    """What the house allows: the levels of its bots, the one that steps in, and the grace time in seconds."""

    levels: tuple[str, ...]
    stand_in: str
    grace: float


def follows(table: Table, asked: Asked, *, customs: Customs) -> Sequence[AnyEntry]:
    """The entries that follow from a command that is no move in the game; raises why not."""
    command, guest, now = asked.command, asked.guest, asked.now
    match command:
        case Play() | Start() | Rematch():
            raise TypeError("the live table does these")
        case Say():
            return _say(table, asked, command)
        case Change(plan=plan):
            _only_when(table, "open")
            check_plan(plan, customs)
            _fits_who_sits(table, plan)
            return (*_host_only(table, asked, customs), Changed(now, plan=plan))
        case Sit():
            return _sit(table, asked, command)
        case Stand(chair=number):
            return _stand(table, asked, number, customs)
        case Ready(chair=number, ready=ready):
            _only_when(table, "open")
            chair = _own(table, guest, number)
            return () if chair.ready == ready else (GotReady(now, chair=number, ready=ready),)
        case Remove(chair=number):
            _only_when(table, "open")
            passed = _host_only(table, asked, customs)
            if not _chair(table, number).guests:
                raise Declined("nobody there", chair=number + 1)
            return (*passed, Stood(now, chair=number, removed=True))
        case Mute(chair=number, muted=muted):
            _chair(table, number)
            return (*_host_only(table, asked, customs), Muted(now, chair=number, muted=muted))
        case Fill():
            return _fill(table, asked, command, customs)
        case Resign(chair=number):
            _only_when(table, "running")
            chair = _own(table, guest, number)
            return () if chair.resigned else (Resigned(now, chair=number, bot=customs.stand_in),)
        case Hurry(on=on):
            _only_when(table, "running")
            if not table.held_by(guest.id):
                raise Declined("not seated")
            return () if table.hurried == on else (Hurried(now, on=on),)
        case Close():
            if table.state in ("over", "closed"):
                raise Declined("not now", state=Sentence(f"standing.{table.state}"))
            return (*_host_only(table, asked, customs), Closed(now, reason="host"))
    assert_never(command)


def check_plan(plan: Plan, customs: Customs) -> None:
    """A plan names an edition, suspects, house rules and levels that exist, and a possible number of chairs."""
    try:
        edition = edition_of(plan.edition, plan.house_rules)
    except Refusal:
        raise
    except ValueError as error:
        raise Declined("no such plan", what=str(error)[:200]) from error
    for chair in plan.chairs:
        if chair.suspect is not None and suspect_of(edition, chair.suspect) is None:
            raise Declined("no such suspect", suspect=chair.suspect)
        if chair.bot is not None and chair.bot not in customs.levels:
            raise Declined("no such level", level=chair.bot, levels=customs.levels)
    sit_down(edition, [("", suspect_of(edition, chair.suspect or "")) for chair in plan.chairs])


def ready_to_start(table: Table, asked: Asked, *, customs: Customs) -> Sequence[AnyEntry]:
    """Every chair is taken and everybody is ready; the host is, by starting."""
    _only_when(table, "open")
    passed = _host_only(table, asked, customs)
    for number, chair in enumerate(table.chairs):
        if not chair.taken:
            raise Declined("empty chair", chair=number + 1)
    for chair in table.chairs:
        if chair.bot is None and not chair.ready and asked.guest.id not in chair.guests:
            raise Declined("not ready", name=chair.name or "")
    check_plan(table.plan, customs)
    return passed


def may_play(table: Table, guest: Guest, number: int) -> None:
    """Only whoever holds a chair plays for it, and nobody while a bot stands in for good."""
    _only_when(table, "running")
    if _own(table, guest, number).resigned:
        raise Declined("has resigned")


def may_look(table: Table, guest: Guest, chair: int | None) -> None:
    """Whoever looks from a chair holds it; whoever looks from none is welcome, or the game has not begun."""
    if chair is not None:
        _own(table, guest, chair)
    elif not table.plan.spectators and table.state != "open" and not table.held_by(guest.id):
        raise Declined("not watching")


def _only_when(table: Table, state: str) -> None:
    if table.state != state:
        raise Declined("not now", stale=True, state=Sentence(f"standing.{table.state}"))


def _chair(table: Table, number: int) -> Chair:
    if number >= len(table.chairs):
        raise Declined("no such chair", chair=number + 1)
    return table.chairs[number]


def _own(table: Table, guest: Guest, number: int) -> Chair:
    chair = _chair(table, number)
    if guest.id not in chair.guests:
        raise Declined("not your chair", chair=number + 1)
    return chair


def _host_only(table: Table, asked: Asked, customs: Customs) -> Sequence[AnyEntry]:
    """The host may; so may any seated guest once the host has been away too long, and is the host from then on."""
    if asked.guest.id == table.host:
        return ()
    hosts = table.held_by(table.host)
    present = any(asked.away_for(chair) < customs.grace for chair in hosts)
    if not table.held_by(asked.guest.id) or present:
        raise Declined("host only")
    return (HostPassed(asked.now, guest=asked.guest.id),)


def _say(table: Table, asked: Asked, command: Say) -> Sequence[AnyEntry]:
    chairs = table.held_by(asked.guest.id)
    if table.state == "closed":
        raise Declined("not now", state=Sentence(f"standing.{table.state}"))
    if not chairs and table.host != asked.guest.id:
        raise Declined("not seated")
    if any(table.chairs[chair].muted for chair in chairs):
        raise Declined("muted")
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in command.text).split())
    if not text and command.phrase is None:
        raise Declined("nothing said")
    return (
        Said(
            asked.now,
            guest=asked.guest.id,
            name=asked.guest.name,
            chair=chairs[0] if chairs else None,
            id=asked.id,
            text=text,
            phrase=command.phrase,
        ),
    )


def _sit(table: Table, asked: Asked, command: Sit) -> Sequence[AnyEntry]:
    _only_when(table, "open")
    guest, chair = asked.guest, _chair(table, command.chair)
    if chair.taken and guest.id not in chair.guests:
        raise Declined("chair taken", chair=command.chair + 1, name=chair.name or chair.bot or "")
    suspect = command.suspect or chair.suspect
    if suspect is not None:
        if suspect_of(table.edition, suspect) is None:
            raise Declined("no such suspect", suspect=suspect)
        others = (*table.chairs[: command.chair], *table.chairs[command.chair + 1 :])
        if any(other.suspect == suspect for other in others):
            raise Declined("suspect taken", suspect=suspect)
    if chair.guests and (chair.suspect, chair.nonce, chair.name) == (suspect, command.nonce, guest.name):
        return ()
    sat = Sat(asked.now, chair=command.chair, guest=guest.id, name=guest.name, suspect=suspect, nonce=command.nonce)
    return (sat,)


def _stand(table: Table, asked: Asked, number: int, customs: Customs) -> Sequence[AnyEntry]:
    """Leaving frees the chair, or lets a bot play on; the host's rights pass to the next guest at the table."""
    chair = _own(table, asked.guest, number)
    entries: list[AnyEntry] = []
    if table.state == "open":
        entries.append(Stood(asked.now, chair=number))
    elif table.state == "running" and chair.stand_in is None:
        entries.append(SteppedIn(asked.now, chair=number, bot=customs.stand_in))
    if table.host == asked.guest.id and table.held_by(asked.guest.id) == (number,):
        heirs = [other.guests[0] for other in table.chairs if other.guests and asked.guest.id not in other.guests]
        entries += [HostPassed(asked.now, guest=heir) for heir in heirs[:1]]
    return entries


def _fill(table: Table, asked: Asked, command: Fill, customs: Customs) -> Sequence[AnyEntry]:
    _only_when(table, "running")
    passed = _host_only(table, asked, customs)
    chair = _chair(table, command.chair)
    if command.bot not in customs.levels:
        raise Declined("no such level", level=command.bot, levels=customs.levels)
    if not chair.guests or chair.driver is not None:
        raise Declined("nobody missing", chair=command.chair + 1)
    wait = customs.grace - asked.away_for(command.chair)
    if wait > 0:
        raise Declined("grace", name=chair.name or "", seconds=int(wait) + 1)
    return (*passed, SteppedIn(asked.now, chair=command.chair, bot=command.bot))


def _fits_who_sits(table: Table, plan: Plan) -> None:
    """Nobody loses a chair by a change of plan."""
    for number, chair in enumerate(table.chairs):
        if not chair.guests:
            continue
        if number >= len(plan.chairs) or plan.chairs[number].bot is not None:
            raise Declined("chair taken", chair=number + 1, name=chair.name or "")
