"""What is told from how much a cell's look has changed."""

import cv2
import numpy as np
import pytest

from tests.vision.tables import CELLS, view_from
from vision.geometry.solids import solids
from vision.image import Image
from vision.stacks.change import difference, touched_log_odds
from vision.stacks.crops import FOOT, HEIGHT, WIDTH, frame
from vision.stacks.silhouettes import stack_mask

MASK = np.ones((HEIGHT, WIDTH), bool)


def textured(seed: int) -> Image:
    noise = np.random.default_rng(seed).normal(0, 60, (HEIGHT, WIDTH, 3)).astype(np.float32)
    return np.clip(128 + 4 * np.asarray(cv2.GaussianBlur(noise, (0, 0), 3)), 0, 255).astype(np.uint8)


def test_dimmer_light_is_no_change_another_look_is() -> None:
    before = textured(1)
    dimmer = (before * 0.7).astype(np.uint8)
    assert difference(before, dimmer, MASK) < 0.02
    assert difference(before, textured(2), MASK) > 0.8


def test_a_change_at_the_top_counts_though_the_rest_stands_as_it_stood() -> None:
    before, after = textured(1), textured(1)
    after[: HEIGHT // 4] = textured(2)[: HEIGHT // 4]
    assert difference(before, after, MASK) > 0.5


def test_nothing_in_sight_is_no_change() -> None:
    assert difference(textured(1), textured(2), ~MASK) == 0


def test_a_sensor_s_noise_on_a_plain_stack_is_no_change() -> None:
    rng = np.random.default_rng(3)
    before, after = (rng.normal(60, 3, (HEIGHT, WIDTH, 3)).astype(np.uint8) for _ in range(2))
    assert difference(before, after, MASK) < 0.2


def test_a_cell_that_stands_out_was_touched() -> None:
    odds = touched_log_odds(dict.fromkeys(CELLS, 0.05) | {"c3": 0.7})
    assert odds["c3"] > 2 > -2 > odds["a1"]


def test_in_a_noisy_picture_a_change_tells_less() -> None:
    calm = touched_log_odds(dict.fromkeys(CELLS, 0.05) | {"c3": 0.7})["c3"]
    assert touched_log_odds(dict.fromkeys(CELLS, 0.5) | {"c3": 0.7})["c3"] < calm - 2


@pytest.mark.parametrize("rise", [6.4, 9.1, 10.6])
def test_a_tall_stack_is_looked_at_as_high_as_this_set_stacks(rise: float) -> None:
    view, stack = view_from(50), "C3B2B2B2B2B2"
    cut = frame(view, "c3")
    rows = np.nonzero(stack_mask(view, "c3", stack, cut, rise).any(axis=1))[0]
    apex = solids(stack + "C1", rise)[-1].apex
    assert apex == pytest.approx(44.45 + 6 * rise)
    foot_to_apex = view.project(np.array([[*view.cell_centre("c3"), 0.0], [*view.cell_centre("c3"), apex]]))
    top = (foot_to_apex @ cut.to_crop[:, :2].T + cut.to_crop[:, 2])[1]
    assert rows[0] == pytest.approx(top[1], abs=1.5) and rows[0] < FOOT[1]
