"""What `greycells doctor` finds: each thing that was looked at, with a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from greycells.language.sentences import Argument, Sentence

Verdict: TypeAlias = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: in order, worth a note, or wrong."""

    verdict: Verdict
    sentence: Sentence

    @property
    def is_wrong(self) -> bool:
        return self.verdict == "wrong"

    def __str__(self) -> str:
        return f"{Sentence(f'doctor.{self.verdict}')!s:8}{self.sentence}"


def ok(key: str, **arguments: Argument) -> Finding:
    return Finding("ok", Sentence(f"doctor.{key}", **arguments))


def note(key: str, **arguments: Argument) -> Finding:
    return Finding("note", Sentence(f"doctor.{key}", **arguments))


def wrong(key: str, **arguments: Argument) -> Finding:
    return Finding("wrong", Sentence(f"doctor.{key}", **arguments))
