"""The start screen: nothing moves under a finger, and players are known by their names."""

import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app import window
from companion.app.games.opening import GameSetup, SavedGame
from companion.app.start.presenter import StartPresenter
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.games.pyramid_ball.rules.model import RULINGS

if TYPE_CHECKING:
    from companion.app.driver import Driver

# What there is to choose comes frame by frame.
ALL_ROWS = 20


@pytest.mark.slow
def test_nothing_moves_when_the_line_to_resume_by_comes(driver: "Driver") -> None:
    driver.until(lambda: driver.screen.ids.resume.children)
    driver.frames(ALL_ROWS)
    before = {name: driver.find(name).pos[:] for name in ("start", "source touch", "game blokus3d")}
    kept = SavedGame(Path("kept"), "looney-blockade", {"cool": "Ada"}, "2026-11-25T20:00:00", "touch", 3, over=False)
    driver.screen.show_resume([kept])
    driver.frames(3)
    assert driver.has("resume")
    assert {name: driver.find(name).pos[:] for name in before} == before


def test_one_thing_is_asked_at_a_time(driver: "Driver") -> None:
    driver.press("game pyramid-ball")
    driver.frames(ALL_ROWS)
    assert driver.has("source touch") and not driver.has("mode basic")
    driver.press("source camera")
    driver.frames(ALL_ROWS)
    assert driver.has("opponent people") and not driver.has("source camera") and driver.find("unfold source").text
    driver.press("unfold mode")
    driver.press("mode advanced")
    assert driver.has("mode advanced") and driver.screen.presenter.setup().more["mode"] == "advanced"
    driver.press("unfold camera")
    driver.press("camera stream")
    assert driver.has("camera typed"), "an address that is to be typed stays in sight"


@pytest.mark.slow
def test_a_sheet_stays_in_a_window_that_is_turned(driver: "Driver") -> None:
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    lying = tuple(Window.size)
    driver.press("options")
    Window.size = (500, 900)
    driver.frames(4)
    close = driver.find("close")
    (left, bottom), width = close.to_window(*close.pos), close.width
    Window.size = lying
    driver.frames(2)
    assert left >= 0 and left + width <= 500 and bottom >= 0


@pytest.mark.slow
def test_earlier_players_are_offered_by_name(driver: "Driver") -> None:
    driver.app.start_game(GameSetup(source="touch", players={"cool": "Ada", "warm": "Ben"}))
    driver.until(lambda: getattr(driver.screen, "shown", None))
    driver.press("menu")
    driver.press("known Ben")
    assert driver.screen.presenter.players["cool"] == "Ben"
    driver.press("known Ada")
    assert driver.screen.presenter.players == {"cool": "Ben", "warm": "Ada"}
    driver.press("known Ben")
    assert driver.screen.presenter.players["cool"] == ""


@pytest.mark.slow
def test_a_second_start_takes_one_tap(driver: "Driver") -> None:
    setup = GameSetup(game="leistiko-blockade", source="touch", players={"first": "Ada", "second": "Ben"})
    driver.app.start_game(setup)
    driver.until(lambda: getattr(driver.screen, "shown", None))
    driver.app.home()
    driver.until(lambda: driver.has("again"))
    assert "Play again: Leistiko's Blockade, On this screen, Ada – Ben" in driver.texts()
    driver.press("again")
    driver.until(lambda: getattr(driver.screen, "shown", None))
    assert driver.screen.name == "leistiko-blockade screen" and "Ada" in driver.screen.ids.title.text


def test_the_camera_chosen_once_is_that_of_every_game() -> None:
    presenter = StartPresenter(Texts("en"), stream="http://phone/video", camera="http://phone/video")
    for game in ("blokus3d", "leistiko-blockade"):
        presenter.game = game
        presenter.choose("source", "camera")
        assert presenter.setup().camera == "http://phone/video"
    presenter.choose("camera", "1")
    presenter.game = "looney-blockade"
    presenter.choose("source", "camera")
    assert presenter.setup().camera == "1"


def test_who_plays_under_a_camera_does_so_in_every_game() -> None:
    presenter = StartPresenter(Texts("en"))
    presenter.choose("source", "camera")
    presenter.game = "blokus3d"
    assert presenter.value("source") == "camera"
    presenter.choose("source", "touch")
    presenter.game = "looney-blockade"
    assert presenter.value("source") == "camera"


def test_devices_paths_stand_among_the_options_alone() -> None:
    presenter = StartPresenter(Texts("en"))
    presenter.choose("source", "camera")
    main = {str(value) for choice in presenter.choices() for value, _ in choice.values}
    options = {str(value) for choice in presenter.options() for value, _ in choice.values}
    assert not main & {"virtual", "simulated", "bluetooth"} and {"virtual", "simulated", "bluetooth"} <= options


