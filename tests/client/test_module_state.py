"""What the client's modules keep and change besides the stores: ten things at most, none without a reason."""

from __future__ import annotations

import re

from tests.client.test_models import COMMENT, STATIC

MOST = 10
VARIABLE = re.compile(r"^(?:export )?let (\w+)", re.MULTILINE)
CONSTANT = re.compile(r"^(?:export )?const (\w+) = (.*)", re.MULTILINE)
OWN_OBJECT = re.compile(r"new (?!Set\(\[|Map\(\[|URL\(|Intl\.|RegExp\()")
CHANGES = (
    r"(?<![\w.])NAME(?:\.\w+|\[[^\]]+\])+ (?:[-+*/|&?]*)=(?![=>])",
    r"(?<![\w.])NAME(?:\.\w+)*\.(?:push|pop|shift|unshift|splice|sort|reverse|set|add|delete|clear)\(",
    r"Object\.assign\(NAME\b",
    r"\bdelete NAME\b",
)
"""How a module changes what it keeps under a name. An element of the page is no state of the module."""

REASONS = {
    "app.js shell": "The screen that is drawn and where the focus was: there is one page.",
    "game/game.js screen": "Dice and stage, and what of the game has been drawn: nothing is drawn or played twice.",
    "session/notebook_pages.js savers": "Notebooks that are open, and those left with marks that aren't saved yet.",
    "session/session.js live": "The connection: there is one.",
    "stage/sounds.js audio": "The speaker, and what has been heard: a page may have one speaker.",
    "ui/once.js made": "Pictures, boards and requests: each is made once.",
    "ui/staged_render.js drawing": "The parts of the page that are drawn apart, and the work that waits.",
    "ui/store.js calls": "Who is called after a change.",
    "ui/timers.js running": "Timers, by what they are for.",
    "ui/words.js catalogue": "The words that have come, and those that are on their way.",
}
"""The module and the name, and why it is no state of a feature."""


def is_kept(name: str, made: str, code: str) -> bool:
    """Whether what a module makes under a name changes later."""
    if made.lstrip(" (").startswith("document."):
        return False
    return bool(OWN_OBJECT.match(made)) or any(re.search(change.replace("NAME", name), code) for change in CHANGES)


def kept() -> set[str]:
    """Every variable, collection and object at module level that the module changes."""
    found: set[str] = set()
    for path in STATIC.rglob("*.js"):
        module = path.relative_to(STATIC).as_posix()
        if module.startswith(("vendor/", "worker.js")):
            continue
        code = COMMENT.sub("", path.read_text(encoding="utf-8"))
        changed = [name for name, made in CONSTANT.findall(code) if is_kept(name, made, code)]
        found |= {f"{module} {name}" for name in [*VARIABLE.findall(code), *changed]}
    return found


def test_one_module_alone_touches_the_storage_of_a_browser() -> None:
    """`ui/storage.js`, because a browser may refuse it: named anywhere else, that would stop the page."""
    touched = {
        path.relative_to(STATIC).as_posix()
        for path in STATIC.rglob("*.js")
        if re.search(r"\b(?:local|session)Storage\b", COMMENT.sub("", path.read_text(encoding="utf-8")))
    }
    assert touched == {"ui/storage.js"}


def test_what_modules_keep_has_a_reason() -> None:
    assert sorted(kept() - set(REASONS)) == []
    assert sorted(set(REASONS) - kept()) == []
    assert len(REASONS) <= MOST
