"""Everything from the keyboard."""

from typing import TYPE_CHECKING

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
