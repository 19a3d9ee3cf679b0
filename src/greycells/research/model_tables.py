"""Tables at which a language model plays against our bots: what the tools of `greycells mcp` do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from secrets import randbits

from greycells.analysis.help.hints import find_hint
from greycells.deduction import CASE_FILE, Beliefs, facts_from
from greycells.deduction.problem import TooHard
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.players import Player, levels, player
from greycells.research.research_table import research_edition
from greycells.research.text_player import InvalidAnswer, understood
from greycells.research.text_view import choices, introduction, news, told
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.rules.views import View

MOST_TABLES = 8
"""How many tables one process keeps open."""


class TableRefusal(GreycellsError, ValueError):
    """What was asked for can't be done at these tables; the message says why."""


@dataclass
class ModelTable:
    """A game between a model and bots, as far as the model has been told of it."""

    game: Game
    seat: Seat
    bots: Mapping[Seat, Player]
    told: int = 0
    invalid: int = 0

    @property
    def view(self) -> View:
        return self.game.view(self.seat)

    def let_bots_play(self) -> None:
        """The bots choose until it is the model's turn, or the game is over."""
        while (seat := self.game.to_act) is not None and seat is not self.seat:
            self.game.play(self.bots[seat].choose(self.game.view(seat)))

    def tell(self) -> str:
        """What is new, and what is asked."""
        since, self.told = self.told, len(self.view.sightings)
        return told(self.view, since=since)


@dataclass
class ModelTables:
    """The open tables by number. `solver` says whether the exact solver may be asked."""

    solver: bool = True
    tables: dict[int, ModelTable] = field(default_factory=dict[int, ModelTable])
    opened: int = 0

    def open(self, edition: str, opponents: Sequence[str], *, name: str, seed: int | None = None) -> str:
        """Open a table with these bots, seat the model first, and tell it what it sees."""
        if len(self.tables) >= MOST_TABLES:
            raise TableRefusal(Sentence("research.too many tables", most=MOST_TABLES))
        for bot in opponents:
            # Only our own players: a model may not start somebody's program or file.
            if bot not in levels():
                raise TableRefusal(Sentence("research.unknown bot", bot=repr(bot), bots=", ".join(levels())))
        dealt = randbits(63) if seed is None else seed
        place = dealt % (len(opponents) + 1)
        names = [*opponents[:place], name, *opponents[place:]]
        found = research_edition(edition)
        game = Game.new(found, list(zip(names, found.deck.suspects, strict=False)), seed=dealt)
        model = next(seat for seat in game.seats if seat.suspect is found.deck.suspects[place])
        bots = {seat: player(seat.name, seed=dealt + seat.index) for seat in game.seats if seat is not model}
        self.opened += 1
        table = self.tables[self.opened] = ModelTable(game, model, bots)
        table.let_bots_play()
        return f"{Sentence('research.opened', table=self.opened)}\n\n{table.tell()}"

    def look(self, number: int, *, everything: bool = False) -> str:
        """What the model sees: what is asked now and what may be chosen, or the whole game so far."""
        view = self._table(number).view
        story = [introduction(view), news(view)] if everything else []
        return "\n\n".join([*story, told(view, since=len(view.sightings), legal=True)])

    def legal(self, number: int) -> list[str]:
        """The choices that are open, as they may be typed."""
        return list(choices(self._table(number).view))

    def play(self, number: int, text: str) -> str:
        """Make the choice that a text means, let the bots play, and tell what happened."""
        table = self._table(number)
        if table.game.over:
            raise TableRefusal(Sentence("research.table over"))
        try:
            action = understood(text, table.view)
        except InvalidAnswer:
            table.invalid += 1
            raise
        table.game.play(action, by=table.seat)
        table.let_bots_play()
        return table.tell()

    def solve(self, number: int) -> str:
        """What follows from what the model has seen, and how likely every case file card is."""
        if not self.solver:
            raise TableRefusal(Sentence("research.no help"))
        view = self._table(number).view
        sentences = [str(sentence) for sentence in find_hint(view).sentences()]
        return "\n".join([*sentences, *_case_file_chances(view)])

    def close(self, number: int) -> str:
        """Close a table, finished or not."""
        self._table(number)
        del self.tables[number]
        return str(Sentence("research.closed", table=number))

    def _table(self, number: int) -> ModelTable:
        if number not in self.tables:
            raise TableRefusal(Sentence("research.no table", table=number))
        return self.tables[number]


def _case_file_chances(view: View) -> list[str]:
    """The probability of each card to be in the case file, the likeliest first; nothing if it can't be counted."""
    try:
        beliefs = Beliefs(facts_from(view))
    except TooHard:
        return []
    shares = [(beliefs.probability(card, CASE_FILE), card) for card in view.scene.edition.deck]
    likely = sorted((pair for pair in shares if pair[0] > 0), key=lambda pair: (-pair[0], pair[1].index))
    return [f"{card.word}: {share:.1%}" for share, card in likely]
