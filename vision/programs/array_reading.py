"""Reading of one 3 x 3 array of pyramids beyond an end of the board, with its doubts."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

import numpy as np

DIRECTIONS: Final = ("N", "E", "S", "W", ".")
"""Directions of a lying pyramid in the board frame (N is +y, E is +x); ``.`` is upright or diagonal."""
ABSENT: Final = ""
"""No fourth small, or no marker."""
SIZES: Final = ("S", "M", "L")
PLACES: Final = tuple(f"{size}{row}" for row in (1, 2, 3) for size in SIZES)
"""The nine places, row 1 nearest to the board."""
DASH: Final = "S4"
"""Place of a small in the team's colour behind row 3."""
SPECIALS: Final = ("quick", "blitz")


@dataclass(frozen=True)
class ArrayReading:
    """One array as a picture shows it. Logs are natural logs of probabilities."""

    colour: str
    commands: Mapping[str, Mapping[str, float]]
    """Logs for each of `PLACES` by the five `DIRECTIONS`, and for `DASH` by these and ``""`` (nothing there)."""
    marker: Mapping[str, float]
    """Logs by the place beside or on which the marker lies; ``""`` for none."""
    specials: Mapping[str, float]
    """Probabilities that the two special pyramids are played."""
    covered: frozenset[str] = frozenset()
    """Places that show too little."""
    at: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Where each place's pyramid lies or should lie, pixels."""
    sizes: Mapping[str, int] = field(default_factory=dict)
    """Number of "S", "M" and "L" among the commands, if all are visible."""

    def command(self, place: str) -> tuple[str, float]:
        """Return the likeliest command at a place and its probability."""
        return likeliest(self.commands[place])

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON; logs have four digits."""
        return {
            "colour": self.colour,
            "commands": {place: _rounded(logs) for place, logs in self.commands.items()},
            "marker": _rounded(self.marker),
            "specials": _rounded(self.specials),
            "covered": sorted(self.covered),
            "at": {place: [round(u, 1), round(v, 1)] for place, (u, v) in self.at.items()},
            "sizes": dict(self.sizes),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Read what `to_json` gave. Raises KeyError, TypeError or ValueError for anything else."""
        return cls(
            str(value["colour"]),
            {str(place): _numbers(logs) for place, logs in value["commands"].items()},
            _numbers(value["marker"]),
            _numbers(value["specials"]),
            frozenset(str(place) for place in value["covered"]),
            {str(place): (float(u), float(v)) for place, (u, v) in value["at"].items()},
            {str(size): int(count) for size, count in value.get("sizes", {}).items()},
        )


def likeliest(logs: Mapping[str, float]) -> tuple[str, float]:
    """Return the likeliest answer and its probability."""
    best = max(logs, key=lambda name: logs[name])
    return best, float(np.exp(logs[best]))


def less_sure(reading: ArrayReading, share: float) -> ArrayReading:
    """Mix in a probability of `share` that anything may be there."""

    def mixed(logs: Mapping[str, float]) -> dict[str, float]:
        return {name: float(np.log((1 - share) * np.exp(log) + share / len(logs))) for name, log in logs.items()}

    return replace(
        reading,
        commands={place: mixed(logs) for place, logs in reading.commands.items()},
        marker=mixed(reading.marker),
        specials={name: (1 - share) * chance + share / 2 for name, chance in reading.specials.items()},
    )


def _rounded(numbers: Mapping[str, float]) -> dict[str, float]:
    return {name: round(number, 4) for name, number in numbers.items()}


def _numbers(value: Mapping[str, Any]) -> dict[str, float]:
    return {str(name): float(number) for name, number in value.items()}
