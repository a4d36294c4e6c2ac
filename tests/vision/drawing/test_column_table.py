"""The drawn turntable."""

import numpy as np
import pytest

from vision.drawing.column_table import (
    CUBES,
    TurntableScenery,
    turntable_picture,
    turntable_view,
)
from vision.drawing.simulated_camera import SimulatedCamera

SIZE = (320, 240)
MASK = frozenset((x, y) for x in range(3, 7) for y in range(3, 8))


@pytest.mark.parametrize("turned", [0.0, 1.1, 2.9, -1.7])
def test_the_top_of_a_column_shows_its_colour_however_the_turntable_is_turned(turned: float) -> None:
    picture = turntable_picture(TurntableScenery(MASK, {"4,5": "BRR", "6,3": "G"}, turned), SIZE)
    view = turntable_view(SIZE, turned)
    for x, y, height, letter in ((4, 5, 3, "R"), (6, 3, 1, "G")):
        u, v = view.project(np.array([(x + 0.5, y + 0.5, height * 0.98)]))[0]
        assert np.abs(picture[round(v), round(u)].astype(int) - CUBES[letter]).max() < 30


def test_a_hole_is_not_drawn() -> None:
    whole, hollow = (turntable_picture(TurntableScenery(MASK, {"4,3": column}), SIZE) for column in ("RR", ".R"))
    assert (whole != hollow).any()


def test_a_hand_lies_over_the_table_and_the_next_picture_shows_what_was_put() -> None:
    camera = SimulatedCamera(turntable_picture(TurntableScenery(MASK), SIZE))
    first = camera.next(1.0)
    camera.show(turntable_picture(TurntableScenery(MASK, hand=True), SIZE))
    second = camera.next(1.0)
    assert first is not None and second is not None
    changed = (np.abs(first.image.astype(int) - second.image.astype(int)) > 30).any(axis=2).mean()
    assert 0.02 < changed < 0.4
    camera.close()
    assert camera.next(0.1) is None
