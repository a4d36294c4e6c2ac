"""Games against the computer to their end, by touches in the app's window, on the simulated table."""

from typing import TYPE_CHECKING, Any

import pytest

from companion.app.games.deeds import Correct
from companion.app.games.opponents import STRENGTHS
from companion.app.games.table import do
from companion.games.pyramid_ball.table.practice import PracticeBallTable
from tests.games.pyramid_ball.screen.truthful import TruthfulEyes

if TYPE_CHECKING:
    from companion.app.driver import Driver

MOST_TURNS = 12
pytestmark = pytest.mark.slow


class Player:
    """Plays against a computer that plays by chance."""

    def __init__(self, driver: "Driver", game: str, computer: str, **more: Any) -> None:
        self.driver, self.computer = driver, computer
        more = {"computer": {computer: "child"}, **more}
        driver.begin(game=game, source="practice", pace=0.0, seed=3, more=more)
        self.until("roll", "move")

    @property
    def state(self) -> Any:
        return self.driver.screen.shown

    @property
    def over(self) -> bool:
        return bool(self.state.phase == "won")

    def until(self, *phases: str) -> None:
        """Wait until it is the person's turn and nothing is being laid, or until the game is over."""

        def ready() -> bool:
            own = self.state.side != self.computer and not self.state.draft
            return self.over or (own and self.state.phase in phases)

        self.driver.until(ready)

    def prepare(self, **cells: str) -> None:
        """The players say what stands where, so that the game is nearly over."""
        self.driver.send(do(Correct({"cells": {cell.replace("_", "."): it for cell, it in cells.items()}})))
        self.driver.until(lambda: self.state.verdict.verdict == "corrected")

    def roll(self, *dice: int) -> None:
        """Type a roll, button by button."""
        self.driver.press("type")
        for number, value in enumerate(dice):
            self.driver.press(f"die {number} {value}")
        self.until("move")

    def tap(self, *spots: str) -> None:
        for spot in spots:
            done = self.state
            self.driver.tap(spot)
            self.driver.until(lambda done=done: self.state is not done)  # type: ignore[misc]

    def done(self) -> None:
        before = len(self.state.moments)
        self.driver.press("done")
        self.driver.until(lambda: self.over or len(self.state.moments) > before + 1)
        self.until("roll", "move")

    def verdicts(self) -> list[tuple[str, str]]:
        return [(moment.verdict.side, moment.verdict.verdict) for moment in self.state.moments[1:]]


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRENGTHS, "child", 1.0)


def test_a_game_of_leistikos_blockade(driver: "Driver", child: None) -> None:
    player = Player(driver, "leistiko-blockade", "second")
    player.prepare(
        **{f"{side}_{row}": "" for side in ("first", "second") for row in range(1, 7)}
        | {"first_1": "1", "second_5": "9"}
    )
    assert "A simulated table" in " ".join(driver.texts())
    player.tap("first.1")
    player.roll(6)
    player.tap("first.1")
    driver.press("go off")
    driver.until(lambda: player.state.draft)
    driver.press("done")
    driver.until(lambda: player.over)
    assert player.state.winner == "first"
    assert [side for side, _ in player.verdicts()][-2:] == ["first", "second"]


def test_a_game_of_looney_blockade(driver: "Driver", child: None) -> None:
    player = Player(driver, "looney-blockade", "warm")
    believed = player.state.believed
    *towers, last = [cell for cell, stack in believed.items() if stack == "B3B1"]
    pile = next(cell for cell, stack in believed.items() if stack.endswith("B2"))
    player.prepare(**{pile: "C3", last: "B3B2", "c3": "C3B1"}, **dict.fromkeys(towers, "B3B2B1K3"))
    player.roll(6, 1)
    driver.press("suggest")
    driver.until(lambda: player.state.suggestion)
    for move in player.state.suggestion.moves:
        player.tap(move["from"], move["to"])
    player.done()
    assert player.over and player.state.winner == "cool"


def test_a_game_of_blokus(driver: "Driver", child: None) -> None:
    player = Player(driver, "blokus3d", "yellow", structure="tower", count=2)
    built = {square: ("BYBY", "YBYB")[at % 2] for at, square in enumerate(player.state.score.squares)}
    player.prepare(**{**built, **dict.fromkeys(("3,3", "4,3", "3,4", "4,4"), "BY")})
    while not player.over:
        driver.press("suggest")
        driver.until(lambda: player.state.own.cells)
        player.done()
    assert [verdict for _, verdict in player.verdicts()][-1] == "won"


def test_a_game_of_pyramid_ball(driver: "Driver", child: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PracticeBallTable, "tracker", lambda table, _image: TruthfulEyes(table))
    monkeypatch.setitem(STRENGTHS, "child", 0.0)
    player = Player(driver, "pyramid-ball", "second")
    for _ in range(MOST_TURNS):
        if player.over:
            break
        driver.press("timer")
        driver.until(lambda: player.state.own.timer)
        driver.press("enter")
        driver.until(lambda: player.state.own.entry)
        assert not (player.state.own.programs or {}).get("second")
        driver.press("pyramid M")
        driver.press("command F")
        driver.press("done")
        driver.until(lambda: player.state.own.programs)
        assert player.state.own.programs["first"]["M"] == "F.." and player.state.own.programs["second"]
        driver.press("carry_out")
        driver.press("stands")
        driver.until(lambda: player.over or not player.state.own.timer)
    assert player.over
