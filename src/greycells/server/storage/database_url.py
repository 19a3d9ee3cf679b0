"""Which addresses of a PostgreSQL database are taken."""

from __future__ import annotations

import re

URL = re.compile(
    r"postgres(?:ql)?://(?:(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*(?::(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)?@)?"
    r"(?:[^@\s%]|%[0-9a-f]{2})*",
    re.ASCII | re.IGNORECASE,
)
"""PostgreSQL's. Only in an address of this form does its library never take a part of the password for another part,
which it would name when it complains."""


def is_database_url(text: str) -> bool:
    return URL.fullmatch(text) is not None
