"""Games of Pyramid Ball by touch, for the app's tests."""

from pathlib import Path
from typing import Any

from companion.app.games.opening import GameSetup, open_game
from companion.games.pyramid_ball.rules.notation import program_from_text
from companion.games.pyramid_ball.screen.entering import filled
from companion.games.pyramid_ball.screen.table import BallTable
from tests.games.looney_blockade.screen.games import new_game

PLAYERS = {"first": "Ada", "second": "Ben"}
STILL = "S:... M:... L:..."


class ByTouch:
    """A game, and what is done in it."""

    def __init__(self, folder: Path, **more: Any) -> None:
        setup = GameSetup(game="pyramid-ball", source="touch", players=PLAYERS, pace=0.0, seed=3, more=more)
        self.folder = new_game(setup, folder)
        self.table = self._opened()

    def _opened(self) -> BallTable:
        table = open_game(self.folder)
        assert isinstance(table, BallTable)
        table._entry.thinking_seconds = 0.0
        return table

    def reopened(self) -> BallTable:
        """The app was killed, and begins anew."""
        self.table.close()
        self.table = self._opened()
        return self.table

    def tap(self, letters: str) -> None:
        for letter in letters:
            self.table.enter({"command": letter})

    def enter(self, *programs: str) -> None:
        """Programs are entered one after the other, the first one's in front: ``S:FFF M:B.. L:... pass2>L``."""
        if not self.table.state().own.entry:
            self.table.end_timer()
        for text in programs:
            self.table.enter(filled(program_from_text(text).to_json()))
            self.table.done()

    @property
    def kinds(self) -> list[str]:
        """What has been judged so far."""
        return [moment.verdict.verdict for moment in self.table.state().moments]

    @property
    def position(self) -> Any:
        return self.table.state().score.position
