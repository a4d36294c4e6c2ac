"""The overlay shows every die and says what is unsure without relying on colour."""

import cv2
import numpy as np

from vision.dice.eye import SeenDie
from vision.dice.overlay import draw_dice
from vision.errors import fact

SURE = SeenDie("red", 3, (100, 80), 0.99, 30, ((92, 72), (100, 80), (108, 88)))
UNSURE = SeenDie("blue", None, (220, 80), 0.5, 30, (), fact("vision.die.cocked"))


def shapes(image: np.ndarray, die: SeenDie) -> np.ndarray:
    """Everything drawn about a die, as black and white."""
    u, v, reach = round(die.at[0]), round(die.at[1]), 60
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[v - reach : v + reach, u - reach : u + reach]) != 128


def test_the_picture_keeps_its_size_and_the_original_is_left_alone() -> None:
    image = np.full((200, 320, 3), 128, np.uint8)
    drawn = draw_dice(image, [SURE, UNSURE])
    assert drawn.shape == image.shape
    assert (image == 128).all()


def test_sure_and_unsure_dice_differ_in_shape_not_only_in_colour() -> None:
    image = np.full((200, 320, 3), 128, np.uint8)
    sure = draw_dice(image, [SeenDie("red", 3, (100, 80), 0.9, 30)])
    unsure = draw_dice(image, [SeenDie("red", None, (100, 80), 0.5, 30)])
    assert (shapes(sure, SURE) != shapes(unsure, SURE)).sum() > 100


def test_each_counted_pip_is_marked() -> None:
    image = np.full((200, 320, 3), 128, np.uint8)
    without = draw_dice(image, [SeenDie("red", 3, (100, 80), 0.9, 30)])
    marked = draw_dice(image, [SURE])
    for u, v in SURE.pips:
        assert (marked[round(v) - 4 : round(v) + 5, round(u) - 4 : round(u) + 5] != 128).any()
    unmarked = without[round(SURE.at[1]) - 4 : round(SURE.at[1]) + 5, round(SURE.at[0]) - 4 : round(SURE.at[0]) + 5]
    assert (unmarked == 128).all()


def test_dice_at_the_edges_are_drawn_too() -> None:
    image = np.full((60, 80, 3), 128, np.uint8)
    corners = [SeenDie("white", 6, (u, v), 1.0, 25) for u, v in ((0, 0), (79, 0), (79, 59), (0, 59))]
    assert (draw_dice(image, corners) != 128).any()
