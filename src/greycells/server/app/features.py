"""All features of the server: the endpoints of its API, and its pages."""

from __future__ import annotations

from greycells.server.companion.api import API as COMPANIONS
from greycells.server.companion.pages import PAGES as COMPANION_PAGES
from greycells.server.daily_games.api import API as DAILY_GAMES
from greycells.server.daily_games.pages import PAGES as DAILY_GAMES_PAGES
from greycells.server.guests.api import API as GUESTS
from greycells.server.home.api import API as HOME
from greycells.server.home.pages import PAGES as HOME_PAGES
from greycells.server.home.welcome_pages import PAGES as WELCOME
from greycells.server.lessons.api import API as LESSONS
from greycells.server.lobby.advice_api import API as ADVICE
from greycells.server.lobby.api import API as TABLES
from greycells.server.lobby.notebooks import API as NOTEBOOKS
from greycells.server.lobby.pages import PAGES as LOBBY_PAGES
from greycells.server.my_data.api import API as GUEST_DATA
from greycells.server.my_data.pages import PAGES as MY_DATA_PAGES
from greycells.server.offers.api import API as OFFERS
from greycells.server.puzzles.api import API as PUZZLES
from greycells.server.puzzles.pages import PAGES as PUZZLES_PAGES
from greycells.server.records.api import API as RECORDS
from greycells.server.records.pages import PAGES as RECORDS_PAGES
from greycells.server.records.shares_api import API as SHARES
from greycells.server.reports.api import API as REPORTS
from greycells.server.reviews.api import API as REVIEWS
from greycells.server.reviews.pages import PAGES as REVIEWS_PAGES
from greycells.server.rulebook.api import API as PRINTED
from greycells.server.rulebook.board_pictures import PAGES as PICTURES
from greycells.server.rulebook.diagram_api import API as DRAWN
from greycells.server.rulebook.pages import PAGES as RULEBOOK_PAGES
from greycells.server.rulebook.sheets import PAGES as SHEETS
from greycells.server.web.asset_pages import PAGES as SHELL

HTML_PAGES = (
    *DAILY_GAMES_PAGES,  # Before those of puzzles: `/daily/game` is no date.
    *COMPANION_PAGES,
    *HOME_PAGES,
    *WELCOME,
    *LOBBY_PAGES,
    *MY_DATA_PAGES,
    *PUZZLES_PAGES,
    *RECORDS_PAGES,
    *REVIEWS_PAGES,
    *PICTURES,
    *RULEBOOK_PAGES,
    *SHEETS,
    *SHELL,
)


API = (
    *DAILY_GAMES,
    *COMPANIONS,
    *HOME,
    *LESSONS,
    *ADVICE,
    *GUESTS,
    *TABLES,
    *NOTEBOOKS,
    *OFFERS,
    *GUEST_DATA,
    *PUZZLES,
    *RECORDS,
    *SHARES,
    *REPORTS,
    *REVIEWS,
    *PRINTED,
    *DRAWN,
)
