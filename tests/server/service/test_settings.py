"""Every setting comes from the command line, the environment, a file or the default, in this order, and says which."""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from tests.cli import conftest as cli
from tests.cli.conftest import Run
from tools.settings_table import PAGE, written

from greycells.server.service import settings as settings_module
from greycells.server.service.config import Config
from greycells.server.service.service import Service
from greycells.server.service.settings import SETTINGS, Setting, SettingError, Settings, SettingValue, resolve
from greycells.server.storage.backups import back_up
from greycells.server.storage.data_folder import DataFolder
from greycells.server.storage.database import StoreError

Write = Callable[[str], Path]
run = cli.run
OTHER: dict[str, SettingValue] = {
    "host": "::1",
    "port": 9000,
    "data": Path("/elsewhere"),
    "database": "postgresql://greycells@localhost/greycells",
    "node-address": "10.0.0.1:9000",
    "node-listen": "0.0.0.0:9000",
    "one-machine": True,
    "key": "k" * 64,
    "public-url": "https://example.org/clue",
    "trusted-proxies": "10.0.0.0/8",
    "pace": 2.5,
    "grace": 5.0,
    "archive-after": 30.0,
    "uploads-guest": 1.0,
    "uploads-address": 2.0,
    "uploads-total": 3.0,
    "archive": Path("/games"),
    "editions": Path("/ours"),
    "bot-workers": 3,
    "limits-factor": 2.0,
    "log-format": "json",
    "log-level": "info",
    "open": True,
}
"""Another value than the default for each setting."""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        file = tmp_path / "greycells.toml"
        file.write_text(text, encoding="utf-8")
        return file

    return write


def toml(value: SettingValue) -> str:
    return str(value).lower() if isinstance(value, bool | int | float) else f'"{value}"'


def test_the_defaults_are_those_of_the_server() -> None:
    config = Config(Path("data"))
    for setting in SETTINGS:
        if setting.name != "open":
            assert getattr(config, setting.field) == setting.default, setting.name
    assert {setting.field for setting in SETTINGS} - {field.name for field in fields(Config)} == {"open"}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_each_place_overrules_the_next(setting: Setting, write: Write) -> None:
    """Default, file, environment and command line: the later wins, and is named."""
    other = OTHER[setting.name]
    assert other != setting.default
    file = write(f"{setting.name} = {toml(other)}\n")
    variable = {setting.variable: str(other)}
    option = {} if not setting.option else {setting.field: other}

    def origin(settings: Settings) -> str:
        assert type(settings[setting.name]) is type(other)
        assert settings[setting.name] == other
        return str(settings.found[setting.name].origin)

    assert resolve({}, {}, config=None)[setting.name] == setting.default
    assert origin(resolve({}, {}, config=file)) == f"settings file {file}"
    blank = write(f"{setting.name} = {toml(setting.default)}\n") if setting.default is not None else file
    assert origin(resolve({}, variable, config=blank)) == f"environment variable {setting.variable}"
    if option:
        unlike = {setting.variable: toml(setting.default).strip('"')} if setting.default is not None else variable
        assert origin(resolve(option, unlike, config=blank)) == "command line"


def test_the_file_is_named_by_a_variable_too(write: Write) -> None:
    file = write("port = 9000")
    assert resolve({}, {"GREYCELLS_CONFIG": str(file)}, config=None)["port"] == 9000


