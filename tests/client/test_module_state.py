"""What the client's modules keep and change besides the stores: nothing is added without a reason."""

from __future__ import annotations

import re

from tests.client.test_models import COMMENT, STATIC

VARIABLE = re.compile(r"^(?:export )?let (\w+)", re.MULTILINE)
COLLECTION = re.compile(r"^(?:export )?const (\w+) = new (?:Map|Set|WeakMap|WeakSet)\(\)", re.MULTILINE)
OBJECT = re.compile(r"^(?:export )?const (\w+) = \{", re.MULTILINE)
REASONS = {
    "board/card.js pictures": "Pictures have many lines: each is put together once.",
    "game/speech_bubbles.js shown": "Bubbles whose time to go is set.",
    "notebook/advice.js request": "The timer of the next request for help, and what was asked for last.",
    "rulebook/rule_diagrams.js boards": "Boards are large: each is drawn once.",
    "ui/staged_render.js pictures": "Work after which the page is painted.",
    "app.js shell": "The screen that is drawn and where the focus was: there is one page.",
    "board/editions.js asked": "Requests on their way, so that two views of one box ask once.",
    "dealing/nonces.js revealed": "Each nonce is revealed once; what is revealed is no secret any more.",
    "game/game.js boards": "Boards are large: each is drawn once and shown again.",
    "game/game.js drawn": "The scene on the board, so that it is drawn once.",
    "game/game.js fresh": "What of the game's news has been handed to the stage.",
    "game/game.js offered": "The choice that is lit on the board, so that it is drawn once.",
    "game/game.js staged": "The stage is loaded when there is something to show, and stays.",
    "game/game.js unseen": "News that waits while the stage is loading.",
    "game/game_over.js asked": "The end for which hands and review were asked for.",
    "lessons/coach.js lit": "The element with the light, so that it can be put out.",
    "session/answers_seen.js last": "A memory of one: the same log gives the same list, so nothing is drawn again.",
    "session/notebook_pages.js savers": "Pages that were left are saved all the same.",
    "session/session.js live": "The connection: there is one.",
    "stage/dice_throw.js lying": "The dice on the board, which only this module draws.",
    "stage/dice_throw.js shown": "The throw that they show.",
    "stage/sounds.js before": "What has been heard.",
    "stage/sounds.js speaker": "The audio context: a page may have few.",
    "stage/sounds.js staged": "Whether the stage plays the sounds of the news.",
    "stage/stage.js scene": "The scene that plays, an object with timers of its own.",
    "stage/stage.js shown": "The accusation that it shows.",
    "ui/staged_render.js panels": "The places on the page that are drawn apart.",
    "ui/staged_render.js running": "Whether a task is under way.",
    "ui/staged_render.js settled": "Who wants to know when all is drawn.",
    "ui/staged_render.js urgent": "What is drawn first.",
    "ui/staged_render.js waiting": "What is to be drawn.",
    "ui/router.js listeners": "Who is told of a new address.",
    "ui/store.js listeners": "Who is told of a change.",
    "ui/store.js told": "Whether they have been told of it.",
    "ui/words.js waiting": "Words on their way.",
}
"""The module and the name, and why it is no state of a feature."""


def kept() -> set[str]:
    """Every variable, collection and object at module level that the module changes."""
    found: set[str] = set()
    for path in STATIC.rglob("*.js"):
        module = path.relative_to(STATIC).as_posix()
        if module.startswith(("vendor/", "worker.js")):
            continue
        code = COMMENT.sub("", path.read_text(encoding="utf-8"))
        changed = [
            name for name in OBJECT.findall(code) if re.search(rf"\b{name}(?:\.\w+|\[[^\]]+\]) [-+|&?]*= ?[^=>]", code)
        ]
        found |= {f"{module} {name}" for name in [*VARIABLE.findall(code), *COLLECTION.findall(code), *changed]}
    return found


def test_what_modules_keep_has_a_reason() -> None:
    assert sorted(kept() - set(REASONS)) == []
    assert sorted(set(REASONS) - kept()) == []
