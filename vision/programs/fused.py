"""Combines the readings of a program in several pictures of one still table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.programs.array_reading import ArrayReading


def fused(readings: Sequence[ArrayReading | None]) -> ArrayReading | None:
    """Combine readings; a place visible in any of them is not covered. None where none shows a program."""
    seen = [reading for reading in readings if reading is not None]
    if len(seen) < 2:
        return seen[0] if seen else None
    first = seen[0]
    commands = {
        place: _together([one.commands[place] for one in seen if place not in one.covered] or [first.commands[place]])
        for place in first.commands
    }
    odds = {
        name: float(np.mean([np.log(one.specials[name] / (1 - one.specials[name])) for one in seen]))
        for name in first.specials
    }
    return replace(
        first,
        commands=commands,
        marker=_together([one.marker for one in seen]),
        specials={name: float(1 / (1 + np.exp(-value))) for name, value in odds.items()},
        covered=frozenset.intersection(*(one.covered for one in seen)),
    )


def _together(logs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the geometric mean of probabilities, since pictures of one table err alike."""
    mean = {name: float(np.mean([one[name] for one in logs])) for name in logs[0]}
    total = float(np.logaddexp.reduce(list(mean.values())))
    return {name: value - total for name, value in mean.items()}
