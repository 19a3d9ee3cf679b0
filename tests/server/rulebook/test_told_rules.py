"""What players are told about the rules agrees with the rulebooks: sentences that were false, and what stands now."""

from __future__ import annotations

import pytest

from greycells.editions import load
from greycells.editions.catalogue import rule
from greycells.editions.loader import BY_THE_BOOK
from greycells.editions.rule_markdown import pages
from greycells.editions.translation import rulebook
from greycells.language.sentences import using_language
from greycells.rules.edition import Edition
from greycells.server.rulebook.diagrams import moments
from greycells.server.rulebook.how_to_play import how_to_play

TOLD = [
    # edition, language, house rule, place, not this, but this
    (
        "luxury",
        "de",
        "",
        "SHOW-8",
        "auch sein Text",
        "an anderer Stelle lässt das Regelheft den Zug mit einer gezeigten",
    ),
    ("luxury", "en", "", "SHOW-8", "its text", "elsewhere the rulebook ends the turn at a shown card"),
    ("master-detective", "en", "", "SHOW-8", "its text names", "in one place the rulebook names it only where nobody"),
    ("master-detective", "de", "", "SHOW-8", "sein Text nennt", "an einer Stelle nennt das Regelheft sie nur"),
    (
        "luxury",
        "de",
        "",
        "figure roll",
        "auch mit weniger",
        "in einen Raum darfst du auch, wenn Schritte übrig bleiben",
    ),
    ("luxury", "en", "", "figure roll", "with steps to spare. You", "you may enter a room even with steps to spare"),
    ("luxury", "en", "", "figure doorway", "a doorway", "A pawn in front of a door"),
    ("luxury", "en", "", "figure doorway", " and the ", "but not "),
    (
        "classic",
        "en",
        "",
        "how",
        "first player to name all three wins",
        "first player to name all three in an accusation wins",
    ),
    ("classic", "de", "", "how", "Wer zuerst alle drei nennt", "Wer sie als Erster mit einer Anklage richtig nennt"),
    ("luxury", "en", "", "how", "you make a suggestion to find", "you have to make a suggestion, unless you accuse"),
    ("classic", "en", "", "how", "another player goes first", "In later games, players take turns going first."),
    (
        "getaway",
        "en",
        "",
        "how",
        "A card that nobody can have is",
        "nobody can have and that isn't face up is in the case",
    ),
    ("getaway", "en", "", "how", "into the case file,", "into the case file (the Swimming Pool), and"),
    ("getaway", "de", "", "how", "verdeckt in die Fallakte.", "verdeckt in die Fallakte (ins Schwimmbecken)."),
    ("getaway", "en", "unchecked answers", "how", "A player who couldn't answer", "if that is true"),
    ("getaway", "de", "unchecked answers", "how", "Wer nicht antworten konnte", "wenn es stimmt"),
    ("parlour", "en", "", "how", "wherever your pawn is", "any room that has a card"),
    (
        "master-detective",
        "de",
        "",
        "SET-20",
        "sieht beim Mischen und Austeilen zu",
        "beim Mischen und Austeilen die Karten",
    ),
    ("classic", "de", "", "SET-9", "manche haben also eine", "manche haben also vielleicht eine Karte mehr"),
    ("luxury", "en", "start square may be re-entered", "MOVE-4", "that enter no square twice", "no other square twice"),
    (
        "luxury",
        "de",
        "start square may be re-entered",
        "MOVE-4",
        "nicht alles im Umkreis",
        "der kein anderes",
    ),
    (
        "master-detective",
        "de",
        "",
        "SET-6",
        "zum ersten Mal genannt wird",
        "zum ersten Mal in einem Verdacht genannt wird",
    ),
    (
        "master-detective",
        "en",
        "",
        "MOVE-9",
        "(PASS-5) (ruling)",
        "only by doors (ruling) or a secret passage (PASS-5)",
    ),
    (
        "master-detective",
        "de",
        "",
        "MOVE-9",
        "(PASS-5) hinein (Auslegung)",
        "nur durch Türen (Auslegung) oder einen Geheimgang",
    ),
    ("classic", "en", "", "SUG-3", "*", "the rulebook says “should”"),
    ("cottage", "en", "", "SUG-3", "text", "or decline (ruling)."),
    ("cottage", "de", "", "SUG-3", "Text", "oder verzichten (Auslegung)."),
    ("parlour", "en", "", "SUG-5", "already in the room", "the player's own, an eliminated player's"),
    ("parlour", "en", "", "SUG-1", "any room.", "any room that has a card."),
    ("parlour", "de", "", "ACC-1", "( ", "einem Verdacht, nach den Antworten"),
    ("parlour", "en", "", "ACC-1", "pawn", "but not while an answer is pending."),
    ("parlour", "en", "", "ACC-2", "pawn", "names any suspect, weapon and room, and everybody hears it"),
    ("getaway", "en", "", "SHOW-9", "*", "a card that they denied having in an earlier suggestion"),
    ("classic", "en", "", "TURN-1", "or the end of the turn", "a choice can't be undone."),
    ("anniversary", "en", "", "lead", "its own spelling", "with Miss Scarlett spelled with two t's"),
    ("anniversary", "de", "", "lead", "Schreibweise", "dieselben Regeln wie in der Luxusausgabe"),
    ("master-detective", "en", "", "lead", "1988 rules", "first sold in 1988"),
    ("getaway", "de", "", "lead", "fliegen auf", "eine Strafe für falsche Antworten"),
    ("luxury", "en", "", "page", "doorways", "a pawn in front of a door is moved into the room"),
    ("luxury", "de", "", "page", "macht Türen frei", "kommt von der Tür in den Raum"),
    ("getaway", "de", "", "page", "Falsche Antworten fliegen auf", "Strafe für falsche Antworten"),
    ("luxury", "en", "", "page", "rulebook is silent: our rulings", "rulebook is silent or unclear: our rulings"),
    ("master-detective", "en", "", "ruling MOVE-20", "a passage may not", "the passage between them may not be taken"),
    (
        "master-detective",
        "en",
        "",
        "ruling MOVE-9",
        "A room is entered only",
        "On a roll, a room is entered and left only",
    ),
    ("master-detective", "en", "", "ruling SHOW-8", "the text names it only", "one passage names it only"),
    (
        "classic",
        "en",
        "",
        "ruling SUG-9",
        "Only a pawn that was moved",
        "A suggestion gives this right only if it moved",
    ),
    ("getaway", "en", "", "ruling SHOW-9", "not the card.\n", "A card that was not named can never be shown."),
]


