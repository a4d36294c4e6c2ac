"""Blokus 3D by touches in the real window, to its end: one turn against the rules, one taken back, one accepted."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.games.turn_entry import TurnEntry
from tests.app.seen import controls_too_small, shown

if TYPE_CHECKING:
    from companion.app.driver import Driver

pytestmark = pytest.mark.slow


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer thinks not long."""
    monkeypatch.setattr(TurnEntry, "thinking_seconds", 0.0)


@pytest.mark.usefixtures("quick")
def test_a_game_against_the_computer_to_its_end(  # noqa: PLR0915 - a story
    driver: "Driver", pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = {"structure": "tower", "count": 2, "computer": {"yellow": "child"}}
    driver.begin("blokus3d", pace=0.0, players={"blue": "Ada", "yellow": "Computer"}, more=more)
    turned = driver.screen.board.depth.turn

    def state() -> Any:
        return driver.screen.shown

    def until_turn() -> None:
        driver.until(lambda: state().phase == "won" or (state().side == "blue" and not state().draft))

    # A cube is no piece.
    driver.tap("4,4")
    driver.until(lambda: state().own.cells)
    assert driver.screen.board.picture.ghost == ((4, 4, 0),)
    driver.press("done")
    driver.until(lambda: state().phase == "illegal")
    assert driver.screen.ids.headline.text.startswith("Not allowed") and driver.has("rule")
    assert "Nearest legal turn" in driver.screen.ids.words.text
    shown(driver, pictures / "blokus-illegal-by-touch.png")
    driver.press("put_back")
    driver.until(lambda: state().phase == "move")

    # A piece is chosen, and placed, and taken back with the turn that the computer has made.
    driver.press("choose L4")
    driver.until(lambda: state().own.piece)
    driver.tap("4,4")
    driver.until(lambda: state().own.cells)
    assert controls_too_small(driver) == []
    driver.press("done")
    driver.until(lambda: sum(moment.verdict.verdict == "legal" for moment in state().moments) == 2)
    driver.press("undo")
    driver.until(lambda: not any(state().believed.values()))
    assert state().side == "blue"

    # Whatever stands there may be accepted.
    for square in ("4,4", "5,5"):
        before = len(state().draft)
        driver.tap(square)
        driver.until(lambda before=before: len(state().draft) > before)  # type: ignore[misc]
    driver.press("done")
    driver.until(lambda: state().phase == "illegal")
    driver.press("accept")
    driver.until(lambda: state().believed["5,5"] == "B")
    until_turn()

    for _ in range(30):
        if state().phase == "won":
            break
        driver.press("suggest")
        driver.until(lambda: state().own.cells)
        made = len(state().moments)
        driver.press("done")
        driver.until(lambda made=made: len(state().moments) > made)  # type: ignore[misc]
        until_turn()
    shown(driver, pictures / "blokus.png")
    winners = driver.screen.presenter.own.words.winners(state())
    assert "win" in driver.screen.ids.headline.text and winners
    assert {moment.verdict.side for moment in state().moments if moment.verdict.trait.turn} == {"blue", "yellow"}
    depth = driver.screen.board.depth
    driver.drag(depth.center_x, depth.center_y, depth.center_x + 80)
    assert depth.turn != turned
    monkeypatch.setattr("companion.app.games.screen.MEANT_SECONDS", 0.0)
    driver.press("rematch")
    driver.until(lambda: getattr(driver.screen, "shown", None))
    again = state()
    assert again.computers == ("blue",)
    assert again.series == {"yellow": int("blue" in winners), "blue": int("yellow" in winners)}
    driver.until(lambda: state().side == "yellow")
    assert driver.screen.ids.title.text == "Ada's turn"
