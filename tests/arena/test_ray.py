"""Tournaments on a Ray cluster: the same table as on one core, even if workers and machines are lost meanwhile."""

from __future__ import annotations

import json
import os
import site
import socket
import subprocess
import sys
import time
import venv
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from signal import SIGKILL
from tempfile import TemporaryDirectory

import pytest

from greycells.arena import Pairing, play_tournament
from greycells.arena.arena_run import workplace
from greycells.arena.ray_cluster import LEAST, MOST
from greycells.arena.tournament import WorkplaceError, WorkUnit, cut
from greycells.extras import MissingExtra

ROOT = Path(__file__).parents[2]
HOME = ROOT / "build" / "ray-environment"
GAMES = 600
ASKED = ["--players", "sergeant,constable,constable", "--edition", "cottage", "--games", str(GAMES), "--seed", "7"]


@pytest.mark.parametrize("games", [0, 1, 19, 20, 39, 41, 1000, 12_345])
@pytest.mark.parametrize("workers", [1, 2, 64])
def test_tasks_have_enough_games_and_every_game_once(games: int, workers: int) -> None:
    batches = list(cut(range(games), least=LEAST, most=MOST, workers=workers))
    assert [number for batch in batches for number in batch] == list(range(games))
    assert all(len(batch) >= min(LEAST, games) for batch in batches)
    assert all(len(batch) < 2 * MOST for batch in batches)


def test_without_ray_a_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r'pip install "greycells\[ray\]"'), workplace("ray"):
        pass


def test_other_places_and_numbers_of_workers_are_refused() -> None:
    with pytest.raises(WorkplaceError, match="--on ray"), workplace("dask://somewhere"):
        pass
    with pytest.raises(WorkplaceError, match="--workers"), workplace("ray", 4):
        pass


def test_another_machine_plays_the_same_games_and_keeps_none(tmp_path: Path) -> None:
    pairing = Pairing("cottage", ("sergeant", "constable", "stroller"), 7)
    work = WorkUnit(pairing, None, tmp_path)
    with pytest.raises(WorkplaceError, match="same version"):
        work._replace(version="0.0.1").play_elsewhere([0])
    games = work.for_elsewhere().play_elsewhere([1, 0])
    assert list(tmp_path.iterdir()) == []
    runner_told = play_tournament(pairing, 2, runner=lambda _work, numbers: (games[1 - n].outcome for n in numbers))
    assert runner_told.games == 2
    for game in games:
        work.keep(game)
    play_tournament(pairing, 2, workers=1, records=tmp_path / "here")
    for number in range(2):
        name = f"{number:06}.case"
        assert (tmp_path / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


def python_with_ray() -> Path:
    """The Python of an environment with Ray and our own packages, made once: nothing else here needs Ray."""
    python, done = HOME / "bin" / "python", HOME / "done"
    if not done.exists():
        venv.create(HOME, with_pip=True, clear=True)
        (folder,) = HOME.glob("lib/python*/site-packages")
        (folder / "ours.pth").write_text("\n".join([str(ROOT / "src"), *site.getsitepackages()]) + "\n")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "ray[client]>=2.40"], check=True, timeout=900)
        done.touch()
    return python


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class LocalCluster:
    """Two Ray nodes on this machine, of one core each."""

    def __init__(self, python: Path, folder: str) -> None:
        self.python = python
        # A cluster runs whatever it is sent, so that even this one asks for a token.
        token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token_hex(32)}
        self.environment = {**os.environ, **token, "RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": str(ROOT / "src")}
        self._folder, self._client = folder, free_port()
        self.address = f"ray://127.0.0.1:{self._client}"
        self.nodes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        port = free_port()
        client, folder = f"--ray-client-server-port={self._client}", f"--temp-dir={self._folder}"
        self._start_node(1, "--head", f"--port={port}", "--include-dashboard=false", client, folder)
        self._start_node(2, f"--address=127.0.0.1:{port}")

    def _start_node(self, cores: int, *options: str) -> None:
        """Start a node and wait until the cluster has so many cores; on a busy machine a node may need two tries."""
        asked = [str(self.python.parent / "ray"), "start", "--block", "--num-cpus=1", *options]
        count = f"import ray; ray.init('{self.address}'); print(int(ray.cluster_resources().get('CPU', 0)))"
        quiet = subprocess.DEVNULL
        node: subprocess.Popen[bytes] | None = None
        for _ in range(40):
            if node is None or node.poll() is not None:
                node = subprocess.Popen(asked, env=self.environment, stdout=quiet, stderr=quiet, start_new_session=True)
                self.nodes[cores - 1 :] = [node]
            probe = [str(self.python), "-c", count]
            found = subprocess.run(probe, env=self.environment, capture_output=True, text=True, check=False)
            if found.stdout.strip().endswith(str(cores)):
                return
            time.sleep(1)
        raise AssertionError("the cluster was never ready")

    def processes(self, name: bytes) -> list[int]:
        """The processes of this cluster with a name, by their ancestors."""
        parents: dict[int, int] = {}
        named: list[int] = []
        for entry in Path("/proc").iterdir():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if name in (entry / "cmdline").read_bytes():
                    named.append(int(entry.name))
            except (ValueError, OSError):
                continue
        ours = {node.pid for node in self.nodes}

        def is_ours(process: int) -> bool:
            return process in ours or (process in parents and is_ours(parents[process]))

        return [process for process in named if is_ours(process)]

    def close(self) -> None:
        for node in reversed(self.nodes):
            node.terminate()
        for node in self.nodes:
            node.wait(60)


