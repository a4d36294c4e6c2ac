"""Draws tables of half backgammon boards, Blokus 3D and Pyramid Ball that are to be read once: with table tops, prints,
plastics, lenses and films that no training data has.

    python -m lab.benchmarks.draw_held_out FOLDER [--count N] [--seed N] [--kinds rows columns ball]

writes `rows`, `columns` and `ball`, N pictures each with the truth beside them, for `lab.benchmarks.read_counts` and
`lab.benchmarks.read_ball_tables`. What was chosen by a seed's figures is not held out from it any more: take another.
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from lab.drawing.floor import Flat
from lab.training.scenes import ball_tables, column_tables, half_board_tables
from lab.training.scenes.half_board_pieces import Checker, CheckerMake
from lab.training.scenes.tables import Rng, SceneFilm
from vision.drawing.painting import Canvas, Rgb
from vision.geometry.board_view import BoardView
from vision.image import Image

SIZES = ((960, 720), (1280, 720), (1152, 864))
TILE = 512
CUBES = (
    ((196, 38, 44), (247, 201, 37), (41, 138, 66), (37, 88, 168)),
    ((214, 69, 58), (255, 221, 87), (92, 160, 60), (60, 128, 200)),
    ((150, 30, 40), (226, 168, 30), (18, 96, 70), (30, 50, 120)),
)
"""Red, yellow, green and blue of three makers, sRGB."""
CHECKERS = (((238, 226, 200), (92, 52, 34)), ((240, 240, 236), (34, 36, 40)), ((222, 160, 60), (40, 70, 96)))
"""Colours of both sides of three makers."""
PRINTS = (
    ((214, 190, 150), (70, 50, 40), (60, 60, 64)),
    ((44, 62, 96), (220, 230, 240), (28, 28, 30)),
    ((236, 236, 230), (60, 110, 100), (150, 110, 76)),
    ((52, 56, 54), (226, 222, 210), (200, 196, 190)),
)
"""Card, ink and turntable of masks: kraft paper, blueprint, white print on wood, chalk on slate."""


def linear(colour: tuple[int, int, int]) -> Rgb:
    red, green, blue = (max((part / 255) ** 2.2, 0.003) for part in colour)
    return red, green, blue


def top(rng: Rng, height: float) -> Flat:
    """A table top: parquet, terrazzo, dots, stripes or printed leaves."""
    ground = rng.uniform(0.05, 0.75) * (1 + rng.normal(0, 0.2, 3))
    other = np.clip(ground * rng.uniform(0.45, 1.7, 3), 0.01, 0.9)
    picture = np.ones((TILE, TILE, 3), np.float32) * np.clip(ground, 0.01, 0.9).astype(np.float32)
    kind = int(rng.integers(5))
    if kind == 0:
        side = TILE // 8
        for row in range(8):
            for column in range(8):
                part = picture[row * side : (row + 1) * side, column * side : (column + 1) * side]
                slats = 1 + rng.normal(0, 0.08, 4).repeat(side // 4)[:, None]
                part *= (slats if (row + column) % 2 else slats.T)[..., None].astype(np.float32)
    elif kind == 3:
        wide = int(rng.integers(12, 60))
        picture[:, np.arange(TILE) // wide % 2 == 0] = other
    else:
        for _ in range(int(rng.integers(60, 260))):
            spot = tuple(int(part) for part in rng.integers(0, TILE, 2))
            long, thin = (
                float(rng.uniform(3, 16)),
                float(rng.uniform(0.2, 1) if kind == 1 else 0.35 if kind == 4 else 1),
            )
            colour = other * rng.uniform(0.6, 1.3, 3) if kind == 1 else other
            turn = float(rng.uniform(0, 360))
            cv2.ellipse(picture, spot, (round(long), max(round(long * thin), 1)), turn, 0, 360, colour.tolist(), -1)
    picture *= (1 + 0.04 * rng.normal(0, 1, (TILE, TILE, 1))).astype(np.float32)
    span = float(rng.uniform(200, 700))
    return Flat(np.clip(picture, 0.002, 0.95), 0, 0, (span, span), float(rng.uniform(0, 3)), height, repeat=True)


def film(rng: Rng, width: int) -> SceneFilm:
    """A phone's camera in a room: its white balance off, soft towards the corners, its JPEG strong."""
    return SceneFilm(
        rng.uniform(0.8, 1.15) * (1 + rng.normal(0, 0.09, 3)),
        float(rng.uniform(0.85, 1.15)),
        float(rng.uniform(0.05, 0.35)),
        rng.normal(0, 0.06, 2),
        float(rng.uniform(0.3, 1.0)) * width / 1000,
        float(rng.uniform(0.002, 0.02)),
        int(rng.integers(60, 92)),
    )


