"""Draws single boards by tracing light paths, each a picture with the truth beside it, for `read_boards.py`.

    python tests/benchmarks/draw_boards.py FOLDER --pictures 100 --seed 1

Random tables, cameras and plastics of `vision.training`, which no network has learnt from as long as the seeds differ.
Needs what path tracing needs.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from vision.look import CELLS
from vision.training.make_crops import covered, traced_scene
from vision.training.scenes import photograph, random_film, random_hand

SIZE, FILL = (960, 720), (0.62, 0.95)
HANDS = 0.1
COVERED = 0.3


def draw_board(path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    scene, eye, draw = traced_scene(rng, SIZE, FILL, seed)
    hand = random_hand(rng, eye) if rng.random() < HANDS else None
    cv2.imwrite(str(path.with_suffix(".jpg")), photograph(rng, draw(scene), hand, random_film(rng)))
    side = 5 * eye.pitch
    corners = eye.project(np.array([[0, 0, 0], [side, 0, 0], [side, side, 0], [0, side, 0.0]]))
    cover = None if hand is None else hand[0]
    truth = {
        "corners": dict(zip(("a1", "e1", "e5", "a5"), np.round(corners, 2).tolist(), strict=True)),
        "camera": {"matrix": eye.matrix.tolist(), "distortion": eye.distortion.tolist(), "size": SIZE},
        "rise": scene.rise,
        "grid": dict(scene.grid),
        "hidden": [c for c in CELLS if covered(eye, c, scene.grid[c], scene.rise, cover) > COVERED],
    }
    # Last, so that a picture with its truth beside it is whole.
    path.with_suffix(".json").write_text(json.dumps(truth, indent=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for number in range(args.pictures):
        draw_board(args.folder / f"drawn_{args.seed:03d}_{number:05d}", 4_000_037 * args.seed + number)


if __name__ == "__main__":
    main()
