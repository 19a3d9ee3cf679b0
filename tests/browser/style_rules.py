"""The client's style sheets, read: which selectors stand in which sheet, with nesting written out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
WITHOUT_RULES = ("@keyframes", "@font-face", "@page", "@property")
TOKEN = re.compile(r'"[^"]*"|[^{};"]+|[{};]')


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a sheet: its selectors without nesting, the conditions around it, and what it declares."""

    selectors: tuple[str, ...]
    conditions: tuple[str, ...]
    declarations: tuple[str, ...]


@dataclass(slots=True)
class _Block:
    prelude: str
    declarations: list[str]
    inner: list[_Block]


def rules(sheet: str) -> Iterator[Rule]:
    """Every rule of a sheet that declares something, in order."""
    root = _Block("", [], [])
    open_blocks, text = [root], ""
    for token in TOKEN.findall(COMMENT.sub("", sheet)):
        match token:
            case "{":
                block = _Block(" ".join(text.split()), [], [])
                open_blocks[-1].inner.append(block)
                open_blocks.append(block)
            case "}":
                open_blocks.pop()
            case ";":
                open_blocks[-1].declarations.append(" ".join(text.split()))
            case _:
                text += token
                continue
        text = ""
    yield from _rules(root, ("",), ())


def _rules(block: _Block, around: tuple[str, ...], conditions: tuple[str, ...]) -> Iterator[Rule]:
    selectors = around
    if block.prelude.startswith(WITHOUT_RULES):
        return
    if block.prelude.startswith("@"):
        conditions = (*conditions, block.prelude)
    elif block.prelude:
        selectors = tuple(_within(one, outer) for outer in around for one in parts(block.prelude))
    if block.declarations and selectors != ("",):
        yield Rule(selectors, conditions, tuple(block.declarations))
    for inner in block.inner:
        yield from _rules(inner, selectors, conditions)


def _within(selector: str, around: str) -> str:
    if "&" in selector:
        return selector.replace("&", around)
    return f"{around} {selector}".strip()


def parts(selectors: str) -> list[str]:
    """The selectors of a list; commas in brackets separate nothing."""
    found, depth = [""], 0
    for sign in selectors:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            found.append("")
        else:
            found[-1] += sign
    return [one.strip() for one in found]
