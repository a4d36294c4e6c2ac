"""Random buildings of polycubes on a masked board, as games of Blokus 3D leave them, and some that break its rules."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from lab.training.scenes.tables import Rng

SIDE = 10
"""Squares along a side of the board."""
TALLEST = 9
"""Cubes of the tallest column that is ever drawn: one more than any rule allows."""
LETTERS = "RYGB"
STRAY = 0.03
"""The share of pieces that may leave the mask or exceed its heights."""

Heights = NDArray[np.int32]


def masks() -> Mapping[str, Heights]:
    """The structures for four players, by name: how high each square may be built, by x then y."""
    steps = np.zeros((SIDE, SIDE), np.int32)
    for y, (first, last) in enumerate([(1, 9), (1, 9), (2, 8), (2, 8), (3, 7), (3, 7), (4, 6), (4, 6)], 1):
        steps[first:last, y] = y
    tower, corner = np.zeros_like(steps), np.zeros_like(steps)
    tower[3:7, 3:8] = 8
    corner[2:5, 1:9] = 4
    corner[5:8, 6:9] = 4
    ring = np.minimum(np.arange(SIDE), np.arange(SIDE)[::-1])
    pyramid = np.minimum.outer(ring, ring).astype(np.int32)
    return {"tower": tower, "corner": corner, "steps": steps, "pyramid": pyramid}


def random_mask(rng: Rng, tall: bool = False) -> tuple[str, int, Heights]:
    """A structure, for how many players it is, and how high each of its squares may be built; a `tall` one may be built
    five squares high or more."""
    name = str(rng.choice(["tower", "steps"] if tall else ["tower", "corner", "steps", "pyramid"]))
    players = int(rng.integers(3 if tall else 2, 5))
    limits = masks()[name].copy()
    if name == "pyramid" and players == 2:
        limits[:, 5:] = 0
    caps = {"tower": (4, 6, 8), "corner": (2, 3, 4), "steps": (4, 5, 8), "pyramid": (4, 4, 4)}
    return name, players, np.minimum(limits, caps[name][players - 2])


class BuiltColumns:
    """What stands on a board: colours (letters' numbers) and pieces' numbers of every cube, -1 where there is none."""

    def __init__(self) -> None:
        self.heights: Heights = np.zeros((SIDE, SIDE), np.int32)
        self.colours: Heights = np.full((SIDE, SIDE, TALLEST), -1, np.int32)
        self.pieces: Heights = np.full((SIDE, SIDE, TALLEST), -1, np.int32)

    def columns(self) -> dict[str, str]:
        """The colours of the columns that stand, bottom to top, by square "x,y"."""
        return {
            f"{x},{y}": "".join(LETTERS[c] for c in self.colours[x, y, : self.heights[x, y]])
            for x, y in np.argwhere(self.heights > 0).tolist()
        }

    def add(self, rng: Rng, limits: Heights, colour: int, number: int) -> None:
        """Put a piece of two to four cubes where there is room."""
        if rng.random() < STRAY:
            limits = np.minimum(limits + int(rng.integers(1, 3)), TALLEST)
        room = np.argwhere(self.heights < limits)
        if not len(room):
            return
        weights = np.array([0.35 + bool(self.heights[x, y]) + self._beside(x, y) for x, y in room], float)
        x, y = room[rng.choice(len(room), p=weights / weights.sum())]
        cubes: list[tuple[int, int]] = []
        for _ in range(int(rng.choice([2, 3, 4], p=[0.1, 0.3, 0.6]))):
            if self.heights[x, y] >= limits[x, y]:
                break
            self.colours[x, y, self.heights[x, y]], self.pieces[x, y, self.heights[x, y]] = colour, number
            self.heights[x, y] += 1
            cubes.append((int(x), int(y)))
            options = self._goes_on(cubes, limits, number)
            if not options:
                break
            x, y = options[int(rng.integers(len(options)))]

    def _goes_on(self, cubes: list[tuple[int, int]], limits: Heights, number: int) -> list[tuple[int, int]]:
        """Squares whose next cube touches one of a piece."""
        found = []
        for x, y in dict.fromkeys(cubes):
            for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
                a, b = x + dx, y + dy
                if not (0 <= a < SIDE and 0 <= b < SIDE) or self.heights[a, b] >= limits[a, b]:
                    continue
                level = self.heights[a, b]
                if (dx, dy) == (0, 0) or self.pieces[x, y, level] == number:
                    found.append((a, b))
        return found

    def _beside(self, x: int, y: int) -> float:
        near = self.heights[max(x - 1, 0) : x + 2, max(y - 1, 0) : y + 2]
        return 0.6 * float((near > 0).mean())


def random_building(
    rng: Rng, limits: Heights, players: int, *, tall: bool = False, begun: bool = False
) -> BuiltColumns:
    """A game of so many players, anywhere between its first piece and its last; a `tall` one is well on, one that has
    just `begun` has few pieces or none."""
    built = BuiltColumns()
    colours = rng.permutation(4)[:players]
    share = 0.0 if rng.random() < 0.04 else float(rng.beta(1.1, 1.0))
    if tall:
        share = float(rng.uniform(0.45, 1.0))
    if begun:
        share = float(rng.uniform(-0.1, 0.1))
    target, number = share * float(limits.sum()), 0
    while built.heights.sum() < target and number < 80:
        built.add(rng, limits, int(colours[number % players]), number)
        number += 1
    return built
