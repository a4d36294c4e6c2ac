"""The app on a tablet of its own."""

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app import window
from companion.app.games.opening import GameSetup
from companion.cli import main

if TYPE_CHECKING:
    from companion.app.driver import Driver

ROOT = Path(__file__).parents[2]

SHOWN = """
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from companion.app import window
window.prepare(800, 600, smooth=False, fills=True, cursor=False)
from kivy.core.window import Window
from companion.app.driver import Driver
from companion.app.games.deeds import Correct
from companion.app.games.table import do
driver = Driver(Path(sys.argv[1]))
driver.start()
told = [tuple(map(int, Window.size)), Window.show_cursor, Window.allow_screensaver]
driver.begin("blokus3d", "touch", more={"structure": "tower", "count": 2})
told.append(Window.allow_screensaver)
driver.until(lambda: driver.screen.shown)
driver.send(do(Correct({"agree": "draw"})))
driver.until(lambda: driver.screen.shown.winner)
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
    assert done.stdout.splitlines()[-1].split(";") == ["(1000, 700)", "False", "True", "False", "True", "True"]


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


TYPED = """
import sys
from companion.app import window
window.prepare(800, 600, smooth=False, fills=True, cursor=sys.argv[1] == "mouse")
from kivy.config import Config
from kivy.core.window import Window
from kivy.base import EventLoop
from companion.app.widgets.line import Line
line = Line()
Window.add_widget(line)
line.focus = True
EventLoop.idle()
keys = [each for each in Window.children if type(each).__name__ == "VKeyboard"]
print(len(keys), sorted(Config.items("input")), sep=";")
"""


@pytest.mark.slow
@pytest.mark.parametrize(("has", "keyboards"), [("touch", "1"), ("mouse", "0")])
def test_a_display_without_a_mouse_has_a_keyboard_and_touches_count_once(has: str, keyboards: str) -> None:
    with window.virtual_display(1000, 700):
        command = [sys.executable, "-c", TYPED, has]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].split(";") == [keyboards, "[('mouse', 'mouse,disable_multitouch')]"]


def test_a_code_is_typed_by_letters_of_its_own_where_there_is_no_keyboard(driver: "Driver") -> None:
    from kivy.config import Config  # noqa: PLC0415 - reads the environment

    from companion.app.far.sheets import FarSheet  # noqa: PLC0415 - opens the window

    taken: list[str] = []

    Config.set("kivy", "keyboard_mode", "systemanddock")
    try:
        sheet = FarSheet(driver.app.texts, taken.append)
        driver.frames(4)
        for sign in ("K", "7", "<", "W"):
            driver.press(f"letter {sign}")
        driver.press("far take")
        assert taken == ["KW"]
        sheet.close()
    finally:
        Config.set("kivy", "keyboard_mode", "")


def test_a_simulated_table_is_said_to_be_one_and_shows_a_board_before_it_is_opened(driver: "Driver") -> None:
    for game, shows in (("looney-blockade", True), ("leistiko-blockade", True), ("blokus3d", False)):
        driver.app.start_game(GameSetup(game=game, source="practice"))
        screen = driver.screen
        assert screen.ids.banner.text == driver.app.texts("banner.practice") and screen.shown is None
        assert bool(screen.board.picture) == shows
