"""Fair dealing: a commitment at the start, a nonce from every seat, and the secret at the end, for anyone to check.

Nobody can choose a deal that depends on numbers they don't know yet. `docs/reference/fair-dealing.md` says what this
proves and what it doesn't.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b, sha256
from typing import NamedTuple

from greycells.language.sentences import Argument, Sentence
from greycells.rules.cards import CardSet
from greycells.rules.chance import CountingDealer, uniform
from greycells.rules.events import Began, Dealt, Event, LaidOpen, Placed, Rolled, RolledForStart, Sealed, Snooped
from greycells.rules.position import secrets_of
from greycells.rules.record_metadata import Pledge
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.setup import set_up


def fresh_secret() -> str:
    """A new random secret for one game."""
    return secrets.token_hex(32)


def commitment_to(secret: str) -> str:
    """The hash that a dealer publishes before any nonce is known: it binds the dealer and reveals nothing."""
    return sha256(f"greycells commitment {secret}".encode()).hexdigest()


def dealer_nonce(secret: str, seat: int) -> str:
    """The nonce of a seat that gives none: fixed by the commitment, so that the dealer can't try several."""
    return sha256(f"greycells nonce {seat} {secret}".encode()).hexdigest()[:32]


def nonce_hash(nonce: str) -> str:
    """What fixes a nonce without telling it, until every other nonce is fixed too."""
    return sha256(f"greycells nonce hash {nonce}".encode()).hexdigest()


def seats_without_nonce(table: GameTable, pledge: Pledge) -> tuple[Seat, ...]:
    """The seats whose nonces came from the dealer, as the revealed secret shows. All others were given to it."""
    if pledge.secret is None:
        return ()
    secret, pairs = pledge.secret, zip(table.seats, pledge.nonces, strict=False)
    return tuple(seat for seat, nonce in pairs if nonce == dealer_nonce(secret, seat.index))


class FairDealer(CountingDealer):
    """A dealer that can't choose deal or dice: every result follows from its secret and the nonces of all seats."""

    __slots__ = ("_key", "_secret", "nonces")

    def __init__(self, secret: str, nonces: Sequence[str]) -> None:
        self._secret = secret
        self.nonces = tuple(nonces)
        key = blake2b(digest_size=32)
        for part in (secret, *nonces):
            data = part.encode()
            key.update(len(data).to_bytes(8, "big") + data)
        self._key = key.digest()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(..., {list(self.nonces)!r})"

    @property
    def pledge(self) -> Pledge:
        """The public part of the pledge, without the secret."""
        return Pledge(commitment_to(self._secret), self.nonces)

    @property
    def opened(self) -> Pledge:
        """The pledge with the secret. Publish it only when the game is over: the secret reveals the deal."""
        return self.pledge._replace(secret=self._secret)

    def below(self, limit: int, kind: str, number: int, item: int = 0) -> int:
        return uniform(limit, self._key, f"{kind} {number} {item}")


class Doubt(NamedTuple):
    """Something in a record that doesn't follow from its pledge; `number` is that of the event, if any."""

    number: int | None
    sentence: Sentence


def verify(table: GameTable, events: Sequence[Event], pledge: Pledge) -> Iterator[Doubt]:
    """All random results that don't follow from the secret and the nonces."""
    if pledge.secret is None:
        yield Doubt(None, Sentence("fair.not opened"))
        return
    if len(pledge.nonces) != len(table.seats):
        yield Doubt(None, Sentence("fair.nonces", nonces=len(pledge.nonces), seats=len(table.seats)))
    if commitment_to(pledge.secret) != pledge.commitment:
        yield Doubt(None, Sentence("fair.commitment"))
    dealer = FairDealer(pledge.secret, pledge.nonces)
    dealt_by = next((event.dealer for event in events if isinstance(event, Dealt)), None)
    premises = set_up(table, dealer, dealt_by=dealt_by)
    for premise in premises:
        if not isinstance(premise, Began) and not any(type(event) is type(premise) for event in events):
            yield Doubt(None, Sentence("fair.left out", event=type(premise).__name__))
    hands = secrets_of(premises).hands
    for number, event in enumerate(events):
        match event:
            case Rolled(seat, dice):
                outcomes = [_Outcome("dice", dealer.roll(len(dice), number=number), dice, {"seat": seat})]
            case Snooped(seat, owner, card):
                hand = hands[owner.index]
                drawn = dealer.draw(hand, number=number) if hand else _NOTHING
                outcomes = [_Outcome("draw", drawn, card or _NOTHING, {"seat": seat, "owner": owner})]
            case Placed() | Sealed() | Dealt() | LaidOpen() | RolledForStart():
                expected = next((premise for premise in premises if type(premise) is type(event)), None)
                outcomes = list(_premise(table, expected, event))
            case _:
                continue
        for outcome in outcomes:
            if outcome.expected != outcome.said:
                yield Doubt(number, outcome.sentence)


class _Outcome(NamedTuple):
    """One random result: what it should be, and what the record says."""

    key: str
    expected: Argument
    said: Argument
    about: Mapping[str, Argument] = {}

    @property
    def sentence(self) -> Sentence:
        return Sentence(f"fair.{self.key}", expected=self.expected, said=self.said, **self.about)


_NOTHING = Sentence("fair.nothing")


def _premise(table: GameTable, expected: Event | None, said: Event) -> Iterator[_Outcome]:
    """The random results in one event of the set-up."""
    match expected, said:
        case Placed(), Placed():
            for weapon, here, there in zip(table.edition.deck.weapons, expected.weapons, said.weapons, strict=True):
                yield _Outcome("weapon", here or _NOTHING, there or _NOTHING, {"weapon": weapon})
        case Sealed(), Sealed():
            yield _Outcome("case file", expected.case_file or _NOTHING, said.case_file or _NOTHING)
        case Dealt(), Dealt():
            for seat, ours, theirs in zip(table.seats, expected.hands, said.hands, strict=True):
                yield _Outcome("hand", _listed(ours), _listed(theirs), {"seat": seat})
        case LaidOpen(), LaidOpen():
            yield _Outcome("open cards", _listed(expected.cards), _listed(said.cards))
        case RolledForStart(), RolledForStart():
            due, told = _throws(expected), _throws(said)
            for throw in {**due, **told}:
                yield _Outcome("throw", due.get(throw, _NOTHING), told.get(throw, _NOTHING), {"seat": throw[1]})
        case _:
            yield _Outcome("uncalled for", _NOTHING, type(said).__name__)


def _listed(cards: CardSet | None) -> Argument:
    return tuple(cards) if cards else _NOTHING


def _throws(event: RolledForStart) -> dict[tuple[int, Seat], tuple[int, ...]]:
    return {(number, seat): dice for number, throws in enumerate(event.rounds) for seat, dice in throws}
