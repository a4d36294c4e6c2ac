"""Positions and placements of Blokus 3D as one line of text each, both ways without loss.

A position is its structure; its rows from the far one, joined by "/", the columns of a row by ",", the cubes of a
column from the board upwards; the players clockwise with the pieces each has left, "*" for all and "-" for none, and
"!" for a player who is out; the player to move, "-" if there is none:
"tower ,,,/,,,/,BB,Y,/,B,YY,/,,, blue:I2I3I4T4L4O4S4Y4A4B4 yellow:* to move blue".
A placement is the player, the piece and its cells as x,y,z: "blue L4: 3,4,0 3,5,0 4,4,0 5,4,0".
"""

import re
from collections.abc import Sequence

from companion.games.blokus3d.rules.model import COLOURS, Placement, Position, read_players, read_structure, square_name
from companion.games.blokus3d.rules.pieces import PIECES
from companion.games.blokus3d.rules.structures import Square, limits
from companion.games.blokus3d.rules.turns import read_placement
from companion.games.errors import GameError, printable

_LEFT = re.compile(r"([a-z]+):(\*|-|(?:[A-Z][234])+)(!?)")
_PLACEMENT = re.compile(r"([a-z]+) ([A-Z][234]): (.*)")
_CELL = re.compile(r"(\d),(\d),(\d)")
_TO_MOVE = ("to", "move")


def position_to_text(position: Position) -> str:
    rows = _rows(list(position.limits))
    columns = "/".join(",".join(position.column(square) for square in row) for row in rows)
    players = " ".join(_left_to_text(position, player) for player in position.players)
    return f"{position.structure} {columns} {players} {' '.join(_TO_MOVE)} {position.to_move or '-'}"


def _rows(squares: Sequence[Square]) -> list[list[Square]]:
    """Return the squares row by row, the far row first, from left to right."""
    return [sorted(square for square in squares if square[1] == y) for y in sorted({y for _, y in squares})[::-1]]


def _left_to_text(position: Position, player: str) -> str:
    left = position.left[player]
    pieces = "*" if left == PIECES else "".join(left) or "-"
    return f"{player}:{pieces}{'!' if player in position.out else ''}"


def position_from_text(text: str) -> Position:
    """Return the position of a line. Raises GameError naming the place of what is malformed."""
    fields = text.split()
    if len(fields) < 7 or tuple(fields[-3:-1]) != _TO_MOVE:
        raise GameError("blokus.line", got=printable(text))
    structure, rows, *players = fields[:-3]
    left, out = _left_from_text(players)
    seats = read_players(list(left))
    squares = limits(read_structure(structure), len(seats))
    columns = _columns_from_text(rows, list(squares))
    return Position(read_structure(structure), seats, columns, left, out, None if fields[-1] == "-" else fields[-1])


def _left_from_text(players: Sequence[str]) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    left: dict[str, tuple[str, ...]] = {}
    out: list[str] = []
    for number, text in enumerate(players, 1):
        read = _LEFT.fullmatch(text)
        if not read or read[1] in left:
            raise GameError("blokus.line.player", number=number, got=printable(text))
        player, pieces, is_out = read.groups()
        left[player] = PIECES if pieces == "*" else tuple(re.findall(r"[A-Z]\d", pieces))
        out += [player] if is_out else []
    return left, tuple(out)


def _columns_from_text(text: str, squares: Sequence[Square]) -> dict[str, str]:
    rows, lines = _rows(squares), text.split("/")
    if len(lines) != len(rows):
        raise GameError("blokus.line.rows", n=len(lines), needed=len(rows))
    columns: dict[str, str] = {}
    for row, line in zip(rows, lines, strict=True):
        found = line.split(",")
        if len(found) != len(row):
            raise GameError("blokus.line.columns", row=row[0][1], n=len(found), needed=len(row))
        columns.update(zip(map(square_name, row), found, strict=True))
    return columns


def placement_to_text(player: str, placement: Placement) -> str:
    cells = " ".join(",".join(map(str, cell)) for cell in placement.cells)
    return f"{player} {placement.piece}: {cells}"


def placement_from_text(text: str) -> tuple[str, Placement]:
    """Return the player and the placement of a line, as written: whether it is legal only a position can tell.

    Raises GameError naming the place of what is malformed.
    """
    read = _PLACEMENT.fullmatch(text.strip())
    if not read:
        raise GameError("blokus.line.turn", got=printable(text))
    cells = []
    for number, cell in enumerate(read[3].split(), 1):
        values = _CELL.fullmatch(cell)
        if not values:
            raise GameError("blokus.line.cell", number=number, got=printable(cell))
        cells.append([int(value) for value in values.groups()])
    player = read[1]
    if player not in COLOURS:
        raise GameError("blokus.line.no_player", got=printable(player), players=COLOURS)
    return player, read_placement(read[2], cells)
