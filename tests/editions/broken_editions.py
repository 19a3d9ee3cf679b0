"""Editions with one mistake each, and the sentence that says what it is."""

from __future__ import annotations

SUSPECT = '{ word = "Mustard", name = "Col. Mustard", colour = "#be8f0c", symbol = "▲", start = "2" }'


BROKEN = [
    (
        '{ word = "Rope", name = "Rope" },',
        '{ word = "Rope", name = "Rope" }, { word = "Axe", name = "Axe" }, { word = "Bat", name = "Bat" },',
        "rules.weapons_start: expected 'off the board', since 5 weapons need as many rooms on the board",
    ),
    ("title", '"a b" = 1\ntitle', "'a b': expected a known key such as 'board', got 'a b'"),
    ('key = "hut"', 'key = "Hut"', "key: expected a key such as 'my-edition', got 'Hut'"),
    ('key = "hut"', 'key = "classic"', "key: expected a key that no edition of greycells has, got 'classic'"),
    ('title = "Cottage"', "", "title: expected text, got nothing"),
    ('title = "Cottage"', 'tilte = "Cottage"', "title: expected text, got nothing (should 'tilte' be 'title'?)"),
    ('title = "Cottage"', "title = 3", "title: expected text, got 3"),
    ('title = "Cottage"', f'title = "{"x" * 61}"', "title: expected text of at most 60 characters, got 'xxx"),
    ('title = "Cottage"', 'title = "A\\u0007"', "title: expected text, got 'A\\x07'"),
    (
        'title = "Cottage"',
        'title = "Cottage"\nscenry = []',
        "scenry: expected a known key such as 'scenery', got 'scenry'",
    ),
    ('follows = "classic"', 'follows = "chess"', "follows: expected 'master-detective', 'luxury', 'classic'"),
    ("dice = 1", "dice = 7", "rules.dice: expected a whole number from 0 to 2, got 7"),
    ("dice = 1", "dice = true", "rules.dice: expected a whole number from 0 to 2, got true"),
    ("dice = 1", "dice = 99999999999999", "rules.dice: expected a whole number from 0 to 2, got a huge number"),
    (
        "dice = 1",
        "dice = 0",
        "rules.dice: expected at least 1, since a suggestion names the room that the pawn is in, got 0",
    ),
    ("dice = 1", "dice = 1\ndcie = 1", "rules.dcie: expected a known key such as 'dice', got 'dcie'"),
    ("most_seats = 3", "most_seats = 4", "rules.most_seats: expected a whole number from 2 to 3, got 4"),
    (
        "fewest_seats = 2\nmost_seats = 3",
        "fewest_seats = 3\nmost_seats = 2",
        "rules.most_seats: expected at least fewest_seats",
    ),
    (
        '"first suspect"',
        '"highest roll"',
        "rules.start_dice: expected at least 1, since the highest roll goes first, got 0",
    ),
    ("start_dice = 0", "start_dice = 1", "rules.start_dice: expected 0, since the first suspect goes first"),
    (
        'snooping = "none"',
        'snooping = "blind"',
        "rules.snooping: expected 'none', since the drawing has no spyglass, got 'blind'",
    ),
    (
        'snooping = "none"',
        'snooping = "owner knows"',
        "rules.snooping: expected 'none', since the drawing has no spyglass, got 'owner knows'",
    ),
    ('"blocks"', '"block"', "rules.occupied: expected 'blocks' or 'jumped', got 'block'"),
    ("false_witness = false", "false_witness = 0", "rules.false_witness: expected true or false, got 0"),
    ("[rules]", "[[rules]]", "rules: expected a table, got a list"),
    (SUSPECT, "3", "suspects[2]: expected a table, got 3"),
    ('"#be8f0c"', '"yellow"', "suspects[2].colour: expected a colour such as '#af270f', got 'yellow'"),
    ('"#be8f0c"', '"#AF270F"', "suspects[2].colour: expected one that suspects[1] doesn't have, got '#af270f'"),
    ('"▲"', '"◆"', "suspects[2].symbol: expected one that suspects[1] doesn't have, got '◆'"),
    ('"▲"', '"▲▲"', "suspects[2].symbol: expected one character, got '▲▲'"),
    ('start = "2"', 'start = "1"', "suspects[2].start: expected one that suspects[1] doesn't have, got '1'"),
    (
        'start = "2"',
        'start = "Attic"',
        "suspects[2].start: expected a digit or symbol in the drawing, or a room on the board",
    ),
    (
        'start = "2"',
        'start = "?"',
        "suspects[2].start: expected a digit or symbol in the drawing, or a room on the board",
    ),
    ('word = "Mustard"', 'word = "Col Mustard"', "suspects[2].word: expected one word, got 'Col Mustard'"),
    (
        'word = "Rope", name = "Rope"',
        'word = "white", name = "Rope"',
        "weapons[1].word: expected one that suspects[3] doesn't have",
    ),
    ('name = "Knife"', 'name = "ro pe"', "weapons[2].name: expected one that weapons[1] doesn't have, got 'ro pe'"),
    ('name = "Knife"', 'name = "a1"', "weapons[2].name: expected a name, got 'a1'"),
    ('letter = "P"', 'letter = "p"', "rooms[2].letter: expected a capital letter, got 'p'"),
    ('letter = "P"', 'letter = "K"', "rooms[2].letter: expected one that rooms[1] doesn't have, got 'K'"),
    ('letter = "P", ', "", "rules.naming: expected 'any room', since not every room has a letter in the drawing"),
    (
        'passages = [["Kitchen", "Study"]]',
        'passages = ["Kitchen"]',
        "passages[1]: expected a pair of names, got 'Kitchen'",
    ),
    (
        '["Kitchen", "Study"]',
        '["Kitchen", "Attic"]',
        "passages[1]: expected 'Pantry', 'Study' or 'Loft', each once, got 'Attic'",
    ),
    (
        '["Kitchen", "Study"]',
        '["Loft", "Loft"]',
        "passages[1]: expected 'Kitchen', 'Pantry' or 'Study', each once, got 'Loft'",
    ),
    (
        "[rules]",
        '[rulings]\nSUG-44 = "No."\n[rules]',
        "rulings.SUG-44: expected a known key such as 'SUG-4', got 'SUG-44'",
    ),
    (
        "[rules]",
        'spaces = [{ letter = "v", name = "Stairs" }]\n[rules]',
        "spaces[1].letter: expected a lowercase letter that doesn't already mean something",
    ),
]
