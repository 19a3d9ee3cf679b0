"""Which names a guest may take."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from greycells.language.sentences import using_language
from greycells.server.errors.declined import Declined
from greycells.server.identity.allowed_names import LONGEST, clean_name
from greycells.server.identity.guest_cookies import Guests
from greycells.server.storage.table_store import Store

FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "José",
        "Nguyễn Thị Ánh",
        "Владимир",
        "محمد",
        "می\u200cخواهم",
        "क्\u200dष",
        "שָׁלוֹם",
        "ที่นี่",
        "နေမြွှေ",
        "葛城",
        "💃",
        FAMILY,
        "🧑🏽\u200d🚀 Ada",
        "❤\ufe0f\u200d🔥",
        "🏳\ufe0f\u200d🌈",
        "🇩🇪",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "1\ufe0f\u20e3",
        "☕\ufe0f",
    ],
)
def test_names_of_every_script_and_emoji_families_are_kept(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "A\x00da",
        "\u202eAda",
        "Ada\u200b",
        "Ad\u200da",
        "Ad\u200ca",
        "Ada\ufe0f",
        "Ada\u00ad",
        "\u2800",
        "\u3164",
        "Ada\u3164",
        "A\u034fda",
        "Ada\U000e0041",
        "葛\U000e0100城",
        "👨\u200d",
        "\u200d👨",
        "Ada\ue000",
        "\ufeffAda",
    ],
)
def test_what_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(Declined, match="invisible characters"):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["Z" + "\u0336" * 3 + "algo", "a" + "\u0300\u0316" * 10, "\u0301Ada", "ส" + "\u0e48" * 5, "A \u0488"]
)
def test_stacks_of_marks_are_refused(name: str) -> None:
    with pytest.raises(Declined, match="that many accents"):
        clean_name(name)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Ada \n Lovelace\t", "Ada Lovelace"),
        ("e\u0301", "é"),
        (" \n", ""),
        ("x" * 30, "x" * LONGEST),
        ("x" * 20 + FAMILY, "x" * 20),
        ("x" * (LONGEST - 1) + "👍🏽", "x" * (LONGEST - 1)),
        ("x" * (LONGEST - 7) + FAMILY + "!", "x" * (LONGEST - 7) + FAMILY),
    ],
)
def test_a_name_is_put_into_its_usual_form(name: str, kept: str) -> None:
    assert clean_name(name) == kept
    assert clean_name(kept) == kept


async def test_who_has_no_name_is_a_guest_in_the_language_of_the_page(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    guests, told = Guests("key", store), list[str]()
    for tag in ("en", "de", "en"):
        with using_language(tag):
            told.append((await guests.guest("ada")).name)
    await guests.rename("ada", "Ada")
    with using_language("de"):
        told.append((await guests.guest("ada")).name)
    store.close()
    english, german, again, chosen = told
    assert english.startswith("Guest ")
    assert german == english.replace("Guest", "Gast")
    assert (again, chosen) == (english, "Ada")


class SlowStore(Store):
    """Finds a name, and tells it when the test says so."""

    found, tell = asyncio.Event(), asyncio.Event()

    async def name_of(self, guest: str) -> str | None:
        name = await super().name_of(guest)
        self.found.set()
        await self.tell.wait()
        return name


async def test_a_name_that_was_read_before_a_new_one_was_taken_does_not_come_back(tmp_path: Path) -> None:
    store = SlowStore(tmp_path / "log.db")
    store.found, store.tell = asyncio.Event(), asyncio.Event()
    guests = Guests("key", store)
    await store.rename("ada", "Ada", at=1.0)
    await store.rename("eve", "Eve", at=1.0)
    reading = [asyncio.create_task(guests.guest(number)) for number in ("ada", "eve")]
    await store.found.wait()
    await guests.rename("ada", "Lovelace")
    guests.turn_away("eve")
    guests.forget_name("eve")
    store.tell.set()
    await asyncio.gather(*reading)
    names = [(await guests.guest("ada")).name]
    await store.rename("eve", "", at=2.0)
    names.append((await guests.guest("eve")).name)
    store.close()
    chosen, gone = names
    assert chosen == "Lovelace"
    assert gone.startswith("Guest ")
