"""Leistiko's Blockade watched by a camera, or on a practice table."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from companion.app.games.game_ui import Around, Choosable, ScreenPlayer
from companion.app.games.leistiko.table import LeistikoTable
from companion.app.games.leistiko.watched_entry import RowsEntry
from companion.app.games.leistiko.watched_presenter import WatchedLeistikoPresenter
from companion.app.games.leistiko.watched_table import WatchedLeistiko
from companion.app.games.practice_scenes import begin_paused, step_until
from companion.app.games.refereed_game import RefereedGame
from companion.app.games.refereed_table import RefereedTable
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts

# A practice table on which every turn first breaks a rule.
SEED, WILD = 4, {"breaches": 100, "glares": 0, "variant": "base"}

if TYPE_CHECKING:
    from companion.app.games.table_screen import TableScreen


class WatchedLeistikoGame(RefereedGame):
    """The camera counts the checkers; the row is tapped, or is the one that checkers leave."""

    game = LeistikoTable.game
    uses_corners = False
    sides = ("first", "second")
    choices: ClassVar[Mapping[str, tuple[Choosable, ...]]] = {"variant": ("base", "bungie", "super-push")}
    rules = ("LB-01", "LB-06")

    def options(self, chosen: JsonObject, more: JsonObject) -> JsonObject:
        """No checker rests on the far side under a camera (LB-09)."""
        kept = {rule: value for rule, value in chosen.items() if rule in self.rules}
        return {**kept, "variant": more.get("variant", "base")}

    def entry(self, options: JsonObject) -> RowsEntry:
        return RowsEntry(options)

    def table(self, header: JsonObject) -> Callable[..., RefereedTable[Any]]:
        return partial(WatchedLeistiko, variant=str(header["options"].get("variant", "base")))

    def presenter(self, texts: Texts) -> WatchedLeistikoPresenter:
        return WatchedLeistikoPresenter(texts)

    def screen(self, around: Around) -> "TableScreen":
        from companion.app.games.leistiko.half_board import HalfBoardView  # noqa: PLC0415 - opens the window
        from companion.app.games.leistiko.rows_left import RowsLeftView  # noqa: PLC0415
        from companion.app.games.refereed_screen import Parts, RefereedScreen  # noqa: PLC0415
        from companion.app.widgets.controls import press  # noqa: PLC0415

        parts = Parts(HalfBoardView, RowsLeftView(), lambda thing, name: press(name, thing or "0", lambda: None))
        name = f"watched {self.game} screen"
        return RefereedScreen(self.presenter(around.texts), parts, around.send, around.leave, name=name)

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        begin_paused(driver, self.game, seed=SEED, pace=0.5, more=WILD)
        step_until(driver, lambda: driver.screen.shown.phase == "illegal")
        yield "leistiko-illegal"
