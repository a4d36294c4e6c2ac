"""Reads every board picture of a folder as `companion see` does and compares with the truth beside it.

    python -m lab.benchmarks.read_boards FOLDER [--match TEXT] [--given-corners] [--worst OUT.png]

The truth (NAME.json beside NAME.jpg) holds `grid`, `corners` (a1 e1 e5 a5 in pixels), `camera` and, optionally,
`hidden` cells. Prints cells and tops right for each picture and tier, and whether confidence means what it says. Of
cells that the truth calls hidden only what is told counts, towards confidence. `--worst` writes a sheet of the wrong
cells, each with what it is and what was read; `--dump` writes every cell's reading as JSON lines.
"""

import argparse
import json
import time
from collections import defaultdict
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.looney_blockade.table.still import READER
from companion.referee.still_tables import SeeHints
from lab.benchmarks.reliability import SURE, print_reliability
from vision.errors import VisionError
from vision.geometry.camera import Camera
from vision.image import Image
from vision.stacks.crops import frame

TIERS = ("easy", "medium", "hard", "drawn", "traced", "empty", "single", "half", "full")
SHEET_COLUMNS = 10
# A board whose corners are found within so many pixels lies where it was found.
NEAR = 8.0
CORNERS = ("a1", "e1", "e5", "a5")


@dataclass(frozen=True)
class Reading:
    """One cell: what stands there, whether the truth calls it hidden, what was read (if it was not held for hidden),
    how surely, its crop, and how far off (pixels) the board's worst corner was found."""

    picture: str
    cell: str
    truth: str
    hidden: bool
    told: bool
    read: str
    confidence: float
    shows: float
    off: float
    crop: Image

    @property
    def right(self) -> bool:
        return self.told and self.read == self.truth

    @property
    def wrong(self) -> bool:
        return self.told and self.read != self.truth

    @property
    def top_right(self) -> bool:
        return self.told and self.read[-2:] == self.truth[-2:]


def turned(cell: str, quarters: int) -> str:
    """The cell's name on a board whose a1 lies `quarters` quarter turns further on."""
    x, y = "abcde".index(cell[0]), int(cell[1]) - 1
    for _ in range(quarters):
        x, y = 4 - y, x
    return "abcde"[x] + str(y + 1)


def read(path: Path, truth: dict[str, Any], given: bool) -> tuple[list[Reading], float]:
    """The readings of one picture's cells, and the seconds of processor time from picture to reading."""
    image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
    begin = time.process_time()
    hints = SeeHints(None, None, None)
    if given:
        corners = [tuple(truth["corners"][name]) for name in CORNERS]
        hints = SeeHints(None, corners, Camera.from_json(truth["camera"]))
    table = READER.read([image], None, hints)
    seconds = time.process_time() - begin
    view = table.looks[0].view
    wanted = np.array([truth["corners"][name] for name in CORNERS])
    found = np.array([view.corners[name] for name in CORNERS])
    offs = [float(np.linalg.norm(np.roll(found, -k, axis=0) - wanted, axis=1).max()) for k in range(4)]
    quarters = int(np.argmin(offs))
    readings = []
    for cell, stack in truth["grid"].items():
        there = turned(cell, quarters)
        settled, told = table.cells[there], there not in table.hidden
        hidden, shows = cell in truth.get("hidden", []), truth.get("shows", {}).get(cell, 1.0)
        crop = frame(view, there).cut(image)
        seen = settled.stack, settled.probability
        readings.append(Reading(path.stem, cell, stack, hidden, told, *seen, shows, offs[quarters], crop))
    return readings, seconds


def share(readings: list[Reading], what: str) -> float:
    return 100 * float(sum(getattr(reading, what) for reading in readings)) / max(len(readings), 1)


def row(reading: Reading) -> dict[str, Any]:
    return {field.name: getattr(reading, field.name) for field in fields(reading) if field.name != "crop"}


def sheet(readings: list[Reading]) -> Image:
    tiles = []
    for reading in readings:
        tile = cv2.copyMakeBorder(reading.crop, 0, 44, 2, 2, cv2.BORDER_CONSTANT)
        lines = (f"{reading.picture[6:]} {reading.cell}", reading.truth, f"{reading.read} {reading.confidence:.2f}")
        for k, text in enumerate(lines):
            spot = (3, reading.crop.shape[0] + 12 + 14 * k)
            cv2.putText(tile, text, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.33, (255, 255, 255), 1, cv2.LINE_AA)
        tiles.append(np.asarray(tile, np.uint8))
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % SHEET_COLUMNS)
    rows = [np.hstack(tiles[i : i + SHEET_COLUMNS]) for i in range(0, len(tiles), SHEET_COLUMNS)]
    return np.vstack(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--match", default="")
    parser.add_argument("--given-corners", action="store_true", help="hand over the true corners and camera")
    parser.add_argument("--worst", type=Path, metavar="OUT.png")
    parser.add_argument("--dump", type=Path, metavar="OUT.jsonl")
    arguments = parser.parse_args()
    tiers: dict[str, list[Reading]] = defaultdict(list)
    times = []
    for path in sorted(arguments.folder.glob("*.json")):
        truth = json.loads(path.read_text())
        if arguments.match not in path.name or "corners" not in truth or "grid" not in truth:
            continue
        try:
            readings, seconds = read(path, truth, arguments.given_corners)
        except VisionError as error:
            print(f"{path.stem:24} {error}")
            continue
        times.append(seconds)
        tiers[next((tier for tier in TIERS if tier in path.stem), "other")] += readings
        wrong = " ".join(f"{r.cell}:{r.truth}>{r.read}" for r in readings if r.wrong and not r.hidden)
        plain = [reading for reading in readings if not reading.hidden]
        print(f"{path.stem:24} {sum(r.right for r in plain):3} of {len(plain)}  {seconds:5.2f} s  {wrong}")
    for tier, readings in tiers.items():
        plain = [reading for reading in readings if not reading.hidden]
        near = [reading for reading in plain if reading.off <= NEAR]
        for name, some in ((tier, plain), (f"within {NEAR:g} px", near)):
            right, wrong_, tops = (share(some, what) for what in ("right", "wrong", "top_right"))
            print(f"{name:12} {right:5.1f} % of {len(some)} cells, {wrong_:.1f} % wrong, tops {tops:.1f} %")
        sure = [reading for reading in readings if reading.told and reading.confidence >= SURE[0]]
        print(f"{'':8} at {SURE[0]} or more: {share(sure, 'wrong'):.2f} % of {len(sure)} wrong")
    everything = [reading for readings in tiers.values() for reading in readings]
    if everything:
        print_reliability((each.confidence, each.right) for each in everything if each.told)
        print(f"median {np.median(times):.2f} s of processor a picture")
        if arguments.dump:
            arguments.dump.write_text("".join(f"{json.dumps(row(r))}\n" for r in everything))
        wrong_ones = sorted((r for r in everything if r.wrong), key=lambda r: -r.confidence)
        if arguments.worst and wrong_ones:
            cv2.imwrite(str(arguments.worst), sheet(wrong_ones))


if __name__ == "__main__":
    main()
