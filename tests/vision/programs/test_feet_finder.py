"""Feet beyond the ends of a board, and hands over it, in what the network tells."""

import numpy as np
import pytest

from vision.drawing.ball_table import usual_ball_view
from vision.geometry.grid import FIELD
from vision.image import Image
from vision.networks.runtime import Singles
from vision.programs import feet_finder
from vision.programs.ends import BOARD, ENDS, EndMap
from vision.programs.feet_finder import STRIDE, find_feet

VIEW = usual_ball_view()
PICTURE: Image = np.zeros((*VIEW.camera.size[::-1], 3), np.uint8)


class Told:
    """A network that tells these planes of the near end, the far end and the board."""

    def __init__(self, planes: Singles) -> None:
        self.planes = planes

    def answer(self, inputs: dict[str, Singles], outputs: list[str]) -> list[Singles]:
        assert inputs["ends"].shape[0] == len(self.planes)
        return [self.planes]


@pytest.fixture
def planes(monkeypatch: pytest.MonkeyPatch) -> Singles:
    width, height = EndMap(VIEW, ENDS[0]).size
    told = np.full((3, 5, height // STRIDE, width // STRIDE), -9.0, np.float32)
    told[:, 1:3] = 0
    monkeypatch.setattr(feet_finder, "load_network", lambda name: Told(told))
    return told


def square_of(end: str, spot: tuple[float, float]) -> tuple[int, int]:
    u, v = EndMap(VIEW, end).in_view(np.array([spot]))[0] / STRIDE
    return int(v), int(u)


@pytest.mark.parametrize(("end", "on", "off"), [("near", (3.0, 0.2), (3.0, -2.0)), ("far", (3.0, 7.8), (3.0, 10.0))])
def test_feet_on_the_board_are_none_of_a_programs(
    planes: Singles, end: str, on: tuple[float, float], off: tuple[float, float]
) -> None:
    for spot in (on, off):
        planes[(ENDS.index(end), 0, *square_of(end, spot))] = 4.0
    feet = find_feet(PICTURE, VIEW)[0][end]
    assert len(feet.places) == len(feet.chances) == 1
    assert np.allclose(feet.places[0], off, atol=0.2)


def test_squares_under_a_hand_are_told(planes: Singles) -> None:
    here = EndMap(VIEW, BOARD)
    (left, low), (right, high) = (here.in_view(np.array([spot]))[0] / STRIDE for spot in ((2.0, 3.0), (4.0, 5.0)))
    planes[2, 3, round(high) : round(low), round(left) : round(right)] = 9.0
    covered = dict(zip(FIELD.cells, find_feet(PICTURE, VIEW)[1], strict=True))
    assert {cell for cell, share in covered.items() if share > 0.5} == {"c4", "d4", "c5", "d5"}
    assert covered["a1"] == 0
