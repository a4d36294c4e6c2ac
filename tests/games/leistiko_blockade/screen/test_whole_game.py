"""Leistiko's Blockade by touches in the real window, to its end: one turn against the rules, one taken back, one
accepted."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.games.deeds import Correct
from companion.app.games.table import do
from tests.app.seen import controls_too_small, shown

if TYPE_CHECKING:
    from companion.app.driver import Driver

pytestmark = pytest.mark.slow
# A whole game takes a hundred turns: of this one only some checkers are left.
LATE = {f"{side}.{row}": "" for side in ("first", "second") for row in range(1, 7)} | {
    "first.2": "1",
    "first.3": "2",
    "second.3": "1",
    "second.4": "2",
}


class Players:
    """Both of them."""

    def __init__(self, driver: "Driver") -> None:
        self.driver = driver

    @property
    def state(self) -> Any:
        return self.driver.screen.shown

    def tap(self, spot: str) -> None:
        before = self.state
        self.driver.tap(spot)
        self.driver.until(lambda: self.state is not before)

    def press(self, name: str) -> None:
        before = self.state
        self.driver.press(name)
        self.driver.until(lambda: self.state is not before)

    def roll(self, row: int, *dice: int) -> None:
        """Choose a row and type what is rolled."""
        self.tap(f"{self.state.side}.{row}")
        self.driver.press("type")
        for number, value in enumerate(dice):
            self.driver.press(f"die {number} {value}")
        self.driver.until(lambda: self.state.phase == "move")

    def play(self) -> None:
        """Choose the fullest row and take off what its roll allows."""
        side = self.state.side
        row = max(range(1, 7), key=lambda row: int(self.state.believed[f"{side}.{row}"] or 0))
        self.tap(f"{side}.{row}")
        self.press("roll")
        while self.state.grid[f"{side}.{row}"]:
            self.tap(f"{side}.{row}")
            if not self.driver.has("go off"):
                break
            self.press("go off")
        made = len(self.state.moments)
        self.driver.press("done" if self.state.draft else "pass")
        self.driver.until(lambda: len(self.state.moments) > made)


def test_a_game_to_its_end(driver: "Driver", pictures: Path) -> None:
    driver.press("game leistiko-blockade")
    driver.press("unfold variant")
    driver.find("variant bungie")
    assert controls_too_small(driver) == []
    driver.press("start")
    driver.until(lambda: getattr(driver.screen, "shown", None))
    both = Players(driver)
    both.play()
    assert controls_too_small(driver) == []
    shown(driver, pictures / "leistiko.png")
    driver.send(do(Correct({"cells": LATE})))
    driver.until(lambda: both.state.score[:2] == (3, 3))
    while both.state.side != "first":
        both.play()

    both.roll(3, 1)
    both.tap("first.3")
    both.tap("first.4")
    both.tap("first.3")
    driver.tap("first.4")
    assert "point" in driver.screen.ids.words.text and not both.state.hint.costs, "it is refused with a reason first"
    both.tap("first.4")
    both.press("done")
    assert both.state.phase == "illegal" and driver.screen.view.rule
    assert driver.screen.ids.headline.text.startswith("Not allowed")
    assert ("first.3", "first.4", "bad") in driver.screen.board.picture.arrows
    assert "Nearest legal turn" in driver.screen.ids.words.text
    shown(driver, pictures / "leistiko-illegal-by-touch.png")
    both.press("accept")
    assert both.state.side == "second" and both.state.believed["first.4"] == "2"
    both.press("undo")
    assert both.state.side == "first" and both.state.believed["first.3"] == "2"
    both.press("undo")
    both.press("undo")
    assert both.state.under is None and both.state.side == "first"

    for _ in range(100):
        if both.state.phase == "won":
            break
        both.play()
    assert both.state.winner
    assert "wins" in driver.screen.ids.headline.text or "draw" in driver.screen.ids.headline.text
    assert driver.has("leave")
    driver.screen.look_at(1)
    assert driver.screen.ids.scrubber.at == 1 and driver.screen.board.picture.grid
