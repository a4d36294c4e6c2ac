"""A face that bears a symbol in place of pips is told as such, not as a number."""

from dataclasses import replace

import numpy as np
import pytest

from lab.drawing.dice import Emblem
from lab.training.scenes.emblems import DRAWN, FACES, random_emblem
from tests.saying import said
from tests.vision.trays import LOOKS, die, eye, picture
from vision.dice.eye import DiceEye

COLOURS = ("red", "white", "black", "blue", "green", "yellow")


@pytest.mark.parametrize("seed", range(3))
def test_a_symbol_in_place_of_a_one_is_no_number(seed: int) -> None:
    rng = np.random.default_rng(1000 + seed)
    laid = []
    for k, colour in enumerate(COLOURS):
        emblem = Emblem(1, random_emblem(rng).paint)
        plain = die(colour, 1, -55 + 55 * (k % 3), -30 + 60 * (k // 3), yaw=31 * k)
        laid.append(replace(plain, look=replace(LOOKS[colour], emblem=emblem)))
    image, tops = picture(laid, eye(10, (640, 480)), seed)
    assert all(top.emblem and not len(top.pips) for top in tops)
    dice = DiceEye().read(image)
    assert sum("a symbol" in said(seen.why) for seen in dice) >= 3
    assert sum(seen.value is not None for seen in dice) <= 1


def test_every_symbol_has_paint_and_comes_again_from_the_same_seed() -> None:
    emblems = [random_emblem(np.random.default_rng(seed)) for seed in range(6 * len(DRAWN))]
    for seed, emblem in enumerate(emblems):
        assert emblem.value in FACES
        assert 0.01 < emblem.paint.mean() < 0.7
        assert not emblem.paint[[0, -1]].any()
        assert np.array_equal(emblem.paint, random_emblem(np.random.default_rng(seed)).paint)
