"""The start screen: nothing moves under a finger, and players are known by their names."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.games.opening import GameSetup, Kept

if TYPE_CHECKING:
    from companion.app.driver import Driver

# What there is to choose comes frame by frame.
ALL_ROWS = 20


@pytest.mark.slow
def test_nothing_moves_when_the_line_to_resume_by_comes(driver: "Driver") -> None:
    driver.until(lambda: driver.screen.ids.resume.children)
    driver.frames(ALL_ROWS)
    before = {name: driver.find(name).pos[:] for name in ("start", "source touch", "game blokus3d")}
    kept = Kept(Path("kept"), "looney-blockade", {"cool": "Ada"}, "2026-11-25T20:00:00", "touch", 3, over=False)
    driver.screen.show_resume([kept])
    driver.frames(3)
    assert driver.has("resume")
    assert {name: driver.find(name).pos[:] for name in before} == before


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
