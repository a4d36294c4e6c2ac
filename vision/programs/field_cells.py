"""Settles what stands on the squares of a field, all together: each team has one pyramid of each size, and there is one
ball.

All tables are weighed: square by square, with what of the seven has been placed before (128 sets) and what is placed
after it (the forward and backward sums of a hidden Markov model, Rabiner 1989).
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.image import Floats
from vision.programs.field import FieldSight
from vision.programs.table_colours import TableColours
from vision.stacks.inventory import OTHERS, Settled

MISSING: Final = -9.0
"""Nats against each pyramid that stands nowhere."""
UNSEEN: Final = np.log(0.87)
"""That a square is empty of which nothing shows."""


def read_squares(sights: Sequence[FieldSight], colours: TableColours) -> dict[str, Settled]:
    """What stands on each square, for what some pictures of one still table show together."""
    pieces = [f"{team}{pips}" for team in colours.teams for pips in (1, 2, 3)]
    ball = f"{colours.ball}1"
    things = ["", *pieces, *(piece + ball for piece in pieces), ball]
    crowned = 1 << len(pieces)
    sets = [0, *(1 << k for k in range(len(pieces))), *((1 << k) | crowned for k in range(len(pieces))), crowned]
    unseen = np.full(len(things), np.log((1 - np.exp(UNSEEN)) / (len(things) - 1)))
    unseen[0] = UNSEEN
    cells = sights[0].view.grid.cells
    logs = np.empty((len(cells), len(things)))
    for k, cell in enumerate(cells):
        seeing = [sight for sight in sights if cell not in sight.hidden]
        logs[k] = np.sum([sight.log_chances(cell, things) for sight in seeing], axis=0) if seeing else unseen
    chances = _together(logs, sets, len(pieces) + 1)
    return {cell: _settled(things, row) for cell, row in zip(cells, chances, strict=True)}


def _together(logs: Floats, sets: Sequence[int], count: int) -> Floats:
    """The chances of things (squares x things) with `sets` of what each uses up of `count`, from independent logs."""
    likely = np.exp(logs - logs.max(axis=1, keepdims=True))
    every = np.arange(1 << count)
    free = [np.flatnonzero(every & used == 0) for used in sets]
    before = np.zeros((len(logs) + 1, len(every)))
    before[0, 0] = 1
    for k, row in enumerate(likely):
        for chance, used, states in zip(row, sets, free, strict=True):
            before[k + 1, states | used] += chance * before[k, states]
        before[k + 1] /= before[k + 1].sum()
    placed = np.array([int(state).bit_count() for state in every])
    after = np.exp(MISSING * (count - placed))
    found = np.empty(logs.shape)
    for k in range(len(logs) - 1, -1, -1):
        found[k] = [
            chance * (before[k, states] @ after[states | used])
            for chance, used, states in zip(likely[k], sets, free, strict=True)
        ]
        found[k] /= found[k].sum()
        earlier = np.zeros(len(every))
        for chance, used, states in zip(likely[k], sets, free, strict=True):
            earlier[states] += chance * after[states | used]
        after = earlier / earlier.sum()
    return found


def _settled(things: Sequence[str], chances: Floats) -> Settled:
    order = [int(k) for k in np.argsort(-chances)]
    others = tuple((things[k], float(chances[k])) for k in order[1 : 1 + OTHERS])
    return Settled(things[order[0]], float(chances[order[0]]), others)
