"""Somebody who watches a page: all that it is sent over any line, all that it shows, held against what may be known."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

import msgspec
from playwright.sync_api import Response, WebSocket
from tests.browser.guest import Guest
from tests.leaks.secrets_in_messages import leaks

from greycells.notation import read
from greycells.notation.action_json import Json
from greycells.rules.chance import SeededDealer
from greycells.rules.events import Opened, Shown, Snooped
from greycells.rules.game import Game
from greycells.rules.seats import Seat

PRINTED = ("/api/editions/", "/api/offer", "/api/rules")
"""What is printed in the box for everybody to read."""
# At the end everything lies open.
SHOWN = """() => {
    if (!document.querySelector(".game:not(.over)")) return null;
    const copy = document.querySelector("#app").cloneNode(true);
    // What one holds or picks is one's own, and what was named on stage is for everybody.
    const own = ".hand, .strip, .notebook, .picker, .accused-cards, .board, .board-in-words, option, "
        + ".scene .named, .scene .claim";
    for (const one of copy.querySelectorAll(own)) one.remove();
    const lines = [];
    const walk = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) lines.push(node.data.trim().replace(/\\s+/g, " "));
    // Every other word on stage is searched, also where nobody reads it.
    const written = [...copy.querySelectorAll("div.stage *")].flatMap((one) =>
        [...[...one.attributes].map(({ value }) => value),
        ...[...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data)]);
    return {
        stage: [...new Set(written.map((one) => one.trim().replace(/\\s+/g, " ")).filter(Boolean))],
        lines: lines.filter(Boolean),
        hand: [...document.querySelectorAll(".hand:not(.open) .card-name")].map((one) => one.textContent.trim()),
        yes: [...document.querySelectorAll(".cell.yes")].map((one) => one.dataset.cell),
    };
}"""


class Seen(msgspec.Struct):
    """What a page showed: its lines, the hand, who has which card by the notebook, and all that is written on stage."""

    lines: list[str]
    hand: list[str]
    yes: list[str]
    stage: list[str] = []


class Told(msgspec.Struct):
    """A frame, as far as its sentences go."""

    type: str
    words: list[str] | str = []
    ask: str = ""


@dataclass
class Watch:
    """Everything that reached one page while the game was on."""

    guest: Guest
    frames: list[str] = field(default_factory=list[str])
    answers: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    seen: list[Seen] = field(default_factory=list[Seen])
    over: bool = False

    def __post_init__(self) -> None:
        self.guest.page.on("websocket", self._listen)
        self.guest.page.on("response", self._answer)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self._frame(str(payload)))

    def _frame(self, text: str) -> None:
        self.frames.append(text)
        self.over |= '"Finished"' in text

    def _answer(self, response: Response) -> None:
        if "/api/" in response.url and not self.over and not any(path in response.url for path in PRINTED):
            self.answers.append((response.url, response.text()))

    def look(self) -> None:
        """What the page shows at this moment."""
        shown = msgspec.convert(self.guest.page.evaluate(SHOWN), Seen | None)
        if shown is not None:
            self.seen.append(shown)

    def finished_game(self) -> Game:
        """The whole truth, as it may be read when the game is over."""
        table = self.guest.page.url.rsplit("/", 1)[-1]
        record = read(self.guest.page.request.get(f"{self.guest.address}/api/tables/{table}/record").text())
        return Game(record.table, SeededDealer(0), record.events)

    def leaks(self, game: Game, seat: Seat | None) -> Iterator[str]:
        """Every card that reached this page and was not for its viewer."""
        for text in self.frames:
            yield from (f"frame: {found}" for found in leaks(text.encode(), game, seat, secrets=()))
        known = known_to(game, seat)
        for url, text in self.answers:
            yield from (f"answer of {url}: {found}" for found in _in_answer(json.loads(text), game, known))
        told = self._told()
        for seen in self.seen:
            yield from (f"page: {found}" for found in _on_page(seen, game, known, told))

    def _told(self) -> set[str]:
        frames = [frame for text in self.frames for frame in msgspec.json.decode(text, type=list[Told])]
        remarks = [[frame.words] if isinstance(frame.words, str) else frame.words for frame in frames]
        told = chain.from_iterable((*words, frame.ask) for words, frame in zip(remarks, frames, strict=True))
        return {" ".join(words.split()) for words in told}


def known_to(game: Game, seat: Seat | None) -> set[str]:
    """The words and names of the cards that this viewer held or was shown by the end."""
    if seat is None:
        return set()
    cards = set(game.hand(seat))
    for event in game.events:
        match event:
            case Shown(seat=owner, to=to, card=card) if card is not None and seat in (owner, to):
                cards.add(card)
            case Snooped(seat=snooper, owner=owner, card=card) if card is not None and seat in (snooper, owner):
                cards.add(card)
            case Opened(seat=accuser, case_file=cards_of_file) if cards_of_file is not None and seat == accuser:
                cards |= set(cards_of_file)
            case _:
                pass
    return {card.word for card in cards} | {card.name for card in cards}


def _in_answer(answer: Json, game: Game, known: set[str]) -> Iterator[str]:
    """Seats are called by suspects; no weapon and no room stands in any answer, unless the viewer knows who has it."""
    deck = game.edition.deck
    secret = {name for card in (*deck.weapons, *deck.rooms) for name in (card.word, card.name)}
    match answer:
        case str():
            if answer in secret - known:
                yield answer
        case Mapping():
            if answer.get("has") is False:
                return
            for key, value in answer.items():
                yield from _in_answer(key, game, known)
                yield from _in_answer(value, game, known)
        case list():
            for value in answer:
                yield from _in_answer(value, game, known)
        case _:
            pass


def _on_page(seen: Seen, game: Game, known: set[str], told: set[str]) -> Iterator[str]:
    """A line that names a weapon was told by the table, or its card is known; a place may be walked to."""
    deck = game.edition.deck
    for line in seen.lines:
        if line in told:
            continue
        yield from (f"{line!r}" for card in deck.weapons if card.name in line and card.name not in known)
    secret = {name for card in (*deck.weapons, *deck.rooms) for name in (card.word, card.name)} - known
    for line in (line for line in seen.stage if line not in told):
        yield from (f"{line!r} on stage" for name in secret if re.search(rf"\b{name}\b", line))
    yield from (f"{name} in the hand" for name in seen.hand if name not in known)
    yield from (f"a tick at {cell}" for cell in seen.yes if cell.split("|")[0] not in known)
