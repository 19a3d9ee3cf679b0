"""Each leak test is itself tested: a leak that is planted in the server is found by the search."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec import structs
from tests.leaks.secrets_in_messages import leaks, leaks_beside
from tests.server.meddling_proxy import Meddler, Mischief
from tests.server.running_server import frame_of, loaded, quick, running

from greycells import Game, load
from greycells.client import ServerClient, in_thread, play
from greycells.language.sentences import Sentence
from greycells.players.player_specs import player
from greycells.protocol.commands import Sit, Start
from greycells.protocol.frames import Happened, Hello, Helped, SceneFrame, TableView
from greycells.protocol.option_messages import OptionsMessage, options_message
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules import game as rules_game
from greycells.rules.edition import Snooping
from greycells.rules.events import Dealt, Event, Sealed, Shown
from greycells.rules.legal_options import Options
from greycells.rules.seats import Seat
from greycells.rules.views import View, seen_by
from greycells.server.errors.report import report
from greycells.server.lobby.help_sender import HelpSender
from greycells.server.tables import viewer_frames as viewing
from greycells.server.tables.scene_frames import scene_frame
from greycells.server.tables.viewer import Viewer, encode
from greycells.server.tables.viewer_frames import TableHistory


async def leaks_of_a_game(folder: Path) -> list[str]:
    """Everything that the search finds in a game of one person against two bots, with a spectator."""
    chairs = (ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="inspector"))
    plan = TablePlan(edition="classic", chairs=chairs, help="full logic")
    async with running(quick(folder)) as (_, service):
        meddler = Meddler(service.config.port, Mischief(), random.Random(1))
        async with meddler.open() as address:
            ada, spectator = ServerClient(address), ServerClient(address)
            await ada.meet("Ada")
            await spectator.meet()
            table = (await ada.open(plan)).id
            await ada.ask(table, Sit(chair=0))
            await ada.ask(table, Start())
            async with (
                ada.line(table, 0, look=True) as line,
                ada.line(table, 0, helped=True) as helping,
                spectator.line(table, look=True, helped=True) as watching,
            ):
                await play(line, 0, in_thread(player("inspector").choose))
                async for frame in watching:
                    if isinstance(frame, Happened) and frame.table is not None and frame.table.state == "over":
                        break
                await frame_of(helping, Helped)
        live = await loaded(service, table)
        game = live.history.game
        assert game is not None
        secret = (await service.store.read(table)).secret
        found: list[str] = []
        for target, text in meddler.sent.items():
            if "/live" in target:
                seat = live.history.seat(0 if "chair=0" in target else None)
                found += leaks(bytes(text), game, seat, secrets=[secret])
            else:
                found += leaks_beside(text.decode(errors="replace"), game, secrets=[secret], answer=True)
        return found


def found_in(folder: Path) -> list[str]:
    return asyncio.run(leaks_of_a_game(folder))


def test_an_honest_game_leaks_nothing(tmp_path: Path) -> None:
    assert found_in(tmp_path) == []


@pytest.mark.parametrize("kind", [Shown, Dealt, Sealed])
def test_an_event_that_is_not_redacted_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Event]
) -> None:
    def careless(viewer: Seat | None, event: Event, *, snooping: Snooping = Snooping.OWNER_KNOWS) -> Event:
        return event if isinstance(event, kind) else seen_by(viewer, event, snooping=snooping)

    monkeypatch.setattr(rules_game, "seen_by", careless)
    assert any(kind.__name__ in leak for leak in found_in(tmp_path))


def test_a_card_among_the_options_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(options: Options) -> OptionsMessage:
        return structs.replace(options_message(options), show=tuple(card.word for card in options.show.deck))

    monkeypatch.setattr(viewing, "options_message", careless)
    assert any("options" in leak for leak in found_in(tmp_path))


def test_a_hand_that_a_page_would_draw_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(
        view: View, ask: Sentence | None = None, *, names: Mapping[Seat, str], public: SceneFrame, **_: object
    ) -> SceneFrame:
        drawn = scene_frame(view, ask, names=names, public=public)
        return structs.replace(drawn, hand=tuple(card.word for card in view.scene.edition.deck))

    monkeypatch.setattr(viewing, "scene_frame", careless)
    assert any("hand of a look" in leak for leak in found_in(tmp_path))


@pytest.mark.parametrize("key", ["ask", "theory", "weapons", "case_file", "mover", "paths"])
def test_a_card_anywhere_in_a_scene_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    def careless(
        view: View, ask: Sentence | None = None, *, names: Mapping[Seat, str], public: SceneFrame, **_: object
    ) -> SceneFrame:
        drawn = scene_frame(view, ask, names=names, public=public)
        planted: dict[str, object] = {
            "ask": f"{drawn.ask} Rope",
            "theory": (*drawn.theory, "Lounge"),
            "weapons": {**drawn.weapons, "Rope": "Lounge" if drawn.weapons.get("Rope") != "Lounge" else "Hall"},
            "case_file": ("Plum", "Rope", "Lounge"),
            "mover": "Plum",
            "paths": {**drawn.paths, "Rope": ()},
        }
        changed: SceneFrame = structs.replace(drawn, **{key: planted[key]})
        return changed

    monkeypatch.setattr(viewing, "scene_frame", careless)
    assert any(f"{key} of a look" in leak for leak in found_in(tmp_path))


def test_help_from_another_seat_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = HelpSender.news

    def careless(sender: HelpSender) -> View | None:
        game = sender.live.history.game
        return None if honest(sender) is None or game is None else game.view(game.seats[1])

    monkeypatch.setattr(HelpSender, "news", careless)
    assert any("in the help" in leak for leak in found_in(tmp_path))


def test_a_card_in_an_answer_over_http_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(history: TableHistory) -> TableView:
        held = history.game.secrets.case_file.weapon.word if history.game is not None else None
        return structs.replace(history.table.view(), reason=held or "Rope")

    monkeypatch.setattr(TableHistory, "view", careless)
    assert any("beside the game" in leak for leak in found_in(tmp_path))


def test_a_card_in_the_servers_log_is_caught(caplog: pytest.LogCaptureFixture) -> None:
    """A failure is told by where it happened; its message, which may name a card, would be found."""
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], seed=1)
    card = next(iter(game.hand(game.seats[0]))).word
    try:
        raise ValueError(card)
    except ValueError as error:
        report("a table stopped", error)
        assert list(leaks_beside(caplog.text, game, secrets=[])) == []
        logging.getLogger("greycells.server").error("a table stopped: %s", error)
    assert list(leaks_beside(caplog.text, game, secrets=[])) == [f"{card} beside the game"]


def test_the_dealers_secret_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(history: TableHistory, _: Viewer, present: list[int], *, auto: bool = False) -> bytes:
        secret = getattr(history.game and history.game.dealer, "_secret", "")
        table = history.table.view(winner=secret)
        return encode(Hello(table=table, seq=history.seq, yours=(), present=tuple(present), auto=auto))

    monkeypatch.setattr(TableHistory, "hello", careless)
    assert "a secret that is nobody's to know" in found_in(tmp_path)
