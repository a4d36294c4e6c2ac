"""The turntable from above as shapes: of every column the colour and letter of its top, and its height."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, get_args

from companion.games.blokus3d.rules.model import LETTERS, Position
from companion.games.blokus3d.rules.structures import PLAYERS, Structure, limits
from companion.games.blokus3d.table.columns import SQUARES
from companion.referee.drawing.board import DrawnBoard
from companion.referee.drawing.shapes import FACE_INK, FACES, Box, Letters, Shapes
from companion.referee.drawing.squares import squares
from companion.referee.grid import Grid, Place
from companion.referee.table_parts import TableDrawing

# Columns are drawn up to that height.
HIGHEST: Final = 9
FILES: Final = "abcdefghij"


class BlokusDrawing(TableDrawing):
    """The squares that are built on, and others on which something stands; all that there are without a `start`."""

    def __init__(self, start: Position | None = None) -> None:
        self._mask = frozenset(start.columns if start else SQUARES)

    def board(self, places: Collection[Place], *, touched: bool = False) -> DrawnBoard:
        return turntable(frozenset(places or self._mask))

    def boards(self) -> tuple[DrawnBoard, ...]:
        masks = (limits(structure, max(PLAYERS)) for structure in get_args(Structure))
        boards = (turntable(frozenset(f"{x},{y}" for x, y in mask)) for mask in masks)
        return (*sorted(boards, key=lambda board: len(board.places)), turntable(frozenset(SQUARES)))

    def visible_part(self, grid: Grid) -> Grid:
        return {place: column for place, column in grid.items() if column or place in self._mask}

    def arrow(self, move: Mapping[str, Any]) -> None:
        return None

    def swatch(self, move: Mapping[str, Any]) -> str:
        return FACES[LETTERS[str(move["player"])]][0]

    def colours(self, _position: object) -> Mapping[str, Sequence[str]]:
        return {colour: [FACES[letter][0]] for colour, letter in LETTERS.items()}


@lru_cache(maxsize=64)
def turntable(places: frozenset[Place]) -> DrawnBoard:
    """Return a board of these squares, as small as they allow."""
    xs, ys = (sorted(map(int, each)) for each in zip(*(place.split(",") for place in places), strict=True))
    rows = [str(y + 1) for y in range(ys[-1], ys[0] - 1, -1)]
    return squares(
        FILES[xs[0] : xs[-1] + 1],
        rows,
        _stamp,
        _stamps,
        name=_square,
        only=places,
        layering="top",
        frames_over=True,
        zooms=False,
    )


def limit(most: int, column: str) -> Shapes:
    """Draw how high one may build, over a column."""
    ink = FACE_INK[column[-1]] if column else "cell_ink"
    return (Letters(0, 32 if column else 0, 20 if column else 32, f"≤{most}", ink),)


def placed(colour: str, height: int) -> Shapes:
    """Draw a column as it will be, in a frame."""
    return Box(-33, -33, 66, 66, 10, FACES[colour][0], "mark", 6), Letters(
        0, 0, 30, f"{colour}{height}", FACE_INK[colour]
    )


def _square(file: str, row: str) -> Place:
    return f"{FILES.index(file)},{int(row) - 1}"


def _stamps(_kind: str) -> Sequence[str]:
    return [f"{colour}{height}" for colour in LETTERS.values() for height in range(1, HIGHEST + 1)]


def _stamp(_kind: str, top: str) -> Shapes:
    colour = top[:1]
    if colour not in FACES:
        return ()
    return Box(-48, -48, 96, 96, 8, FACES[colour][0]), Letters(0, 0, 34, top, FACE_INK[colour])
