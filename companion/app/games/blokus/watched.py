"""Blokus 3D watched by a camera or on a practice table."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from companion.app.devices.camera import CameraHelp
from companion.app.games.blokus.watched_entry import GAME, PlacementEntry
from companion.app.games.game_ui import Around, Choosable, ScreenPlayer
from companion.app.games.refereed_game import RefereedGame
from companion.app.games.refereed_table import RefereedTable
from companion.app.intents import call
from companion.app.json_object import JsonObject
from companion.referee.tables.blokus.table import Blokus3DTable

if TYPE_CHECKING:
    from companion.app.games.table_screen import TableScreen

# A practice table on which every turn first breaks a rule, after the turntable was turned.
SEED, WILD = 4, {"structure": "corner", "count": 3, "breaches": 100, "turns": 100}
MOST_STEPS = 40


class WatchedBlokusGame(RefereedGame):
    """The camera sees what is placed, however the turntable is turned."""

    game = GAME
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

    def known(self, header: JsonObject) -> CameraHelp:
        """The corners that were tapped are those of a Volcano board."""
        return replace(super().known(header), corners=None)

    def screen(self, around: Around) -> "TableScreen":
        from companion.app.games.blokus.turntable_view import (  # noqa: PLC0415 - opens the window
            BlokusScoreView,
            ColumnButton,
            TurntableView,
        )
        from companion.app.games.blokus.watched_presenter import WatchedBlokusPresenter  # noqa: PLC0415
        from companion.app.games.refereed_screen import Parts, RefereedScreen  # noqa: PLC0415

        parts = Parts(TurntableView, BlokusScoreView(), lambda thing, name: ColumnButton(thing=thing, name=name))
        presenter = WatchedBlokusPresenter(around.texts)
        return RefereedScreen(presenter, parts, around.send, around.leave, name=f"watched {self.game} screen")

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        driver.begin(game=self.game, source="practice", seed=SEED, pace=0.5, more=WILD)
        driver.send(call(RefereedTable.pause))
        driver.until(lambda: not driver.screen.shown.running)
        for _ in range(MOST_STEPS):
            if driver.screen.shown.phase == "illegal":
                break
            before = driver.screen.shown
            driver.send(call(RefereedTable.step))
            driver.until(lambda before=before: driver.screen.shown is not before)  # type: ignore[misc]
        yield "blokus-illegal"
