"""What somebody who has never seen the app can do in how many taps."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.games.refereed_table import RefereedTable
from companion.app.intents import call

if TYPE_CHECKING:
    from companion.app.driver import Driver


class Taps:
    """Counts the touches of a driver."""

    def __init__(self, driver: "Driver", monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        touch = driver.touch

        def counted(x: float, y: float) -> None:
            self.count += 1
            touch(x, y)

        monkeypatch.setattr(driver, "touch", counted)


@pytest.mark.slow
def test_the_first_legal_move_takes_six_taps_from_the_first_start(
    display: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.app.driver import Driver  # noqa: PLC0415 - importing it opens the window

    driver = Driver(tmp_path, guided=False)
    driver.start()
    taps = Taps(driver, monkeypatch)
    try:
        driver.press("door play")
        driver.press("start")
        driver.until(lambda: getattr(driver.screen, "shown", None))
        driver.press("roll")
        driver.until(lambda: driver.screen.shown.phase == "move")
        driver.tap("d4")
        driver.until(lambda: driver.screen.shown.hint)
        driver.tap("c3")
        driver.until(lambda: driver.screen.shown.draft)
        driver.press("done")
        driver.until(lambda: driver.screen.shown.phase == "roll")
        assert driver.screen.shown.verdict.verdict == "legal"
        assert taps.count == 6
    finally:
        driver.stop()


@pytest.mark.slow
def test_why_a_move_is_not_allowed_is_two_taps_away_and_its_rule_a_third(
    driver: "Driver", monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.begin("looney-blockade")
    driver.send(call(RefereedTable.roll, {"B": 1, "G": 5}))
    driver.until(lambda: driver.screen.shown.phase == "move")
    taps = Taps(driver, monkeypatch)
    driver.tap("d4")
    driver.until(lambda: driver.screen.shown.hint)
    driver.tap("e1")
    assert "e1" in driver.screen.ids.words.text and "BK-" not in driver.screen.ids.words.text
    driver.press("rule")
    assert any("BK-points" in text for text in driver.texts())
    assert taps.count == 3


@pytest.mark.slow
def test_a_piece_of_blokus_3d_takes_at_most_eight_taps(driver: "Driver", monkeypatch: pytest.MonkeyPatch) -> None:
    driver.begin("blokus3d", more={"structure": "tower", "count": 2})
    taps = Taps(driver, monkeypatch)
    meant = {(4, 4, 0), (5, 4, 0), (6, 4, 0), (6, 5, 0)}
    driver.press("choose L4")
    driver.until(lambda: driver.screen.shown.turn.get("piece"))
    for square in ("4,4", "5,4", "6,5"):
        driver.tap(square)
        driver.until(lambda square=square: square in driver.screen.shown.turn.get("squares", ()))  # type: ignore[misc]
    while {tuple(cell) for cell in driver.screen.shown.turn["fits"][driver.screen.shown.turn["at"]]} != meant:
        at = driver.screen.shown.turn["at"]
        driver.press("turn_piece")
        driver.until(lambda at=at: driver.screen.shown.turn["at"] != at)  # type: ignore[misc]
    driver.press("done")
    driver.until(lambda: driver.screen.shown.plays)
    assert taps.count <= 8
