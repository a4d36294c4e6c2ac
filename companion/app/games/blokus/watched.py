"""Blokus 3D watched by a camera or on a practice table."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from companion.app.games.blokus.watched_entry import GAME, PlacementEntry
from companion.app.games.blokus.watched_presenter import WatchedBlokusPresenter
from companion.app.games.game_ui import Around, Choosable, ScreenPlayer
from companion.app.games.practice_scenes import begin_paused, step_until
from companion.app.games.refereed_game import RefereedGame
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.referee.tables.blokus.table import Blokus3DTable

if TYPE_CHECKING:
    from companion.app.games.table_screen import TableScreen

# A practice table on which every turn first breaks a rule, after the turntable was turned.
SEED, WILD = 4, {"structure": "corner", "count": 3, "breaches": 100, "turns": 100}


class WatchedBlokusGame(RefereedGame):
    """The camera sees what is placed, however the turntable is turned."""

    game = GAME
    uses_corners = False
    head_start = ""
    sides = ("blue", "yellow", "red", "green")
    choices: ClassVar[Mapping[str, tuple[Choosable, ...]]] = {
        "structure": ("tower", "corner", "steps", "pyramid"),
        "count": (2, 3, 4),
    }
    rolls = False

    def options(self, chosen: JsonObject, more: JsonObject) -> JsonObject:
        return {**chosen, "structure": more.get("structure", "tower"), "players": more.get("count", 2)}

    def entry(self, options: JsonObject) -> PlacementEntry:
        table = Blokus3DTable(options)
        return PlacementEntry(table, table.start_position, table.options)

    def presenter(self, texts: Texts) -> WatchedBlokusPresenter:
        return WatchedBlokusPresenter(texts)

    def screen(self, around: Around) -> "TableScreen":
        from companion.app.games.blokus.turntable_view import (  # noqa: PLC0415 - opens the window
            BlokusScoreView,
            ColumnButton,
            TurntableView,
        )
        from companion.app.games.refereed_screen import Parts, RefereedScreen  # noqa: PLC0415

        parts = Parts(TurntableView, BlokusScoreView(), lambda thing, name: ColumnButton(thing=thing, name=name))
        name = f"watched {self.game} screen"
        return RefereedScreen(self.presenter(around.texts), parts, around.send, around.leave, name=name)

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        begin_paused(driver, self.game, seed=SEED, pace=0.5, more=WILD)
        step_until(driver, lambda: driver.screen.shown.phase == "illegal")
        yield "blokus-illegal"
