"""Looney Blockade in the app."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from companion.app.games.deeds import RollDice, Suggest
from companion.app.games.game import AppGame
from companion.app.games.practice_scenes import begin_paused, step_until
from companion.app.games.surroundings import Choosable, ScreenPlayer
from companion.app.games.table import do
from companion.app.json_object import JsonObject
from companion.app.puzzles.puzzles import Puzzles
from companion.app.texts.texts import Texts
from companion.app.views import BoardPicture
from companion.games.engine import Json
from companion.games.looney_blockade.rules.model import Position
from companion.games.looney_blockade.rules.notation import position_to_text
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.screen.entry import GAME, HopEntry
from companion.games.looney_blockade.screen.presenter import LOONEY
from companion.games.looney_blockade.screen.puzzles import puzzle
from companion.games.looney_blockade.table.colours import KNOWN, USUAL

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.app.games.screen import Parts

DEMO = Path(__file__).parents[3] / "data" / "demo_game"
# Seed and options of a practice table on which every turn first breaks a rule, and is then in doubt.
SEED, WILD = 4, {"breaches": 100, "glares": 100}


class LooneyGame(AppGame):
    """Looney Blockade."""

    game = GAME
    sides = ("cool", "warm")
    sources = ("practice", "touch", "camera", "recording")
    choices: ClassVar[Mapping[str, tuple[Choosable, ...]]] = {"first": ("cool", "warm")}
    rules = ("BK-02", "BK-04", "BK-12")
    recorded = DEMO
    stood_in_for, stand_in = USUAL, KNOWN
    presented = LOONEY

    def options(self, chosen: JsonObject, more: JsonObject) -> JsonObject:
        """Return the options, with the colours that replace others (BK-19)."""
        return {**chosen, "colours": dict(more["colours"])} if more.get("colours") else chosen

    def entry(self, options: JsonObject) -> HopEntry:
        return HopEntry(options)

    def parts(self, texts: Texts) -> "Parts":
        from companion.app.widgets.game_board import ThingButton  # noqa: PLC0415 - opens the window

        parts = super().parts(texts)

        def button(stack: str, name: str) -> ThingButton:
            return ThingButton(self.drawing, parts.score.score.looks(stack), name=name)

        return parts._replace(thing=button)

    def score_view(self, texts: Texts) -> "Widget":
        from companion.games.looney_blockade.screen.score_view import ScoreView  # noqa: PLC0415 - opens the window

        return ScoreView(captions=(texts("towers"), texts("supply")))

    def emblem(self) -> "Widget":
        return self.board_view(touchable=False, picture=BoardPicture(dict(initial().grid)))

    def puzzles(self) -> "Puzzles":
        return Puzzles.load(__package__ or "", self.board_view, puzzle)

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        yield from self._by_touch(driver)
        yield from self._watched(driver)

    def position_text(self, position: Json) -> str:
        return position_to_text(Position.from_json(position))

    def deeds(self, verdict: JsonObject) -> Mapping[str, tuple[str, str]]:
        """The first hop, and how many towers were built."""
        hops = [move for move in verdict["moves"] if "from" in move and "to" in move]
        towers = sum(bool(move.get("cap")) for move in hops)
        return {verdict["side"]: (f"{hops[0]['from']}–{hops[0]['to']}" if hops else "", str(towers))}

    def _by_touch(self, driver: ScreenPlayer) -> Iterator[str]:
        driver.begin(game=self.game, source="touch", players={"cool": "Ada", "warm": "Ben"})
        yield "looney-roll"
        driver.send(do(RollDice({"B": 4, "G": 5})))
        driver.until(lambda: driver.screen.shown.phase == "move")
        driver.tap("d4")
        driver.until(lambda: driver.screen.shown.hint)
        yield "looney-hint"
        driver.send(do(Suggest()))
        driver.until(lambda: driver.screen.shown.suggestion)
        yield "looney-suggestion"
        driver.hold("b1")
        yield "looney-correct"
        driver.press("close")
        driver.press("undo")
        driver.until(lambda: driver.screen.shown.notice or not driver.screen.shown.draft)

    def _watched(self, driver: ScreenPlayer) -> Iterator[str]:
        begin_paused(driver, self.game, seed=SEED, pace=1.0, more=WILD)
        for phase in ("illegal", "unsure"):
            step_until(driver, lambda phase=phase: driver.screen.shown.phase == phase)  # type: ignore[misc]
            yield f"looney-{phase}"
        driver.press("reading 0")
        driver.until(lambda: driver.screen.shown.phase != "unsure")


SCREEN = LooneyGame()
