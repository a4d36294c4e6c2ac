"""A whole simulated advanced game of Pyramid Ball, played through the app's window: one late hand, one pyramid put on a
wrong square, one interception."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.games.deeds import Pause, TakeStep
from companion.app.games.opening import open_game
from companion.app.games.table import do
from companion.app.records.page import write_page
from companion.games.pyramid_ball.screen.presenter import mode
from companion.games.pyramid_ball.screen.state import late_picture
from companion.games.pyramid_ball.table import practice
from tests.games.pyramid_ball.screen.scripted import ScriptedBall, choices
from tests.games.pyramid_ball.screen.truthful import TruthfulEyes

if TYPE_CHECKING:
    from companion.app.driver import Driver


class TruthfulBall(ScriptedBall):
    """Seen by eyes that know what stands there."""

    def tracker(self, _image: Any) -> Any:
        return TruthfulEyes(self)


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are small, as nobody reads them, and looked at so fast that a late hand stays for more of them before
    its second is over."""
    monkeypatch.setattr(practice, "SIZE", (320, 240))
    monkeypatch.setattr(practice, "LATE_LOOKS", 10_000)
    monkeypatch.setattr(practice, "PracticeBallTable", TruthfulBall)


class Player:
    """Follows the game on the screen and answers what is asked."""

    def __init__(self, driver: "Driver") -> None:
        self.driver, self.seen = driver, [""]

    @property
    def state(self) -> Any:
        return self.driver.screen.shown

    @property
    def mode(self) -> str:
        return mode(self.state, self.driver.screen.presenter.here.own)

    @property
    def turn(self) -> int:
        """The number of the turn that the screen is about."""
        made = sum(moment.verdict.trait.turn for moment in self.state.moments)
        return made if self.state.own.programs is not None else made - 1

    def step(self) -> None:
        """Let one thing happen."""
        before = self.state
        self.driver.send(do(TakeStep()))
        self.driver.until(lambda: self.state is not before)

    def act(self) -> None:
        """Do what the screen asks for, and note what it was about."""
        if self.seen[-1] != self.mode:
            self.seen.append(self.mode)
        match self.mode:
            case "late":
                self.late()
            case "sheet":
                self.programs()
            case "choice":
                self.choice()
            case "judged" if self.state.phase == "illegal":
                self.wrong()
            case _:
                self.step()

    def late(self) -> None:
        (side,) = self.state.own.late
        assert self.driver.screen.view.own.proof == self.state.kept[late_picture(side)]
        assert {"foul first", "foul second"} <= {a.name for row in self.driver.screen.view.rows for a in row}
        self.driver.press("seen")
        assert self.mode != "late"

    def programs(self) -> None:
        sheet = self.driver.screen.view.own.sheet
        assert sheet.picture and len(sheet.marks) == 18
        self.driver.press("carry_out")
        following = self.driver.screen.presenter.here.own.follower.turn
        if self.mode == "follow":
            self.driver.press("next")
            assert following.at == min(2, len(following.steps))

    def choice(self) -> None:
        made = len(self.state.own.choices)
        self.driver.press(f"choose {choices(self.turn)[made]}")
        self.driver.until(lambda: not self.state.own.choice or len(self.state.own.choices) > made)

    def wrong(self) -> None:
        (start, end), *_ = self.state.strayed
        picture = self.driver.screen.board.picture
        assert (start, end, "bad") in picture.arrows and picture.frames[end] == "good"
        self.step()


@pytest.mark.slow
@pytest.mark.usefixtures("scripted")
def test_a_whole_advanced_game_is_played_on_the_simulated_table(driver: "Driver", pictures: Path) -> None:
    more = {"mode": "advanced", "clock": "tap"}
    driver.begin("pyramid-ball", "practice", seed=3, pace=60.0, players={"first": "Ada", "second": "Ben"}, more=more)
    driver.send(do(Pause()))
    driver.until(lambda: not driver.screen.shown.running)
    player = Player(driver)
    player.step()
    while not player.state.winner:
        player.act()
    verdicts = [moment.verdict for moment in player.state.moments]
    kinds = [verdict.verdict for verdict in verdicts]
    assert player.state.winner == "first" and player.state.score.position["score"] == [6, 5]
    assert kinds.count("late") == 1 and kinds.count("illegal") == 1 and kinds.count("programs") >= 7
    events = [event["kind"] for verdict in verdicts if verdict.trait.turn for event in verdict.more["events"]]
    assert events.count("interception") == 1 and "goal" in events and "pass" in events
    assert {"programming", "late", "sheet", "choice", "follow", "judged"} <= set(player.seen)
    assert "Ada wins! 6 : 5" in driver.screen.ids.headline.text
    driver.picture(pictures / "ball-simulated-won.png")
    driver.app.end_game()
    (folder,) = driver.app.games.iterdir()
    assert "Ada" in write_page(folder).read_text("utf-8")
    again = open_game(folder)
    assert again.state().score.position["score"] == [6, 5]
    again.close()
