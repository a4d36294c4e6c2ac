"""Everything from the keyboard."""

from typing import TYPE_CHECKING, Any

from companion.app.games.practice_scenes import begin_paused, step_until
from companion.app.games.registry import GAMES

if TYPE_CHECKING:
    from companion.app.driver import Driver

TAB, ENTER, UP, RIGHT, F1 = 9, 13, 273, 275, 282


def key(driver: "Driver", code: int, *modifiers: str) -> None:
    from kivy.core.window import Window  # noqa: PLC0415 - opens the window

    Window.dispatch("on_key_down", code, 0, "", list(modifiers))
    driver.frames()


def go_to(driver: "Driver", name: str) -> None:
    """Tab until that control is reached, or the board."""
    walk = driver.app.keyboard
    assert walk
    for _ in range(40):
        key(driver, TAB)
        if getattr(walk.at, "name", "") == name or (name == "board" and walk.at is driver.screen.board):
            return
    raise AssertionError(name)


def test_a_game_is_played_from_the_keyboard(driver: "Driver") -> None:
    driver.begin("looney-blockade")
    go_to(driver, "roll")
    key(driver, ENTER)
    driver.until(lambda: driver.screen.shown.phase == "move")
    go_to(driver, "board")
    walk = driver.app.keyboard
    assert walk
    key(driver, RIGHT)
    first = walk.spot
    key(driver, RIGHT)
    key(driver, UP)
    assert first and walk.spot and walk.spot[0] > first[0] and walk.spot[1] > first[1]
    key(driver, ENTER, "shift")
    driver.find("close")
    go_to(driver, "close")
    key(driver, ENTER)
    driver.until(lambda: not driver.has("close"))


def test_a_key_that_means_nothing_ends_no_game(driver: "Driver") -> None:
    """Kivy has F1 open settings."""
    from kivy.core.window import Window  # noqa: PLC0415 - opens the window

    driver.begin("looney-blockade")
    table = driver.screen
    Window.dispatch("on_keyboard", F1, 0, "", [])
    driver.frames()
    assert driver.screen is table


def test_every_control_says_what_it_is(driver: "Driver") -> None:
    """Also cards, and buttons with an icon alone."""
    from companion.app.widgets.touched_board import TouchedBoard  # noqa: PLC0415 - opens the window

    walk, silent, met = driver.app.keyboard, [], set[str]()
    assert walk

    def go_round(screen: str) -> None:
        driver.frames(8)
        first: Any = None
        for _ in range(80):
            key(driver, TAB)
            if walk.at is first:
                break
            first = first or walk.at
            met.add(getattr(walk.at, "name", ""))
            if not isinstance(walk.at, TouchedBoard) and not walk.words_of(walk.at):
                silent.append(f"{screen}: {walk.at} {getattr(walk.at, 'name', '')}")

    driver.app.open_welcome()
    go_round("welcome")
    driver.app.home()
    go_round("start")
    driver.app.open_settings()
    go_round("settings")
    for game in GAMES:
        driver.app.learning_screens.lesson(game)
        go_round(f"lesson {game}")
        driver.begin(game)
        go_round(game)
    begin_paused(driver, "looney-blockade", seed=4, pace=1.0, more={"breaches": 100, "glares": 100})
    step_until(driver, lambda: driver.screen.shown.phase == "unsure")
    go_round("doubt")
    driver.app.open_records()
    driver.until(lambda: driver.screen.ids.rows.children)
    go_round("records")
    assert not silent, "\n".join(silent)
    assert {"door play", "game blokus3d", "player cool", "reading 0", "quiet"} <= met


def test_tab_leaves_a_line_that_is_typed_in(driver: "Driver") -> None:
    go_to(driver, "player cool")
    key(driver, ENTER)
    assert driver.find("player cool").focus
    key(driver, TAB)
    assert not driver.find("player cool").focus and driver.app.keyboard
    assert getattr(driver.app.keyboard.at, "name", "") == "player warm"
