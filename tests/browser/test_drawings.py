"""Faces that react, the ten detectives, and the picture of a solution: drawn for every card of every edition."""

from __future__ import annotations

import msgspec
from tests.browser.conftest import Newcomer

from greycells.editions import load, names
from greycells.players import levels
from greycells.server.web.assets import needed

PARTS = """
    const client = document.querySelector("script[type=module]").src;
    const { loadModule } = await import(client.replace("app.js", "ui/api.js"));
    const part = (path) => loadModule(() => import(client.replace("app.js", path)));
    const { render } = await part("vendor/lit-html.js");
    const { edition: ask } = await part("board/editions.js");
    const drawn = (art) => {
        const place = document.createElement("div");
        render(art, place);
        return place;
    };
    const marks = (art) => drawn(art).innerHTML.replace(/<!--.*?-->/g, "");
"""
FACES = f"""async (editions) => {{ {PARTS}
    const {{ EXPRESSIONS, portraitOf }} = await part("board/expressions.js");
    const {{ card }} = await part("board/card.js");
    const path = (art) => [...drawn(art).querySelectorAll("path, circle, rect, ellipse")].map((one) => one.outerHTML);
    const found = [];
    for (const key of editions) {{
        const edition = await ask(key);
        for (const {{ word }} of edition.suspects) {{
            const faces = EXPRESSIONS.map((expression) => path(portraitOf(edition, word, {{ expression }})));
            const asOnTheCard = faces[0].join() === path(card(edition, word)).join();
            found.push({{ who: `${{key}} ${{word}}`, faces: faces.map((face) => face.join()), asOnTheCard }});
        }}
    }}
    return found;
}}"""
SCENES = f"""async (key) => {{ {PARTS}
    const {{ crimeScene }} = await part("board/crime_scene.js");
    const edition = await ask(key);
    const {{ suspects, weapons, rooms }} = edition;
    const others = rooms.map(({{ word }}) => word).filter((word) => word !== "Study");
    const scenes = rooms.flatMap((room, at) => suspects.filter((_, turn) => (at + turn) % 3 === 0)
        .map((suspect, turn) => [suspect.word, weapons[(at + turn) % weapons.length].word, room.word]));
    const pictures = scenes.map((scene) => marks(crimeScene(edition, scene)));
    const view = (room) =>
        marks(crimeScene(edition, [suspects[0].word, weapons[0].word, room])).replace(/<title.*?e>/, "");
    const held = weapons.map(({{ word }}) =>
        drawn(crimeScene(edition, [suspects[0].word, word, rooms[0].word])).querySelector(".weapon").innerHTML);
    const titled = drawn(crimeScene(edition, [suspects[1].word, weapons[1].word, rooms[1].word]));
    const box = document.createElement("main");
    document.body.append(box);
    render(scenes.slice(0, 3).map((scene) => crimeScene(edition, scene)), box);
    return {{
        wanted: scenes.length,
        different: new Set(pictures).size,
        broken: pictures.filter((picture) => /undefined|NaN|\\[object/.test(picture)).length,
        views: new Set([view("Nowhere"), ...others.map(view)]).size,
        rooms: others.length + 1,
        held: new Set(held).size,
        weapons: weapons.length,
        title: titled.querySelector("[role=img] > title").textContent,
        named: [suspects[1].word, weapons[1].word, rooms[1].word].map((word) => edition.names[word].bare),
    }};
}}"""
DETECTIVES = f"""async (levels) => {{ {PARTS}
    const {{ DETECTIVE_LEVELS, detective }} = await part("board/detective_faces.js");
    return {{
        ten: DETECTIVE_LEVELS.map((level) => marks(detective(level))),
        byNumber: DETECTIVE_LEVELS.map((_, at) => marks(detective(at + 1))),
        known: levels.map((level) => marks(detective(level))),
        unknown: marks(detective("cmd:./mybot")),
    }};
}}"""


class Faces(msgspec.Struct):
    """A suspect's portraits, one for each expression, and whether the calm one is that of the card."""

    who: str
    faces: list[str]
    asOnTheCard: bool  # noqa: N815 (the browser's name)


class Scenes(msgspec.Struct):
    """What the pictures of an edition's solutions have in common and what not."""

    wanted: int
    different: int
    broken: int
    views: int
    rooms: int
    held: int
    weapons: int
    title: str
    named: list[str]


def test_every_suspect_has_four_expressions(newcomer: Newcomer) -> None:
    found = msgspec.convert(newcomer().go("/rules").page.evaluate(FACES, list(names())), list[Faces])
    assert len(found) == sum(len(load(key).deck.suspects) for key in names())
    for suspect in found:
        assert len(suspect.faces) == len(set(suspect.faces)) == 4, suspect.who
        assert suspect.asOnTheCard, suspect.who


def test_every_solution_is_one_picture(newcomer: Newcomer) -> None:
    """Every room, with suspects and weapons in turn: no two pictures are alike, and nothing has a stand-in."""
    guest = newcomer().go("/rules")
    said: list[str] = []
    guest.page.on("console", lambda message: said.append(message.text))
    # Luxury, anniversary and the parlour have the cards of classic.
    for edition in ("classic", "cottage", "getaway", "master-detective"):
        scenes = msgspec.convert(guest.page.evaluate(SCENES, edition), Scenes)
        assert scenes.different == scenes.wanted >= scenes.rooms
        assert scenes.broken == 0
        assert scenes.views == scenes.rooms
        assert scenes.held == scenes.weapons
        assert all(name in scenes.title for name in scenes.named), scenes
    assert said == []


def test_every_level_has_a_detective_of_its_own(newcomer: Newcomer) -> None:
    found = msgspec.convert(
        newcomer().go("/rules").page.evaluate(DETECTIVES, list(levels())), dict[str, list[str] | str]
    )
    ten = found["ten"]
    assert len(ten) == len(set(ten)) == 10
    assert found["byNumber"] == ten
    assert found["unknown"] == ten[0]
    of_level = dict(zip(levels(), found["known"], strict=True))
    assert {level for level, face in of_level.items() if face == ten[0]} == {"stroller", "constable"}


def test_a_page_begins_without_the_picture_of_the_solution() -> None:
    first = set(needed("app.js", "game/game.js", "tables/table_visit.js", "home/home.js"))
    first.remove("stage/scene_lengths_model.js")  # Only how long everything takes.
    assert "board/portraits.js" in first
    assert not [module for module in first if "scene" in module or module.endswith(("expressions.js", "sounds.js"))]