@pytest.fixture
def system_file(write: Write, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write the machine's own settings file, as `/etc/greycells.toml`."""

    def write_system(text: str) -> Path:
        file = write(text)
        monkeypatch.setattr(settings_module, "SYSTEM_FILE", file)
        return file

    return write_system


def test_the_file_of_the_machine_holds_if_no_other_is_named(system_file: Write, tmp_path: Path) -> None:
    assert str(settings_module.SYSTEM_FILE) == "/etc/greycells.toml"
    file = system_file("port = 9000")
    found = resolve({}, {}, config=None)
    assert (found["port"], found.file, str(found.found["port"].origin)) == (9000, file, f"settings file {file}")
    other = tmp_path / "other.toml"
    other.write_text("grace = 7", encoding="utf-8")
    assert resolve({}, {"GREYCELLS_CONFIG": str(other)}, config=None)["port"] == 8000
    assert resolve({}, {}, config=other)["port"] == 8000
    assert resolve({}, {"GREYCELLS_CONFIG": ""}, config=None)["port"] == 8000
    file.unlink()
    assert resolve({}, {}, config=None).file is None


@pytest.mark.parametrize(
    "command", ["serve --print-config", "backup BACKUP", "restore BACKUP", "doctor", "admin tables"]
)
def test_every_command_of_a_host_reads_the_file_of_the_machine(
    command: str, run: Run, system_file: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a wrong key in it none of them starts, and with the right one they work on its data folder."""
    monkeypatch.delenv("GREYCELLS_CONFIG")
    monkeypatch.chdir("/")
    Service.start(Config(tmp_path / "data")).folder.close()
    if command.startswith("restore"):
        back_up(tmp_path / "data", tmp_path / "backup")
    words = command.replace("BACKUP", str(tmp_path / "backup")).split()
    system_file('daat = "data"')
    wrong = run(*words)
    assert wrong.code == 1
    assert "greycells.toml has daat in line 1, but there's no such setting. Did you mean data?" in wrong.err
    system_file('data = "data"\nport = 9000')
    if command.startswith("restore"):
        assert str(tmp_path / "data") in run(*words).err
        words.append("--force")
    ran = run(*words)
    assert ran.err == ""
    assert str(tmp_path / "data") in ran.out or ran.out == "There is nothing to list.\n" or "Backed up" in ran.out


def test_a_path_in_the_file_starts_at_its_folder(write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = write('data = "data"')
    monkeypatch.chdir("/")
    found = resolve({}, {}, config=file)
    assert found["data"] == tmp_path / "data"
    assert f'data = "{tmp_path / "data"}"  # settings file {file}' in str(found).splitlines()
    assert 'data = "/data"  # default' in str(resolve({}, {}, config=None)).splitlines()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become somebody else")
def test_whoever_may_not_read_the_file_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own, because nobody else may enter pytest's."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        file = Path(folder) / "greycells.toml"
        file.touch(mode=0o600)
        monkeypatch.setattr(settings_module, "SYSTEM_FILE", file)
        monkeypatch.delenv("GREYCELLS_CONFIG", raising=False)
        os.seteuid(65534)
        try:
            with pytest.raises(SettingError, match=r"isn't allowed to read the settings file .*sudo -u greycells"):
                resolve({}, {}, config=None)
        finally:
            os.seteuid(0)


def test_a_secret_comes_from_a_file_and_is_not_shown(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s" * 64 + "\n", encoding="utf-8")
    settings = resolve({}, {"GREYCELLS_KEY_FILE": str(secret)}, config=None)
    assert settings["key"] == "s" * 64
    assert "sss" not in str(settings)
    assert "# key is set, but not shown (environment variable GREYCELLS_KEY_FILE)" in str(settings).splitlines()
    with pytest.raises(SettingError, match="GREYCELLS_KEY and GREYCELLS_KEY_FILE are both set"):
        resolve({}, {"GREYCELLS_KEY_FILE": str(secret), "GREYCELLS_KEY": "k"}, config=None)
    with pytest.raises(SettingError, match=r"GREYCELLS_KEY_FILE points to the file .*nothing, which can't be read"):
        resolve({}, {"GREYCELLS_KEY_FILE": str(tmp_path / "nothing")}, config=None)


def test_what_is_printed_is_a_settings_file_that_says_the_same(write: Write) -> None:
    given = {setting.field: OTHER[setting.name] for setting in SETTINGS if not setting.secret}
    printed = str(resolve(given, {}, config=None))
    again = resolve({}, {}, config=write(printed))
    assert again.values == {**given, "database": None, "key": None}
    assert set(tomllib.loads(printed)) == {setting.name for setting in SETTINGS if not setting.secret}


@pytest.mark.parametrize(
    ("environment", "file", "told"),
    [
        (
            {"GREYCELLS_PORT": "tcp://10.0.0.1:80"},
            "",
            "GREYCELLS_PORT must be a whole number from 1 to 65535, not 'tcp",
        ),
        ({"GREYCELLS_PORT": "0"}, "", "GREYCELLS_PORT must be a whole number from 1 to 65535, not '0'."),
        ({"GREYCELLS_PACE": "nan"}, "", "GREYCELLS_PACE must be a number, at least 0, not 'nan'."),
        ({"GREYCELLS_PACE": "inf"}, "", "GREYCELLS_PACE must be a number, at least 0, not 'inf'."),
        ({"GREYCELLS_LOG_FORMAT": "xml"}, "", "GREYCELLS_LOG_FORMAT must be one of text, json, not 'xml'."),
        ({"GREYCELLS_OPEN": "maybe"}, "", "GREYCELLS_OPEN must be true or false, not 'maybe'."),
        ({}, "port = true", "port in FILE (line 1) must be a whole number from 1 to 65535, not 'True'."),
        ({}, "port = 80.5", "port in FILE (line 1) must be a whole number from 1 to 65535, not '80.5'."),
        ({}, "host = 7", "host in FILE (line 1) must be text in quotation marks, not '7'."),
        ({}, "open = 1", "open in FILE (line 1) must be true or false, not '1'."),
        ({}, "prot = 1", "The settings file FILE has prot in line 1, but there's no such setting. Did you mean port?"),
        ({}, "# Ours.\n\npace = 0\n xyz=1", "The settings file FILE has xyz in line 4, but there's no such setting."),
        ({}, "port = 80\n['xyz']\nport = 1", "The settings file FILE has xyz in line 2, but there's no such setting."),
        ({}, "port = 80\n\npace = -1", "pace in FILE (line 3) must be a number, at least 0, not '-1.0'."),
        ({}, "port =", "The settings file FILE isn't valid TOML: "),
        ({"GREYCELLS_CONFIG": "/nothing/here"}, "", "The settings file /nothing/here can't be read: No such file"),
        ({"GREYCELLS_PUBLIC_URL": "play.example"}, "", "GREYCELLS_PUBLIC_URL must be an address such as https://"),
        ({"GREYCELLS_PUBLIC_URL": "https://a/b?c"}, "", "GREYCELLS_PUBLIC_URL must be an address such as https://"),
        ({"GREYCELLS_PUBLIC_URL": "https://a/b c"}, "", "GREYCELLS_PUBLIC_URL must be an address such as https://"),
        ({"GREYCELLS_PUBLIC_URL": "https://[::1"}, "", "GREYCELLS_PUBLIC_URL must be an address such as https://"),
        ({"GREYCELLS_PUBLIC_URL": "https://a/../b"}, "", "GREYCELLS_PUBLIC_URL must be an address such as https://"),
    ],
)
def test_what_cannot_be_is_told(environment: dict[str, str], file: str, told: str, write: Write) -> None:
    config = write(file) if file else None
    with pytest.raises(SettingError) as caught:
        resolve({}, environment, config=config)
    assert str(caught.value).startswith(told.replace("FILE", str(config)))


def test_a_variable_that_means_nothing_is_a_warning() -> None:
    (warning,) = resolve({}, {"GREYCELLS_PUBLIC_ULR": "x", "GREYCELLS_PROOF": "1"}, config=None).warnings
    assert "GREYCELLS_PUBLIC_ULR. Did you mean GREYCELLS_PUBLIC_URL?" in str(warning)
    assert resolve({}, {"GREYCELLS_HOST": ""}, config=None)["host"] == "127.0.0.1"


def test_a_key_from_the_settings_signs_if_it_is_long_enough(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    assert folder.signing_key("k" * 64) == "k" * 64
    assert not (tmp_path / "data" / "key").exists()
    with pytest.raises(StoreError, match="has 3 characters, and it needs at least 64"):
        folder.signing_key("abc")
    folder.close()


def test_the_command_prints_what_holds(run: Run, monkeypatch: pytest.MonkeyPatch, write: Write) -> None:
    monkeypatch.setenv("GREYCELLS_HOST", "0.0.0.0")
    ran = run("serve", "--config", str(write("grace = 7")), "--pace", "2", "--print-config")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert 'host = "0.0.0.0"  # environment variable GREYCELLS_HOST' in lines
    assert "pace = 2  # command line" in lines
    assert any(line.startswith("grace = 7  # settings file ") for line in lines)
    assert "port = 8000  # default" in lines
    wrong = run("serve", "--public-url", "example.org")
    assert (wrong.code, wrong.out) == (1, "")
    assert wrong.err.startswith("--public-url must be an address such as")


def test_the_page_has_the_table_of_the_declaration() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(page) == page, "Run python -m tools.settings_table"
