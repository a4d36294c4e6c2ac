"""Pyramid Ball in the app."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.app.games.ball.field import USUAL, FieldPicture, grid_of
from companion.app.games.ball.lesson import steps
from companion.app.games.ball.table import BallByTouch
from companion.app.games.ball.watched import WatchedBallGame
from companion.app.games.engine_game import EngineGame
from companion.app.games.engine_table import kept_reason
from companion.app.games.game_ui import Around, GameUi, ScreenPlayer
from companion.app.intents import call
from companion.app.json_object import JsonObject
from companion.app.lesson.lesson import Lesson
from companion.app.texts.texts import Texts
from companion.games.pyramid_ball import initial

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.app.games.table_screen import TableScreen


class BallGame(EngineGame):
    """By touch, with a timer; what is watched is `WatchedBallGame`'s."""

    game = BallByTouch.game
    sides = WatchedBallGame.sides
    clocked = False
    head_start = "points"
    against = ("touch", "practice", "camera")
    sources = ("touch", "practice", "camera")
    choices = WatchedBallGame.choices
    rules = WatchedBallGame.rules
    rolls = False
    table = BallByTouch

    def fed_from(self, source: str) -> GameUi:
        return self if source == "touch" else WatchedBallGame()

    def screen(self, around: Around) -> "TableScreen":
        from companion.app.games.ball.presenter import BallPresenter  # noqa: PLC0415 - opens the window
        from companion.app.games.ball.screen import BallScreen  # noqa: PLC0415

        presenter = BallPresenter(around.texts)
        return BallScreen(presenter, around.send, around.leave, around.play_sound, name=f"{self.game} screen")

    def emblem(self) -> "Widget":
        from companion.app.games.ball.field_view import FieldView  # noqa: PLC0415 - opens the window

        return FieldView(touchable=False, picture=FieldPicture(grid_of(initial("basic").to_json(), USUAL)))

    def lesson(self) -> "Lesson":
        from companion.app.games.ball.field_view import FieldView  # noqa: PLC0415 - opens the window

        return Lesson(FieldView, steps())

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        driver.begin(game=self.game, source="touch", players={"first": "Ada", "second": "Ben"})
        driver.press("timer")
        yield "ball-timer"
        driver.press("enter")
        driver.until(lambda: driver.screen.shown.phase == "enter")
        for letter in "FFRRFFLF":
            driver.send(call(BallByTouch.command, letter))
        driver.until(lambda: driver.screen.shown.turn["programs"]["first"]["L"] == "LF")
        driver.press("uncover")
        yield "ball-program"
        for player in ("first", "second"):
            if player == "second":
                driver.press("uncover")
            driver.press("done")
            driver.until(lambda player=player: driver.screen.shown.side != player or driver.screen.shown.plays)  # type: ignore[misc]
        driver.press("next")
        yield "ball-event"
        yield from WatchedBallGame().scenes(driver)

    def turn_words(self, texts: Texts, what: JsonObject) -> str:
        return " ".join(texts.reason(kept_reason(event["text"])) for event in what["events"]) or texts("page.still")
