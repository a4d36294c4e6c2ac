"""Boards without lines are found by the pyramids that stand on them, and followed."""

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from lab.training.scenes.tables import photograph, random_film, random_scene
from tests.vision.tables import RING, drawn, locate, setup_grid, view_from
from vision.drawing.table import BoardStyle, render
from vision.geometry.board_view import BoardView
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.tracking.looney_set import BlockadeTracker

pytestmark = pytest.mark.slow

# Nothing but pyramids says where the cells are, to about this share of a cell.
GOOD = 0.15
STYLES = {
    "framed, light": BoardStyle(
        (0.7, 0.68, 0.6), (0.7, 0.68, 0.6), line_width=0.0, frame=(0.3, 0.2, 0.1), frame_width=6.0
    ),
    "framed, dark": BoardStyle(
        (0.03, 0.03, 0.04), (0.03, 0.03, 0.04), line_width=0.0, frame=(0.1, 0.1, 0.1), frame_width=9.0
    ),
    "no frame": BoardStyle((0.5, 0.42, 0.3), (0.5, 0.42, 0.3), line_width=0.0, frame_width=0.0),
}
VIEWS = {"above": (84.0, -80.0), "middling": (62.0, -115.0), "low": (42.0, -75.0)}


def picture(view: BoardView, style: str) -> Image:
    sharp = drawn(view, setup_grid(), STYLES[style])
    noise = np.random.default_rng(3).normal(0, 3, sharp.shape)
    return np.clip(cv2.GaussianBlur(sharp, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


def off(view: BoardView, truth: BoardView) -> float:
    """Worst corner in cells, whichever is called a1."""
    return gap(view, np.array([truth.corners[name] for name in RING]))


def gap(view: BoardView, wanted: NDArray[np.float64]) -> float:
    """The same for the corners that it should have, 4 x 2 pixels."""
    side = np.linalg.norm(wanted - np.roll(wanted, 1, axis=0), axis=1).mean() / VOLCANO.side
    found = (np.array([view.turned(k).corners[name] for name in RING]) for k in range(4))
    return min(float(np.linalg.norm(corners - wanted, axis=1).max()) for corners in found) / side


# Of the middling views two are found before they are bumped (test_bumps.py).
@pytest.mark.parametrize(
    ("style", "place"),
    [pair for pair in product(STYLES, VIEWS) if pair[1] != "middling" or pair[0] == "framed, dark"],
)
def test_found(style: str, place: str) -> None:
    truth = view_from(*VIEWS[place])
    assert off(locate(picture(truth, style)), truth) < GOOD


@pytest.mark.parametrize("seed", [100075, 100084, 100104])
def test_gaps_between_pieces_that_line_up_are_no_lines(seed: int) -> None:
    rng = np.random.default_rng([seed, 31])
    scene, eye = random_scene(rng, (960, 720), (0.55, 0.85))
    assert scene.board is not None
    plain = replace(scene, board=replace(scene.board, line_width=0.0, other_cell=scene.board.cell))
    image = photograph(rng, render(plain, seed), None, random_film(rng))
    assert locate(image).lined
    view = BlockadeTracker(image).view
    assert not view.lined
    assert gap(view, eye.corners) < 0.07


def test_taps_are_drawn_onto_the_pyramids() -> None:
    truth = view_from(*VIEWS["middling"])
    corners = np.array([truth.corners[name] for name in RING])
    taps = corners + np.random.default_rng(1).uniform(-22, 22, (4, 2))
    view = locate(picture(truth, "no frame"), corners=[(u, v) for u, v in taps])
    assert off(view, truth) < GOOD
    assert not view.lined


def test_an_unmoved_one_keeps_its_view_and_a_bumped_one_is_followed() -> None:
    before, after = view_from(62.0, -90.0), view_from(60.0, -96.0, 430.0)
    view = locate(picture(before, "no frame"))
    assert not view.lined
    image = picture(before, "no frame").astype(np.int16)
    brighter = np.clip(image + 9, 0, 255).astype(np.uint8)
    assert locate(brighter, previous=view) is view
    bumped = locate(picture(after, "no frame"), previous=view)
    assert off(bumped, after) < GOOD
    assert bumped.pitch == view.pitch


def test_under_a_hand_it_is_where_it_was() -> None:
    truth = view_from(*VIEWS["middling"])
    image = picture(truth, "no frame")
    view = locate(image)
    image[150:] = (90, 120, 170)
    assert locate(image, previous=view) is view


def test_what_is_known_of_the_lines_is_kept() -> None:
    view = locate(picture(view_from(*VIEWS["middling"]), "no frame"))
    assert BoardView.from_json(view.to_json()).lined is False
