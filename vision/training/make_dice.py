"""Draws pictures of thrown dice with the truth beside them (NAME.jpg, NAME.json), to learn from and to measure with.

    python -m vision.training.make_dice FOLDER --pictures 6000

The truth holds `size` and `dice`: each with its `colour`, `value` (null for a cocked die), `at` (the middle of the top
face), the `corners` and `pips` of that face in pixels, its `tilt` in degrees and the share of it that is `visible`;
and `things`, the middles of what else lies about.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.dice_render import TopFace, photograph, render
from vision.look import Image
from vision.training.dice_scenes import random_throw

LEVEL_DEGREES = 8.0
QUALITY = 97


def one(seed: int) -> tuple[Image, dict[str, Any]]:
    """A picture and its truth."""
    rng = np.random.default_rng(seed)
    thrown = random_throw(rng)
    drawn = render(thrown.scene)
    picture = photograph(drawn.canvas, thrown.film, rng)
    dice = [truth(face, colour) for face, colour in zip(drawn.faces, thrown.colours, strict=True)]
    return picture, {
        "size": [picture.shape[1], picture.shape[0]],
        "dice": dice,
        "things": np.round(thrown.things, 1).tolist(),
    }


def truth(face: TopFace, colour: str) -> dict[str, Any]:
    return {
        "colour": colour,
        "value": face.value if face.tilt < LEVEL_DEGREES else None,
        "at": np.round(face.centre, 2).tolist(),
        "corners": np.round(face.corners, 2).tolist(),
        "pips": np.round(face.pips, 2).tolist(),
        "tilt": round(face.tilt, 1),
        "visible": round(face.visible, 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for number in range(args.pictures):
        picture, told = one(args.seed * 2_000_003 + number)
        name = args.folder / f"{args.seed:03d}_{number:05d}"
        cv2.imwrite(str(name.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        # Last, so that a picture with its truth beside it is whole.
        name.with_suffix(".json").write_text(json.dumps(told))


if __name__ == "__main__":
    main()
