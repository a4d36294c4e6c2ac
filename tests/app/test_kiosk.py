"""The app on a tablet of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.app import window
from companion.cli import main

ROOT = Path(__file__).parents[2]

SHOWN = """
import sys
from pathlib import Path
from companion.app import window
window.prepare(800, 600, smooth=False, fills=True, cursor=False)
from kivy.core.window import Window
from companion.app.driver import Driver
driver = Driver(Path(sys.argv[1]))
driver.start()
told = [tuple(map(int, Window.size)), Window.show_cursor, Window.allow_screensaver]
driver.begin("blokus3d", "touch", more={"structure": "tower", "count": 2})
told.append(Window.allow_screensaver)
driver.app.home()
print(*told, Window.allow_screensaver, sep=";")
driver.stop()
"""


@pytest.mark.slow
def test_a_kiosk_fills_the_display_which_stays_awake_while_a_game_runs(tmp_path: Path) -> None:
    with window.virtual_display(1000, 700):
        command = [sys.executable, "-c", SHOWN, str(tmp_path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].split(";") == ["(1000, 700)", "False", "True", "False", "True"]


def test_a_desktop_that_shows_no_windows_of_x_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ran for ever without a window and without a word."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-1")
    assert main(["app"]) == 1
    said = capsys.readouterr().err
    assert "xwayland" in said and len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("display", "wayland", "drivers", "shown"),
    [
        (":0", "", ("x11",), True),
        (":0", "wayland-1", ("x11",), True),
        ("", "wayland-1", ("x11", "KMSDRM"), False),
        ("", "wayland-1", (), False),
        ("", "wayland-1", ("x11", "wayland"), True),
        ("", "", ("x11", "wayland"), False),
    ],
)
def test_a_window_needs_what_its_own_sdl_can_open_it_on(
    monkeypatch: pytest.MonkeyPatch, display: str, wayland: str, drivers: tuple[str, ...], shown: bool
) -> None:
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
    monkeypatch.setattr(window, "drivers", lambda: drivers)
    assert window.has_display() == shown


def test_the_sdl_that_kivy_brings_tells_by_what_it_opens_windows() -> None:
    assert "x11" in window.drivers()
