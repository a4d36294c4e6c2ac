"""Unique pieces: one that is said to lie somewhere is gone from everywhere else."""

from companion.referee.grid import Grid


def with_gone(cells: Grid, grid: Grid) -> Grid:
    """Return what is said of `cells` on a table, and what has left its other places with that."""
    held = [str(thing)[at : at + 2] for thing in cells.values() for at in range(0, len(str(thing)), 2)]
    gone = {}
    for place, thing in grid.items():
        left = "".join(piece for piece in (thing[:2], thing[2:]) if piece not in held)
        if place not in cells and left != thing:
            gone[place] = left
    return {**gone, **cells}
