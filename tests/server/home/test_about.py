"""The about page tells all that a server stores: each kind of document in the code, each table of its database."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import greycells.server
from greycells.language.sentences import Sentence, using_language
from greycells.server.home.about_text import ABOUT, DOCUMENTS, TABLES, about_project
from greycells.server.storage.copying import PASSING, opened
from greycells.server.storage.table_store import Store

SERVER = Path(greycells.server.__file__).parent
KIND_AT = {"Document": 0, "document": 1, "documents_of": 1, "delete_document": 1}
"""Which argument of each call is the kind of a document."""
OF_NO_GUEST = {"maintenance"}
"""Tables that hold nothing of anybody; those of a running server beside them."""


def constants(tree: ast.Module) -> dict[str, str]:
    """The texts that a module names at its top, also several in a line."""
    found: dict[str, str] = {}
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str() as text)):
                found[name] = text
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = zip(names, values, strict=True)
                found |= {
                    name.id: value.value
                    for name, value in pairs
                    if isinstance(name, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str)
                }
            case _:
                pass
    return found


def kinds_in(source: str) -> set[str]:
    """The kinds of documents that a module reads, writes or deletes."""
    tree, found = ast.parse(source), set[str]()
    named = constants(tree)
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        place = KIND_AT.get(name)
        if place is not None and len(call.args) > place:
            match call.args[place]:
                case ast.Constant(value=str() as text):
                    found.add(text)
                case ast.Name(id=constant) if constant in named:
                    found.add(named[constant])
                case _:
                    pass
    return found


def test_kinds_are_found_in_the_code() -> None:
    source = 'A, B = "one", "two"\nstore.document(guest, A, name)\nDocument(B, "x", 1, 0.0, b"")\nf(guest, "three")'
    assert kinds_in(source) == {"one", "two"}


def test_the_page_tells_of_every_kind_of_document_in_the_code() -> None:
    found = {kind for file in SERVER.rglob("*.py") for kind in kinds_in(file.read_text(encoding="utf-8"))}
    assert found == set(DOCUMENTS)


def test_the_page_tells_of_every_table_of_the_database(tmp_path: Path) -> None:
    Store(tmp_path / "greycells.db").close()
    with opened(str(tmp_path), new=True) as kept:
        tables = set(kept.tables())
    assert tables - {"documents"} == set(TABLES) | OF_NO_GUEST
    assert not PASSING & set(TABLES)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_point_is_on_the_page(language: str) -> None:
    stored = next(points for title, points in ABOUT if title == "stored")
    assert {*DOCUMENTS.values(), *TABLES.values()} <= set(stored)
    with using_language(language):
        told = dict(about_project().sections)[str(Sentence("about.stored"))]
        assert len(told) == len(set(told)) == len(stored)
