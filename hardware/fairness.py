"""Tests dice for fairness: Pearson's chi-square over the six faces, and the Wald-Wolfowitz runs test over their order.

With few rolls only a grossly loaded die shows: `detectable` gives the smallest deviation that would.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import erfc, exp, pi, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import DiceRoll, VoidRoll

LEAST_ROLLS = 30  # five expected on each face, the usual least for chi-square
DOUBTFUL, UNFAIR = 0.05, 0.001


@dataclass(frozen=True)
class DieFairness:
    """Result for one colour's die."""

    colour: str
    counts: tuple[int, ...]
    """Counts of the values 1 to 6."""
    chi_square: float
    p_faces: float | None
    """None with too few rolls."""
    p_runs: float | None
    """None with too few rolls."""
    comparisons: int = 1

    @property
    def rolls(self) -> int:
        return sum(self.counts)

    @property
    def detectable(self) -> float:
        """Deviation of a face's chance from 1/6 that is found with 80 % power at 5 %: (1.96 + 0.84) sigma."""
        return 2.8 * sqrt(5 / 36 / self.rolls) if self.rolls else 1.0

    @property
    def verdict(self) -> str:
        """Assessment in plain language; limits are divided by the number of tests, over all dice and kinds of test."""
        if self.p_faces is None:
            return f"too few rolls to tell ({self.rolls} of {LEAST_ROLLS})"
        worst = min(self.p_faces, 1.0 if self.p_runs is None else self.p_runs)
        if worst < UNFAIR / self.comparisons:
            reason = "some faces come too often" if worst == self.p_faces else "high and low do not mix by chance"
            return f"not fair: {reason}; chance alone would do that once in {1 / max(worst, 1e-12):,.0f} times"
        if worst < DOUBTFUL / self.comparisons:
            return "suspicious: roll on and look again"
        return f"nothing against it (a face off by {100 * self.detectable:.0f} points of a hundred would show)"


def fairness(rolls: Iterable[DiceRoll | VoidRoll]) -> list[DieFairness]:
    """Test every colour's die, in alphabetical order, on all certain dice of the rolls in their order."""
    values: dict[str, list[int]] = {}
    for roll in rolls:
        if isinstance(roll, DiceRoll):
            for die in roll.dice:
                if die.colour is not None and die.value is not None:
                    values.setdefault(die.colour, []).append(die.value)
    return [_examine(colour, values[colour], 2 * len(values)) for colour in sorted(values)]


def _examine(colour: str, values: Sequence[int], comparisons: int) -> DieFairness:
    counts = tuple(values.count(face) for face in range(1, 7))
    expected = len(values) / 6
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    enough = len(values) >= LEAST_ROLLS
    p_faces = chance_of_more(statistic) if enough else None
    return DieFairness(colour, counts, statistic, p_faces, runs_test(values) if enough else None, comparisons)


def chance_of_more(chi_square: float) -> float:
    """Return the upper tail of the chi-square distribution with five degrees of freedom (Abramowitz and Stegun
    26.4.4)."""
    tail = sqrt(2 * chi_square / pi) * exp(-chi_square / 2) * (1 + chi_square / 3)
    return erfc(sqrt(chi_square / 2)) + tail


def runs_test(values: Sequence[int]) -> float | None:
    """Return the two-sided p of the number of runs of high (4 to 6) and low values; None where all are of one kind."""
    high = [value > 3 for value in values]
    n1 = sum(high)
    n2 = len(high) - n1
    if not n1 or not n2:
        return None
    runs = 1 + sum(a != b for a, b in pairwise(high))
    n = n1 + n2
    mean = 1 + 2 * n1 * n2 / n
    variance = 2 * n1 * n2 * (2 * n1 * n2 - n) / (n * n * (n - 1))
    if variance <= 0:
        return None
    return erfc(abs(runs - mean) / sqrt(variance) / sqrt(2))


# In OpenCV's order blue, green, red.
_PAINT = {"R": (60, 60, 210), "Y": (40, 200, 230), "G": (80, 160, 60), "B": (200, 110, 50), "W": (190, 190, 190)}
_DARK, _GREY, _PAPER = (40, 40, 40), (150, 150, 150), 250


def draw(dice: Sequence[DieFairness]) -> NDArray[np.uint8]:
    """Draw for each die the counts of its faces, with the band that holds 95 of 100 fair faces."""
    width, height = 560, 230
    picture = np.full((height * max(1, len(dice)), width, 3), _PAPER, dtype=np.uint8)
    for row, die in enumerate(dice):
        top, bottom = row * height + 60, row * height + 190
        expected = die.rolls / 6
        spread = 1.96 * sqrt(die.rolls * 5 / 36)
        scale = (bottom - top) / max(*die.counts, expected + spread, 1)
        low, high = (round(bottom - scale * (expected + sign * spread)) for sign in (-1, 1))
        cv2.rectangle(picture, (30, high), (width - 30, min(low, bottom)), (228, 228, 228), -1)
        cv2.line(
            picture, (30, round(bottom - scale * expected)), (width - 30, round(bottom - scale * expected)), _GREY, 1
        )
        for face, count in enumerate(die.counts):
            left = 50 + 80 * face
            body = _PAINT.get(die.colour, _DARK)
            cv2.rectangle(picture, (left, round(bottom - scale * count)), (left + 50, bottom), body, -1)
            _write(picture, str(count), (left + 8, round(bottom - scale * count) - 6), 0.45)
            _write(picture, str(face + 1), (left + 18, bottom + 20), 0.55)
        _write(picture, f"{die.colour}: {die.rolls} rolls", (30, row * height + 22), 0.6)
        _write(picture, die.verdict, (30, row * height + 42), 0.42)
    return picture


def _write(picture: NDArray[np.uint8], text: str, at: tuple[int, int], size: float) -> None:
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, _DARK, 1, cv2.LINE_AA)
