"""Finds the board in every picture of a folder and compares with the truth beside it (NAME.jpg, NAME.json).

    python -m lab.benchmarks.locate_boards FOLDER [--match TEXT] [--calibrated]

The truth holds `corners` (a1 e1 e5 a5 in pixels), `cell` (pitch in mm) and `camera` (matrix, distortion, size).
"""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.board.locate import locate
from vision.errors import VisionError
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.image import Image
from vision.tracking.looney_set import BOARD


@dataclass(frozen=True)
class Result:
    """Worst corner in pixels at the best quarter turn, errors of focal length and pitch, and times."""

    corner_px: float
    focal_percent: float
    pitch_mm: float
    seconds: float
    again_seconds: float
    confidence: float


def worst_corner(view: BoardView, truth: dict[str, Any]) -> float:
    wanted = np.array([truth["corners"][name] for name in BOARD.grid.ring])
    found = np.array([view.corners[name] for name in BOARD.grid.ring])
    return min(float(np.linalg.norm(np.roll(found, k, axis=0) - wanted, axis=1).max()) for k in range(4))


def measure(image: Image, truth: dict[str, Any], calibrated: bool) -> Result:
    camera = Camera.from_json(truth["camera"])
    started = time.perf_counter()
    view = locate(image, BOARD, camera=camera if calibrated else None)
    found = time.perf_counter()
    locate(image, BOARD, previous=view)
    again = time.perf_counter()
    return Result(
        worst_corner(view, truth),
        100 * (view.camera.focal / camera.focal - 1),
        view.pitch - truth["cell"],
        found - started,
        again - found,
        view.confidence,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--match", default="")
    parser.add_argument("--calibrated", action="store_true", help="hand over the true camera")
    arguments = parser.parse_args()
    results: list[Result] = []
    failed = 0
    print(f"{'picture':24} {'corner px':>9} {'focal %':>8} {'pitch mm':>8} {'s':>6} {'again ms':>8} {'conf.':>6}")
    for path in sorted(arguments.folder.glob("*.json")):
        truth = json.loads(path.read_text())
        if arguments.match not in path.name or "corners" not in truth:
            continue
        try:
            result = measure(
                np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8), truth, arguments.calibrated
            )
        except VisionError as error:
            failed += 1
            print(f"{path.stem:24} {error}")
            continue
        results.append(result)
        print(
            f"{path.stem:24} {result.corner_px:9.2f} {result.focal_percent:8.1f} {result.pitch_mm:8.2f} "
            f"{result.seconds:6.2f} {1000 * result.again_seconds:8.1f} {result.confidence:6.2f}"
        )
    if results:
        corner = np.array([result.corner_px for result in results])
        print(
            f"{len(results) + failed} pictures, {failed} not found, {int((corner < 3).sum())} within 3 px, "
            f"median {np.median(corner):.2f} px, focal rms {_rms([r.focal_percent for r in results]):.1f} %, "
            f"pitch rms {_rms([r.pitch_mm for r in results]):.2f} mm, "
            f"median {np.median([r.seconds for r in results]):.2f} s, "
            f"again {1000 * np.median([r.again_seconds for r in results]):.1f} ms"
        )


def _rms(values: list[float]) -> float:
    return float(np.sqrt(np.mean(np.square(values))))


if __name__ == "__main__":
    main()
