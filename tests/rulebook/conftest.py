"""Every test that asks for an `edition` runs in all the editions that the catalogue names for its rule.

`@pytest.mark.editions("MD")` says instead which editions a clause is about. `@pytest.mark.flip(dice=1)` runs the test
once more in each of them with another answer to that question, and there it has to fail.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

import pytest
from tests.rulebook.cases import Case, cases_of

from greycells.editions import load
from greycells.rules.edition import Edition
from greycells.rules.refusals import Refusal


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "editions(codes): the editions, by the catalogue's codes, that this clause is about"
    )
    config.addinivalue_line("markers", "flip(**answers): with these answers in the edition's file the test must fail")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "edition" in metafunc.fixturenames:
        metafunc.parametrize("edition", cases_of(metafunc.definition.iter_markers()), ids=str, indirect=True)


@pytest.fixture
def edition(request: pytest.FixtureRequest) -> Edition:
    """The edition of this case, with its flipped answers if the case has any."""
    case: Case = request.param
    edition = load(case.edition)
    if not case.flip:
        return edition
    return replace(edition, own=replace(edition.own, **dict(case.flip)))  # type: ignore[arg-type]


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """A test proves its rule only if it fails once the rule's answer is flipped."""
    case = pyfuncitem.callspec.params.get("edition") if hasattr(pyfuncitem, "callspec") else None
    if not isinstance(case, Case) or not case.flip:
        return (yield)
    with pytest.raises((AssertionError, Refusal, pytest.fail.Exception)):
        yield
    return True
