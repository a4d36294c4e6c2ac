"""Draws pictures of thrown dice with the truth beside them (NAME.jpg, NAME.json), to learn from and to measure with.

Of path-traced pictures, which take about forty times as long, most dice are clear.
The truth holds `size` and `dice`: each with its `colour`, `value` (null for a cocked die and for one that shows an
emblem, which is then true), `at` (the middle of the top face), the `corners` and `pips` of that face in pixels, its
`tilt` in degrees and the share of it that is `visible`; and `things`, the middles of what else lies about.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from lab.drawing.dice import DiceScene, TopFace, photograph, render
from lab.training.data_sets.sets import DataSet
from lab.training.scenes.dice_grounds import texture
from lab.training.scenes.dice_looks import about, between, random_look
from lab.training.scenes.dice_scenes import Thrown, random_dice, random_eye, random_film, random_throw
from vision.image import Image

LEVEL_DEGREES = 8.0
TRACED_SIZE, TRACED_SAMPLES = (480, 416), (10, 16, 24)
# Plain, smoky, marbled, glassy and halved dice.
TRACED_SHARES = (0.15, 0.05, 0.0, 0.8, 0.0)
TRACED_EDGE_PX, TRACED_DICE, TRACED_TRIALS = 30, 6, 30
QUALITY = 97
TOGETHER, SUFFIX = 1, ".json"
SEEDS_APART = 2_000_003


def one(seed: int) -> tuple[Image, dict[str, Any]]:
    """A picture and its truth."""
    rng = np.random.default_rng(seed)
    thrown = random_throw(rng)
    drawn = render(thrown.scene)
    return told(thrown, drawn.faces, photograph(drawn.canvas, thrown.film, rng))


def one_traced(seed: int) -> tuple[Image, dict[str, Any]]:
    """The same, drawn by tracing light paths."""
    from lab.training.scenes.path_traced_dice import straight, trace  # noqa: PLC0415 (wants Mitsuba)

    rng = np.random.default_rng(seed)
    edge_mm = between(rng, 12, 25)
    # Path tracing pays by the pixel: many dice a picture, and none too small to show what is within.
    for _ in range(TRACED_TRIALS):
        eye = straight(random_eye(rng, TRACED_SIZE, edge_mm))
        dice, names = random_dice(rng, eye, edge_mm, partial(random_look, shares=TRACED_SHARES))
        reach = float(np.linalg.norm(eye.place))
        if eye.matrix[0, 0] * edge_mm / reach > TRACED_EDGE_PX and len(dice) >= TRACED_DICE:
            break
    scene = DiceScene(dice, np.zeros((*TRACED_SIZE[::-1], 3), np.float32), eye)
    canvas = trace(rng, scene, texture(rng), reach * between(rng, 0.4, 1.6), int(rng.choice(TRACED_SAMPLES)))
    canvas *= np.float32(about(rng, 0.12, 1.2) / max(float(np.percentile(canvas.max(axis=2), 85)), 1e-3))
    film = random_film(rng, canvas, float(eye.matrix[0, 0] * edge_mm / reach))
    return told(Thrown(scene, tuple(names), film, ()), render(scene).faces, photograph(canvas, film, rng))


def told(thrown: Thrown, faces: Sequence[TopFace], picture: Image) -> tuple[Image, dict[str, Any]]:
    """A picture and what it shows."""
    dice = [truth(face, colour) for face, colour in zip(faces, thrown.colours, strict=True)]
    return picture, {
        "size": [picture.shape[1], picture.shape[0]],
        "dice": dice,
        "things": np.round(thrown.things, 1).tolist(),
    }


def truth(face: TopFace, colour: str) -> dict[str, Any]:
    level = face.tilt < LEVEL_DEGREES
    return {
        "colour": colour,
        "value": face.value if level and not face.emblem else None,
        "at": np.round(face.centre, 2).tolist(),
        "corners": np.round(face.corners, 2).tolist(),
        "pips": np.round(face.pips, 2).tolist(),
        "tilt": round(face.tilt, 1),
        "visible": round(face.visible, 3),
        **({"emblem": True} if level and face.emblem else {}),
    }


def make_file(lessons: DataSet, numbers: Iterable[int], path: Path) -> None:
    """Write a picture of a set, and its truth to `path` when the picture is whole."""
    write(one_traced if lessons.traced else one, lessons, numbers, path)


def write(
    draw: Callable[[int], tuple[Image, dict[str, Any]]], lessons: DataSet, numbers: Iterable[int], path: Path
) -> None:
    """Write what `draw` makes of the seeds of some pictures of a set."""
    for number in numbers:
        picture, shown = draw(lessons.seed * SEEDS_APART + number)
        name = path.with_name(f"{lessons.seed:03d}_{number:05d}.jpg")
        cv2.imwrite(str(name), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        path.write_text(json.dumps(shown))
