"""A stand-in for a language model: a script that knows only what it is told in words."""

from __future__ import annotations

import re
from random import Random

NONSENSE = ("I think that it was the butler.", "Let me think about this.", "suggest", "help", "accuse Rope Rope Rope")


class ScriptedModel:
    """Answers prompts at random, now and then with nonsense; with `legal` it picks from the choices that it is told."""

    def __init__(self, seed: int, *, nonsense: float = 0.1) -> None:
        self.whim = Random(seed)
        self.nonsense = nonsense
        self.prompts: list[str] = []
        self.cards: dict[str, list[str]] = {}
        self.guess = 0

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        for kind, listed in re.findall(r"^(Suspects|Weapons|Rooms): (.+)\.$", prompt, re.MULTILINE):
            self.cards[kind] = re.split(r", | and ", listed)
        if self.whim.random() < self.nonsense:
            return self.whim.choice(NONSENSE)
        listed = re.findall(r"^- (.+)$", prompt, re.MULTILINE)
        return f"Some thoughts first.\nAction: {self.filled(self.picked(listed) if listed else self.tried())}"

    def picked(self, listed: list[str]) -> str:
        """One of the listed choices; accusations seldom."""
        calm = [choice for choice in listed if not choice.startswith("accuse")]
        return self.whim.choice(calm if calm and self.whim.random() < 0.97 else listed)

    def tried(self) -> str:
        """Where nothing is listed: one after another of what one may try, until something is taken."""
        self.guess += 1
        names = [name for kind in self.cards.values() for name in kind]
        shown = f"show {self.whim.choice(names)}"
        kinds = ("roll", "suggest SUSPECT WEAPON", f"go {self.whim.choice(self.cards['Rooms'])}", "end", shown, "stay")
        return kinds[self.guess % len(kinds)]

    def filled(self, choice: str) -> str:
        """The choice with cards for its blanks."""
        choice = re.sub(r" \(.*\)$", "", choice)
        for blank, kind in (("SUSPECT", "Suspects"), ("WEAPON", "Weapons"), ("ROOM", "Rooms")):
            choice = choice.replace(blank, self.whim.choice(self.cards[kind]))
        return choice
