"""Find out which game's table lies in a picture, by its board alone."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from companion.games.package import GamePackage
from companion.referee.still_tables import games_by_board
from vision.board.which_board import likely_boards
from vision.image import Image
from vision.networks.trained_for import FOUND_BOARDS

# A board that is so likely there is looked for, though likely none is: its finder tells.
TRIED = 0.2


class LikelyTable(NamedTuple):
    """A game whose table may lie in a picture, and how likely it does, 0..1."""

    game: GamePackage
    chance: float


def likely_tables(picture: Image, corners: Sequence[tuple[float, float]] | None = None) -> list[LikelyTable]:
    """Return the games whose tables may be in a picture (H x W x 3, BGR), with these outer corners in pixels if they
    are known, the likeliest first; the chances left are those of none. Takes some 150 ms of processor."""
    grids = {game: game.part("still").grid for game in games_by_board().values()}
    known = None if corners is None else np.array(corners, float)
    found = likely_boards(picture, [grid for grid in FOUND_BOARDS if grid in grids.values()], known)
    chances = {board.grid: board.chance for board in found}
    tables = [LikelyTable(game, chances.get(grid, 0.0)) for game, grid in grids.items()]
    return sorted(tables, key=lambda table: -table.chance)


def board_in(picture: Image, corners: Sequence[tuple[float, float]] | None = None) -> str:
    """Return the name of the likeliest table in a picture, the usual one if there is probably none."""
    best = likely_tables(picture, corners)[0]
    return best.game.board if best.chance >= TRIED else next(iter(games_by_board()))
