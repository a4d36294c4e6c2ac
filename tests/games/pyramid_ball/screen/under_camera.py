"""Games of Pyramid Ball in front of a scripted camera, for the app's tests."""

from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from companion.app.devices.feeds import TouchSource
from companion.app.games.given_hints import GivenHints
from companion.app.games.looking_again import LookingAgain
from companion.app.games.opponents import Opponents
from companion.app.games.surroundings import NewTable
from companion.app.games.table import PlayedTable
from companion.games.pyramid_ball.rules.model import STILL, Program
from companion.games.pyramid_ball.screen.entry import ProgramEntry
from companion.games.pyramid_ball.screen.programs import Programs
from companion.games.pyramid_ball.screen.state import Clock
from companion.games.pyramid_ball.table.table import PyramidBallTable
from companion.games.pyramid_ball.table.things import ColouredPosition
from companion.referee.game import OpenTracker
from companion.referee.keeping.journal import Journal
from companion.referee.table_parts import Happening
from companion.referee.verdict import Verdict
from tests.games.pyramid_ball.table.simulation import BallLook, sight_of

MODE = "advanced"
PROGRAMS = {"first": "O", "second": "N"}


class Hands:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class ScriptedSource(TouchSource):
    """A camera that shows what it is told to."""

    name = "camera"
    pace: float | None = 0.1

    def __init__(self) -> None:
        self.shown: deque[BallLook] = deque()
        # When the next picture was taken.
        self.taken: float | None = None
        self._look: BallLook | None = None

    @property
    def open_tracker(self) -> OpenTracker:
        return lambda _image: self

    def next(self, verdict: Verdict | None) -> Happening | None:
        if not self.shown:
            return None
        self._look = self.shown.popleft()
        taken, self.taken = self.taken, None
        return Happening("frame", np.full((48, 64, 3), 80, np.uint8), taken)

    def look_again(self) -> None:
        if self._look is not None:
            self.shown.append(self._look)

    def look(self, _image: Any) -> Any:
        return self._look

    def weighed(self, look: Any) -> None:
        pass

    def learn(self, look: Any, grid: Any) -> None:
        pass


class UnderCamera:
    """A game and the table that it is about."""

    def __init__(self, folder: Path, started_by: Clock = "tap", mode: str = MODE) -> None:
        options = {"mode": mode}
        self.path = folder / "game.journal"
        header = {"game": "pyramid-ball", "options": options, "players": {}, "source": "camera"}
        self.hands, self.source = Hands(), ScriptedSource()
        self.module = PyramidBallTable(options)
        self.position = ColouredPosition(self.module.start_game, ("G", "P"), "Y")
        self.programs: dict[str, Program] = {"first": STILL, "second": STILL}
        self._folder, self._started_by = folder, started_by
        self.game = self._game(Journal.create(self.path, header))

    def _game(self, journal: Journal) -> PlayedTable[Any]:
        entry = ProgramEntry(self.module, {"mode": MODE})
        table: PlayedTable[Any] = PlayedTable(journal, self.module, entry, self.source, self.hands, first="first")
        hints = GivenHints(table)
        header = {"more": {"clock": self._started_by}}
        programs = Programs(NewTable(table, hints, header, Opponents({}), None))
        table.companions = (programs, hints, LookingAgain(table))
        return table

    def reopened(self) -> None:
        """The app was killed, and begins anew."""
        self.game.close()
        journal, contents = Journal.reopen(self.path)
        self.game = self._game(journal)
        self.game.resume(contents.records, self._folder)

    def see(self, grid: Mapping[str, str] | None = None, after: float = 2.0, **more: Any) -> Any:
        """Show the camera a table. Returns the state after it."""
        self.hands.now += after
        arrays = {
            end: sight_of(self.programs[side], team, PROGRAMS[side], more.pop(f"doubts_{side}", None))
            for team, (end, side) in enumerate((("near", "first"), ("far", "second")))
        }
        shown = {"arrays": arrays, **more}
        self.source.shown = deque([BallLook(dict(grid or self.position.grid), **shown)])
        self.game.advance()
        return self.game.state()
