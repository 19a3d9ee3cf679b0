"""Recognising a shared case in an uploaded record: by who holds what, not by names, choices or bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple, cast

import msgspec

from greycells.editions import load
from greycells.notation import Record
from greycells.notation.action_json import Json
from greycells.notation.sighting_json import encode_sighting
from greycells.rules.setup import set_up, sit_down
from greycells.rules.views import Sighting
from greycells.server.errors.report import report
from greycells.server.shared_cases.shared_case import SharedCase
from greycells.server.shared_cases.store import CaseRow, CaseStore
from greycells.server.system.durations import DAY
from greycells.server.tables.seat_streams import SeatStreams
from greycells.server.tables.table_state import suspect_of


class CaseDeal(NamedTuple):
    """What a record or a case says of the deal, each part as a digest: thousands of them are kept in memory.

    `hands` are in turn order, `None` where a seat's copy hides one. `public` is the set-up that everybody sees. It
    counts only where a record knows no hand: a case file alone is the same in one of some hundred games.
    """

    edition: str
    hands: tuple[bytes | None, ...]
    case_file: bytes | None
    public: bytes

    def fits(self, known: CaseDeal) -> bool:
        """Whether this deal, of a record that may know only parts, is a deal that is known in full."""
        if self.edition != known.edition or len(self.hands) != len(known.hands):
            return False
        if self.case_file not in (None, known.case_file):
            return False
        if any(mine not in (None, theirs) for mine, theirs in zip(self.hands, known.hands, strict=True)):
            return False
        return any(self.hands) or (self.case_file is not None and self.public == known.public)


def deal_of_record(record: Record) -> CaseDeal:
    """The deal of a record, as far as it tells."""
    return _deal(record.table.edition.key, map(encode_sighting, record.sightings))


def deal_of_case(case: SharedCase) -> CaseDeal:
    """The deal of a shared case: written down in a challenge, and following from the secret of a day's game."""
    edition = case.plan.edition
    if case.script.deal:
        return _deal(edition, (msgspec.json.decode(text) for text in case.script.deal))
    rules = load(edition).with_house_rules(*case.plan.house_rules)
    seated = sit_down(rules, [("", suspect_of(rules, chair.suspect or "")) for chair in case.plan.chairs])
    events = set_up(seated, SeatStreams(case.secret, case.script))
    return _deal(edition, (encode_sighting(Sighting(number, event)) for number, event in enumerate(events)))


def _deal_of(row: CaseRow) -> CaseDeal | None:
    try:
        return deal_of_case(msgspec.json.decode(row.body, type=SharedCase))
    except Exception as error:
        report(f"case {row.id} can't be dealt and is not compared", error)
        return None


def _deal(edition: str, events: Iterable[Mapping[str, Json]]) -> CaseDeal:
    hands: tuple[bytes | None, ...] = ()
    case_file: bytes | None = None
    public: list[Json] = []
    for event in events:
        match event["event"]:
            case "Dealt":
                told = cast("Sequence[Sequence[str] | None]", event["hands"])
                hands = tuple(None if hand is None else _digest(sorted(hand)) for hand in told)
            case "Sealed" | "Opened" | "Finished":
                case_file = case_file or (None if event["case_file"] is None else _digest(event["case_file"]))
            case "Placed" | "LaidOpen" | "RolledForStart" | "Began":
                public.append(event)
            case _:
                pass
    return CaseDeal(edition, hands, case_file, _digest(public))


def _digest(value: Json) -> bytes:
    return blake2b(msgspec.json.encode(value), digest_size=16).digest()


class CaseDeals:
    """The deals of all shared cases of this server. A record is compared with thousands in some milliseconds."""

    def __init__(self) -> None:
        self._deals: dict[str, CaseDeal | None] = {}
        """None for a case that can't be dealt, as of an edition that this server doesn't have any more."""
        self._until = 0.0

    async def like(self, record: Record, store: CaseStore) -> list[str]:
        """The cases whose deal a record has."""
        # Another node's clock may be behind; a case that is known already is not read again.
        rows = [row for row in await store.cases_since(self._until - DAY) if row.id not in self._deals]

        def work() -> list[str]:
            for row in rows:
                self._deals[row.id] = _deal_of(row)
            deal = deal_of_record(record)
            return [case for case, known in list(self._deals.items()) if known is not None and deal.fits(known)]

        found = await asyncio.to_thread(work)
        self._until = max([self._until, *(row.at for row in rows)])
        return found
