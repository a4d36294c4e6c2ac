"""Settles what stands on the squares of a field, all together: each team has one pyramid of each size, and there is one
ball."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.programs.field import FieldSight
from vision.programs.table_colours import TableColours
from vision.stacks.inventory import Settled, settle

LIKELY: Final = -14.0
"""Things less likely than this beside the likeliest (nats) are not weighed."""


def read_squares(sights: Sequence[FieldSight], colours: TableColours) -> dict[str, Settled]:
    """The best table for what some pictures of it show together, with what stands on each square."""
    pieces = [f"{team}{pips}" for team in colours.teams for pips in (1, 2, 3)]
    ball = f"{colours.ball}1"
    things = ["", *pieces, *(piece + ball for piece in pieces), ball]
    candidates = {}
    for cell in sights[0].view.grid.cells:
        seeing = [sight for sight in sights if cell not in sight.hidden]
        logs = (
            np.sum([sight.log_chances(cell, things) for sight in seeing], axis=0) if seeing else np.zeros(len(things))
        )
        logs = logs - np.logaddexp.reduce(logs)
        near = np.flatnonzero(logs > logs.max() + LIKELY)
        candidates[cell] = ([things[k] for k in near], logs[near])
    return settle(candidates, {**dict.fromkeys(pieces, 1), ball: 1})
