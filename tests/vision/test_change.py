"""What is told from how much a cell's look has changed."""

import cv2
import numpy as np

from vision.change import Change, difference, touched_log_odds
from vision.crops import HEIGHT, WIDTH
from vision.look import CELLS, Image

MASK = np.ones((HEIGHT, WIDTH), bool)


def textured(seed: int) -> Image:
    noise = np.random.default_rng(seed).normal(0, 60, (HEIGHT, WIDTH, 3)).astype(np.float32)
    return np.clip(128 + 4 * np.asarray(cv2.GaussianBlur(noise, (0, 0), 3)), 0, 255).astype(np.uint8)


def test_dimmer_light_is_no_change_other_detail_is() -> None:
    before = textured(1)
    dimmer = (before * 0.7).astype(np.uint8)
    same, other = difference(before, dimmer, MASK), difference(before, textured(2), MASK)
    assert same.step < 2 and same.detail < 0.01
    assert other.step > 20 and other.detail > 0.5


def test_nothing_in_sight_is_no_change() -> None:
    assert difference(textured(1), textured(2), ~MASK) == Change(0.0, 0.0)


def test_a_cell_that_stands_out_was_touched() -> None:
    changes = {cell: Change(2.0, 0.02) for cell in CELLS} | {"c3": Change(12.0, 0.4)}
    odds = touched_log_odds(changes)
    assert odds["c3"] > 2 > -1 > odds["a1"]


def test_detail_alone_counts_where_grey_levels_hardly_differ() -> None:
    usual = {cell: Change(2.0, 0.02) for cell in CELLS}
    faint = touched_log_odds(usual | {"c3": Change(3.0, 0.04)})["c3"]
    assert touched_log_odds(usual | {"c3": Change(3.0, 0.4)})["c3"] > faint + 2
