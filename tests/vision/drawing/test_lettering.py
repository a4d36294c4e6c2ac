"""Letters can be read on any ground, and on the edge of a picture they do no harm."""

import numpy as np
import pytest

from vision.drawing.lettering import text_size, write

INK = (255, 255, 255)


@pytest.mark.parametrize("ground", [0, 90, 200, 255])
def test_letters_are_light_within_a_dark_rim_on_any_ground(ground: int) -> None:
    picture = np.full((60, 200, 3), ground, np.uint8)
    write(picture, (20, 40), "3 other", INK, 0.5)
    width, height = text_size("3 other", 0.5)
    words = picture[40 - height - 3 : 45, 17 : 20 + width + 3]
    assert (words > 230).all(axis=2).sum() > 40
    assert (words < 40).all(axis=2).sum() > 40
    # Every bright dot of the letters has dark beside it: what is left of the ground does not touch it.
    bright = np.argwhere((words > 230).all(axis=2)) if ground < 200 else np.empty((0, 2), int)
    for row, column in bright:
        near = words[max(row - 3, 0) : row + 4, max(column - 3, 0) : column + 4]
        assert (near < 60).all(axis=2).any()


@pytest.mark.parametrize("where", [(-15, 10), (90, 10), (10, 3), (10, 58), (500, 500), (-500, -500)])
def test_letters_are_cut_off_at_the_edge(where: tuple[int, int]) -> None:
    picture = np.full((50, 100, 3), 128, np.uint8)
    write(picture, where, "12 dice", INK, 0.7)
    outside = abs(where[0]) == 500
    assert (picture == 128).all() == outside


def test_the_rest_of_the_picture_is_left_alone() -> None:
    picture = np.full((100, 300, 3), 128, np.uint8)
    write(picture, (100, 50), "ab", INK, 0.5)
    assert (picture[:, :80] == 128).all() and (picture[70:] == 128).all() and (picture[:, 160:] == 128).all()
