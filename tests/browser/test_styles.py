"""The styles: every rule can match something, every class is used, and layers and sizes stand in one list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.browser.class_names import asked, composed, given, texts
from tests.browser.style_rules import Rule, rules

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src" / "greycells" / "server"
STATIC = SERVER / "static"
PAGE = STATIC / "app" / "page.css"
STANDS_ALONE = STATIC / "print" / "sheet.css"
"""The printed sheet is a page of its own."""
LAYOUT = "game/layout.css"
IMPORTED = re.compile(r'^@import "\.\./([^"]+)" layer\((\w+)\);$', re.MULTILINE)
SIZE = re.compile(r"^@custom-media (--[\w-]+) ", re.MULTILINE)
SMALL = re.compile(r"^(?:font|font-size|--[\w-]*text): (?:\w+ )?(?:0?\.\d+|1(?:\.\d+)?)rem")
TEXT_SIZE = re.compile(r"--text-\w+: ([\d.]+)rem;")
NAMED = re.compile(r"\((--[\w-]+)\)")
LONGEST = 400
OUTSIDE_GAMES = {
    ".tile:has(:checked)",
    ".tile.takes-part:not(:has(:checked))",
    ".tile:has(:focus-visible)",
    ".numbers label:has(:focus-visible)",
    ".sitter:has(:checked)",
    ".pick:has(:focus-visible)",
    ".chair:not(:has(.set button + button)) .set",
}
"""Where `:has()` may be used: around a single tile, card or chair."""
CLASS, ID, ATTRIBUTE = re.compile(r"\.([a-zA-Z][\w-]*)"), re.compile(r"#([a-zA-Z][\w-]*)"), re.compile(r"\[([\w-]+)")
LONE_CLASS = re.compile(r"\.[\w-]+")
COLOUR = re.compile(r"#[0-9a-f]{6}\b")
WORD = re.compile(r"[a-z][\w-]*")
QUOTED = re.compile(r'"[^"]*"')


def sheets() -> Iterator[tuple[str, str]]:
    for path in sorted(STATIC.rglob("*.css")):
        if path not in {PAGE, STANDS_ALONE}:
            yield path.relative_to(STATIC).as_posix(), path.read_text("utf-8")


def named_in(pattern: re.Pattern[str], sheet: str) -> set[str]:
    selectors = {QUOTED.sub("", selector) for rule in rules(sheet) for selector in rule.selectors}
    return {name for selector in selectors for name in pattern.findall(selector)}


def lone(sheet: str) -> set[str]:
    """The classes that stand alone in a selector of a sheet."""
    return {one.removeprefix(".") for rule in rules(sheet) for one in rule.selectors if LONE_CLASS.fullmatch(one)}


@cache
def sources() -> list[str]:
    """Templates and pages."""
    return [*texts(STATIC, "*.js"), *texts(SERVER, "*.py")]


@cache
def known() -> tuple[set[str], tuple[str, ...], set[str]]:
    """The classes that an element may have, beginnings of further ones, and every word of the sources."""
    whole, begun = given(sources())
    return whole | composed(sources()), tuple(begun), {word for source in sources() for word in WORD.findall(source)}


def unmatched(sheet: str) -> set[str]:
    """Names in the selectors of a sheet that no template and no page gives to an element."""
    classes, begun, words = known()
    found = {name for name in named_in(CLASS, sheet) - classes if not name.startswith(begun)}
    others = named_in(ID, sheet) | named_in(ATTRIBUTE, sheet)
    return found | {name for name in others if not {name, name.removeprefix("data-")} & words}


def test_every_sheet_is_in_the_list_once_and_short() -> None:
    listed = IMPORTED.findall(PAGE.read_text("utf-8"))
    assert sorted(path for path, _ in listed) == [name for name, _ in sheets()]
    assert {name: len(sheet.splitlines()) for name, sheet in sheets() if len(sheet.splitlines()) > LONGEST} == {}


def test_the_layer_of_a_sheet_follows_from_its_folder() -> None:
    """A sheet of a feature can overrule those of `ui` and the drawings of `board`, and never the other way round."""
    for path, layer in IMPORTED.findall(PAGE.read_text("utf-8")):
        folder, _, name = path.removesuffix(".css").partition("/")
        expected = name if name in {"tokens", "base", "states"} else folder if folder in {"ui", "board"} else "features"
        assert layer == expected, path


def test_a_class_is_styled_by_one_folder() -> None:
    """Two features that use the same name for different things would each draw what is the other's."""
    folders: dict[str, set[str]] = {}
    for path, sheet in sheets():
        for name in lone(sheet):
            folders.setdefault(name, set()).add(path.partition("/")[0])
    assert {name: found for name, found in folders.items() if len(found) > 1} == {}


