"""Finds the hops that would explain the difference between two tables."""

from collections import Counter

from companion.referee.grid import Grid


def hops_between(before: Grid, after: Grid) -> tuple[tuple[str, str], ...]:
    """Return the hops (from, to) that explain the difference, piece by piece; pieces gone or come stay unexplained."""
    lost: list[tuple[str, str]] = []
    gained: list[tuple[str, str]] = []
    for cell in before:
        had, has = Counter(_pieces(before[cell])), Counter(_pieces(after.get(cell, "")))
        lost += [(piece, cell) for piece in (had - has).elements()]
        gained += [(piece, cell) for piece in (has - had).elements()]
    hops = []
    for piece, start in lost:
        match = next((item for item in gained if item[0] == piece), None)
        if match:
            gained.remove(match)
            hops.append((start, match[1]))
    return tuple(hops)


def _pieces(thing: str) -> list[str]:
    return [thing[at : at + 2] for at in range(0, len(thing), 2)]