@pytest.fixture(scope="module")
def cluster() -> Generator[LocalCluster]:
    # Ray's sockets need a short path.
    with TemporaryDirectory(prefix="ray", dir="/tmp", ignore_cleanup_errors=True) as folder:
        made = LocalCluster(python_with_ray(), folder)
        try:
            made.start()
            yield made
        finally:
            made.close()


def arena(home: Path, *options: str, cluster: LocalCluster | None = None) -> subprocess.Popen[str]:
    """The command, with a journal of its own, on this machine or on a cluster."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")} if cluster is None else cluster.environment
    environment = {**environment, "XDG_STATE_HOME": str(home)}
    python = sys.executable if cluster is None else str(cluster.python)
    on = [] if cluster is None else ["--on", cluster.address]
    asked = [python, "-m", "greycells", "arena", *ASKED, "--json", *on, *options]
    return subprocess.Popen(asked, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def table(running: subprocess.Popen[str]) -> object:
    """What it printed, without the times, which no seed can repeat."""
    told, errors = running.communicate(timeout=900)
    assert running.returncode == 0, errors
    found = json.loads(told)
    for line in found["players"]:
        del line["decision_median_us"], line["decision_p99_us"]
    assert found["games"] == GAMES
    return found


@pytest.mark.proof
def test_the_same_table_wherever_it_is_played_and_whatever_is_lost(cluster: LocalCluster, tmp_path: Path) -> None:
    one = table(arena(tmp_path / "one", "--workers", "1"))
    assert table(arena(tmp_path / "two", "--workers", "2")) == one
    assert table(arena(tmp_path / "ray", cluster=cluster)) == one
    lost = arena(tmp_path / "lost", cluster=cluster)
    killed = 0
    while lost.poll() is None and killed < 2:
        for worker in cluster.processes(b"play_elsewhere")[:1]:
            os.kill(worker, SIGKILL)
            killed += 1
            time.sleep(1)
        time.sleep(0.05)
    assert killed, "no worker was seen at work"
    assert table(lost) == one


@pytest.mark.proof
def test_a_study_says_the_same_wherever_it_is_made(cluster: LocalCluster, tmp_path: Path) -> None:
    asked = ["study", "--player", "constable", "--games", "20", "--seed", "7"]
    pages: list[str] = []
    for name, python, environment, on in (
        ("here", sys.executable, {**os.environ, "PYTHONPATH": str(ROOT / "src")}, []),
        ("ray", str(cluster.python), cluster.environment, ["--on", cluster.address]),
    ):
        made = subprocess.run(
            [python, "-m", "greycells", *asked, *on],
            env={**environment, "XDG_STATE_HOME": str(tmp_path / name)},
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )
        assert made.returncode == 0, made.stderr
        pages.append(made.stdout)
    assert pages[0] == pages[1]
    assert "20 games" in pages[0]


@pytest.mark.proof
def test_a_machine_that_is_lost_loses_no_game(cluster: LocalCluster, tmp_path: Path) -> None:
    whole = arena(tmp_path, cluster=cluster)
    while not list(tmp_path.rglob("*.jsonl")):
        assert whole.poll() is None, whole.communicate()
        time.sleep(0.2)
    node = cluster.nodes[1]
    for process in cluster.processes(b"raylet"):
        if os.getsid(process) == node.pid:
            os.kill(process, SIGKILL)
    assert table(whole) == table(arena(tmp_path / "one", "--workers", "1"))


@pytest.mark.proof
def test_an_address_where_nothing_is_gets_a_sentence(tmp_path: Path) -> None:
    wrong = arena(tmp_path, cluster=LocalCluster(python_with_ray(), str(tmp_path)))
    _, errors = wrong.communicate(timeout=300)
    assert wrong.returncode == 1
    assert "No Ray cluster answers at ray://127.0.0.1:" in errors
    assert "Traceback" not in errors
