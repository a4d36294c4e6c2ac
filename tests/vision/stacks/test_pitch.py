"""The pitch is told by the pieces' looks: on rendered pictures, and on drawn tables of any pitch."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from lab.training.data_sets.make_crops import view_of
from lab.training.scenes.tables import random_scene
from tests.often import often
from tests.vision.tables import CELLS, locate
from vision.drawing.table import render
from vision.geometry.board_view import BoardView
from vision.image import Image
from vision.stacks.pitch import with_measured_pitch

BOARDS = sorted((Path(__file__).parents[2] / "data" / "boards").glob("*.jpg"))


def drawn(seed: int) -> tuple[Image, BoardView]:
    """A table like those of the training data, but of another seed, and the view of it."""
    scene, eye = random_scene(np.random.default_rng(seed), (800, 600), (0.8, 1.0))
    return render(scene, texture_seed=seed), view_of(eye)


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_the_pitch_of_rendered_boards(path: Path) -> None:
    picture = np.asarray(cv2.imread(str(path)), np.uint8)
    assert locate(picture).pitch == pytest.approx(json.loads(path.with_suffix(".json").read_text())["cell"], rel=0.08)


@pytest.mark.slow
def test_boards_of_any_pitch() -> None:
    off = []
    for seed in range(often(16)):
        picture, view = drawn(seed)
        off.append(np.log(with_measured_pitch(picture, view, CELLS).pitch / view.pitch))
    assert np.abs(off).max() < 0.15
    assert np.median(np.abs(off)) < 0.04


@pytest.mark.parametrize("believed", [27.0, 39.0])
def test_what_was_believed_of_the_pitch_does_not_matter(believed: float) -> None:
    picture, view = drawn(1)
    told = with_measured_pitch(picture, view.with_pitch(believed), CELLS)
    assert told.pitch == pytest.approx(with_measured_pitch(picture, view, CELLS).pitch)
    assert told.corners["e5"] == pytest.approx(view.corners["e5"])
