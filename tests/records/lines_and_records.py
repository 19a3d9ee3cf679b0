"""The first lines of records, in each edition."""

from __future__ import annotations

from functools import reduce

LUXURY = """\
    case 1
    edition  luxury
    seats    Scarlet "Ada" | Mustard "Grace" | White "Hedy"
    weapons  Rope Kitchen | LeadPipe Study | Knife Library | Wrench Lounge | Candlestick Ballroom | Revolver Hall
    seal     Plum Candlestick DiningRoom
    dealer   White
    deal     Scarlet  Scarlet Peacock Rope Knife Hall Study
    deal     Mustard  Mustard Green LeadPipe Lounge Kitchen Ballroom
    deal     White    White Wrench Revolver Conservatory BilliardRoom Library
    begins   Scarlet
    """


CLASSIC = LUXURY.replace("luxury", "classic").replace("Scarlet", "Scarlett")


MANOR = """\
    case 1
    edition  master-detective
    seats    Scarlet "Ada" | Mustard "Grace" | White "Hedy"
    weapons
    seal     Plum Candlestick DiningRoom
    dealer   White
    deal     Scarlet  Scarlet Green Peach Knife Revolver Courtyard Gazebo DrawingRoom Kitchen
    deal     Mustard  Mustard Peacock Brunette Rope LeadPipe CarriageHouse TrophyRoom Conservatory Studio
    deal     White    White Rose Gray Wrench Poison Horseshoe BilliardRoom Library Fountain
    throw    Scarlet 6 6 | Mustard 1 1 | White 1 1
    begins   Scarlet
    """


GETAWAY = """\
    case 1
    edition  getaway
    house    unchecked answers
    seats    White "Ada" | Mustard "Grace" | Scarlet "Hedy"
    weapons  Knife Kitchen | Candlestick Spa | Pistol LivingRoom | Rope GuestHouse | Bat DiningRoom | Axe Hall
    seal     Plum Candlestick DiningRoom
    dealer   Scarlet
    deal     White    White Knife Axe Theatre LivingRoom Observatory
    deal     Mustard  Mustard Green Peacock Pistol Kitchen Patio
    deal     Scarlet  Scarlet Rope Bat Hall GuestHouse Spa
    throw    White 6 | Mustard 1 | Scarlet 1
    begins   White
    """


IN_THE_LOUNGE = """\
    1. Scarlet  rolls 4 4  to Lounge  suggests Plum Rope Lounge  | Mustard shows Lounge
    2. Mustard  rolls 3 4  to r7
    3. White    rolls 1 1  to p24
    """


FOUR = (
    ('| Scarlet "Hedy"', '| Scarlet "Hedy" | Green "Rosa"'),
    ("| Scarlet 1", "| Scarlet 1 | Green 1"),
    ("dealer   Scarlet", "dealer   Green"),
    ("Theatre LivingRoom Observatory", "Theatre"),
    ("Pistol Kitchen Patio", "Pistol"),
    (
        "Hall GuestHouse Spa",
        "Hall\n    deal     Green    LivingRoom Observatory Kitchen Patio\n    open     GuestHouse Spa",
    ),
)


SEEN_BY_SCARLET = (
    ('"Hedy"', '"Hedy"\n    copy     Scarlet'),
    ("Plum Candlestick DiningRoom", "?"),
    ("Mustard Green LeadPipe Lounge Kitchen Ballroom", "? ? ? ? ? ?"),
    ("White Wrench Revolver Conservatory BilliardRoom Library", "? ? ? ? ? ?"),
)


def changed(head: str, changes: tuple[tuple[str, str], ...]) -> str:
    return reduce(lambda text, change: text.replace(*change), changes, head)


OPEN, COPY = changed(GETAWAY, FOUR), changed(LUXURY, SEEN_BY_SCARLET)