def test_a_camera_that_was_pulled_out_is_still_named(driver: "Driver") -> None:
    """The button that shows what is chosen was empty, which in the largest letters ended the app."""
    driver.app.change(text_scale=2.0)
    driver.screen.presenter.choose("source", "camera")
    driver.screen.presenter.choose("camera", "7")
    driver.screen.refresh()
    driver.frames(ALL_ROWS)
    assert driver.find("unfold camera").text == "No. 7, not found"


def test_titles_of_games_are_larger_than_remarks(driver: "Driver") -> None:
    """In the largest letters they were the smallest ones of the screen, lest "Looney-Blockade" goes over two lines."""
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window
    from kivy.uix.label import Label  # noqa: PLC0415

    from companion.app.start.screen import GameButton  # noqa: PLC0415

    Window.size = (800, 1280)
    driver.app.change(language="de", text_scale=2.0)
    driver.app.home()
    driver.frames(ALL_ROWS)
    assert "\n" not in driver.find("settings").text, "beside its icon there is room for a word"
    Window.size = (1280, 800)
    driver.frames(ALL_ROWS)
    games = [widget for widget in driver.widgets() if isinstance(widget, GameButton)]
    titles = [part for game in games for part in game.walk(restrict=True) if isinstance(part, Label) and part.bold]
    assert len(titles) == len(games) and all(title.font_size > theme.small * 0.8 for title in titles)


def test_a_phone_is_the_first_camera_offered() -> None:
    presenter = StartPresenter(Texts("en"))
    presenter.choose("source", "camera")
    camera = next(choice for choice in presenter.choices() if choice.name == "camera")
    assert camera.values[0] == ("phone", "A phone")
    presenter.choose("camera", "phone")
    assert presenter.setup().camera == "phone" and not presenter.trouble


def test_in_the_advanced_game_of_ball_a_drop_ball_is_usual() -> None:
    presenter = StartPresenter(Texts("en"))
    presenter.game = "pyramid-ball"
    assert presenter.setup().options == {}
    assert not {"PB-36", "PB-40"} & {choice.name for choice in presenter.options()}, "there are none in the basic game"
    presenter.choose("mode", "advanced")
    assert presenter.setup().options == {} and presenter.options_words() == "Options"
    asked = {choice.name: choice for choice in presenter.options()}
    assert (
        asked["PB-40"].chosen == "5" == str(RULINGS.drop_ball) and len(asked["PB-40"].values) == 3 and "PB-36" in asked
    )
    presenter.choose("PB-40", "0")
    assert presenter.setup().options == {"PB-40": 0} and presenter.options_words() == "Options: your own"


def test_all_questions_are_in_sight_on_a_tablet(driver: "Driver") -> None:
    """Also those of the game with the most of them, under a camera, with names of earlier players."""
    driver.app.change(language="de", names=["Ada", "Ben", "Cleo", "Dora"])
    driver.app.home()
    driver.frames(ALL_ROWS)
    driver.press("game blokus3d")
    driver.screen.presenter.choose("source", "camera")
    for choice in driver.screen.presenter.choices():
        driver.screen._ask(choice.name)
        driver.frames(ALL_ROWS)
        assert driver.has("known Ada") and driver.screen.ids.choices.height <= driver.screen.ids.scroll.height, choice


def test_the_first_screen_waits_for_nothing_that_only_games_need() -> None:
    """What opens dice, phones and guided screens is loaded later, or in the judge's process alone."""
    later = (
        "companion.app.analysis.screen",
        "companion.app.guide.guide",
        "companion.sharing.phone.door",
        "hardware.bluetooth.dice",
        "hardware.tower.serial_port",
        "vision.dice.reader",
        "vision.tracking.tracker",
    )
    program = f"""
import sys
from companion.app import window
window.prepare(1280, 800)
import companion.app.app
from companion.app.games.registry import GAMES
assert all(game.sides for game in GAMES.values())
print([name for name in {later!r} if name in sys.modules])
"""
    with window.virtual_display(1280, 800):
        told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "[]"


def test_a_game_with_another_table_is_offered_as_such() -> None:
    kept = SavedGame(Path("kept"), "looney-blockade", {}, "2026-11-25T20:00:00", "touch", 3, over=False, far=True)
    words = StartPresenter(Texts("en")).resume_words(kept, datetime(2026, 11, 26))
    assert words == "Resume: Looney Blockade, Other table"
