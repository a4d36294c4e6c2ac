"""What a picture says of one 3 x 3 array of pyramids beyond an end of the board, with its doubts."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

import numpy as np

DIRECTIONS: Final = ("N", "E", "S", "W", ".")
"""Where a lying pyramid points in the board's frame (N is +y, E is +x); ``.`` is upright or diagonal."""
ABSENT: Final = ""
"""Of the fourth small and the marker: there is none."""
SIZES: Final = ("S", "M", "L")
PLACES: Final = tuple(f"{size}{row}" for row in (1, 2, 3) for size in SIZES)
"""The nine places, row 1 nearest to the board."""
DASH: Final = "S4"
"""The place of a small in the team's colour behind row 3."""
SPECIALS: Final = ("quick", "blitz")


@dataclass(frozen=True)
class ArrayReading:
    """One array as a picture shows it. Numbers of `commands` and `marker` are natural logs of probabilities.

    `commands` has each of `PLACES` with the five `DIRECTIONS`, and `DASH` with these and ``""`` (nothing there);
    `marker` has ``""`` (none) or the place beside or on which the marker lies; `specials` the probabilities that the
    two special pyramids are played; `covered` names places of which too little shows; `at` is where a place's pyramid
    lies or should lie, in pixels; `sizes` how many of "S", "M" and "L" lie where commands do, if all are seen.
    """

    colour: str
    commands: Mapping[str, Mapping[str, float]]
    marker: Mapping[str, float]
    specials: Mapping[str, float]
    covered: frozenset[str] = frozenset()
    at: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)

    def command(self, place: str) -> tuple[str, float]:
        """What stands at a place most likely, and how likely, 0..1."""
        return likeliest(self.commands[place])

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; logs are kept to four digits."""
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
        """What `to_json` gave. Raises KeyError, TypeError or ValueError for anything else."""
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
    """The likeliest of some answers, and its probability."""
    best = max(logs, key=lambda name: logs[name])
    return best, float(np.exp(logs[best]))


def less_sure(reading: ArrayReading, share: float) -> ArrayReading:
    """The same where with a chance of `share` anything may be there."""

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
