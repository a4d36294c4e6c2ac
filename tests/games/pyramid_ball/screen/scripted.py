"""A practice table on which two players play a whole advanced game that is written down."""

from collections.abc import Iterator
from typing import Any

from companion.games.pyramid_ball.rules.model import Program
from companion.games.pyramid_ball.rules.notation import turn_from_text
from companion.games.pyramid_ball.rules.turns import Turn
from companion.games.pyramid_ball.table.execution import turns
from companion.games.pyramid_ball.table.practice import PracticeBallTable
from companion.referee.table_parts import Happening

GAME = (
    "S:F.R M:.F. L:.RB / S:F.B M:FF. L:B.. ; M S",
    "S:.BL M:.FB L:FLF / S:F.F M:F.R L:.RF pass3>M ; S M",
    "S:RLF M:L.F L:LRL pass3>M / S:LL. M:FFF L:.RB ; L L",
    "S:L.. M:FBB L:.RF / S:R.B M:FL. L:.RL pass3>S",
    "S:L.B M:LBR L:... pass3>S / S:.FR M:.BL L:F..",
    "S:BRF M:F.F L:RLR / S:... M:FF. L:.FF pass3>L",
    "S:F.. M:B.. L:FFF pass2>L / S:F.. M:R.F L:FRL pass2>L",
)
LATE, WRONG = 1, 2


class ScriptedBall(PracticeBallTable):
    """In turn LATE a hand is late, in turn WRONG a pyramid is put on a wrong square first."""

    def __init__(self, *args: Any, **chosen: Any) -> None:
        super().__init__(*args, **chosen)
        self.number = -1
        self._glares = 0

    def _turn(self, begun: bool = False) -> Iterator[Happening]:
        self.number += not begun
        self._late = 100 if self.number == LATE else 0
        self._breaches = 100 if self.number == WRONG else 0
        return super()._turn(begun)

    def _choose(self, player: int) -> Program:
        return turn_from_text(GAME[self.number])[0][player]

    def _played(self) -> Turn | None:
        _, choices = turn_from_text(GAME[self.number])
        every = turns(self.position.game, self._carried(), self._choices, self._options)
        return next((turn for turn in every if turn.choices[: len(choices)] == choices), every[0])


def choices(number: int) -> tuple[str, ...]:
    """What the players choose in a turn."""
    return turn_from_text(GAME[number])[1]
