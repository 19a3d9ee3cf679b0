"""Why not: a refusal is a sentence at the top of the page, and its rule is one tap away."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from playwright.sync_api import Page, WebSocketRoute
from tests.browser.conftest import Newcomer
from tests.browser.guest import Guest

Chosen = Mapping[str, object]
RECORDS = Path(__file__).parents[2] / "records"
WRONG: tuple[tuple[Chosen, str], ...] = (
    ({"do": "move", "to": "Kitchen"}, "MOVE-16"),
    ({"do": "suggest", "theory": ["Plum", "Rope", "Kitchen"]}, "SUG-10"),
    ({"do": "take passage"}, "PASS-4"),
    ({"do": "cannot show"}, "SHOW-1"),
    ({"do": "end turn"}, "MOVE-16"),
    ({"do": "snoop", "owner": "Mustard"}, "TURN-1"),
)
"""What nobody may choose at the start of a classic game; no snooping, as another box has it."""


def put_words_in_its_mouth(page: Page, wrong: Iterator[Chosen]) -> None:
    """A page offers only what is legal: each of its choices is exchanged for a wrong one on its way."""

    def carry(near: WebSocketRoute) -> None:
        far = near.connect_to_server()

        def speak(message: str | bytes) -> None:
            said = json.loads(message)
            if said["command"]["type"] == "play":
                said["command"]["action"] = next(wrong)
            far.send(json.dumps(said))

        near.on_message(speak)

    page.route_web_socket("**/live*", carry)


def refused(guest: Guest, rule: str, *, book: str = "") -> None:
    """The toast says why not; a tap on its mark opens the very rule, in the words of the book."""
    guest.page.locator(".toast .rule-mark").click()
    told = guest.page.get_by_role("dialog").locator("p", has=guest.page.locator(f"b:text-is('{rule}')"), has_text=book)
    told.wait_for()
    assert len(told.inner_text()) > len(rule) + len(book) + 20
    guest.page.keyboard.press("Escape")


def test_every_refusal_has_its_rule_one_tap_away(newcomer: Newcomer) -> None:
    guest = newcomer()
    put_words_in_its_mouth(guest.page, iter([action for action, _ in WRONG]))
    guest.play_now()
    for _, rule in WRONG:
        guest.page.locator(".turn-panel button:enabled", has_text="Roll the die").click()
        refused(guest, rule)


def test_a_refused_record_has_its_rule_one_tap_away(newcomer: Newcomer, tmp_path: Path) -> None:
    """Where no box is open, the rule is told as each rulebook has it."""
    broken = tmp_path / "broken.case"
    record = (RECORDS / "classic" / "cleared-doorway.case").read_text(encoding="utf-8")
    broken.write_text(record.replace("rolls 3  to q4", "rolls 3  to Lounge"), encoding="utf-8")
    guest = newcomer().go("/games")
    guest.page.locator("input[type=file]").set_input_files(broken)
    refused(guest, "MOVE-8", book="Classic")