def bent(view: BoardView, rng: Rng) -> BoardView:
    """The same view through a lens that bends otherwise."""
    k1, k2 = float(rng.uniform(-0.16, 0.07)), float(rng.uniform(0.0, 0.03))
    return replace(view, camera=replace(view.camera, distortion=(k1, k2, 0.0, 0.0, 0.0)))


def recoloured(picture: Canvas, mix: np.ndarray[Any, Any]) -> Canvas:
    """A picture in other colours: each channel of the new one is a mixture of the old ones."""
    return np.asarray(np.clip(picture @ mix.T, 0.003, 0.95), np.float32)


def column_table(rng: Rng, seed: int, size: tuple[int, int]) -> column_tables.RandomColumnTable:
    """A turntable of Blokus 3D."""
    table = column_tables.random_column_table(seed, size, steep=0.4)
    card, ink, tint = (linear(colour) for colour in PRINTS[int(rng.integers(len(PRINTS)))])
    made = CUBES[int(rng.integers(len(CUBES)))]
    return replace(
        table,
        view=bent(table.view, rng),
        board=replace(table.board, card=card, ink=ink, tint=tint, rim=tint),
        cubes=replace(table.cubes, tints=tuple(linear(colour) for colour in made)),
        top=top(rng, table.top.height),
        film=film(rng, size[0]),
    )


def columns(rng: Rng, seed: int, size: tuple[int, int]) -> tuple[Image, dict[str, Any]]:
    """A turntable of Blokus 3D with what is built on it."""
    return column_tables.pictured(column_table(rng, seed, size))


def rows_table(
    rng: Rng, seed: int, size: tuple[int, int], *, tournament: bool | None = None
) -> half_board_tables.RandomHalfBoard:
    """Half a backgammon board; `tournament` as `random_half_board` takes it."""
    table = half_board_tables.random_half_board(seed, size, tournament=tournament)
    colours = CHECKERS[int(rng.integers(len(CHECKERS)))]

    def made(make: CheckerMake, colour: tuple[int, int, int]) -> CheckerMake:
        tint = linear(colour)
        return replace(make, top=tint, side=(0.8 * tint[0], 0.8 * tint[1], 0.8 * tint[2]))

    def painted(checkers: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(
            replace(one, make=made(one.make, colours[one.side == "second"]))
            if isinstance(one, Checker) and not one.standin
            else one
            for one in checkers
        )

    return replace(
        table,
        view=bent(table.view, rng),
        checkers=painted(table.checkers),
        other=painted(table.other),
        trayed=painted(table.trayed),
        beside=painted(table.beside),
        flats=(top(rng, table.flats[0].height), *table.flats[1:]),
        film=film(rng, size[0]),
    )


def rows(rng: Rng, seed: int, size: tuple[int, int], *, tournament: bool | None = None) -> tuple[Image, dict[str, Any]]:
    """Half a backgammon board with its truth."""
    table = rows_table(rng, seed, size, tournament=tournament)
    return half_board_tables.draw(table), half_board_tables.truth(table)


def ball_table(rng: Rng, seed: int, size: tuple[int, int]) -> ball_tables.RandomBallTable:
    """A table of Pyramid Ball."""
    table = ball_tables.random_ball_table(seed, size)
    mix = np.array([np.roll(row, k) for k, row in enumerate(rng.dirichlet([4, 1, 1], 3))])
    *sheets, board = table.flats[1:]
    plastics = {
        colour: replace(
            plastic,
            gloss=float(rng.uniform(0.1, 0.7)),
            rim=float(rng.uniform(-0.2, 0.5)),
            pip=float(rng.uniform(-0.4, 0.7)),
        )
        for colour, plastic in table.plastics.items()
    }
    return replace(
        table,
        view=bent(table.view, rng),
        flats=(top(rng, table.flats[0].height), *sheets, replace(board, picture=recoloured(board.picture, mix))),
        plastics=plastics,
        film=film(rng, size[0]),
    )


def ball(rng: Rng, seed: int, size: tuple[int, int]) -> tuple[Image, dict[str, Any]]:
    """A table of Pyramid Ball with its truth."""
    table = ball_table(rng, seed, size)
    return ball_tables.draw(table), ball_tables.truth(table)


KINDS: dict[str, Callable[[Rng, int, tuple[int, int]], tuple[Image, dict[str, Any]]]] = {
    "rows": rows,
    "columns": columns,
    "ball": ball,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=20, help="pictures of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    args = parser.parse_args()
    for name in args.kinds:
        draw = KINDS[name]
        folder = args.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(args.count):
            rng = np.random.default_rng([args.seed, number, 20261128])
            picture, shown = draw(rng, 3_000_017 * args.seed + number, SIZES[number % len(SIZES)])
            cv2.imwrite(str(folder / f"{number:03d}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
            (folder / f"{number:03d}.json").write_text(json.dumps(shown))


if __name__ == "__main__":
    main()
