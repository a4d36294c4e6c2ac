"""Make the picture of the four tables, each with what the program reads there drawn on it.

    python -m lab.pictures.tables [FILE]

Needs the `train` extra (see `lab.training.scenes.path_traced`). The seeds were chosen among tables that are
read well; on those chosen, all that is read wrongly bears a question mark.
"""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.api import read_board
from lab.pictures.photographed import PhotographedTable, set_up
from lab.training.scenes import column_tables, half_board_tables
from lab.training.scenes.ball_tables import random_ball_table
from lab.training.scenes.path_traced_ball import trace_ball
from vision.image import Image

SIZE: Final = (960, 720)
SHOWN: Final = (640, 480)
GAP: Final = 4
SAMPLES: Final = 32
QUALITY: Final = 88

# Brightness of the lamps, and degrees from straight above of a player who looks down at a Pyramid Ball board.
BRIGHT, OBLIQUE = 0.35, 28.0

TABLES: Final[Mapping[str, Callable[[], Image]]] = {
    "volcano": lambda: PhotographedTable(SIZE, SAMPLES).picture(set_up()),
    "backgammon": lambda: half_board_tables.draw(
        replace(_clear(half_board_tables.random_half_board(18, SIZE, tournament=False)), dice=())
    ),
    "pyramid-ball": lambda: trace_ball(_clear(random_ball_table(2, SIZE, OBLIQUE)), SAMPLES),
    "blokus3d": lambda: column_tables.draw(_clear(column_tables.random_column_table(501, SIZE))),
}

# What the players say of a table.
SAID: Final[Mapping[str, Mapping[str, Any]]] = {"blokus3d": {"structure": "corner", "players": 3}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?", default=Path("docs/pictures/four_tables.jpg"))
    args = parser.parse_args()
    seen = [cv2.resize(_overlaid(draw(), board), SHOWN, interpolation=cv2.INTER_AREA) for board, draw in TABLES.items()]
    framed = [np.pad(one, ((GAP, GAP), (GAP, GAP), (0, 0)), constant_values=255) for one in seen]
    sheet = np.vstack([np.hstack(framed[:2]), np.hstack(framed[2:])])
    cv2.imwrite(str(args.file), sheet, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


def _clear(table: Any) -> Any:
    """Return a random table as a careful player would photograph it: no hands, a bright lamp, a sharp lens."""
    film = table.film
    film = replace(film, noise=min(film.noise, 0.004), blur=0.3, tilt=film.tilt * 0.3, vignette=film.vignette * 0.3)
    return replace(table, above=(), exposure=BRIGHT, film=film)


def _overlaid(picture: Image, board: str) -> Image:
    return read_board(picture, board, **SAID.get(board, {})).overlay()


if __name__ == "__main__":
    main()
