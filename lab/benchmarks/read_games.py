"""Reads the settled pictures of drawn games one by one, as `companion see` does: alone, and after the set-up's picture.

    python -m lab.benchmarks.read_games FOLDER

FOLDER holds games as `draw_games.py` writes them. Tells what a set-up teaches of a table: cells right, and whether
confidence means what it says, without it and with it.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.games.looney_blockade.table.still import READER
from companion.referee.errors import RefereeError
from companion.referee.still_tables import SeeHints
from lab.benchmarks.reliability import print_reliability
from vision.errors import VisionError
from vision.image import Image

# What lies on the table is the truth's table in these.
SETTLED = ("legal", "takeback")


def picture(path: Path) -> Image:
    return np.asarray(cv2.imread(str(path)), np.uint8)


def read(folder: Path, taught: bool) -> Iterator[tuple[float, bool]]:
    """How sure every cell is that is told, and whether it is right."""
    first, *later = json.loads((folder / "truth.json").read_text())
    corner = json.loads((folder / "recording.json").read_text())["a1"]
    hints = SeeHints((corner[0], corner[1]), None, None)
    setup = picture(folder / first["frame"]) if taught else None
    for frame in later:
        if frame["kind"] not in SETTLED:
            continue
        try:
            table = READER.read([picture(folder / frame["frame"])], setup, hints)
        except (VisionError, RefereeError) as error:
            print(f"{folder.name} {frame['frame']}: {error}")
            continue
        for cell, stack in frame["grid"].items():
            if cell not in table.hidden:
                yield table.cells[cell].probability, table.cells[cell].stack == stack


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    cv2.setNumThreads(1)
    games = sorted(path.parent for path in parser.parse_args().folder.glob("*/truth.json"))
    for taught in (False, True):
        cells = [cell for game in games for cell in read(game, taught)]
        right = sum(ok for _, ok in cells)
        print(f"{'after the set-up' if taught else 'alone'}: {right} of {len(cells)} cells right")
        print_reliability(cells)


if __name__ == "__main__":
    main()
