"""Eyes that know what stands on the practice table of Pyramid Ball, for tests that are about something else."""

from dataclasses import replace
from typing import Any

import numpy as np

from companion.games.pyramid_ball.rules.model import Program
from companion.games.pyramid_ball.table.practice import PracticeBallTable
from companion.games.pyramid_ball.table.programs import ENDS
from tests.games.pyramid_ball.table.simulation import BallLook, sight_of
from vision.drawing.ball_table import place_of
from vision.image import Image
from vision.programs.array_reading import PLACES, ArrayReading

HEIGHT_MM = 6.0


class TruthfulEyes:
    """Watches `table` (`vision.tracking.contract.Tracker`)."""

    def __init__(self, table: PracticeBallTable) -> None:
        self._table = table

    def look(self, image: Image) -> Any:
        shown = self._table.shown
        assert shown is not None
        hands = frozenset(shown.hands) & {*ENDS}
        covered = hands | shown.screens
        arrays = {end: None if end in covered else self._reading(end) for end in ENDS}
        look = BallLook(shown.grid, arrays, covered, shown.screens, hand=bool(shown.hands), noise=1.0)
        return _Seen(look, image)

    def weighed(self, look: Any) -> None:
        """There is nothing to note."""

    def learn(self, look: Any, grid: Any) -> None:
        """There is nothing to learn."""

    def _reading(self, end: str) -> ArrayReading:
        table = self._table
        team, side = list(ENDS).index(end), ENDS[end]
        program: Program = table.programs[side]
        at = {}
        for each in PLACES:
            x, y = place_of(end, each, table.view.pitch)
            u, v = table.view.project(np.array([[x, y, HEIGHT_MM]]))[0]
            at[each] = (float(u), float(v))
        reading = sight_of(program, team, table.arrays[side])
        if (place := table.glare.get(end)) is not None:
            ways = reading.commands[place]
            dazzled = dict.fromkeys(ways, float(-np.log(len(ways))))
            reading = replace(reading, commands={**reading.commands, place: dazzled})
        return replace(reading, at=at)


class _Seen:
    def __init__(self, look: BallLook, image: Image) -> None:
        self._look, self.image = look, image

    def __getattr__(self, name: str) -> Any:
        return getattr(self._look, name)
