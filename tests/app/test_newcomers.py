"""What somebody who has never seen the app can do in how many taps."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.games.deeds import RollDice
from companion.app.games.registry import GAMES
from companion.app.games.table import do

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


@pytest.fixture
def newcomer(display: None, tmp_path: Path) -> "Iterator[Driver]":
    """The app, started for the first time."""
    from tests.app.unseen import UnseenDriver  # noqa: PLC0415 - importing it opens the window

    driver = UnseenDriver(tmp_path, guided=False)
    driver.start()
    yield driver
    driver.stop()


@pytest.mark.slow
def test_the_first_legal_move_takes_six_taps_from_the_first_start(
    newcomer: "Driver", monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, taps = newcomer, Taps(newcomer, monkeypatch)
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


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_set_up_is_refereed_after_at_most_five_taps_and_after_one_from_a_second_start(
    newcomer: "Driver", monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """With a camera that is plugged in; here it is a simulated one."""
    driver, taps = newcomer, Taps(newcomer, monkeypatch)
    driver.app.change(camera="simulated")
    driver.press("door board")
    driver.press(f"game {game}")
    driver.press("start")
    begin(driver)
    assert driver.screen.shown.source == "camera" and driver.screen.shown.verdict.verdict == "setup"
    assert taps.count <= 5
    driver.app.home()
    driver.until(lambda: driver.has("again"))
    taps.count = 0
    driver.press("again")
    driver.until(lambda: getattr(driver.screen, "shown", None))
    assert (driver.screen.presenter.own.words.game, taps.count) == (game, 1) and driver.screen.shown.camera


def begin(driver: "Driver") -> None:
    """Begin as soon as the set-up is seen to be right; who has the ball is answered where it is asked."""
    driver.until(lambda: driver.has("reading 0") or (driver.has("begin") and not driver.find("begin").disabled))
    if driver.has("reading 0"):
        driver.press("reading 0")
        driver.until(lambda: not driver.find("begin").disabled)
    driver.press("begin")
    driver.until(lambda: driver.screen.shown.verdict)


@pytest.mark.slow
def test_why_a_move_is_not_allowed_is_two_taps_away_its_rule_a_third_and_a_cell_corrected_by_two(
    driver: "Driver", monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.begin("looney-blockade")
    driver.send(do(RollDice({"B": 1, "G": 5})))
    driver.until(lambda: driver.screen.shown.phase == "move")
    taps = Taps(driver, monkeypatch)
    driver.tap("d4")
    driver.until(lambda: driver.screen.shown.hint)
    driver.tap("e1")
    assert "e1" in driver.screen.ids.words.text and "BK-" not in driver.screen.ids.words.text
    driver.press("rule")
    assert "Dice and points" in driver.texts()
    assert taps.count == 3
    driver.press("close")
    driver.until(lambda: not driver.has("close"))
    # A cell is corrected by a long press and a tap.
    driver.hold("b1")
    before = taps.count
    driver.press("stack G3")
    driver.until(lambda: driver.screen.shown.grid["b1"] == "G3")
    assert taps.count == before + 1


@pytest.mark.slow
def test_a_piece_of_blokus_3d_takes_at_most_eight_taps(driver: "Driver", monkeypatch: pytest.MonkeyPatch) -> None:
    driver.begin("blokus3d", more={"structure": "tower", "count": 2})
    taps = Taps(driver, monkeypatch)
    meant = {(4, 4, 0), (5, 4, 0), (6, 4, 0), (6, 5, 0)}
    driver.press("choose L4")
    driver.until(lambda: driver.screen.shown.own.piece)
    for square in ("4,4", "5,4", "6,5"):
        driver.tap(square)
        driver.until(lambda square=square: square in driver.screen.shown.own.squares)  # type: ignore[misc]
    while set(driver.screen.shown.own.cells) != meant:
        at = driver.screen.shown.own.at
        driver.press("turn_piece")
        driver.until(lambda at=at: driver.screen.shown.own.at != at)  # type: ignore[misc]
    driver.press("done")
    driver.until(lambda: driver.screen.shown.side == "yellow")
    assert taps.count <= 8


@pytest.mark.slow
def test_a_turn_of_pyramid_ball_takes_ten_taps(driver: "Driver", monkeypatch: pytest.MonkeyPatch) -> None:
    """A command for each player, the clock, and the turn run to its end."""
    driver.begin("pyramid-ball")
    taps = Taps(driver, monkeypatch)
    driver.press("timer")
    driver.until(lambda: driver.screen.shown.own.timer)
    driver.press("enter")
    driver.until(lambda: driver.screen.shown.own.entry)
    for player in ("first", "second"):
        driver.press("uncover")
        driver.press("command F")
        driver.until(lambda: driver.screen.shown.own.entry.sheet.words["S"] == "F")
        driver.press("done")
        driver.until(lambda player=player: driver.screen.shown.side != player or driver.screen.shown.phase == "roll")  # type: ignore[misc]
    driver.until(lambda: driver.screen.shown.phase == "roll")
    driver.press("play")
    driver.press("skip")
    assert driver.screen.shown.verdict.more["events"] and driver.has("timer")
    assert taps.count == 10
