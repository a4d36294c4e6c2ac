"""Boxes, round things and other prisms, for tables on which more lies than a game."""

from collections.abc import Sequence

import numpy as np

from vision.drawing.painting import Points, Rgb
from vision.drawing.things import Facet, Facets


def box(
    x: float, y: float, half: tuple[float, float], floor: float, top: float, turn: float, colours: Sequence[Rgb]
) -> Facets:
    """Return a box of half the given length and width at (x, y), turned by `turn` radians, from `floor` to `top`;
    `colours` of its top and, in turn, of its sides."""
    cos, sin = np.cos(turn), np.sin(turn)
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    return prism(flat, flat, floor, top, colours)


def cup(
    x: float, y: float, radii: tuple[float, float], floor: float, top: float, colours: Sequence[Rgb], sides: int = 20
) -> Facets:
    """Return a round thing at (x, y) with radii at `floor` and at `top`; `colours` of its top and of its sides."""
    turns = np.arange(sides) * 2 * np.pi / sides
    round_ = np.column_stack([np.cos(turns), np.sin(turns)])
    return prism(round_ * radii[0] + (x, y), round_ * radii[1] + (x, y), floor, top, colours)


def prism(below: Points, over: Points, floor: float, top: float, colours: Sequence[Rgb]) -> Facets:
    """Return the solid between two polygons (N x 2 mm, anticlockwise) at the heights `floor` and `top`; `colours` of
    its top and, in turn, of its sides."""
    low = np.column_stack([below, np.full(len(below), floor)])
    high = np.column_stack([over, np.full(len(over), top)])
    sides = [
        Facet(np.array([low[i], low[j], high[j], high[i]]), colours[1 + i % (len(colours) - 1)])
        for i, j in ((i, (i + 1) % len(low)) for i in range(len(low)))
    ]
    return Facets((*sides, Facet(high, colours[0])), floor)
