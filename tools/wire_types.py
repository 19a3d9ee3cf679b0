"""Writes what is generated from the protocol's types: the client's `wire.d.ts` and the tables of the protocol page.

Run `python tools/wire_types.py` after changing a message; a test fails while the files differ from what it writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias, get_args

from msgspec import Struct, inspect

from greycells.notation.sighting_json import FIELDS
from greycells.protocol.choices import AnyChoice
from greycells.protocol.commands import AskedCommand, CommandRequest
from greycells.protocol.companion_entries import CompanionEntry
from greycells.protocol.companion_messages import CompanionChange
from greycells.protocol.frames import AnyFrame
from greycells.protocol.option_messages import OptionsMessage
from greycells.protocol.plans import Clock
from greycells.protocol.problem_message import Problem
from greycells.server.app.features import API

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "src" / "greycells" / "server" / "static" / "types" / "wire.d.ts"
PAGE = ROOT / "docs" / "reference" / "server.md"
WIDTH = 120
"""Prettier breaks a longer line."""
HEAD = """/**
 * What goes over the wire, in types. Generated from `greycells.protocol` and the endpoints by `tools/wire_types.py`: do
 * not edit. A field with `?` is left out when it has its default.
 */
"""
UNIONS = {
    "AnyChoice": AnyChoice,
    "AskedCommand": AskedCommand,
    "AnyFrame": AnyFrame,
    "Clock": Clock,
    "CompanionChange": CompanionChange,
    "CompanionEntry": CompanionEntry,
}
EVENT_FIELDS = {
    "int": "number",
    "bool": "boolean",
    "Seat": "string",
    "Seat | None": "string | null",
    "Place": "string",
    "Card | None": "string | null",
    "CardSet": "string[]",
    "Theory": "[string, string, string]",
    "Theory | None": "[string, string, string] | null",
    "tuple[int, ...]": "number[]",
    "tuple[Place, ...]": "string[]",
    "tuple[Place | None, ...]": "(string | null)[]",
    "tuple[CardSet | None, ...]": "(string[] | null)[]",
    "tuple[tuple[tuple[Seat, tuple[int, ...]], ...], ...]": "[string, number[]][][]",
}
"""A field of an event in TypeScript, by its type as the event's class names it."""

Structs: TypeAlias = dict[str, inspect.StructType]


class Writer:
    """Turns types into TypeScript, and remembers the structs that it met on the way."""

    def __init__(self) -> None:
        self.structs: Structs = {}
        self._unions = {frozenset(kind.__name__ for kind in get_args(union)): name for name, union in UNIONS.items()}

    def name(self, kind: inspect.Type) -> str:
        """A type as it is written in a field."""
        match kind:
            case inspect.Metadata(extra={"wire": str() as name}):
                return name
            case inspect.Metadata(type=inner):
                return self.name(inner)
            case inspect.StructType(cls=cls):
                self._meet(kind)
                return cls.__name__
            case inspect.UnionType(types=types):
                return self._union(types)
            case inspect.LiteralType(values=values):
                return " | ".join(str(value) if isinstance(value, int) else f'"{value}"' for value in values)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                written = self.name(item)
                return f"({written})[]" if " | " in written else f"{written}[]"
            case inspect.TupleType(item_types=items):
                return f"[{', '.join(self.name(item) for item in items)}]"
            case inspect.DictType(key_type=key, value_type=value):
                return f"Record<{self.name(key)}, {self.name(value)}>"
            case inspect.StrType():
                return "string"
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case _:
                raise TypeError(f"no TypeScript for {kind}")

    def _meet(self, kind: inspect.StructType) -> None:
        name = kind.cls.__name__
        known = self.structs.get(name)
        if known is not None:
            assert known.cls is kind.cls, f"two messages are called {name}"
            return
        self.structs[name] = kind
        for field in kind.fields:
            self.name(field.type)

    def _union(self, types: Iterable[inspect.Type]) -> str:
        """A union whose structs are those of a named union goes by its name."""
        names = [self.name(kind) for kind in types]
        structs = frozenset(name for name in names if name in self.structs)
        if structs in self._unions:
            names = [self._unions[structs], *(name for name in names if name not in structs)]
        return " | ".join(names)

    def interface(self, kind: inspect.StructType) -> str:
        tag = [f'  {kind.tag_field}: "{kind.tag}";'] if kind.tag_field is not None else []
        fields = [
            declared(_key(field.encode_name) + ("" if field.required else "?"), self.name(field.type))
            for field in kind.fields
        ]
        return "\n".join([_comment(kind.cls.__doc__), f"export interface {kind.cls.__name__} {{", *tag, *fields, "}"])


