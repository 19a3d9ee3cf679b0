"""Searches of what an evening of kills and cuts left behind: leaks to viewers, in answers, and in the server's log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from tests.leaks.secrets_in_messages import leaks, leaks_beside
from tests.server.killed_server import Party

from greycells.server.tables.log_entries import decode


def _sockets(party: Party) -> Iterator[tuple[str, str, bytes]]:
    """Target, table and text of every socket that was open at one of the tables."""
    for target, text in party.sent.items():
        path = urlsplit(target).path
        if path.endswith("/live") and path.split("/")[3] in party.tables:
            yield target, path.split("/")[3], bytes(text)


def leaks_to_viewers(party: Party) -> tuple[list[str], int]:
    """What viewers were sent that they may not know, and how many bytes were searched."""
    found: list[str] = []
    searched = 0
    for target, table, text in _sockets(party):
        history = party.history(table)
        chair = parse_qs(urlsplit(target).query).get("chair")
        seat = history.seat(int(chair[0]) if chair else None)
        assert history.game is not None
        found += [f"{target}: {leak}" for leak in leaks(text, history.game, seat, secrets=[party.secret(table)])]
        searched += len(text)
    return found, searched


def leaks_over_http(party: Party) -> tuple[list[str], int]:
    """What answers over HTTP told of cards and secrets, and how many bytes were searched."""
    found: list[str] = []
    searched = 0
    secrets = [party.secret(table) for table in party.tables]
    games = {history.game.edition.key: history.game for table in party.tables if (history := party.history(table)).game}
    for target, text in party.sent.items():
        if not urlsplit(target).path.endswith("/live"):
            searched += len(text)
            for game in games.values():
                answer = text.decode(errors="replace")
                found += [f"{target}: {leak}" for leak in leaks_beside(answer, game, secrets=secrets, answer=True)]
    return found, searched


def leaks_in(said: str, party: Party) -> list[str]:
    """What a server's own log tells of cards, secrets and cookies."""
    found: list[str] = []
    for table in party.tables:
        game = party.history(table).game
        assert game is not None
        found += leaks_beside(said, game, secrets=[party.secret(table), *party.cookies])
    return found


def seen_but_not_in_the_log(party: Party) -> tuple[list[str], int]:
    """Numbered frames that any viewer was sent and that the log does not have under their number, and how many fit."""
    found: list[str] = []
    fit = 0
    times = {table: [decode(entry).at for entry in party.log(table)] for table in party.tables}
    for target, table, text in _sockets(party):
        for line in text.decode().splitlines():
            for frame in json.loads(line):
                if "seq" not in frame or "at" not in frame:
                    continue
                seq, at = int(frame["seq"]), float(frame["at"])
                if seq > len(times[table]) or times[table][seq - 1] != at:
                    found.append(f"{target}: frame {seq} of {at}")
                else:
                    fit += 1
    return found, fit
