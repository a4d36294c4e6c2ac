"""After the game: the curve and the turns that decided, on the screen."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.referee.keeping.journal import JOURNAL_NAME
from companion.referee.written_games import take_in
from tests.app.labels import misfits
from tests.app.seen import controls_too_small, shown

if TYPE_CHECKING:
    from companion.app.driver import Driver

pytestmark = pytest.mark.slow
GAME = """[Game "leistiko-blockade"]
[Position "233332/233332 1"]

1. r3 d5: 3>2, 2x(4)
2. r1 d1: pass
3. r2 d2: 2>1
4. r4 d1: 4>5
"""


def test_a_game_is_analysed_and_its_turns_are_told(driver: "Driver", tmp_path: Path, pictures: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    take_in(GAME, folder / JOURNAL_NAME)
    left: list[str] = []
    driver.app.open_analysis(folder, lambda: left.append("left"))
    screen = driver.screen
    screen.stop()
    driver.until(lambda: screen.progress.over)
    if screen.progress.trouble:
        assert "stopped" in screen.ids.words.text
        driver.press("again")
    driver.until(lambda: screen.progress.analysis)
    assert len(screen.ids.curve.luck) == 4 and (folder / "analysis.json").exists()
    assert controls_too_small(driver) == []
    first = screen.progress.analysis.deciding[-1].number
    driver.press(f"turn {first}")
    assert f"Turn {first}" in screen.ids.words.text and "The master would have played" in screen.ids.words.text
    (board,) = screen.ids.board_box.children
    turn = screen.progress.analysis.turns[first - 1]
    assert board.picture.grid == turn.drawn.board
    tones = {tone for _, _, tone in board.picture.arrows} | {*board.picture.frames.values()}
    assert tones == {"mark", "good"}, "the turn and the better one are on the board"
    assert screen.heading == "The turns that decided"
    shown(driver, pictures / "after-the-game.png")
    driver.app.change(text_scale=2.0)
    driver.frames(4)
    assert misfits(driver) == [], "the words of the legend were cut, and the curve had no room"
    assert screen.ids.curve.height > 100
    driver.app.change(text_scale=1.0)
    driver.press("all")
    assert "given away" in screen.ids.words.text
    driver.press("next")
    assert screen.ids.curve.at == 1
    driver.press("back")
    assert left == ["left"]


def test_the_end_shows_the_turns_that_decided(driver: "Driver") -> None:
    children = {"structure": "tower", "count": 2, "computer": {"blue": "child", "yellow": "child"}}
    driver.begin("blokus3d", pace=0.0, seed=1, players={"blue": "Ada", "yellow": "Ben"}, more=children)
    driver.until(lambda: driver.screen.shown.phase == "won")
    assert driver.screen.ids.words.text.startswith("Score: Ada"), "the score comes first"
    driver.until(lambda: decided(driver))
    assert "Tap one" in driver.screen.ids.words.text and 1 <= len(decided(driver)) <= 3
    assert controls_too_small(driver) == []
    chosen = decided(driver)[0]
    driver.press(chosen)
    driver.until(lambda: driver.screen.name == "analysis screen" and driver.screen.progress.analysis)
    assert f"turn {int(driver.screen.ids.curve.at)}" == chosen
    driver.press("back")
    driver.until(lambda: getattr(driver.screen, "shown", None) and decided(driver))
    driver.press("undo")
    driver.until(lambda: driver.screen.shown.phase != "won")
    assert decided(driver) == [], "the game goes on"


def decided(driver: "Driver") -> list[str]:
    """Return the names of the buttons of deciding turns."""
    names = (getattr(widget, "name", None) or "" for widget in driver.widgets())
    return [name for name in names if name.startswith("turn ")]
