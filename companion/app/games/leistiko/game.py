"""Leistiko's Blockade in the app."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.app.games.engine_game import EngineGame
from companion.app.games.game_ui import Around, GameUi, ScreenPlayer
from companion.app.games.leistiko.lesson import steps
from companion.app.games.leistiko.table import LeistikoTable
from companion.app.games.leistiko.watched import WatchedLeistikoGame
from companion.app.intents import call
from companion.app.json_object import JsonObject
from companion.app.lesson.lesson import Lesson
from companion.app.texts.texts import Texts
from companion.app.views import BoardPicture
from companion.games.leistiko_blockade import initial
from companion.referee.tables.leistiko.rows import grid_of

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.app.games.table_screen import TableScreen


class LeistikoGame(EngineGame):
    """By touch; what is watched is `WatchedLeistikoGame`'s."""

    game = LeistikoTable.game
    sides = WatchedLeistikoGame.sides
    against = ("touch", "practice", "camera")
    sources = ("touch", "practice", "camera")
    choices = WatchedLeistikoGame.choices
    rules = ("LB-01", "LB-06", "LB-09")
    table = LeistikoTable

    def fed_from(self, source: str) -> GameUi:
        return self if source == "touch" else WatchedLeistikoGame()

    def screen(self, around: Around) -> "TableScreen":
        from companion.app.games.engine_screen import PlayScreen  # noqa: PLC0415 - opens the window
        from companion.app.games.leistiko.half_board import HalfBoardView  # noqa: PLC0415
        from companion.app.games.leistiko.presenter import LeistikoPresenter  # noqa: PLC0415

        presenter = LeistikoPresenter(around.texts)
        return PlayScreen(presenter, HalfBoardView(), around.send, around.leave, name=f"{self.game} screen")

    def emblem(self) -> "Widget":
        from companion.app.games.leistiko.half_board import HalfBoardView  # noqa: PLC0415 - opens the window

        return HalfBoardView(touchable=False, picture=BoardPicture(grid_of(initial())))

    def lesson(self) -> "Lesson":
        from companion.app.games.leistiko.half_board import HalfBoardView  # noqa: PLC0415 - opens the window

        return Lesson(HalfBoardView, steps())

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        driver.begin(game=self.game, source="touch", more={"variant": "base"})
        driver.screen.tap("first.3")
        driver.until(lambda: driver.screen.shown.phase == "roll")
        driver.send(call(LeistikoTable.roll, [5]))
        driver.until(lambda: driver.screen.shown.phase == "move")
        driver.screen.tap("first.3")
        driver.until(lambda: driver.screen.shown.more.get("going"))
        yield "leistiko"
        yield from WatchedLeistikoGame().scenes(driver)

    def first_turn(self, what: JsonObject) -> str:
        return str(what.get("row", ""))

    def turn_words(self, texts: Texts, what: JsonObject) -> str:
        roll = what["roll"]
        done = [
            texts("page.leap", row=step["leap"], cost=step["cost"])
            if "leap" in step
            else texts("page.step", start=step["from"], end=step["to"])
            for step in what["steps"]
        ]
        dice = roll if isinstance(roll, list) else [*roll["leap"], "–", *roll["opposed"]]
        said = ", ".join(done) or texts("page.nothing")
        return texts("page.leistiko", row=what["row"], dice=" ".join(map(str, dice)), steps=said)
