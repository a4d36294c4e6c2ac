"""Leistiko's Blockade a second time, slow and literal: every checker by itself, every point spent one after another.

Written from the rules alone. It shares no code with `companion.games.leistiko_blockade.rules`, so that the two can
check each other. A checker is where it stands and whether it stood in the chosen row when the turn began; "far 3" is
the far side of row 3.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any

Place = str | int
Checker = tuple[Place, bool]
# Places of the mover's checkers, sorted as text, and what is left of the points: one number, or (move, leap).
Counts = tuple[int, ...]


def leap_price(own_there: int, opposing: int, minimum: int) -> int:
    """One point across, one off, one for each obstructing piece, half a point back for each supporting one."""
    exact = Fraction(1 + 1 + opposing) - Fraction(own_there - 1, 2)
    return max(minimum, ceil(exact))


class Turn:
    """All ways to spend a roll on the checkers of one row."""

    def __init__(self, position: Mapping[str, Any], row: int, roll: Any, options: Mapping[str, Any]) -> None:
        self.variant = options.get("variant", "base")
        self.minimum = options.get("LB-06", 1)
        self.resting = not options.get("LB-09", True) and self.variant != "bungie"
        mover = position["to_move"]
        other = "second" if mover == "first" else "first"
        self.opposing = position[other]
        far = position.get("across", {}).get(mover, [0] * 6)
        self.checkers: list[Checker] = []
        for each in range(1, 7):
            self.checkers += [(each, each == row)] * position[mover][each - 1]
            self.checkers += [(f"far {each}", each == row)] * far[each - 1]
        self.ends: dict[Counts, int] = {}
        self._seen: set[object] = set()
        if isinstance(roll, dict):
            self._take_off(sum(die > max(roll["opposed"]) for die in roll["leap"]), row)
        elif self.variant == "super-push":
            self._spend(self.checkers, roll[0], roll[1], 0)
        elif self.variant == "bungie":
            self._spend(self.checkers, roll[0], -1, 0)
        else:
            self._spend(self.checkers, roll[0], None, 0)

    def _take_off(self, won: int, row: int) -> None:
        for off in range(won + 1):
            left = list(self.checkers)
            for _ in range(off):
                left.remove((row, True))
            self._note(left, off)

    def _note(self, checkers: list[Checker], points: int) -> None:
        places = [place for place, _ in checkers]
        counts = tuple(places.count(row) for row in range(1, 7)) + tuple(
            places.count(f"far {row}") for row in range(1, 7)
        )
        self.ends[counts] = min(points, self.ends.get(counts, points))

    def _spend(self, checkers: list[Checker], left: int, leap_left: int | None, points: int) -> None:
        """`leap_left` None: leaps are paid with the same points; below zero: there are no leaps."""
        key = tuple(sorted(map(str, checkers))), left, leap_left, points
        if key in self._seen:
            return
        self._seen.add(key)
        self._note(checkers, points)
        for checker in dict.fromkeys(checkers):
            place, may_move = checker
            if not may_move:
                continue
            rest = list(checkers)
            rest.remove(checker)
            if isinstance(place, int) and left >= 1:
                for near in (place - 1, place + 1):
                    if 1 <= near <= 6:
                        self._spend([*rest, (near, True)], left - 1, leap_left, points + 1)
            for price, then in self._leaps(place, checkers, rest):
                if leap_left is None and price <= left:
                    self._spend(then, left - price, None, points + price)
                elif leap_left is not None and 0 <= price <= leap_left:
                    self._spend(then, left, leap_left - price, points + price)

    def _leaps(self, place: Place, checkers: list[Checker], rest: list[Checker]) -> list[tuple[int, list[Checker]]]:
        if isinstance(place, str):
            return [(1, rest)]
        there = [where for where, _ in checkers].count(place)
        price = leap_price(there, self.opposing[place - 1], self.minimum)
        ways = [(price, rest)]
        if self.resting:
            ways.append((max(0, price - 1), [*rest, (f"far {place}", True)]))
        return ways


def ends(position: Mapping[str, Any], row: int, roll: Any, options: Mapping[str, Any]) -> dict[Counts, int]:
    """Every way the mover's checkers can stand after the turn, six rows and the six far sides, with fewest points."""
    return Turn(position, row, roll, options).ends


def winner(first_left: int, second_left: int, just_moved: str) -> str | None:
    """After a turn: who has won, "draw", or None while the game goes on."""
    if just_moved == "second":
        if second_left == 0:
            return "draw" if first_left == 0 else "second"
        return "first" if first_left == 0 else None
    return None if second_left else "second"
