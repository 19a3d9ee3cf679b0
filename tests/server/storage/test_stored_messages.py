"""Messages that are also kept on disk are named as such, and what was written once is read and written the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias, cast, get_args

import msgspec
import pytest
from msgspec import inspect

from greycells.protocol.puzzle_messages import DaySolved
from greycells.protocol.vocabulary import By, Help, Phrase, Reaction, Stored
from greycells.server.companion.stored_games import StoredCompanion, StoredLink
from greycells.server.game_sources.shared_links import StoredShare
from greycells.server.puzzles.api import KeptPractice
from greycells.server.reports.report_words import QuotedLine
from greycells.server.shared_cases.shared_case import CaseResult, SharedCase
from greycells.server.tables.guest_words import ChatWords
from greycells.server.tables.log_entries import AnyEntry
from greycells.server.tables.notebook_history import StoredNotebook
from greycells.server.tables.summaries import TableSummary

Known: TypeAlias = dict[type, inspect.StructType]

ON_DISK: tuple[object, ...] = (
    AnyEntry,
    CaseResult,
    ChatWords,
    DaySolved,
    KeptPractice,
    QuotedLine,
    SharedCase,
    StoredCompanion,
    StoredLink,
    StoredNotebook,
    StoredShare,
    TableSummary,
)
"""Everything that is decoded from a column of the database."""

COMPANION = """
{"book":{"game":{"companion":1,"setup":{"players":["Ada","Bo"],"me":0,"edition":"classic"}}}}
{"book":{"game":{"companion":1,"setup":{"players":["Ada","Bo"],"me":1,"box":{"suspects":["A"],"weapons":["B"],\
"rooms":["C"],"everybody":true},"hand":[0],"open":[1],"sizes":[1,null],"level":"advice"}}}}
{"book":{"game":{"companion":1,"setup":{"players":["Ada","Bo"],"me":0,"level":"sheet"},\
"entries":[{"kind":"suggestion","by":0,"cards":[0,6,12],"shown":[{"player":1,"card":0}],"id":"a"},\
{"kind":"suggestion","by":0,"cards":[0,6,12],"shown":[{"player":1}],"id":"b"},{"kind":"snoop","by":0,"of":1,\
"card":3,"id":"c"},{"kind":"open","card":3,"of":1,"id":"d"},{"kind":"accusation","by":1,"cards":[0,6,12],\
"id":"e"},{"kind":"known","holder":-1,"card":3,"has":false,"id":"f"},{"kind":"suspicion","holder":1,"card":3,\
"has":false,"weight":9,"id":"g"}]},"undo":[{"do":"take out","entry":"a","id":"h"},{"do":"put",\
"entry":{"kind":"open","card":3,"id":"d"},"at":2,"was":{"kind":"open","card":4,"id":"d"},"id":"i"},\
{"do":"set up","setup":{"players":["Ada","Bo"],"me":0},"id":"j"},{"do":"import","game":{"companion":1,\
"setup":{"players":["Ada","Bo"],"me":0}},"id":"k"}],"made":["h","i"],"overwritten":[{"change":"i",\
"entry":{"kind":"open","card":4,"id":"d"}}]},"links":["ab"]}
{"joined":"cd"}
"""
PLANS = """
{"type":"changed","at":1.5,"plan":{}}
{"type":"changed","at":1.5,"plan":{"chairs":[{"suspect":"Plum"},{"bot":"sergeant"}]}}
{"type":"changed","at":1.5,"plan":{"clock":{"kind":"decision","seconds":5}}}
{"type":"changed","at":1.5,"plan":{"clock":{"kind":"correspondence","days":14},"help":"direct facts"}}
{"type":"changed","at":1.5,"plan":{"spectators":false}}
{"type":"changed","at":1.5,"plan":{"edition":"luxury","help":"full logic","public":true,"house_rules":["blind snoop"]}}
"""
CHOICES = """
{"do":"roll"}
{"do":"move","to":"Hall"}
{"do":"move","to":"q7","path":["q6","q7"]}
{"do":"take passage"}
{"do":"snoop","owner":"Plum"}
{"do":"suggest","theory":["A","B","C"]}
{"do":"show","card":"Rope"}
{"do":"cannot show"}
{"do":"accuse","theory":["A","B","C"]}
{"do":"end turn"}
{"do":"take back"}
"""
CHOSEN = '{"type":"played","at":2.5,"chair":0,"decision":7,"by":"person","action":%s,"events":[]}'
WRITTEN: list[tuple[object, str]] = [
    *((StoredCompanion, line) for line in COMPANION.split("\n") if line),
    *((AnyEntry, line) for line in PLANS.split("\n") if line),
    *((AnyEntry, CHOSEN % line) for line in CHOICES.split("\n") if line),
    (DaySolved, '{"date":"2026-08-01","seconds":90,"slips":1,"hints":0,"counts":true}'),
]
"""As version 0.1 wrote them, every kind at least once."""


def structs(*roots: object) -> Known:
    """Every struct that values of these types may hold."""
    found: Known = {}
    todo = list(inspect.multi_type_info(roots))
    while todo:
        match todo.pop():
            case inspect.StructType(cls=cls, fields=fields) as kind:
                if cls not in found:
                    found[cls] = kind
                    todo += [field.type for field in fields]
            case inspect.Metadata(type=inner):
                todo.append(inner)
            case inspect.UnionType(types=types):
                todo += types
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                todo.append(item)
            case inspect.TupleType(item_types=items):
                todo += items
            case inspect.DictType(key_type=key, value_type=value):
                todo += [key, value]
            case _:
                pass
    return found


def messages(kinds: Known) -> set[type]:
    return {kind for kind in kinds if kind.__module__.startswith("greycells.protocol.")}


def met(value: object) -> Iterator[type]:
    """The types of a value and of everything in it."""
    if isinstance(value, msgspec.Struct):
        yield type(value)
        for name in value.__struct_fields__:
            yield from met(getattr(value, name))
    elif isinstance(value, tuple | list):
        for each in cast(Sequence[object], value):
            yield from met(each)


def test_every_message_that_is_kept_on_disk_says_so() -> None:
    assert {kind.__name__ for kind in messages(structs(*ON_DISK)) if not issubclass(kind, Stored)} == set()


@pytest.mark.parametrize(("kind", "line"), WRITTEN)
def test_what_was_written_is_read_and_written_the_same(kind: object, line: str) -> None:
    assert msgspec.json.encode(msgspec.json.decode(line, type=kind)).decode() == line


def test_no_kind_is_missing_among_what_was_written() -> None:
    written = {each for kind, line in WRITTEN for each in met(msgspec.json.decode(line, type=kind))}
    assert messages(structs(*ON_DISK)) - written == set()


def test_words_that_were_written_go_on_being_words() -> None:
    """A word may come, and none may go: tables, chats and cases have them."""
    phrases = {"hello", "good luck", "well played", "thank you", "hurry, please", "one moment", "I have it", "goodbye"}
    assert phrases <= set(get_args(Phrase))
    assert {"laugh", "wow", "think", "doubt", "sad", "wink", "bravo", "aha"} <= set(get_args(Reaction))
    assert {"none", "direct facts", "full logic"} <= set(get_args(Help))
    assert {"person", "bot", "clock", "dealer"} <= set(get_args(By))
