"""The closer look at where topmost pieces sit."""

import numpy as np
import pytest

from lab.training.data_sets.make_crops import seat as taught_seat
from lab.training.data_sets.make_crops import view_of
from lab.training.scenes.tables import random_scene
from tests.vision.tables import CELLS, view_from
from vision.drawing.table import render
from vision.stacks.crops import FOOT, frame
from vision.stacks.feet_and_apexes import SIZE_UNIT, EndsReader
from vision.stacks.feet_and_apexes import USUAL_SIDE as USUAL_CROP_SIDE
from vision.stacks.seats import CLOSER, SIDE, SeatReader, close_up


def test_a_window_shows_its_spot_in_the_middle_and_twice_as_large() -> None:
    view = view_from(80)
    cut = frame(view, "b3")
    image = np.zeros((*view.camera.size[::-1], 3), np.uint8)
    for x in range(-2, 3):
        spot = view.project(np.array([[view.cell_centre("b3")[0] + 4 * x, view.cell_centre("b3")[1], 0.0]]))[0]
        image[round(spot[1]), round(spot[0])] = 255
    crop, window = cut.cut(image).astype(float), close_up(image, cut, np.array(FOOT)).astype(float)
    assert window.shape == (SIDE, SIDE, 3)

    def spread(shown: np.ndarray) -> tuple[float, float]:
        """The mean and the standard deviation of x of what is light."""
        light = shown.sum(axis=(0, 2)) / shown.sum()
        mean = float(light @ np.arange(len(light)))
        return mean, float(np.sqrt(light @ (np.arange(len(light)) - mean) ** 2))

    assert spread(window)[0] == pytest.approx((SIDE - 1) / 2, abs=1.5)
    assert spread(window)[1] == pytest.approx(CLOSER * spread(crop)[1], rel=0.1)


@pytest.mark.slow
def test_sizes_are_told_more_closely_than_from_afar() -> None:
    rng = np.random.default_rng(5)
    off: list[list[float]] = [[], []]
    for seed in range(3):
        scene, eye = random_scene(rng, (1200, 900), (0.85, 0.98), 1.0)
        picture = render(scene, texture_seed=seed)
        frames = [frame(view_of(eye), cell) for cell in CELLS]
        ends = EndsReader().ends([cut.cut(picture) for cut in frames], frames)
        for k, told in enumerate((ends, SeatReader().closer(picture, frames, ends))):
            for cell, cut, end in zip(CELLS, frames, told, strict=True):
                if scene.grid[cell]:
                    size = np.log(USUAL_CROP_SIDE) + end.seat.middles[0][2] / SIZE_UNIT
                    off[k].append(abs(size - taught_seat(scene, eye, cell, cut)[2]))
    assert np.median(off[1]) < np.median(off[0])