def test_a_sheet_stands_beside_what_it_styles() -> None:
    """A class that stands alone in a selector is given by a template of the same folder, or by the page around it."""
    shell = [(STATIC / "app.js").read_text("utf-8")]
    page = given(shell)[0] | composed(shell)
    strangers: dict[str, set[str]] = {}
    for path, sheet in sheets():
        folder = path.partition("/")[0]
        whole, begun = given(texts(STATIC / folder, "*.js"))
        own = whole | page | composed(texts(STATIC / folder, "*.js"))
        found = {name for name in lone(sheet) if name not in own and not name.startswith(tuple(begun))}
        if found and folder not in {"ui", "board"}:
            strangers[path] = found
    assert strangers == {}


def test_a_class_is_styled_by_one_sheet() -> None:
    """Only the layout of a game says where the parts are that other sheets draw."""
    found: dict[str, set[str]] = {}
    for path, sheet in sheets():
        for name in lone(sheet) if path != LAYOUT else ():
            found.setdefault(name, set()).add(path)
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_no_colour_repeats_a_token() -> None:
    tokens = set(COLOUR.findall((STATIC / "ui" / "tokens.css").read_text("utf-8")))
    repeated = {path: tokens & set(COLOUR.findall(sheet)) for path, sheet in sheets() if path != "ui/tokens.css"}
    assert {path: colours for path, colours in repeated.items() if colours} == {}


def test_layers_make_important_needless() -> None:
    assert [name for name, sheet in sheets() if "!important" in sheet] == []


def test_sizes_have_names() -> None:
    """Where something changes stands in one list; each name there is used."""
    sizes = set(SIZE.findall(PAGE.read_text("utf-8")))
    conditions = {one for _, sheet in sheets() for rule in rules(sheet) for one in rule.conditions if "@media" in one}
    assert {one for one in conditions if re.search(r"width|height", one)} == set()
    assert {name for one in conditions for name in NAMED.findall(one)} == sizes


def test_sizes_of_letters_are_tokens() -> None:
    """So that there are nine of them, and none that is too small to read."""
    declared = {one for _, sheet in sheets() for rule in rules(sheet) for one in rule.declarations if SMALL.search(one)}
    assert declared == set()
    scale = {float(size) for size in TEXT_SIZE.findall((STATIC / "ui" / "tokens.css").read_text("utf-8"))}
    assert (len(scale), min(scale)) == (9, 0.7)


def test_what_lies_above_what_has_a_name() -> None:
    declared = {one for _, sheet in sheets() for rule in rules(sheet) for one in rule.declarations}
    assert {one for one in declared if one.startswith("z-index") and not one.startswith("z-index: var(--z-")} == set()


def test_no_style_of_a_game_depends_on_what_is_inside() -> None:
    """With `:has()` around a board, every picture that is drawn there would have half of the page styled again."""
    selectors = {one for _, sheet in sheets() for rule in rules(sheet) for one in rule.selectors}
    assert {one for one in selectors if ":has(" in one} == OUTSIDE_GAMES


def test_every_rule_has_something_to_match() -> None:
    assert {name: missing for name, sheet in sheets() if (missing := unmatched(sheet))} == {}


def test_a_rule_for_nothing_is_found() -> None:
    planted = ".card { .no-such-part, &[no-such-mark] { color: red; } @media (--desk) { & > #no-such-id { top: 0; } } }"
    assert unmatched(planted) == {"no-such-part", "no-such-mark", "no-such-id"}


def test_every_class_has_a_rule_or_code_that_uses_it() -> None:
    assert unused(sources()) == set()


def test_a_class_for_nothing_is_found() -> None:
    assert unused(['html`<p class=${`card ${at ? "no-such-look" : ""}`}></p>`']) == {"no-such-look"}


def unused(templates: list[str]) -> set[str]:
    """Class names in templates that no rule has and no code asks for."""
    whole, _ = given(templates)
    styled = set[str]().union(
        *(named_in(CLASS, sheet) for _, sheet in sheets()), named_in(CLASS, STANDS_ALONE.read_text("utf-8"))
    )
    code = [*texts(STATIC, "*.js"), *texts(ROOT / "tests" / "browser", "*.py"), *texts(ROOT / "tools", "*.py")]
    return whole - styled - asked(code)


def test_nested_rules_are_written_out() -> None:
    sheet = ".a, .b { color: red; &.on { top: 0; } .c & { left: 0; } @media (--desk) { > i, u { right: 0; } } }"
    assert list(rules(sheet)) == [
        Rule((".a", ".b"), (), ("color: red",)),
        Rule((".a.on", ".b.on"), (), ("top: 0",)),
        Rule((".c .a", ".c .b"), (), ("left: 0",)),
        Rule((".a > i", ".a u", ".b > i", ".b u"), ("@media (--desk)",), ("right: 0",)),
    ]
