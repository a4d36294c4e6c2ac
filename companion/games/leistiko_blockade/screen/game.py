"""Leistiko's Blockade in the app."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from companion.app.games.companion import Companion
from companion.app.games.deeds import Say
from companion.app.games.game import AppGame
from companion.app.games.practice_scenes import begin_paused, step_until
from companion.app.games.surroundings import Choosable, NewTable, ScreenPlayer
from companion.app.games.table import do
from companion.app.json_object import JsonObject
from companion.app.puzzles.puzzles import Puzzles
from companion.app.texts.texts import Texts
from companion.app.views import BoardPicture
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.screen.entry import RowsEntry
from companion.games.leistiko_blockade.screen.presenter import LEISTIKO
from companion.games.leistiko_blockade.screen.puzzles import puzzle
from companion.games.leistiko_blockade.screen.rows import Rows
from companion.games.leistiko_blockade.table.rows import grid_of

# Seed and choices of a practice table on which every turn first breaks a rule.
SEED, WILD = 4, {"breaches": 100, "glares": 0, "variant": "base"}

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.app.games.screen import Parts


class LeistikoGame(AppGame):
    """Leistiko's Blockade. By touch the row is tapped before the roll; under a camera it may be the one that checkers
    leave, unless another table plays with this one."""

    game = LEISTIKO.words.game
    uses_corners = False
    presented = LEISTIKO
    sides = ("first", "second")
    choices: ClassVar[Mapping[str, tuple[Choosable, ...]]] = {"variant": ("base", "bungie", "super-push")}
    rules: tuple[str, ...] = ("LB-01", "LB-06", "LB-09", "LB-20")

    def fed_from(self, source: str) -> AppGame:
        return self if source in ("", "touch") else LeistikoSeen()

    def options(self, chosen: JsonObject, more: JsonObject) -> JsonObject:
        kept = {rule: value for rule, value in chosen.items() if rule in self.rules}
        return {**kept, "variant": more.get("variant", "base")}

    def entry(self, options: JsonObject) -> RowsEntry:
        return RowsEntry(options)

    def companions(self, new: NewTable) -> Sequence[Companion]:
        assert isinstance(new.table.entry, RowsEntry)
        variant = str(new.header["options"].get("variant", "base"))
        return (Rows(new.table, new.table.entry, new.hints, variant),)

    def parts(self, texts: Texts) -> "Parts":
        from companion.app.widgets.controls import press  # noqa: PLC0415 - opens the window

        return super().parts(texts)._replace(thing=lambda thing, name: press(name, thing or "0", lambda: None))

    def score_view(self, texts: Texts) -> "Widget":
        from companion.games.leistiko_blockade.screen.rows_left import RowsLeftView  # noqa: PLC0415 - opens the window

        return RowsLeftView()

    def emblem(self) -> "Widget":
        return self.board_view(touchable=False, picture=BoardPicture(grid_of(initial())))

    def puzzles(self) -> Puzzles:
        return Puzzles.load(__package__ or "", self.board_view, puzzle)

    def deeds(self, verdict: JsonObject) -> Mapping[str, tuple[str, str]]:
        row = str(verdict.get("more", {}).get("row", ""))
        return {verdict["side"]: (row, row)}

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        driver.begin(game=self.game, source="touch", more={"variant": "base"})
        driver.screen.tap("first.3")
        driver.until(lambda: driver.screen.shown.under)
        driver.send(do(Say("roll", [5])))
        driver.until(lambda: driver.screen.shown.phase == "move")
        driver.screen.tap("first.3")
        driver.until(lambda: driver.screen.shown.hint)
        yield "leistiko"
        begin_paused(driver, self.game, seed=SEED, pace=0.5, more=WILD)
        step_until(driver, lambda: driver.screen.shown.phase == "illegal")
        yield "leistiko-illegal"


class LeistikoSeen(LeistikoGame):
    """The game under a camera: no checker rests on the far side (LB-09)."""

    rules = ("LB-01", "LB-06", "LB-20")


SCREEN = LeistikoGame()
