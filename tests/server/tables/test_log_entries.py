"""The log of a table is a contract with databases that exist: what was written once is read and written the same."""

from __future__ import annotations

import msgspec
import pytest

from greycells.server.tables.log_entries import VERSION, PlanChanged, Played, Reopened, decode, encode

WRITTEN = rb"""
{"type":"opened","at":1.5,"id":"t","code":"ABCDEF","host":"g","plan":{},"commitment":"c0"}
{"type":"changed","at":1.5,"plan":{"edition":"luxury","chairs":[{},{"bot":"sergeant"}]}}
{"type":"sat","at":1.5,"chair":0,"guest":"g","name":"Ada","suspect":null,"nonce":""}
{"type":"played","at":2.5,"chair":0,"decision":7,"by":"person","action":{"do":"roll"},"events":[{"event":"Rolled"}]}
{"type":"played","at":2.5,"chair":0,"decision":8,"by":"bot","action":{"do":"move","to":"Hall"},"events":[]}
{"type":"played","at":2.5,"chair":0,"decision":8,"by":"bot","action":{"do":"move","to":"q7","path":["q7"]},"events":[]}
{"type":"played","at":2.5,"chair":0,"decision":8,"by":"person","action":{"do":"take passage"},"events":[]}
{"type":"played","at":2.5,"chair":0,"decision":8,"by":"person","action":{"do":"snoop","owner":"Plum"},"events":[]}
{"type":"played","at":2.5,"chair":0,"decision":8,"by":"clock","action":{"do":"show","card":"Rope"},"events":[]}
{"type":"played","at":2.5,"chair":0,"decision":8,"by":"clock","action":{"do":"cannot show"},"events":[]}
{"type":"played","at":2.5,"chair":0,"decision":8,"by":"clock","action":{"do":"end turn"},"events":[]}
{"type":"played","at":2.5,"chair":0,"decision":8,"by":"clock","action":{"do":"take back"},"events":[]}
{"type":"played","at":2.5,"chair":1,"decision":9,"by":"bot","action":{"do":"suggest","theory":["A","B","C"]},"events":[]}
{"type":"played","at":2.5,"chair":1,"decision":9,"by":"bot","action":{"do":"accuse","theory":["A","B","C"]},"events":[]}
{"type":"played","at":2.5,"chair":1,"decision":9,"by":"bot","action":{"do":"end turn"},"events":[],"over":true}
{"type":"sat","at":1.5,"chair":0,"guest":"g","name":"Ada","suspect":null,"nonce":"ab"}
{"type":"reopened","at":3.0}
""".split(b"\n")[1:-1]
"""Entries as servers before the version field wrote them."""


@pytest.mark.parametrize("line", WRITTEN, ids=bytes.decode)
def test_an_entry_without_a_version_is_of_the_first_and_stays_byte_for_byte(line: bytes) -> None:
    entry = decode(line)
    assert entry.version == 1
    assert encode(entry) == line


def test_an_entry_may_say_its_version() -> None:
    assert decode(b'{"type":"reopened","at":3.0,"version":1}') == Reopened(3.0)
    assert isinstance(decode(WRITTEN[1]), PlanChanged)
    assert isinstance(decode(WRITTEN[3]), Played)


@pytest.mark.parametrize("version", ["0", str(VERSION + 1), '"1"'])
def test_an_entry_of_an_unknown_version_is_refused(version: str) -> None:
    """A later server may mean something else by the same fields."""
    with pytest.raises(msgspec.ValidationError, match="version"):
        decode(f'{{"type":"reopened","at":3.0,"version":{version}}}')
