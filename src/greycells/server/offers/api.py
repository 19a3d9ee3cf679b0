"""What this server offers for new games: editions, house rules and bots."""

from __future__ import annotations

from greycells.editions import load, names
from greycells.editions.loader import shelf
from greycells.editions.translation import rulebook, title
from greycells.players.bot_levels import LADDER, bot_name
from greycells.players.player_specs import levels
from greycells.protocol.offer_messages import EditionOffer, LevelOffer, Offer
from greycells.server.tables.quick_game import DEFAULT_HELP
from greycells.server.web.endpoints import Endpoint, GuestRequest


async def offer(request: GuestRequest) -> Offer:
    editions = [load(name) for name in shelf(names())]
    offered = [level for level in LADDER if level.id in request.service.table_services.policy.levels]
    return Offer(
        editions=tuple(
            EditionOffer(
                key=edition.key,
                title=title(edition),
                rulebook=rulebook(edition),
                fewest=edition.rules.fewest_seats,
                most=edition.rules.most_seats,
                suspects=tuple(suspect.word for suspect in edition.deck.suspects),
                house_rules=tuple(edition.offered_house_rules),
            )
            for edition in editions
        ),
        levels=tuple(level.id for level in offered),
        level_names={level: bot_name(level) for level in levels()},
        characters=tuple(
            LevelOffer(key=level.id, number=level.number, character=level.character, rank=level.rank, way=level.way)
            for level in offered
        ),
        starters=request.service.table_services.policy.starters,
        help=DEFAULT_HELP,
    )


API: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/offer", offer, "The editions, house rules and bots", reply=Offer, fixed="by route"),
)
