"""A puzzle with the names of its edition: what it asks, what was seen, and its JSON form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from greycells.analysis.puzzles.frozen_game import PuzzleEvent, cards_in
from greycells.analysis.puzzles.generator import VERSION, CutGame
from greycells.analysis.puzzles.grades import Technique
from greycells.analysis.puzzles.techniques import CellMark
from greycells.deduction.facts import (
    CASE_FILE,
    Evidence,
    Fact,
    HandSize,
    Has,
    HasNone,
    HasOneOf,
    Holder,
    Origin,
    Source,
)
from greycells.deduction.knowledge import Claim
from greycells.editions import load
from greycells.language.sentences import Sentence
from greycells.notation.story import retell
from greycells.rules.cards import Card, Deck, Room, Suspect, Theory, Weapon
from greycells.rules.events import CouldNotShow, Event, Shown, Suggested
from greycells.rules.seats import Seat

THEMES: Mapping[Technique, str] = {technique: technique.name.lower().replace("_", "-") for technique in Technique}
"""What the techniques are called in JSON and on the command line."""


@dataclass(frozen=True, slots=True, repr=False)
class CasePuzzle:
    """A puzzle: its id, the day if it is a daily case, its edition, and the game that it was cut from."""

    id: str
    day: date | None
    edition: str
    cut: CutGame

    def __repr__(self) -> str:
        return f"CasePuzzle({self.id}, grade {self.grade}, {len(self.seats)} seats, you are {self.you})"

    def __str__(self) -> str:
        """The puzzle as `greycells puzzle` tells it: what was seen, and the question."""
        told = (f"{event.turn:>3}. {' '.join(map(str, self.story(event)))}" for event in self.cut.events)
        return "\n".join([*told, "", str(self.question)])

    @property
    def deck(self) -> Deck:
        return load(self.edition).deck

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players, in turn order."""
        suspects = (self.deck.suspects[number] for number in self.cut.table.suspects)
        return tuple(Seat(index, suspect, suspect.word) for index, suspect in enumerate(suspects))

    @property
    def you(self) -> Seat:
        """The seat from whose point of view the puzzle is seen."""
        return self.seats[self.cut.table.observer]

    @property
    def holders(self) -> tuple[Holder, ...]:
        """The columns of its notebook: the seats, then the case file."""
        return (*self.seats, CASE_FILE)

    @property
    def grade(self) -> int:
        return self.cut.grade

    @property
    def themes(self) -> tuple[str, ...]:
        """The techniques that it needs, hardest first."""
        return tuple(THEMES[technique] for technique in self.cut.techniques)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that you hold."""
        return tuple(self.deck.cards[card] for card in cards_in(self.cut.own))

    @property
    def solution(self) -> tuple[Card, ...]:
        """Suspect, weapon and room, or the card that was shown."""
        cards = self.deck.cards
        return tuple(cards[goal.card] for goal in self.cut.goals if goal.here)

    @property
    def question(self) -> Sentence:
        """What is asked."""
        if not self.cut.asked:
            return Sentence("puzzle.who")
        event = self.asked_event
        seats = self.seats
        to, seat = seats[event.by], seats[event.showed[0]]
        if to == self.you:
            raise ValueError("nobody asks for a card that you saw")
        return Sentence("puzzle.which card", seat=seat, to=to, turn=event.turn)

    @property
    def asked_event(self) -> PuzzleEvent:
        """The suggestion whose shown card is asked for."""
        return next(event for event in self.cut.events if event.turn == self.cut.asked)

    def theory(self, event: PuzzleEvent) -> Theory:
        """The three cards of a suggestion."""
        match [self.deck.cards[card] for card in event.theory]:
            case [Suspect() as suspect, Weapon() as weapon, Room() as room]:
                return Theory(suspect, weapon, room)
            case _:
                raise ValueError("a suggestion names a suspect, a weapon and a room")

    def story(self, event: PuzzleEvent) -> tuple[Sentence, ...]:
        """A suggestion and its answers in sentences to you."""
        return tuple(retell(self._happened(event), self.you))

    def _happened(self, event: PuzzleEvent) -> Iterator[Event]:
        seats, cards = self.seats, self.deck.cards
        by, table = seats[event.by], self.cut.table
        yield Suggested(by, self.theory(event))
        answers = dict(zip(event.showed, event.seen, strict=True))
        for step in range(1, table.seats):
            number = (event.by + step) % table.seats
            if number in answers:
                card = answers[number]
                yield Shown(seats[number], by, cards[card] if card >= 0 else None)
            elif number in event.passed:
                yield CouldNotShow(seats[number])

    @property
    def evidence(self) -> Evidence:
        """What you know, as facts with their turns."""
        return Evidence(self.deck, self.seats, tuple(self._facts()))

    def _facts(self) -> Iterator[Fact]:
        deck, seats, cards = self.deck, self.seats, self.deck.cards
        for player, size in zip(seats, self.cut.table.sizes, strict=True):
            yield HandSize(player, size, Source(Origin.DEALT))
        for held in self.hand:
            yield Has(self.you, held, Source(Origin.OWN_HAND))
        for number, event in enumerate(self.cut.events):
            named = deck.of(cards[card] for card in event.theory)
            for seat in event.passed:
                if seats[seat] != self.you:
                    yield HasNone(seats[seat], named, Source(Origin.COULD_NOT, event.turn, number))
            for seat, card in zip(event.showed, event.seen, strict=True):
                if seats[seat] == self.you:
                    continue
                if card < 0:
                    yield HasOneOf(seats[seat], named, Source(Origin.SHOWED_ONE, event.turn, number))
                else:
                    yield Has(seats[seat], cards[card], Source(Origin.SHOWN, event.turn, number))

    def claim(self, mark: CellMark) -> Claim:
        """A mark in words: the three places of the case file are one holder."""
        holder = self.seats[mark.hand] if mark.hand < self.cut.table.seats else CASE_FILE
        return Claim(self.deck.cards[mark.card], holder, mark.here)

    def mark(self, card: int, holder: int, *, here: bool) -> CellMark:
        """The mark in a box of the notebook; the column after the seats is the case file."""
        table = self.cut.table
        return CellMark(card, table.place(card) if holder == table.seats else holder, here)

    def state(self) -> dict[str, object]:
        """What you know, in the form that `greycells solve` reads."""
        table, events = self.cut.table, self.cut.events
        me = table.observer
        seen = [(seat, card) for event in events for seat, card in zip(event.showed, event.seen, strict=True)]
        shown = sorted({(seat, card) for seat, card in seen if card >= 0 and seat != me})
        return {
            "cats": list(table.kinds),
            "hand_sizes": list(table.sizes),
            "observer": me,
            "has": [[me, card] for card in cards_in(self.cut.own)] + [[seat, card] for seat, card in shown],
            "none": [[seat, list(event.theory)] for event in events for seat in event.passed if seat != me],
            "any": [
                [seat, list(event.theory)]
                for event in events
                for seat, card in zip(event.showed, event.seen, strict=True)
                if card < 0 and seat != me
            ],
        }

    def form(self) -> dict[str, object]:
        """The puzzle as JSON, with the words of its edition."""
        seats, cards = self.seats, self.deck.cards
        return {
            "id": self.id,
            "version": VERSION,
            "date": self.day.isoformat() if self.day else None,
            "edition": self.edition,
            "grade": self.grade,
            "length": self.cut.length,
            "themes": list(self.themes),
            "seats": [seat.suspect.word for seat in seats],
            "you": self.you.suspect.word,
            "hand": [card.word for card in self.hand],
            "state": self.state(),
            "question": self._question_form(),
            "solution": self._solution_form(),
            "events": [
                {
                    "turn": event.turn,
                    "by": seats[event.by].suspect.word,
                    "theory": [cards[card].word for card in event.theory],
                    "could_not": [seats[seat].suspect.word for seat in event.passed],
                    "showed": [
                        {"seat": seats[seat].suspect.word, "card": cards[card].word if card >= 0 else None}
                        for seat, card in zip(event.showed, event.seen, strict=True)
                    ],
                }
                for event in self.cut.events
            ],
        }

    def _question_form(self) -> dict[str, object]:
        text = str(self.question)
        if not self.cut.asked:
            return {"asks": "case file", "text": text}
        event, seats = self.asked_event, self.seats
        seat, to = seats[event.showed[0]].suspect.word, seats[event.by].suspect.word
        return {"asks": "card", "turn": event.turn, "seat": seat, "to": to, "text": text}

    def _solution_form(self) -> dict[str, str]:
        words = [card.word for card in self.solution]
        if len(words) == 1:
            return {"card": words[0]}
        return dict(zip(("suspect", "weapon", "room"), words, strict=True))
