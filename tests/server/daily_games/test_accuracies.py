"""How accurately everybody played a shared case, as far as their games can be reviewed."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.deadline import until_told
from tests.server.daily_games.shared_case_house import TODAY, House, begin, evening
from tests.server.running_server import guest

from greycells.client import ServerClient, in_thread, play
from greycells.players.player_specs import player
from greycells.protocol.daily_game_messages import SharedCaseView
from greycells.rules.actions import Accuse, Action
from greycells.rules.views import View
from greycells.server.daily_games.api import REVIEWED_AT_ONCE
from greycells.server.workers.review_jobs import ReviewJobs

FAILS = (sys.executable, "-c", "pass")
"""A process that ends without a review."""


async def accuses(house: House, who: ServerClient) -> None:
    """Play the day's game, and win it at the first own turn."""
    table = await begin(who)
    case_file, stroller = (await house.game(table)).secrets.case_file, player("stroller", seed=1)

    def choose(view: View) -> Action:
        options = view.options
        return Accuse(case_file) if options is not None and options.accuse else stroller.choose(view)

    async with who.line(table, 0) as line:
        await play(line, 0, in_thread(choose))


def test_games_that_cannot_be_reviewed_keep_nobody_elses_from_it(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        guests = [await guest(house.address, name) for name in ("Ada", "Grace", "Hedy")]
        assert len(guests) > REVIEWED_AT_ONCE
        for one in guests:
            await accuses(house, one)
        service, usual = house.service, house.service.reviews
        service.reviews = failing = ReviewJobs(FAILS, clock=house.clock)

        async def all_are_asked_for() -> bool:
            shown = await guests[0].get(f"/api/cases/{TODAY}", SharedCaseView)
            assert [result.accuracy for result in shown.results] == [None] * len(guests)
            return len(failing) == len(guests)

        try:
            await until_told(all_are_asked_for, "the last game to be reviewed, too")
        finally:
            service.reviews = usual
            await failing.close()

    evening(tmp_path, visit)
