"""A whole simulated game of Blokus 3D, played through the app's window: illegal turns, the turntable turned in every
turn, two players who cannot place any more."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.games.deeds import Pause, TakeStep
from companion.app.games.opening import open_game
from companion.app.games.table import do
from companion.app.records.page import write_page

if TYPE_CHECKING:
    from companion.app.driver import Driver

MORE = {"structure": "pyramid", "count": 2, "breaches": 15, "turns": 100}


def stepped(driver: "Driver") -> Any:
    """The state after one thing more has happened."""
    before = driver.screen.shown
    driver.send(do(TakeStep()))
    driver.until(lambda: driver.screen.shown is not before)
    return driver.screen.shown


@pytest.mark.slow
def test_a_whole_game_is_played_on_the_simulated_turntable(driver: "Driver", pictures: Path) -> None:
    driver.begin("blokus3d", "practice", seed=5, pace=60.0, players={"blue": "Ada", "yellow": "Ben"}, more=MORE)
    driver.send(do(Pause()))
    driver.until(lambda: not driver.screen.shown.running)
    hinted = illegal = 0
    while not (state := driver.screen.shown).winner:
        if state.phase == "illegal":
            illegal += 1
            assert set(state.verdict.cells) <= set(driver.screen.board.picture.frames)
            driver.picture(pictures / "blokus-illegal.png")
        elif state.phase == "move" and not hinted:
            hinted += 1
            driver.tap("4,3")
            driver.until(lambda: driver.screen.shown.hint)
            assert driver.screen.shown.hint.things
            assert "e4" in driver.screen.ids.words.text
        stepped(driver)
    verdicts = [moment.verdict for moment in state.moments]
    kinds = [verdict.verdict for verdict in verdicts]
    assert kinds.count("illegal") == kinds.count("takeback") == illegal >= 2
    assert "unsure" not in kinds and kinds[-1] == "won"
    assert {player for verdict in verdicts for player in verdict.more.get("passed", ())} == {"blue", "yellow"}
    assert state.score.points == verdicts[-1].more["scores"]
    assert verdicts[-1].more["winner"] == state.winner == "draw"
    assert driver.screen.ids.headline.text == driver.app.texts("turn.shared", players="Ada, Ben")
    driver.picture(pictures / "blokus-won.png")
    driver.app.end_game()
    (folder,) = driver.app.games.iterdir()
    assert "Ada" in write_page(folder).read_text("utf-8")
    again = open_game(folder)
    assert again.state().score.points == state.score.points
    again.close()
