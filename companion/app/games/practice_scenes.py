"""Scenes of a practice table that is stepped by hand, for pictures of the app."""

from collections.abc import Callable
from typing import Any

from companion.app.games.deeds import Pause, TakeStep
from companion.app.games.surroundings import ScreenPlayer
from companion.app.games.table import do

# More things than this do not happen before a scene.
MOST_STEPS = 40


def begin_paused(driver: ScreenPlayer, game: str, **setup: Any) -> None:
    """Show a practice table at which nothing happens by itself; `setup` is of
    `companion.app.games.opening.GameSetup`."""
    driver.begin(game=game, source="practice", **setup)
    driver.send(do(Pause()))
    driver.until(lambda: not driver.screen.shown.running)


def step_until(driver: ScreenPlayer, there: Callable[[], object]) -> None:
    """Let things happen one after the other until the screen is there, or for long enough."""
    for _ in range(MOST_STEPS):
        if there():
            break
        before = driver.screen.shown
        driver.send(do(TakeStep()))
        driver.until(lambda before=before: driver.screen.shown is not before)  # type: ignore[misc]
