"""Looking at a record: the board as it stood, and what somebody had seen by then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from greycells.language.sentences import Sentence
from greycells.notation.record import Record
from greycells.rules.cards import Card, Theory
from greycells.rules.events import Began, Dealt, Event, LaidOpen, Sealed, TurnEnded
from greycells.rules.seats import Seat
from greycells.rules.views import view_of
from greycells.terminal.game_log import entries, log_table
from greycells.terminal.player_console import players_table, show_board
from greycells.terminal.screen import Screen


def stops(events: Sequence[Event]) -> list[int]:
    """How many events had happened when the game was set up, and after each turn of it."""
    ends = [number for number, event in enumerate(events, 1) if isinstance(event, Began | TurnEnded)]
    return ends if ends[-1] == len(events) else [*ends, len(events)]


def show(record: Record, screen: Screen, *, at: int | None = None) -> None:
    """The story up to the end of a turn, then the board and the cards; without a turn, as it all stands now."""
    ends = stops(record.events)
    turn = len(ends) - 1 if at is None else max(0, min(at, len(ends) - 1))
    _show_story(record, screen, first=0, last=ends[turn])
    _show_table(record, screen, turn=turn, last=ends[turn])


def show_now(record: Record, screen: Screen) -> None:
    """The board and the cards as they are after the last event, without the story."""
    ends = stops(record.events)
    _show_table(record, screen, turn=len(ends) - 1, last=ends[-1])


def hand_of(seat: Seat, hand: Iterable[Card]) -> Sentence:
    """What a seat holds, in a sentence."""
    return Sentence("replay.holds", seat=seat, cards=tuple(hand))


def step_through(record: Record, screen: Screen) -> None:
    """The game turn by turn, forwards and backwards, for as long as somebody wants."""
    ends = stops(record.events)
    turn, shown = 0, -1
    while True:
        if turn != shown:
            screen.wipe()
            _show_table(record, screen, turn=turn, last=ends[turn])
            _show_story(record, screen, first=ends[turn - 1] if turn else 0, last=ends[turn])
            shown = turn
        try:
            typed = screen.ask(str(Sentence("replay.prompt", turn=turn, turns=len(ends) - 1))).lower()
        except (EOFError, KeyboardInterrupt):
            return
        match typed:
            case "" | "n" | "next":
                turn += 1
            case "b" | "back":
                turn -= 1
            case "q" | "quit":
                return
            case _ if typed.isascii() and typed.isdigit():
                turn = int(typed[:6])
            case _:
                screen.say(Sentence("replay.help"))
        turn = max(0, min(turn, len(ends) - 1))


def _viewer(record: Record) -> Seat | None:
    return record.copy.seat if record.copy is not None else None


def _show_story(record: Record, screen: Screen, *, first: int, last: int) -> None:
    viewer = _viewer(record)
    told = entries(record.sightings[:last], viewer, since=first)
    screen.show(log_table(told, record.table.edition, viewer=viewer, glyphs=screen.glyphs))


def _show_table(record: Record, screen: Screen, *, turn: int, last: int) -> None:
    viewer = _viewer(record)
    scene = view_of(record.table, viewer, record.sightings[:last]).scene
    screen.say(Sentence("replay.after turn" if turn else "replay.set up", turn=turn), "bold")
    show_board(screen, scene, you=viewer)
    screen.show(players_table(scene, screen, you=viewer))
    for sentence in _cards(record):
        screen.say(sentence)


def _cards(record: Record) -> Iterator[Sentence]:
    """The cards that the record tells: every hand, or one, or none; and what lies open."""
    for event in record.events[: stops(record.events)[0]]:
        match event:
            case Sealed(Theory() as case_file):
                yield Sentence("replay.case file", theory=case_file)
            case Dealt(_, _, hands):
                for seat, hand in zip(record.table.seats, hands, strict=True):
                    if hand:
                        yield hand_of(seat, hand)
            case LaidOpen(cards):
                yield Sentence("replay.lie open", cards=tuple(cards))
            case _:
                pass
