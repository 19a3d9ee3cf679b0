"""`greycells solve`: states and records in, answers, proofs and contradictions out; hostile files get a sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple, Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.deduction.states import COTTAGE, VECTORS, Vector, counted_one_by_one, made_up, vectors
from tests.margin import at_most
from tests.properties.random_players import Party, on_a_whim

from greycells.analysis.companion.changes import write_game
from greycells.cli import main
from greycells.cli.solve import Contradicting, Unsolvable, evidence_in, solve
from greycells.deduction.facts import Evidence
from greycells.deduction.knowledge_files import BadState, read_state
from greycells.deduction.worlds import Worlds
from greycells.notation import Record, write, write_json_lines
from greycells.protocol.companion_entries import CompanionGame, CompanionSetup, KnownEntry, ShownEntry, SuggestionEntry
from greycells.rules.seats import Seat


class Done(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


class Run(Protocol):
    def __call__(self, *arguments: str) -> Done: ...


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line, without another process."""

    def command(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["greycells", "solve", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        said = capsys.readouterr()
        return Done(code if isinstance(code, int) else 0, said.out, said.err)

    return command


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return VECTORS.read_text(encoding="utf-8").splitlines()


def test_clashing_entries_of_a_companion_are_told_as_json(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "clash.json"
    setup = CompanionSetup(players=("Ada", "Grace", "Alan"), me=0, edition="classic", hand=(0, 6, 7, 12, 13, 14))
    entries = (
        SuggestionEntry(id="e1", by=0, cards=(1, 8, 15), shown=(ShownEntry(1, 8),)),
        SuggestionEntry(id="e2", by=1, cards=(2, 9, 16), shown=(ShownEntry(2),)),
        KnownEntry(id="e3", holder=2, card=8),
    )
    file.write_bytes(write_game(CompanionGame(1, setup, entries)))
    done = run(str(file), "--json")
    assert (done.code, done.err) == (1, "")
    (clash,) = json.loads(done.out)["clashes"]
    assert [(entry["number"], entry["id"]) for entry in clash["entries"]] == [(1, "e1"), (3, "e3")]
    assert clash["entries"][1]["words"] == "You know that Alan has the Knife."
    game = json.loads(file.read_bytes())
    for correction in clash["corrections"]:
        place, instead = correction["entry"] - 1, correction["instead"]
        healed = [*game["entries"][:place], *([instead] if instead else []), *game["entries"][place + 1 :]]
        file.write_text(json.dumps({**game, "entries": healed}), encoding="utf-8")
        assert run(str(file), "--json").code == 0, "each correction by itself is enough"
    assert any(correction["instead"] is None for correction in clash["corrections"])


@pytest.mark.parametrize("index", [0, 50, 100, 150, 199])
def test_answers_in_the_form_of_the_vectors(tmp_path: Path, lines: list[str], index: int) -> None:
    file = tmp_path / "state.json"
    file.write_text(lines[index], encoding="utf-8")
    expected = json.loads(lines[index])
    answer = json.loads(solve(evidence_in(file), as_json=True))
    assert answer["total"] == expected["total"]
    assert answer["marginals"] == expected["marginals"]
    assert sorted(answer["envelope"]) == sorted(expected["envelope"])


def test_the_command(tmp_path: Path, lines: list[str], run: Run) -> None:
    file = tmp_path / "state.json"
    file.write_text(lines[0], encoding="utf-8")
    done = run(str(file))
    assert (done.code, done.err) == (0, "")
    assert "4,731 deals are possible" in done.out
    assert "room 20         -       -     yes" in done.out
    assert json.loads(run(str(file), "--json").out)["total"] == "4731"
    assert run(str(file), "--why", "20", "2").out.startswith("It's certain that seat 2 has the room 20:\n1. ")
    assert "52%" in run(str(file), "--why", "5", "case").out
    nobody = run(str(file), "--why", "5", "Poirot")
    assert (nobody.code, nobody.out) == (1, "")
    assert "Poirot" in nobody.err


def write_state(file: Path, **fields: object) -> str:
    file.write_text(json.dumps(fields), encoding="utf-8")
    return str(file)


def test_a_contradiction(tmp_path: Path, run: Run) -> None:
    """Exit code 1, and an irreducible set: the facts that are not to blame are not named."""
    file = write_state(
        tmp_path / "state.json",
        cats=[3, 3, 4],
        hand_sizes=[4, 3],
        observer=0,
        has=[[0, 1], [0, 3]],
        none=[[1, [0, 4]], [1, [2, 5]]],
        any=[[1, [0, 4, 5]], [1, [6, 7]]],
    )
    done = run(file, "--json")
    assert done.code == 1
    assert json.loads(done.out) == {
        "contradiction": [{"none": [1, [0, 4]]}, {"none": [1, [2, 5]]}, {"any": [1, [0, 4, 5]]}]
    }
    told = run(file)
    assert (told.code, told.out) == (1, "")
    assert told.err.count("\n- ") == 3


def contradiction(evidence: Evidence) -> Contradicting | None:
    try:
        assert json.loads(solve(evidence, as_json=True))
    except Contradicting as error:
        return error
    return None


def test_contradictions_are_irreducible() -> None:
    """Facts of two different deals put together: what is left contradicts, and no part of it does."""
    found = 0
    for seed in range(40):
        first, second = (made_up(Random(seed * 2 + half), COTTAGE, (4, 3), facts=5) for half in (0, 1))
        both = first._replace(
            has=first.has + second.has,
            none=first.none + second.none,
            any=first.any + second.any,
            not_env=first.not_env + second.not_env,
        )
        evidence = read_state(json.dumps(both.form))
        assert Worlds(evidence).count == counted_one_by_one(both)
        error = contradiction(evidence)
        if error is None:
            assert Worlds(evidence)
            continue
        found += 1
        assert not Worlds(evidence.only(error.facts))
        for fact in error.facts:
            assert Worlds(evidence.only(other for other in error.facts if other != fact))
    assert found > 5


def test_hand_sizes_that_do_not_add_up(tmp_path: Path, run: Run) -> None:
    done = run(write_state(tmp_path / "state.json", cats=[3, 3, 4], hand_sizes=[4, 4], public=[2]), "--json")
    assert done.code == 1
    assert json.loads(done.out) == {"contradiction": [{"hand_sizes": [4, 4]}, {"public": [2]}]}


def test_an_open_card_in_a_hand(tmp_path: Path, run: Run) -> None:
    file = write_state(tmp_path / "state.json", cats=[3, 3, 4], hand_sizes=[3, 3], public=[2], has=[[1, 2]])
    assert json.loads(run(file, "--json").out) == {"contradiction": [{"public": [2]}, {"has": [1, 2]}]}


def record_of(party: Party, turns: int) -> tuple[Record, tuple[Seat, ...]]:
    game, whim = party.game(), Random(party.seed)
    while not game.over and game.scene.turn.number < turns:
        game.play(on_a_whim(game, whim))
    return Record(game.table, tuple(game.events)), game.seats


@pytest.mark.parametrize("edition", ["classic", "master-detective", "getaway"])
def test_a_seats_copy_of_a_record(tmp_path: Path, edition: str) -> None:
    """A copy is solved as it is; the whole truth needs a seat; the answers are the same."""
    record, seats = record_of(Party(edition, (), 4, 7), 30)
    copy, twin, truth = tmp_path / "copy.case", tmp_path / "copy.jsonl", tmp_path / "truth.case"
    copy.write_text(write(record.copy_for(seats[1])), encoding="utf-8")
    twin.write_text(write_json_lines(record.copy_for(seats[1])), encoding="utf-8")
    truth.write_text(write(record), encoding="utf-8")
    answer = solve(evidence_in(copy), as_json=True)
    assert solve(evidence_in(twin), as_json=True) == answer
    assert solve(evidence_in(truth, seat=str(seats[1])), as_json=True) == answer
    assert solve(evidence_in(copy, seat=str(seats[1]).lower()), as_json=True) == answer
    with pytest.raises(Unsolvable, match="point of view"):
        evidence_in(truth)
    with pytest.raises(Unsolvable, match="another seat's copy"):
        evidence_in(copy, seat=str(seats[2]))
    with pytest.raises(Unsolvable, match="Nobody is playing Poirot"):
        evidence_in(truth, seat="Poirot")
    assert str(seats[0]) in solve(evidence_in(copy))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "case"),
        ("\x00\xff", ""),
        ('{"cats"', "isn't a valid state"),
        ('{"cats": [3, 3]}', "isn't a valid state"),
        ('{"cows": [3, 3, 4]}', "isn't a valid state"),
        ('{"cats": [3, 3, 4], "hand_sizes": [4, "3"]}', "isn't a valid state"),
        ('{"cats": [3, 3, 4.5], "hand_sizes": [4, 3]}', "isn't a valid state"),
        ('{"cats": [0, 3, 4], "hand_sizes": [4, 3]}', "at least one of each"),
        ('{"cats": [1000, 1000, 1000], "hand_sizes": [4, 3]}', "at most 100 cards"),
        ('{"cats": [3, 3, 4], "hand_sizes": [4, -3]}', "none of them negative"),
        ('{"cats": [3, 3, 4], "hand_sizes": []}', "hand size"),
        ('{"cats": [3, 3, 4], "hand_sizes": [4, 3], "has": [[2, 1]]}', "no seat 2"),
        ('{"cats": [3, 3, 4], "hand_sizes": [4, 3], "has": [[0, 10]]}', "no card 10"),
        ('{"cats": [3, 3, 4], "hand_sizes": [4, 3], "not_env": [[0, 1, 9]]}', "one suspect, one weapon"),
        (json.dumps({"cats": [3, 3, 4], "hand_sizes": [4, 3], "any": [[0, [1]]] * 2001}), "2,000 facts"),
        ('{"cats": ' + "[" * 100_000, "isn't a valid state"),
        ('{"cats": [1' + "0" * 10_000 + ", 3, 4]}", "isn't a valid state"),
        ('{"cats": [3, 3, 4], ' + " " * 2_000_000, "longer than"),
    ],
    ids=range(18),
)
def test_bad_states(tmp_path: Path, text: str, sentence: str, run: Run) -> None:
    file = tmp_path / "state.json"
    file.write_bytes(text.encode("latin-1"))
    done = run(str(file))
    assert (done.code, done.out) == (1, "")
    assert sentence in done.err
    assert 0 < len(done.err) < 1_000


