"""The report: one self-contained page about a tournament, with plots drawn as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from greycells.arena.match import Pairing, places_visited, play_match
from greycells.arena.progress import TITLES, rating
from greycells.arena.standings import StandingsTable
from greycells.deduction.count_fallback import weigh
from greycells.editions import load
from greycells.language.sentences import Argument, Sentence, called, language, number_text, percent_text
from greycells.players.notes import Notes
from greycells.players.suggestion_values import BeliefArrays
from greycells.rules.board import Board
from greycells.rules.board_drawing import name_of
from greycells.rules.events import TurnEnded
from greycells.rules.game import Game
from greycells.rules.views import view_of

SAMPLE = 12
"""How many of the games are played once more, to look at them turn by turn."""

STYLE = """
body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#2b2620;background:#faf6ec}
h1,h2{font-weight:normal} table{border-collapse:collapse}
td,th{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #d8cfb8}
td:first-child,th:first-child{text-align:left}
svg{background:#fffdf6;border:1px solid #d8cfb8;max-width:100%} text{font:12px sans-serif;fill:#2b2620}
@media(prefers-color-scheme:dark){body{background:#1f1c17;color:#e9e0cc} svg{background:#2a261f} text{fill:#e9e0cc}}
"""


def write_report(path: Path, table: StandingsTable, pairing: Pairing) -> None:
    """Write the page of a tournament."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page(table, pairing), encoding="utf-8")


def page(table: StandingsTable, pairing: Pairing) -> str:
    """The whole page; some of its games are played again to see where the pawns went and when who knew how much."""
    games = [play_match(pairing, number)[1] for number in range(min(SAMPLE, table.games))]
    edition = escape(", ".join((table.edition, *table.house_rules)))
    parts = [
        f"<h1>{escape(' · '.join(dict.fromkeys(pairing.players)))}</h1>",
        _paragraph("played", games=table.games, edition=edition, seats=table.seats, seed=str(table.seed)),
        _paragraph("left over", unsolved=table.unsolved, stuck=table.stuck),
        _heading("standings"),
        _standings(table),
        _heading("strength"),
        _paragraph("wins per seat"),
        _bars(
            [
                (line.player, 100 * line.win_rate, tuple(100 * end for end in line.win_interval))
                for line in table.players
            ],
            par=100 / table.seats,
        ),
        _heading("turns to solve"),
        _paragraph("turns of the table"),
        _bars([(line.player, line.turns_to_solve or 0, line.turns_interval) for line in table.players]),
        _heading("information"),
        _paragraph("bits missing", games=len(games)),
        _curves(missing_bits(games, pairing)),
        _heading("where"),
        _paragraph("ends of moves", games=len(games)),
        heat_map(load(pairing.edition).board, games),
    ]
    return (
        f'<!doctype html><html lang="{language()}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>greycells arena: {escape(table.edition)}</title>'
        f"<style>{STYLE}</style><body>{''.join(parts)}</body></html>\n"
    )


def _heading(key: str) -> str:
    return f"<h2>{Sentence(f'arena.{key}')}</h2>"


def _paragraph(key: str, **arguments: Argument) -> str:
    return f"<p>{Sentence(f'arena.{key}', **arguments)}</p>"


def _standings(table: StandingsTable) -> str:
    rows = [
        (
            escape(line.player),
            str(line.games),
            str(line.wins),
            number_text(100 * line.win_rate, 1),
            _interval(line.win_interval),
            "" if line.turns_to_solve is None else number_text(line.turns_to_solve, 1),
            "" if line.suggestions_to_solve is None else number_text(line.suggestions_to_solve, 2),
            f"{line.wrong_accusations} ({percent_text(line.wrong_rate, 1)})",
            str(line.faults),
            str(line.forfeits),
            "" if line.decision_p99_us is None else number_text(line.decision_p99_us / 1000, 2),
            rating(line),
        )
        for line in table.players
    ]
    head = "".join(f"<th>{Sentence(f'arena.{title}')}</th>" for title in TITLES)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _interval(shares: tuple[float, float]) -> str:
    low, high = (number_text(100 * share, 1) for share in shares)
    return str(Sentence("arena.from to", low=low, high=high))


def _bars(rows: Sequence[tuple[str, float, Sequence[float] | None]], *, par: float | None = None) -> str:
    most = max([1.0, *(max(value, *(interval or (0,))) for _, value, interval in rows)])
    scale = 420 / most
    drawn: list[str] = []
    for number, (name, value, interval) in enumerate(rows):
        top = 10 + 28 * number
        drawn.append(f'<text x="190" y="{top + 14}" text-anchor="end">{escape(name[-28:])}</text>')
        drawn.append(f'<rect x="200" y="{top}" width="{value * scale:.1f}" height="18" fill="#5b7f5e"/>')
        end = 210 + (interval[1] if interval else value) * scale
        drawn.append(f'<text x="{end:.1f}" y="{top + 14}">{number_text(value, 1)}</text>')
        if interval:
            low, high = (200 + end * scale for end in interval)
            drawn.append(f'<path d="M{low:.1f} {top + 9}H{high:.1f}" stroke="#2b2620" stroke-width="2"/>')
    height = 16 + 28 * len(rows)
    if par is not None:
        drawn.append(f'<path d="M{200 + par * scale:.1f} 4V{height - 4}" stroke="#a33" stroke-dasharray="4"/>')
    return f'<svg viewBox="0 0 700 {height}" width="700" role="img">{"".join(drawn)}</svg>'


def missing_bits(games: Iterable[Game], pairing: Pairing) -> dict[str, list[float]]:
    """For each player, the mean number of bits that its seats still missed after each of its turns."""
    sums: dict[str, list[list[float]]] = {name: [] for name in pairing.players}
    for game in games:
        for seat in game.seats:
            own_turns = 0
            for number, event in enumerate(game.events):
                if isinstance(event, TurnEnded) and event.seat is seat:
                    view = view_of(game.table, seat, game.view(seat).sightings[: number + 1])
                    notes = Notes(view)
                    notes.read(view, lambda _number, _event: True)
                    rows = sums[seat.name]
                    if own_turns == len(rows):
                        rows.append([])
                    rows[own_turns].append(BeliefArrays.of(notes.deck, weigh(notes.problem())).entropy)
                    own_turns += 1
    return {name: [sum(row) / len(row) for row in rows if len(row) > 2] for name, rows in sums.items()}


def _curves(curves: dict[str, list[float]]) -> str:
    longest = max((len(curve) for curve in curves.values()), default=0)
    if not longest:
        return _paragraph("too few")
    most = max(value for curve in curves.values() for value in [1.0, *curve])
    drawn: list[str] = []
    for number, (name, curve) in enumerate(curves.items()):
        hue = 360 * number // len(curves)
        points = " ".join(
            f"{40 + 600 * turn / max(1, longest - 1):.0f},{230 - 210 * bits / most:.0f}"
            for turn, bits in enumerate(curve)
        )
        drawn.append(f'<polyline points="{points}" fill="none" stroke="hsl({hue} 55% 45%)" stroke-width="2"/>')
        drawn.append(
            f'<text x="450" y="{24 + 16 * number}" style="fill:hsl({hue} 55% 45%)">{escape(name[-28:])}</text>'
        )
    drawn.append(f'<text x="4" y="20">{number_text(most, 1)}</text><text x="16" y="232">0</text>')
    drawn.append(f'<text x="640" y="248" text-anchor="end">{Sentence("arena.own turn", turn=longest)}</text>')
    return f'<svg viewBox="0 0 700 255" width="700" role="img">{"".join(drawn)}</svg>'


def heat_map(board: Board, games: Iterable[Game]) -> str:
    """The board with every place as dark as it was visited often."""
    visits = Counter(index for game in games for index in places_visited(game))
    squares = max((visits[place.index] for place in board.places if place.kind != "room"), default=0) or 1
    rooms = max((visits[place.index] for place in board.places if place.kind == "room"), default=0) or 1
    by_name = {place.name: place for place in board.places}
    cells: list[str] = []
    for row, line in enumerate(board.rows):
        for column, mark in enumerate(line):
            place = board.letters.get(mark) or by_name.get(name_of((row, column)))
            if place is not None:
                heat = visits[place.index] / (rooms if place.kind == "room" else squares)
                fill = f"hsl({150 if place.kind == 'room' else 20} 60% {95 - 60 * heat:.0f}%)"
                told = f"<title>{escape(called(place))}: {visits[place.index]}</title>"
                at = f'x="{column * 20}" y="{row * 20}" width="20" height="20"'
                cells.append(f'<rect {at} fill="{fill}">{told}</rect>')
    width, height = 20 * max(map(len, board.rows)), 20 * len(board.rows)
    return f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img">{"".join(cells)}</svg>'
