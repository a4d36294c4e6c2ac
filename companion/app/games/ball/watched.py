"""Pyramid Ball watched by a camera, on a practice table or in a recording."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from companion.app.games.ball.table import BallByTouch
from companion.app.games.ball.watched_entry import ProgramEntry
from companion.app.games.ball.watched_presenter import WatchedPresenter
from companion.app.games.ball.watched_table import WatchedBall
from companion.app.games.game_ui import Around, Choosable, ScreenPlayer
from companion.app.games.practice_scenes import begin_paused, step_until
from companion.app.games.refereed_game import RefereedGame
from companion.app.games.refereed_table import RefereedTable
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.referee.tables import open_table

# A practice table at which a hand is late and a pyramid stands wrong in every turn.
SEED, WILD = 4, {"mode": "advanced", "late": 100, "breaches": 100, "glares": 100}
PLAYERS = {"first": "Ada", "second": "Ben"}

if TYPE_CHECKING:
    from companion.app.games.table_screen import TableScreen


class WatchedBallGame(RefereedGame):
    """The camera reads the programs; the engine carries them out."""

    game = BallByTouch.game
    uses_corners = False
    head_start = ""
    sides = ("first", "second")
    choices: ClassVar[Mapping[str, tuple[Choosable, ...]]] = {"mode": ("basic", "advanced"), "clock": ("tap", "hands")}
    rules = ("PB-01", "PB-02", "PB-03", "PB-06", "PB-10", "PB-14")

    def options(self, chosen: JsonObject, more: JsonObject) -> JsonObject:
        return {**chosen, "mode": more.get("mode", "basic")}

    def entry(self, options: JsonObject) -> ProgramEntry:
        return ProgramEntry(open_table(self.game, options), options)

    def table(self, header: JsonObject) -> Callable[..., RefereedTable[Any]]:
        return partial(WatchedBall, started_by=header["more"].get("clock", "tap"))

    def presenter(self, texts: Texts) -> WatchedPresenter:
        return WatchedPresenter(texts)

    def screen(self, around: Around) -> "TableScreen":
        from companion.app.games.ball.watched_screen import WatchedBallScreen  # noqa: PLC0415 - opens the window

        presenter = self.presenter(around.texts)
        name = f"watched {self.game} screen"
        return WatchedBallScreen(presenter, around.send, around.leave, around.play_sound, name=name)

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        begin_paused(driver, self.game, seed=SEED, pace=0.5, players=PLAYERS, more=WILD)
        yield "ball-watched"
        for mode, name in (("programming", "minute"), ("late", "late"), ("sheet", "programs")):
            yield self._stepped(driver, mode, name)
            if mode == "late":
                driver.press("seen")
        presenter = driver.screen.presenter
        for side, program in driver.screen.shown.own.programs.items():
            for place in program["unsure"]:
                driver.send(presenter.desk.tap(driver.screen.shown, f"{side} {place}"))
        driver.until(lambda: not any(program["unsure"] for program in driver.screen.shown.own.programs.values()))
        driver.press("carry_out")
        yield "ball-follow"
        yield self._stepped(driver, "judged", "elsewhere")
        yield self._stepped(driver, "think", "agrees")

    def _stepped(self, driver: ScreenPlayer, mode: str, name: str) -> str:
        """Let things happen until the screen is about this."""
        step_until(driver, lambda: driver.screen.presenter.mode(driver.screen.shown) == mode)
        return f"ball-{name}"
