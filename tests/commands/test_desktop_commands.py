"""The app in a desktop's menu, and opened by itself."""

import configparser
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli
from companion.commands.kiosk import START, UNIT
from companion.commands.linux_desktop import app_command, entry, unit

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's home, in which no systemd answers."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PATH", "")


def read(text: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(text)
    return parser


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_the_app_comes_into_the_menu_and_out_of_it(tmp_path: Path) -> None:
    assert cli.main(["desktop", "install"]) == 0
    icon = "data/icons/hicolor/scalable/apps/pyramid-companion.svg"
    assert files(tmp_path) == {"data/applications/pyramid-companion.desktop", icon}
    entry = read((tmp_path / "data/applications/pyramid-companion.desktop").read_text("utf-8"))["Desktop Entry"]
    assert (entry["Type"], entry["Icon"], entry["Terminal"]) == ("Application", Path(icon).stem, "false")
    assert (tmp_path / icon).read_text("utf-8").startswith("<svg")
    assert cli.main(["desktop", "remove"]) == 0 == cli.main(["desktop", "remove"])
    assert files(tmp_path) == set()


def test_a_kiosk_starts_the_app_by_what_the_session_starts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["kiosk", "install"]) == 0
    unit_path = tmp_path / "config/systemd/user" / UNIT
    start = read((tmp_path / "config/autostart/pyramid-companion.desktop").read_text("utf-8"))["Desktop Entry"]
    service = read(unit_path.read_text("utf-8"))["Service"]
    assert shlex.split(start["Exec"]) == ["sh", "-c", START] and UNIT in START
    assert service["Restart"] == "on-failure"
    assert shlex.split(service["ExecStart"])[-2:] == ["app", "--kiosk"]
    assert str(unit_path) in capsys.readouterr().out
    assert cli.main(["kiosk", "remove"]) == 0
    assert files(tmp_path) == set()


def test_the_command_of_entry_and_unit_is_one_that_runs(tmp_path: Path) -> None:
    words = shlex.split(read(unit(app_command("--kiosk")))["Service"]["ExecStart"])
    done = subprocess.run([*words, "--help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "--kiosk" in done.stdout


def test_odd_paths_are_quoted() -> None:
    odd = '/home/Ada "Ace" 100%/$x/python'
    ascii_unit = read(unit([odd, "app"]))["Service"]["ExecStart"]
    assert shlex.split(ascii_unit.replace("%%", "%").replace("$$", "$")) == [odd, "app"]
    menu = read(entry([odd, "app"], {}))["Desktop Entry"]["Exec"]
    first, _, last = menu.removeprefix('"').rpartition(" ")
    assert re.sub(r'\\(["`$\\])', r"\1", first.removesuffix('"').replace("\\\\", "\\")).replace("%%", "%") == odd
    assert last == '"app"'


def test_what_cannot_be_written_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config").write_text("no folder")
    assert cli.main(["kiosk", "install"]) == 1
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["kiosk", "desktop"])
def test_other_systems_are_told_how_to_start_it(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cli.main([command, "install"]) == 1
    assert "companion app --kiosk" in capsys.readouterr().err