def declared(key: str, kind: str) -> str:
    """A field as prettier lays it out: a union that is too long has a line for each of its members."""
    line = f"  {key}: {kind};"
    if len(line) <= WIDTH or kind.endswith("]"):
        return line
    return f"  {key}:" + "".join(f"\n    | {member}" for member in kind.split(" | ")) + ";"


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


def _alias(name: str, members: list[str]) -> str:
    line = f"export type {name} = {' | '.join(members)};"
    return line if len(line) <= WIDTH else f"export type {name} =" + "".join(f"\n  | {one}" for one in members) + ";"


def _comment(doc: str | None) -> str:
    return f"/** {' '.join((doc or '').split(chr(10) * 2)[0].split())} */"


def sightings() -> Iterator[str]:
    """A sighting is one of the events, told apart by `event`; a secret that was not seen is null."""
    for kind, fields in FIELDS.items():
        lines = [declared(name, EVENT_FIELDS[annotation]) for name, annotation in fields]
        head = ["  number: number;", f'  event: "{kind.__name__}";']
        yield "\n".join([_comment(kind.__doc__), f"export interface {kind.__name__}Sighting {{", *head, *lines, "}"])
    union = _alias("Sighting", [f"{kind.__name__}Sighting" for kind in FIELDS])
    yield f"/** What a viewer saw of an event. */\n{union}"


def wire_types() -> str:
    """The whole of `wire.d.ts`."""
    bodies = [kind for endpoint in API for kind in (endpoint.body, endpoint.reply) if isinstance(kind, type)]
    writer = Writer()
    for kind in inspect.multi_type_info([*bodies, CommandRequest, Problem, OptionsMessage, *UNIONS.values()]):
        writer.name(kind)
    interfaces = [writer.interface(kind) for _, kind in sorted(writer.structs.items())]
    unions = [_alias(name, [kind.__name__ for kind in get_args(union)]) for name, union in UNIONS.items()]
    return "\n".join([HEAD.rstrip(), *interfaces, *unions, *sightings(), ""])


def _rows(union: object) -> Iterator[str]:
    kinds: tuple[type[Struct], ...] = get_args(union)
    for kind in kinds:
        said = " ".join((kind.__doc__ or "").split())
        yield f"| `{kind.__struct_config__.tag}` | {', '.join(_fields(kind))} | {said} |"


def _fields(kind: type[Struct]) -> Iterator[str]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return (f"`{field.encode_name}`" for field in info.fields)


def tables() -> dict[str, str]:
    """The generated tables of the protocol page, by name."""
    return {
        name: "\n".join([f"| {name} | fields | what it {says} |", "|---|---|---|", *_rows(union)])
        for name, says, union in (
            ("frame", "tells", AnyFrame),
            ("command", "asks for", AskedCommand),
            ("action", "does", AnyChoice),
        )
    }


def with_tables(page: str) -> str:
    """The protocol page with its generated tables between their marks."""
    for name, table in tables().items():
        marks = f"<!-- {name}s: written by tools/wire_types.py -->\n\n", f"\n\n<!-- end of {name}s -->"
        before, begins, rest = page.partition(marks[0])
        _, ends, after = rest.partition(marks[1])
        assert begins, f"the page has no mark for {name}s"
        assert ends, f"the page has no end of {name}s"
        page = before + begins + table + ends + after
    return page


if __name__ == "__main__":
    TYPES.write_text(wire_types(), encoding="utf-8")
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
