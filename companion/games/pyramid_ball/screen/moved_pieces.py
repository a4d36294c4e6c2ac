"""Pieces of which there is but one: said to lie somewhere, they lie nowhere else."""

from companion.referee.grid import Grid


def with_gone(cells: Grid, grid: Grid) -> Grid:
    """What is said of `cells` on a table, and what has gone from its other places with that."""
    held = [str(thing)[at : at + 2] for thing in cells.values() for at in range(0, len(str(thing)), 2)]
    gone = {}
    for place, thing in grid.items():
        left = "".join(piece for piece in (thing[:2], thing[2:]) if piece not in held)
        if place not in cells and left != thing:
            gone[place] = left
    return {**gone, **cells}
