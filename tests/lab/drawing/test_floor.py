"""Pictures that lie on a table, seen through a lens."""

import cv2
import numpy as np
import pytest

from lab.drawing.floor import Flat, FloorMap, lay
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import FIELD

SIZE = (320, 240)


def slanted(k1: float) -> BoardView:
    return BoardView(Camera.guess(SIZE, 300.0, k1), (2.4, 0.3, 0.2), (-100.0, 60.0, 600.0), 30.0, grid=FIELD)


@pytest.mark.parametrize("k1", [0.0, -0.1])
def test_a_floor_map_undoes_the_projection(k1: float) -> None:
    view = slanted(k1)
    spots, there = FloorMap(view).at(-4.0)
    assert there[120, 160]
    places = np.array([[20, 30], [160, 120], [300, 200]])
    found = np.array([[*spots[v, u], -4.0] for u, v in places])
    assert view.project(found) == pytest.approx(places, abs=0.05)


def test_a_picture_lies_where_it_is_put() -> None:
    view = slanted(-0.05)
    canvas = np.zeros((240, 320, 3), np.float32)
    sheet = np.zeros((40, 60, 3), np.float32)
    # Its upper left quarter is bright: that is where x is small and y great.
    sheet[:20, :30] = 1
    lay(canvas, FloorMap(view), [Flat(sheet, 90.0, 80.0, (120.0, 80.0))])
    for x, y, bright in ((60, 100, 1.0), (120, 100, 0.0), (60, 60, 0.0), (200, 80, 0.0)):
        u, v = view.project(np.array([[x, y, 0.0]]))[0]
        assert cv2.getRectSubPix(canvas, (1, 1), (float(u), float(v)))[0, 0, 0] == pytest.approx(bright, abs=0.05)


def test_a_tile_covers_the_whole_table() -> None:
    canvas = np.zeros((240, 320, 3), np.float32)
    lay(canvas, FloorMap(slanted(0.0)), [Flat(np.full((8, 8, 3), 0.3, np.float32), 0, 0, (50, 50), repeat=True)])
    assert canvas == pytest.approx(np.full_like(canvas, 0.3), abs=1e-3)
