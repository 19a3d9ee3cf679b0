"""`make check` runs the tests nearest to what changed, and stops when a minute is over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tools.check import (
    ROOT,
    UNTIL,
    WITHOUT_BROWSER,
    changed_files,
    data_tests,
    import_graph,
    imported,
    module_name,
    nearest_tests,
)


def test_modules_have_the_names_by_which_they_are_imported() -> None:
    assert module_name("src/greycells/rules/cards.py") == "greycells.rules.cards"
    assert module_name("src/greycells/rules/__init__.py") == "greycells.rules"
    assert module_name("tests/server/running_server.py") == "tests.server.running_server"
    source = "import a.b\nfrom c import d\ndef late():\n    from e.f import g as h\n"
    assert set(imported(source)) == {"a.b", "c", "c.d", "e.f", "e.f.g"}


def test_the_nearest_come_first_and_helpers_count() -> None:
    graph = {
        "src/greycells/a.py": set[str](),
        "src/greycells/b.py": {"src/greycells/a.py"},
        "src/greycells/c.py": {"src/greycells/b.py"},
        "tests/x/helper.py": {"src/greycells/a.py"},
        "tests/x/test_helped.py": {"tests/x/helper.py"},
        "tests/x/test_a.py": {"src/greycells/a.py"},
        "tests/x/test_far.py": {"src/greycells/c.py"},
        "tests/browser/test_a.py": {"src/greycells/a.py"},
    }
    assert nearest_tests(graph, ["src/greycells/a.py"]) == ["tests/x/test_a.py", "tests/x/test_helped.py"]
    assert nearest_tests(graph, ["tests/x/test_a.py", "docs/README.md"]) == ["tests/x/test_a.py"]
    del graph["tests/x/test_a.py"], graph["tests/x/test_helped.py"]
    assert nearest_tests(graph, ["src/greycells/a.py"]) == ["tests/x/test_far.py"]


def test_every_module_of_the_game_has_a_test_near_it() -> None:
    graph = import_graph()
    modules = [path for path in graph if path.startswith("src/") and not path.endswith(("__main__.py", "__init__.py"))]
    assert len(modules) > 100
    assert [path for path in modules if not nearest_tests(graph, [path])] == []
    nearest = nearest_tests(graph, ["src/greycells/server/storage/table_store.py"])
    assert nearest.index("tests/server/storage/test_table_store.py") < 5


def test_data_and_pages_have_their_tests() -> None:
    assert "tests/server/web/test_documented.py" in data_tests(["docs/hosting.md"])
    assert data_tests(["src/greycells/server/static/board/no such module.js"])[-1] == WITHOUT_BROWSER
    assert "tests/editions/test_editions.py" in data_tests(["src/greycells/editions/cottage/edition.toml"])
    assert data_tests(["src/greycells/rules/cards.py"]) == []


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def test_changes_are_counted_from_main_with_and_without_a_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "--initial-branch", "main")
    (tmp_path / "old.py").touch()
    (tmp_path / "kept.py").touch()
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--message", "Begin")
    assert changed_files(tmp_path) == []
    git(tmp_path, "checkout", "-b", "work")
    (tmp_path / "committed.py").touch()
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--message", "Add a file")
    (tmp_path / "old.py").write_text("changed = True\n", encoding="utf-8")
    (tmp_path / "new.py").touch()
    assert changed_files(tmp_path) == ["committed.py", "new.py", "old.py"]


def test_what_has_not_begun_in_time_is_skipped_and_counted(tmp_path: Path) -> None:
    (tmp_path / "test_late.py").write_text("def test_late():\n    raise AssertionError\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-ra", "-p", "tools.check", "test_late.py"]
    for until, outcome in (("0", "1 skipped"), ("inf", "1 failed")):
        env = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT), UNTIL: until}
        ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert outcome in ran.stdout