def told_at(place: str, edition: Edition) -> str:
    """What stands at a place: a rule by its id, an edition's ruling, a drawing's words, how to play, lead or page."""
    kind, _, name = place.partition(" ")
    match kind:
        case "figure":
            drawing = next(moment for moment in moments(edition.key) if moment.name == name).drawing()
            return f"{drawing.title} {drawing.words}"
        case "ruling":
            return edition.rulings[name]
        case "how":
            return " ".join(step.words for step in how_to_play(edition))
        case "lead":
            return rulebook(edition)
        case "page":
            return pages()[f"{edition.key}.md"]
        case _:
            return str(rule(place).as_in(edition))


@pytest.mark.parametrize(("key", "language", "house_rule", "place", "false", "right"), TOLD)
def test_a_false_statement_is_now_right(
    key: str, language: str, house_rule: str, place: str, false: str, right: str
) -> None:
    edition = load(key).with_house_rules(*([house_rule] if house_rule else []))
    with using_language(language):
        told = told_at(place, edition)
    assert false not in told
    assert right in told


@pytest.mark.parametrize("key", BY_THE_BOOK)
def test_no_asterisk_reaches_a_player(key: str) -> None:
    edition = load(key)
    for language in ("en", "de"):
        with using_language(language):
            assert "*" not in "".join(str(rule(f"{name}-{number}").as_in(edition)) for name, number in NUMBERED)


NUMBERED = [("SUG", number) for number in range(1, 11)] + [("SHOW", number) for number in range(1, 10)]


@pytest.mark.parametrize("key", [*BY_THE_BOOK, "cottage", "parlour"])
def test_whoever_starts_is_told_before_anything_is_done(key: str) -> None:
    steps = how_to_play(load(key))
    assert next(step.picture for step in steps if "first" in step.words and "goes first" in step.words) in (
        "roll",
        "suggestion",
    )
