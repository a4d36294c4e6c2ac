"""Plays a turn of Looney Blockade by touches, as the app suggests it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.app.driver import Driver


def play_suggested(driver: "Driver") -> None:
    """Ask for a suggestion and enter it."""
    driver.press("suggest")
    driver.until(lambda: driver.screen.shown.suggestion)
    enter_suggested(driver)


def enter_suggested(driver: "Driver") -> None:
    """Tap each move of the suggestion that is shown and be done; pass where no hop is worth its points."""
    moves = driver.screen.shown.suggestion.moves
    for number, move in enumerate(moves, 1):
        driver.tap(move["from"])
        driver.until(lambda: driver.screen.shown.hint)
        driver.tap(move["to"])
        driver.until(lambda number=number: len(driver.screen.shown.draft) == number)  # type: ignore[misc]
    driver.press("done" if moves else "pass")
