"""Drawings that are no boards, and what is expected instead."""

from __future__ import annotations

WRONG = [
    ("", 1, 1, "a board"),
    ("; nothing\n\n", 1, 1, "a board"),
    ("...\n.x.\n", 2, 2, "one of # . < > ? ^ v"),
    ("; first\n...\n..\n...\n", 3, 3, "a line of 3 characters like the first one, got 2"),
    ("...\n....\n", 2, 4, "a line of 3 characters"),
    ("..\n\n..\n", 2, 1, "a line of 2 characters"),
    ("." * 65, 1, 65, "at most 64 lines of 64 characters"),
    (".\n" * 65, 65, 1, "at most 64 lines of 64 characters"),
    ("K..\n...\n..<\n", 3, 3, "a room on the west side of this door"),
    ("K<^\n", 1, 3, "a room on the north side of this door"),
    ("K<s\ns..\n", 2, 1, "the Stairs in one piece"),
    ("K<.K\n", 1, 4, "the Kitchen in one piece"),
    ("K..\n", 1, 1, "a door (^ v < >) that leads into the Kitchen"),
    ("...\n", 1, 4, "the Kitchen, drawn as K before the end of the drawing"),
    ("K<.#.\n", 1, 5, "a path from b1 to e1"),
    ("K<#L\n##.>\n", 2, 4, "a room on the east side of this door"),
    ("K<1.1\n", 1, 5, "the start square 1 only once"),
]