def test_no_such_file(tmp_path: Path, run: Run) -> None:
    for path in (tmp_path, tmp_path / "nothing.json"):
        done = run(str(path))
        assert done.code == 1
        assert len(done.err.splitlines()) == 1


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (500_000_000, 500_000_000))
sys.argv = ["greycells", "solve", sys.argv[1], "--json"]
from greycells.cli import main
from greycells.cli.solve import Contradicting, Unsolvable, evidence_in, solve
main()
"""


def hostile() -> dict[str, dict[str, object]]:
    """States that no game leads to."""
    rng = Random(1)
    wild = [[rng.randrange(6), rng.sample(range(60), 4)] for _ in range(60)]
    many = [[rng.randrange(9), rng.sample(range(100), 8)] for _ in range(2_000)]
    pairs = [[seat, [2 * card + seat % 2, 2 * card + 1]] for card in range(45) for seat in range(9)]
    alone = [[0, [card]] for card in range(0, 90, 2)]
    chain = [[seat, [seat, seat + 1, seat + 50]] for seat in range(49)]
    theories = [list(theory) for theory in product(range(10), range(10, 20), range(20, 30))]
    large = [30, 30, 40]
    return {
        "no two facts alike": {"cats": [20, 20, 20], "hand_sizes": [10, 10, 10, 9, 9, 9], "any": wild},
        "as many facts as may be": {"cats": large, "hand_sizes": [11] * 7 + [10] * 2, "any": many},
        "many case files": {"cats": [33, 33, 34], "hand_sizes": [49, 48], "none": alone},
        "pigeons": {"cats": large, "hand_sizes": [10] * 9 + [7], "any": pairs[:400]},
        "many seats": {"cats": large, "hand_sizes": [2] * 47 + [1] * 3, "any": chain},
        "every theory wrong": {"cats": [10, 10, 10], "hand_sizes": [9, 9, 9], "not_env": theories},
    }


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
@pytest.mark.parametrize("name", hostile())
def test_hostile_states(tmp_path: Path, name: str) -> None:
    """Half a gigabyte and ten seconds, for an answer or a sentence; a busy machine gets two more to start Python."""
    file = write_state(tmp_path / "state.json", **hostile()[name])
    began = monotonic()
    command = [sys.executable, "-c", LIMITED, file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert monotonic() - began < at_most(12)
    assert "Traceback" not in done.stderr
    if done.returncode:
        assert done.returncode == 1
        assert "can't be solved here" in done.stderr or "contradiction" in done.stdout
    else:
        assert int(json.loads(done.stdout)["total"]) > 0


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(vectors()), st.data())
def test_fuzzed_states(vector: Vector, data: st.DataObject) -> None:
    """A vector with anything anywhere: a BadState, a contradiction, or an answer."""
    form = dict(vector.state.form)
    field = data.draw(st.sampled_from(sorted(form)))
    values = st.recursive(st.none() | st.booleans() | st.integers(-3, 40) | st.text(max_size=3), st.lists, max_leaves=6)
    form[field] = data.draw(values)
    with suppress(BadState):
        error = contradiction(read_state(json.dumps(form)))
        assert error is None or error.form["contradiction"]


def test_a_companion_s_file_is_solved_under_its_own_names(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    setup = {"edition": "classic", "players": ["Ada", "Grace", "Alan"], "me": 0, "hand": [0, 6, 7, 12, 13, 14]}
    shown = {"kind": "suggestion", "id": "a", "by": 0, "cards": [1, 8, 15], "shown": [{"player": 2, "card": 8}]}
    file.write_text(json.dumps({"companion": 1, "setup": setup, "entries": [shown]}), encoding="utf-8")
    assert "Grace" in solve(evidence_in(file))
    assert "In entry 1, Alan showed the Knife." in solve(evidence_in(file), why=("Knife", "Alan"))
    assert int(json.loads(solve(evidence_in(file), as_json=True))["total"]) > 0
    nobody = {"kind": "suggestion", "id": "b", "by": 1, "cards": [2, 8, 16]}
    file.write_text(json.dumps({"companion": 1, "setup": setup, "entries": [shown, nobody]}), encoding="utf-8")
    with pytest.raises(Unsolvable, match="Everything fits without entry 2"):
        solve(evidence_in(file))
    file.write_text(json.dumps({"companion": 1, "setup": setup | {"me": 7}}), encoding="utf-8")
    with pytest.raises(Unsolvable, match="no player number 7"):
        evidence_in(file)
