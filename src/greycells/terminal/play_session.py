"""`greycells play`: from the welcome to the record of the last game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from greycells.analysis.help.notebook_help import HelpLevel
from greycells.free_text.name_matching import ways
from greycells.language.sentences import Sentence
from greycells.players.bot_levels import STARTERS
from greycells.players.player_specs import player
from greycells.rules.fair_dealing import FairDealer, dealer_nonce, fresh_secret
from greycells.rules.game import Game
from greycells.rules.setup import sit_down
from greycells.terminal.game_over import tell_ending
from greycells.terminal.local_game import LocalGame
from greycells.terminal.player_console import Leave, PlayerConsole
from greycells.terminal.saved_games import Kept, keep, new_file, resume
from greycells.terminal.screen import Screen
from greycells.terminal.start_menu import play_on, set_table
from greycells.terminal.table_setup import TableSetup, find_edition
from greycells.terminal.typed_notebook import TypedNotebook


def play_with(
    file: Path | None,
    *,
    edition: str,
    people: Sequence[str],
    bots: str | None,
    help_level: str,
    house_rules: Sequence[str],
    seed: int | None,
    plain: bool,
    ask: bool,
) -> None:
    """Play on with a file, or at a table set by the command line; where that says nothing, people are asked."""
    screen = Screen.here(plain=plain)
    if file is not None:
        play(resume(file), file, screen)
        return
    try:
        waiting = play_on(screen) if ask else None
        if waiting is not None:
            play(*waiting, screen)
            return
        plan = (
            TableSetup(find_edition(edition)[0], people=(str(Sentence("item.You")),), bots=STARTERS)
            .with_edition(edition)
            .with_help(help_level)
        )
        plan = plan.with_house_rules(house_rules)
        if people:
            plan = plan.with_people(people)
        if bots is not None:
            plan = plan.with_bots(bots.replace(",", " ").split())
        if ask:
            plan = set_table(screen, plan)
    except (Leave, EOFError):
        return
    play(deal(plan, seed=seed), new_file(plan.edition), screen)


def dealer_for(seats: int, *, seed: int | None = None) -> FairDealer:
    """A dealer that can be checked when the game is over; with a seed it always deals the same."""
    if seed is not None:
        return FairDealer(f"seed {seed}", [f"seat {number}" for number in range(seats)])
    secret = fresh_secret()
    return FairDealer(secret, [dealer_nonce(secret, seat) for seat in range(seats)])


def deal(plan: TableSetup, *, seed: int | None = None) -> Kept:
    """Seat the players and deal the cards."""
    chairs = plan.chairs
    seating = sit_down(plan.edition, [(str(number), chair.suspect) for number, chair in enumerate(chairs)])
    suspects = {int(seat.name): seat.suspect for seat in seating.seats}
    players = [(chair.name, suspects[number]) for number, chair in enumerate(chairs)]
    game = Game.new(plan.edition, players, dealer=dealer_for(len(chairs), seed=seed))
    played_by_bots = {suspects[number] for number, chair in enumerate(chairs) if chair.bot}
    bots = tuple(seat for seat in game.seats if seat.suspect in played_by_bots)
    pads = {seat: TypedNotebook(game.table) for seat in game.seats if seat not in bots}
    return Kept(game, bots, plan.help.value, pads, plan.source)


def play(kept: Kept, file: Path, screen: Screen) -> None:
    """Play a game to its end, and another one for as long as people want; leaving keeps it."""
    while True:
        sitting = _sit(kept, file, screen)
        try:
            sitting.play()
            tell_ending(kept.game, file, screen)
            again = screen.ask(str(Sentence("play.again"))) if kept.pads else "no"
        except (Leave, EOFError):
            _farewell(kept, file, screen)
            return
        except KeyboardInterrupt:
            screen.gap()
            _farewell(kept, file, screen)
            raise
        if again.lower() not in ways("agreed"):
            return
        game = kept.game.rematch(dealer=dealer_for(len(kept.game.seats)))
        kept = kept._replace(game=game, pads={seat: TypedNotebook(game.table) for seat in kept.pads})
        file = new_file(game.edition)


def _sit(kept: Kept, file: Path, screen: Screen) -> LocalGame:
    def save(to: Path | None = None) -> Path:
        keep(kept, to or file)
        return to or file

    desks = {
        seat: PlayerConsole(seat, screen, pad, help_level=HelpLevel(kept.help), save=save)
        for seat, pad in kept.pads.items()
    }
    seed = int(kept.commitment[:8], 16)
    bots = {seat: player(seat.name, seed=seed + seat.index) for seat in kept.bots}
    return LocalGame(kept.game, screen, desks, bots, save)


def _farewell(kept: Kept, file: Path, screen: Screen) -> None:
    if not kept.game.over:
        screen.say(Sentence("play.left", file=str(file)))
