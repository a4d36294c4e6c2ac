"""Blokus 3D a second time, slow and literal: a dict of cubes, and every cell tried for every turned piece.

Written from the rules alone. It shares no code with `companion.games.blokus3d.rules`, so that the two can check each
other. Pieces and heights are typed in as the rule sheet draws them. A cube is (x, y, z).
"""

from collections.abc import Iterator, Mapping
from typing import Any

Cube = tuple[int, int, int]
Cubes = frozenset[Cube]

PIECES: dict[str, list[str]] = {
    "I2": ["000", "100"],
    "I3": ["000", "100", "200"],
    "V3": ["000", "100", "010"],
    "I4": ["000", "100", "200", "300"],
    "T4": ["000", "100", "200", "110"],
    "L4": ["000", "100", "200", "010"],
    "O4": ["000", "100", "010", "110"],
    "S4": ["000", "100", "110", "210"],
    "Y4": ["000", "100", "010", "001"],
    "A4": ["000", "100", "010", "101"],
    "B4": ["000", "100", "010", "011"],
}
LETTER = {"blue": "B", "yellow": "Y", "red": "R", "green": "G"}


def quarter_turns(cubes: Cubes) -> Iterator[Cubes]:
    """A quarter turn about each of two axes: together they generate every rotation."""
    yield frozenset((-y, x, z) for x, y, z in cubes)
    yield frozenset((x, -z, y) for x, y, z in cubes)


def to_corner(cubes: Cubes) -> Cubes:
    x0, y0, z0 = (min(cube[axis] for cube in cubes) for axis in range(3))
    return frozenset((x - x0, y - y0, z - z0) for x, y, z in cubes)


def turned(piece: str) -> set[Cubes]:
    """All ways to turn a piece."""
    start = frozenset((int(text[0]), int(text[1]), int(text[2])) for text in PIECES[piece])
    found, edge = set(), [start]
    while edge:
        cubes = to_corner(edge.pop())
        if cubes not in found:
            found.add(cubes)
            edge += quarter_turns(cubes)
    return found


TURNED = {piece: turned(piece) for piece in PIECES}


def heights(structure: str, players: int) -> dict[tuple[int, int], int]:
    """The height limit of every square, rule sheet by rule sheet."""
    if structure == "tower":
        return {(x, y): 2 * players for x in range(3, 7) for y in range(3, 8)}
    if structure == "corner":
        return {(x, y): players for x in range(2, 8) for y in range(1, 9) if x < 5 or y > 5}
    if structure == "steps":
        cap = {2: 4, 3: 5, 4: 8}[players]
        half_width = {1: 4, 2: 4, 3: 3, 4: 3, 5: 2, 6: 2, 7: 1, 8: 1}
        return {(x, y): min(cap, y) for y in range(1, 9) for x in range(5 - half_width[y], 5 + half_width[y])}
    rows = range(1, 5) if players == 2 else range(1, 9)
    return {(x, y): min(x, y, 9 - x, 9 - y) for x in range(1, 9) for y in rows}


def faces(cube: Cube) -> list[Cube]:
    x, y, z = cube
    return [(x - 1, y, z), (x + 1, y, z), (x, y - 1, z), (x, y + 1, z), (x, y, z - 1), (x, y, z + 1)]


class Table:
    """Cubes by colour, the pieces left, who is out and whose turn it is."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        self.players: list[str] = position["players"]
        self.heights = heights(position["structure"], len(self.players))
        self.cubes: dict[Cube, str] = {}
        for name, column in position["columns"].items():
            x, y = map(int, name.split(","))
            for z, letter in enumerate(column):
                self.cubes[x, y, z] = next(player for player in LETTER if LETTER[player] == letter)
        self.left = {player: list(pieces) for player, pieces in position["left"].items()}
        self.out = list(position["out"])
        self.to_move: str | None = position["to_move"]

    def allowed(self, player: str, cubes: Cubes) -> bool:
        for x, y, z in cubes:
            if (x, y) not in self.heights or not 0 <= z < self.heights[x, y] or (x, y, z) in self.cubes:
                return False
            if z > 0 and (x, y, z - 1) not in self.cubes and (x, y, z - 1) not in cubes:
                return False
        touched = {self.cubes[there] for here in cubes for there in faces(here) if there in self.cubes}
        if len(self.left[player]) < 11:
            return player in touched
        if not self.cubes:
            return True
        return bool(touched) and any(z == 0 for _, _, z in cubes)

    def placements(self, player: str) -> set[tuple[str, Cubes]]:
        found = set()
        for piece in self.left[player]:
            for shape in TURNED[piece]:
                for x0, y0 in [(x, y) for x in range(10) for y in range(10)]:
                    if any((x + x0, y + y0) not in self.heights for x, y, _ in shape):
                        continue
                    for z0 in range(max(self.heights.values())):
                        cubes = frozenset((x + x0, y + y0, z + z0) for x, y, z in shape)
                        if self.allowed(player, cubes):
                            found.add((piece, cubes))
        return found

    def place(self, piece: str, cubes: Cubes) -> None:
        """The player to move places, and the turn goes on; whoever cannot place when it comes to him is out."""
        assert self.to_move
        for cube in cubes:
            self.cubes[cube] = self.to_move
        self.left[self.to_move].remove(piece)
        at = self.players.index(self.to_move)
        for step in range(1, len(self.players) + 1):
            player = self.players[(at + step) % len(self.players)]
            if player in self.out:
                continue
            if self.placements(player):
                self.to_move = player
                return
            self.out.append(player)
        self.to_move = None

    def columns(self) -> dict[str, str]:
        columns = {}
        for x, y in self.heights:
            stack = [self.cubes[x, y, z] for z in range(10) if (x, y, z) in self.cubes]
            columns[f"{x},{y}"] = "".join(LETTER[player] for player in stack)
        return columns

    def scores(self) -> dict[str, int]:
        scores = {player: -len(self.left[player]) for player in self.players}
        for x, y in self.heights:
            seen = [self.cubes[x, y, z] for z in range(10) if (x, y, z) in self.cubes]
            if seen:
                scores[seen[-1]] += 1
        return scores
