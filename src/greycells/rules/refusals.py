"""Refusals: why an action is illegal, in a sentence that cites the rule."""

from __future__ import annotations

from greycells.errors import GreycellsError
from greycells.language.sentences import Argument, Sentence, addressed, using_language
from greycells.rules.seats import Seat


class Refusal(GreycellsError):
    """The reason why an action is illegal: a sentence to a player, with the id of the rule."""

    def __init__(self, rule: str, sentence: Sentence) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.sentence = sentence

    def __str__(self) -> str:
        text, you = str(self.sentence), str(Sentence("name.you"))
        if text.startswith(f"{you} "):  # `to_player` put it there; a name has its capital letter already
            text = f"{text[0].upper()}{text[1:]}"
        return f"{text} ({self.rule})"

    def to_player(self) -> Refusal:
        """The same refusal, said to the player whose action it refuses: *you* instead of the seat's name."""
        seat = self.sentence.arguments.get("seat")
        return Refusal(self.rule, addressed(self.sentence, seat)) if isinstance(seat, Seat) else self

    def say(self, language: str) -> str:
        """The refusal in this language."""
        with using_language(language):
            return str(self)


def refusal(rule: str, key: str, /, **arguments: Argument) -> Refusal:
    """A refusal by this rule; `key` is from the `refusal` section of the words."""
    return Refusal(rule, Sentence(f"refusal.{key}", **arguments))
