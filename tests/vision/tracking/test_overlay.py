"""The overlay tells apart what is sure, what is in doubt and what is hidden, without relying on colour."""

import cv2
import numpy as np

from tests.vision.tables import setup_grid, view_from
from vision.image import Image
from vision.tracking.overlay import draw_table, short

VIEW = view_from(50)
GRID = setup_grid() | {"c4": "R3R2R1"}
PAPER = np.full((720, 960, 3), 128, np.uint8)


def drawn(image: Image) -> np.ndarray:
    """What is drawn, as black and white."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)) != 128


def differing(one: Image, other: Image) -> int:
    """How many pixels differ in more than their colour."""
    return int((drawn(one) != drawn(other)).sum())


def test_the_picture_itself_is_left_alone() -> None:
    assert draw_table(PAPER, VIEW, GRID).shape == PAPER.shape
    assert (PAPER == 128).all()


def test_sure_doubtful_and_hidden_stacks_differ_in_shape_not_only_in_colour() -> None:
    sure = draw_table(PAPER, VIEW, GRID)
    doubtful = draw_table(PAPER, VIEW, GRID, unsure=["c4"])
    hidden = draw_table(PAPER, VIEW, GRID, ["c4"])
    assert differing(sure, doubtful) > 30
    assert differing(doubtful, hidden) > 100


def test_of_a_hidden_stack_nothing_is_made_up() -> None:
    tall = draw_table(PAPER, VIEW, GRID | {"c4": "R3R2R2R2R2"}, ["c4"])
    flat = draw_table(PAPER, VIEW, GRID | {"c4": "R3"}, ["c4"])
    assert differing(tall, flat) == 0


def test_labels_name_a_colour_once_for_all_pieces_in_a_row() -> None:
    assert [short(stack) for stack in ("G3G2G1K3", "C3Y2Y2", "R3", "")] == ["G321 K3", "C3 Y22", "R3", ""]
