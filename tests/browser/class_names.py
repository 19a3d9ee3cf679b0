"""The class names that templates and pages give to elements, and those that code asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

GIVEN = re.compile(r"""\bclass(?:Name)?\s*=\s*(?:"([^"$]*)"|'([^'$]*)'|(?=\$\{|[a-z(`]))""")
TOGGLED = re.compile(r'classList\.\w+\(\s*"([\w-]+)"')
KEY = re.compile(r'^\s+"?([a-z][\w-]*)"?: ', re.MULTILINE)
"""A name in an object, such as that of the classes that are on."""
CHOSEN = re.compile(r"(?:^|[?:|&\[,])\s*$")
"""What stands before a literal that is chosen, not compared."""
NAME = re.compile(r"[a-z][\w-]*")
LITERAL = re.compile(r'(?="([a-z][\w-]*(?: [a-z][\w-]*){0,4}) ?")')
QUOTED = re.compile(r"""["'`][^"'`\n]*(?=["'`])""")
ASKED = re.compile(r"\.([a-z][\w-]*)")


def given(sources: Iterable[str]) -> tuple[set[str], set[str]]:
    """The class names in templates: whole ones, and beginnings of those that are put together."""
    whole, begun = set[str](), set[str]()
    for source in sources:
        whole |= set(TOGGLED.findall(source))
        for found in GIVEN.finditer(source):
            if found[1] is not None or found[2] is not None:
                texts = iter([((found[1] or found[2] or "").partition("{")[0], False)])
            else:
                texts = _texts(_expression(source, found.end()))
            for text, goes_on in texts:
                words = text.split()
                if goes_on and words and not text.endswith(" "):
                    begun.add(words.pop())
                whole |= {word for word in words if NAME.fullmatch(word)}
    return whole, begun


def composed(sources: Iterable[str]) -> set[str]:
    """Every short literal that could be a class name, because a template may be handed it."""
    found = {text for source in sources for text in (*LITERAL.findall(source), *KEY.findall(source))}
    return {word for text in found for word in (*text.split(), text.replace(" ", "-"))}


def asked(sources: Iterable[str]) -> set[str]:
    """The class names in selectors of code."""
    return {name for source in sources for text in QUOTED.findall(source) for name in ASKED.findall(text)}


def _expression(source: str, at: int) -> str:
    """What is put in here: up to the bracket that closes it, or the end of the statement."""
    start = at + 2 if source.startswith("${", at) else at
    depth, end = 0, start
    while end < len(source):
        depth += (source[end] in "{(") - (source[end] in "})")
        if depth < 0 or (start == at and not depth and source[end] == ";"):
            break
        end += 1
    return source[start:end]


def _texts(expression: str) -> Iterator[tuple[str, bool]]:
    """The literals of an expression that may be its value, and whether something is put behind each."""
    at = 0
    while at < len(expression):
        sign = expression[at]
        if sign == '"':
            end = expression.index('"', at + 1)
            if CHOSEN.search(expression[:at]):
                yield expression[at + 1 : end], False
            at = end
        elif sign == "`":
            at, inside = at + 1, ""
            while expression[at] != "`":
                if expression.startswith("${", at):
                    put_in = _expression(expression, at)
                    yield inside, True
                    yield from _texts(put_in)
                    at, inside = at + len(put_in) + 3, ""
                else:
                    inside, at = inside + expression[at], at + 1
            yield inside, False
        at += 1


def texts(folder: Path, *endings: str) -> list[str]:
    """The sources below a folder, without what isn't ours and what is only words."""
    paths = (path for ending in endings for path in sorted(folder.rglob(ending)))
    return [path.read_text("utf-8") for path in paths if not {"vendor", "words"} & set(path.parts)]
