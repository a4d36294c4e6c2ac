"""Blokus 3D in the app."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.app.games.blokus.lesson import steps
from companion.app.games.blokus.presenter import Building
from companion.app.games.blokus.table import BlokusTable
from companion.app.games.blokus.watched import WatchedBlokusGame
from companion.app.games.engine_game import EngineGame
from companion.app.games.game_ui import Around, GameUi, ScreenPlayer
from companion.app.intents import call
from companion.app.json_object import JsonObject
from companion.app.lesson.lesson import Lesson
from companion.app.texts.texts import Texts

# A small building, for its picture.
EMBLEM = {
    **{f"{x},{y}": "" for x in range(4) for y in range(4)},
    **{"0,0": "BB", "1,0": "BR", "0,1": "BYY", "1,1": "GR", "2,1": "G", "2,2": "GY", "3,2": "R", "0,2": "Y"},
}

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.app.games.table_screen import TableScreen


class BlokusGame(EngineGame):
    """By touch; what is watched is `WatchedBlokusGame`'s."""

    game = BlokusTable.game
    sides = WatchedBlokusGame.sides
    against = ("touch", "practice", "camera")
    sources = ("touch", "practice", "camera")
    choices = WatchedBlokusGame.choices
    rolls = False
    table = BlokusTable

    def fed_from(self, source: str) -> GameUi:
        return self if source == "touch" else WatchedBlokusGame()

    def screen(self, around: Around) -> "TableScreen":
        from companion.app.games.blokus.building_view import BuildingView  # noqa: PLC0415 - opens the window
        from companion.app.games.blokus.presenter import BlokusPresenter  # noqa: PLC0415
        from companion.app.games.engine_screen import PlayScreen  # noqa: PLC0415

        presenter = BlokusPresenter(around.texts)
        return PlayScreen(presenter, BuildingView(), around.send, around.leave, name=f"{self.game} screen")

    def emblem(self) -> "Widget":
        from companion.app.games.blokus.building_view import DepthView  # noqa: PLC0415 - opens the window

        return DepthView(picture=Building(EMBLEM), touchable=False)

    def lesson(self) -> "Lesson":
        from companion.app.games.blokus.building_view import BuildingView  # noqa: PLC0415 - opens the window

        return Lesson(BuildingView, steps())

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        driver.begin(game=self.game, source="touch", more={"structure": "tower", "count": 2})
        for _ in range(5):
            done = len(driver.screen.shown.plays)
            driver.send(call(BlokusTable.suggest))
            driver.until(lambda: driver.screen.shown.phase == "place")
            driver.send(call(BlokusTable.done))
            driver.until(lambda done=done: len(driver.screen.shown.plays) > done)  # type: ignore[misc]
        driver.send(call(BlokusTable.suggest))
        driver.until(lambda: driver.screen.shown.phase == "place")
        yield "blokus"
        children = {"structure": "tower", "count": 2, "computer": {"blue": "child", "yellow": "child"}}
        driver.begin(
            game=self.game, source="touch", pace=0.0, seed=1, players={"blue": "Ada", "yellow": "Ben"}, more=children
        )
        driver.until(lambda: driver.screen.shown.phase == "over")
        yield "blokus-over"
        yield from WatchedBlokusGame().scenes(driver)

    def first_turn(self, what: JsonObject) -> str:
        return str(what.get("piece", ""))

    def turn_words(self, texts: Texts, what: JsonObject) -> str:
        cells = " ".join(",".join(map(str, cell)) for cell in what["cells"])
        return texts("page.blokus", piece=what["piece"], cells=cells)
