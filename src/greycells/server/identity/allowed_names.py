"""Which names are allowed at a table: no invisible characters, and nothing that covers the text around it."""

from __future__ import annotations

import unicodedata

from greycells.server.errors.declined import Declined, DeclineReason

LONGEST = 24
MOST_LOOKED_AT = 400
"""Longer input is cut off here before it is checked."""
JOINER, NON_JOINER = "\u200d", "\u200c"
EMOJI_STYLE = "\ufe0f"
KEYCAP, BLACK_FLAG, END_OF_TAG = "\u20e3", "\U0001f3f4", "\U000e007f"
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Characters that Unicode calls letters, marks or symbols, and that look like nothing at all."""
VIRAMA = 9
"""The combining class of the signs after which Indic scripts use joiners."""
MOST_MARKS, MOST_OF_A_SCRIPT = 2, 4
"""The most combining marks on one letter: generic ones, and those of a script."""


def clean_name(name: str) -> str:
    """The name, normalised, with single spaces and a limited length; Declined if it has invisible characters."""
    name = " ".join(unicodedata.normalize("NFC", name[:MOST_LOOKED_AT]).split())
    for place, letter in enumerate(name):
        if not _seen(name, place):
            raise Declined("hidden name", DeclineReason.INVALID)
        if _is_mark(letter) and (place == 0 or name[place - 1] == " "):
            raise Declined("stacked name", DeclineReason.INVALID)
    if _stacked(name):
        raise Declined("stacked name", DeclineReason.INVALID)
    return _cut(name)


def _seen(name: str, place: int) -> bool:
    """Whether the character at this place can be seen, or belongs to one that can."""
    letter, before, behind = name[place], name[:place], name[place + 1 : place + 2]
    match letter:
        case "\u200d":
            return _after_virama(before) or (_is_emoji(before.rstrip(EMOJI_STYLE)[-1:]) and _is_emoji(behind))
        case "\u200c":
            return _after_virama(before) or (_is_arabic(before[-1:]) and _is_arabic(behind))
        case "\ufe0e" | "\ufe0f":
            return _is_symbol(before[-1:]) or (behind == KEYCAP and before[-1:] in (*"0123456789#*",))
        case _:
            if 0xE0020 <= ord(letter) <= ord(END_OF_TAG):
                return _in_flag(name, place)
            variation = 0xFE00 <= ord(letter) <= 0xFE0F or 0xE0100 <= ord(letter) <= 0xE01EF
            mongolian = 0x180B <= ord(letter) <= 0x180F
            return letter.isprintable() and letter not in BLANKS and not (variation or mongolian)


def _in_flag(name: str, place: int) -> bool:
    """Whether a tag belongs to a flag, such as that of Scotland: a black flag, tags, and the end of them."""
    begin, end = name.rfind(BLACK_FLAG, 0, place), name.find(END_OF_TAG, place)
    return begin >= 0 and end >= 0 and all(0xE0020 <= ord(tag) < ord(END_OF_TAG) for tag in name[begin + 1 : end])


def _is_emoji(letter: str) -> bool:
    """A picture, or the tone of skin that a picture has."""
    return bool(letter) and (unicodedata.category(letter) == "So" or "\U0001f3fb" <= letter <= "\U0001f3ff")


def _is_symbol(letter: str) -> bool:
    return bool(letter) and unicodedata.category(letter)[0] in "SP"


def _is_arabic(letter: str) -> bool:
    return bool(letter) and unicodedata.bidirectional(letter) == "AL"


def _after_virama(before: str) -> bool:
    return bool(before) and unicodedata.combining(before[-1]) == VIRAMA


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me")


def _stacked(name: str) -> bool:
    """Whether a letter has so many combining marks that they cover the lines above and below."""
    general = own = 0
    for letter in name:
        if not _is_mark(letter):
            general = own = 0
        elif unicodedata.name(letter, "").startswith("COMBINING "):
            general += 1
        else:
            own += 1
        if general > MOST_MARKS or general + own > MOST_OF_A_SCRIPT:
            return True
    return False


def _cut(name: str) -> str:
    """The beginning of a name that is too long, without half a letter or half a picture at its end."""
    if len(name) <= LONGEST:
        return name
    end = LONGEST
    while end and (_goes_on(name[end]) or name[end - 1] == JOINER):
        end -= 1
    return name[:end].strip()


def _goes_on(letter: str) -> bool:
    """Whether a character belongs to the one before it."""
    tone = "\U0001f3fb" <= letter <= "\U0001f3ff"
    return tone or letter in (JOINER, NON_JOINER) or unicodedata.category(letter) in ("Mn", "Me", "Mc", "Cf")
