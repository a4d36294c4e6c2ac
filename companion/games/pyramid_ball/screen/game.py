"""Pyramid Ball in the app."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from companion.app.games.companion import Companion
from companion.app.games.deeds import Enter
from companion.app.games.game import AppGame
from companion.app.games.head_start import POINTS, ahead
from companion.app.games.practice_scenes import begin_paused, step_until
from companion.app.games.surroundings import Around, Choosable, NewTable, ScreenPlayer
from companion.app.games.table import do
from companion.app.json_object import JsonObject
from companion.app.learning import Content, board_picture
from companion.app.puzzles.puzzles import Puzzles
from companion.app.texts.texts import Texts
from companion.app.views import BoardPicture
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.pyramid_ball.screen.entry import ProgramEntry
from companion.games.pyramid_ball.screen.field import USUAL, grid_of
from companion.games.pyramid_ball.screen.presenter import BALL, Mode, mode
from companion.games.pyramid_ball.screen.program_desk import tap
from companion.games.pyramid_ball.screen.programs import Programs
from companion.games.pyramid_ball.screen.puzzles import puzzle
from companion.games.pyramid_ball.screen.sealed import Sealed
from companion.games.pyramid_ball.screen.words import GAME
from companion.games.pyramid_ball.table.drawing import BallDrawing
from companion.referee.tables import open_table

# Seed and options of a practice table at which a hand is late and a pyramid stands wrong in every turn.
SEED, WILD = 4, {"mode": "advanced", "late": 100, "breaches": 0, "glares": 100}
# Without glares: programs in doubt are never carried out wrongly.
WRONGLY = {"mode": "advanced", "late": 0, "breaches": 100, "glares": 0}
PLAYERS = {"first": "Ada", "second": "Ben"}

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.app.games.screen import Parts, TableScreen
    from companion.games.pyramid_ball.screen.array_view import ArrayPicture


class BallGame(AppGame):
    """Pyramid Ball. By touch programs are entered in secret; the camera reads them. The engine carries them out."""

    game = GAME
    presented = BALL
    sides = ("first", "second")
    uses_corners = False
    in_turn = False
    head_start = "points"
    rolls = False
    choices: ClassVar[Mapping[str, tuple[Choosable, ...]]] = {"mode": ("basic", "advanced"), "clock": ("hands", "tap")}
    rules = ("PB-01", "PB-02", "PB-03", "PB-06", "PB-10", "PB-14", "PB-36", "PB-40")
    only: ClassVar[Mapping[str, tuple[str, Choosable]]] = dict.fromkeys(("PB-36", "PB-40"), ("mode", "advanced"))

    def options(self, chosen: JsonObject, more: JsonObject) -> JsonObject:
        """Return the options, with the points of a head start in the advanced game: one point wins the basic game."""
        options = {**chosen, "mode": more.get("mode", "basic")}
        given = ahead(more) if options["mode"] == "advanced" else ""
        return {**options, "points": {given: POINTS}} if given else options

    def entry(self, options: JsonObject) -> ProgramEntry:
        return ProgramEntry(open_table(self.game, options), options)

    def companions(self, new: NewTable) -> Sequence[Companion]:
        programs = Programs(new)
        return (Sealed(new.table, programs), programs) if new.far else (programs,)

    def screen(self, around: Around) -> "TableScreen":
        from companion.games.pyramid_ball.screen.screen import BallScreen  # noqa: PLC0415 - opens the window

        presenter, parts, name = self.presenter(around.texts), self.parts(around.texts), f"{self.game} screen"
        return BallScreen(presenter, parts, around.send, around.leave, around.play_sound, name=name)

    def parts(self, texts: Texts) -> "Parts":
        from companion.app.widgets.game_board import ThingButton  # noqa: PLC0415 - opens the window

        parts = super().parts(texts)

        def button(thing: str, name: str) -> ThingButton:
            colours = parts.score.colours
            return ThingButton(BallDrawing(colours.second, colours.ball), thing, name=name)

        return parts._replace(thing=button)

    def score_view(self, texts: Texts) -> "Widget":
        from companion.games.pyramid_ball.screen.score_view import BallScoreView  # noqa: PLC0415 - opens the window

        return BallScoreView()

    def emblem(self) -> "Widget":
        return self.board_view(touchable=False, picture=BoardPicture(grid_of(initial("basic").to_json(), USUAL)))

    def book_view(self) -> "Widget":
        from companion.games.pyramid_ball.screen.array_view import PlateView  # noqa: PLC0415 - opens the window

        return PlateView()

    def picture(self, content: Content) -> "BoardPicture | ArrayPicture":
        from companion.games.pyramid_ball.screen.array_view import ArrayPicture  # noqa: PLC0415 - opens the window

        if "program" in content:
            return ArrayPicture(content["program"], content["marker"], content["specials"])
        return board_picture(content)

    def puzzles(self) -> "Puzzles":
        return Puzzles.load(__package__ or "", self.board_view, puzzle)

    def deeds(self, verdict: JsonObject) -> Mapping[str, tuple[str, str]]:
        """The program, and the passes in it."""
        programs = verdict.get("more", {}).get("programs", {})
        return {
            side: (" ".join(program[size] for size in "SML"), str(int(bool(program.get("pass")))))
            for side, program in programs.items()
        }

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        yield from self._by_touch(driver)
        yield from self._on_a_table(driver)

    def _by_touch(self, driver: ScreenPlayer) -> Iterator[str]:
        driver.begin(game=self.game, source="touch", players=PLAYERS)
        driver.press("timer")
        driver.until(lambda: driver.screen.shown.own.timer == "start")
        yield "ball-timer"
        driver.press("enter")
        driver.until(lambda: driver.screen.shown.own.entry)
        for letter in "FFRRFFLF":
            driver.send(do(Enter({"command": letter})))
        driver.until(lambda: driver.screen.shown.own.entry.sheet.words["L"] == "LF")
        driver.press("uncover")
        yield "ball-program"
        driver.press("done")
        driver.until(lambda: driver.screen.shown.own.entry.side == "second")
        driver.press("uncover")
        driver.press("done")
        driver.press("done")
        driver.until(lambda: driver.screen.shown.phase == "roll")
        driver.press("next")
        yield "ball-event"

    def _on_a_table(self, driver: ScreenPlayer) -> Iterator[str]:
        begin_paused(driver, self.game, seed=SEED, pace=0.5, players=PLAYERS, more=WILD)
        yield "ball-table"
        stages: tuple[tuple[Mode, str], ...] = (("programming", "minute"), ("late", "late"), ("sheet", "programs"))
        for wanted, name in stages:
            yield self._stepped(driver, wanted, name)
            if wanted == "late":
                driver.press("seen")
        here = driver.screen.presenter.here.own
        for side, program in driver.screen.shown.own.programs.items():
            for place in program["unsure"]:
                intent = tap(driver.screen.shown, f"{side} {place}", here)
                assert intent
                driver.send(intent)
        driver.until(lambda: not any(program["unsure"] for program in driver.screen.shown.own.programs.values()))
        driver.press("carry_out")
        yield "ball-follow"
        begin_paused(driver, self.game, seed=SEED, pace=0.5, players=PLAYERS, more=WRONGLY)
        yield self._stepped(driver, "judged", "elsewhere")
        yield self._stepped(driver, "think", "agrees")

    def _stepped(self, driver: ScreenPlayer, wanted: Mode, name: str) -> str:
        """Advance until the screen shows this mode."""
        step_until(driver, lambda: mode(driver.screen.shown, driver.screen.presenter.here.own) == wanted)
        return f"ball-{name}"


SCREEN = BallGame()
