"""Whether a game was dealt as we were told before the deal: its record is compared with what was kept of that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from greycells.language.sentences import Sentence
from greycells.notation import Record
from greycells.rules.fair_dealing import nonce_hash, seats_without_nonce, verify


class Promise(NamedTuple):
    """What a seat was told before the deal: the dealer's commitment, and the hash of each chair's nonce."""

    commitment: str
    hashes: tuple[str, ...]


def compared(promise: Promise, suspects: Sequence[str | None], record: Record) -> Sentence:
    """What the record of a finished game proves, or why its deal can't be trusted; `suspects` are the chairs'."""
    pledge = record.pledge
    if pledge is None or pledge.commitment != promise.commitment or any(verify(record.table, record.events, pledge)):
        return Sentence("client.deal not promised")
    by_word = dict(zip(suspects, promise.hashes, strict=True))
    fixed = {seat: by_word.get(seat.suspect.word, "") for seat in record.table.seats}
    dealers = seats_without_nonce(record.table, pledge)
    nonces = zip(record.table.seats, pledge.nonces, strict=True)
    if changed := tuple(seat for seat, nonce in nonces if seat not in dealers and nonce_hash(nonce) != fixed[seat]):
        return Sentence("client.nonces changed", seats=changed)
    if late := tuple(seat for seat in dealers if fixed[seat]):
        return Sentence("client.nonces missing", seats=late)
    return Sentence("client.deal as promised")
