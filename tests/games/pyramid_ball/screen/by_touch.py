"""Games of Pyramid Ball by touch, for the app's tests."""

from pathlib import Path
from typing import Any

from companion.app.games.deeds import Done, Enter
from companion.app.games.opening import GameSetup, open_game
from companion.app.games.table import PlayedTable
from companion.games.pyramid_ball.rules.notation import program_from_text
from companion.games.pyramid_ball.screen.deeds import EndTimer
from companion.games.pyramid_ball.screen.entering import filled
from tests.games.looney_blockade.screen.games import new_game

PLAYERS = {"first": "Ada", "second": "Ben"}
STILL = "S:... M:... L:..."


class ByTouch:
    """A game, and what is done in it."""

    def __init__(self, folder: Path, **more: Any) -> None:
        setup = GameSetup(game="pyramid-ball", source="touch", players=PLAYERS, pace=0.0, seed=3, more=more)
        self.folder = new_game(setup, folder)
        self.table = self._opened()

    def _opened(self) -> PlayedTable[Any]:
        table = open_game(self.folder)
        assert isinstance(table, PlayedTable)
        table.entry.thinking_seconds = 0.0
        return table

    def reopened(self) -> PlayedTable[Any]:
        """The app was killed, and begins anew."""
        self.table.close()
        self.table = self._opened()
        return self.table

    def tap(self, letters: str) -> None:
        for letter in letters:
            self.table.do(Enter({"command": letter}))

    def enter(self, *programs: str) -> None:
        """Programs are entered one after the other, the first one's in front: ``S:FFF M:B.. L:... pass2>L``."""
        if not self.table.state().own.entry:
            self.table.do(EndTimer())
        for text in programs:
            self.table.do(Enter(filled(program_from_text(text).to_json())))
            self.table.do(Done())

    @property
    def kinds(self) -> list[str]:
        """What has been judged so far."""
        return [moment.verdict.verdict for moment in self.table.state().moments]

    @property
    def position(self) -> Any:
        return self.table.state().score.position
