"""What the reader of headings is shown of pyramids of each size, and what it tells of them."""

import numpy as np
import pytest

from vision.drawing.ball_table import usual_ball_view
from vision.geometry.lying import lying_length
from vision.image import Floats, Image
from vision.programs import heading_reader
from vision.programs.heading_reader import CONTEXT, MARGIN, SIDE, cut_headings, reaches, read_headings
from vision.programs.pyramid_crops import upwards
from vision.programs.pyramid_reader import SECTORS, PlaceState, sector

VIEW = usual_ball_view(oblique=25.0)
PLACE = np.array([3.5, -1.5])


def dot(heading: float, off: float) -> Image:
    """A black picture with a white dot `off` mm from the place, along a heading (radians)."""
    width, height = VIEW.camera.size
    picture = np.zeros((height, width, 3), np.uint8)
    spot = PLACE * VIEW.pitch + off * np.array([np.cos(heading), np.sin(heading)])
    u, v = np.round(VIEW.project(np.array([[*spot, 0.0]]))[0]).astype(int)
    picture[v - 1 : v + 2, u - 1 : u + 2] = 255
    return picture


@pytest.mark.parametrize("pips", [1, 2, 3])
def test_a_pyramid_of_each_size_fills_its_crop(pips: int) -> None:
    places, one = PLACE[None], np.array([pips])
    reach = reaches(one, VIEW.pitch)
    picture = dot(np.radians(90), lying_length(pips) / 2)
    crops, dense = cut_headings(picture, VIEW, places, upwards(VIEW, places), reach)
    v, _ = np.unravel_index(int(crops[0].sum(axis=2).argmax()), (SIDE, SIDE))
    assert abs(SIDE / 2 - v) / (SIDE / 2) == pytest.approx(0.5 / MARGIN, abs=0.12)
    assert dense[0] == pytest.approx(2 * MARGIN * lying_length(pips) / SIDE * pixels_a_mm(), rel=0.3)


def pixels_a_mm() -> float:
    ends = VIEW.project(np.array([[*PLACE * VIEW.pitch, 0.0], [*(PLACE * VIEW.pitch + (1.0, 0.0)), 0.0]]))
    return float(np.linalg.norm(ends[1] - ends[0]))


class Pointer:
    """Stands in for the network: tells where a bright dot is."""

    def answer(self, inputs: dict[str, Floats], outputs: list[str]) -> list[Floats]:
        assert inputs["context"].shape == (len(inputs["crops"]), CONTEXT)
        told = np.zeros((len(inputs["crops"]), len(PlaceState) + SECTORS), np.float32)
        for row, crop in zip(told, inputs["crops"], strict=True):
            v, u = np.unravel_index(int(crop.sum(axis=0).argmax()), crop.shape[1:])
            row[len(PlaceState) + sector(np.arctan2(SIDE / 2 - 0.5 - v, u - SIDE / 2 + 0.5))] = 9
            row[PlaceState.LYING] = 9
        return [np.asarray(told, float)]


@pytest.mark.parametrize("degrees", [5, 95, 155, 265, 325])
def test_headings_are_told_in_the_boards_frame(degrees: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heading_reader, "load_network", lambda name: Pointer())
    state, sectors = read_headings(dot(np.radians(degrees), 15.0), VIEW, PLACE[None], np.array([2]))
    assert state[0].argmax() == PlaceState.LYING
    likely = np.exp(sectors[0])
    near = [sector(np.radians(degrees + off)) for off in (-10, 0, 10)]
    assert likely[near].sum() > 0.9


def test_no_places_no_headings() -> None:
    state, sectors = read_headings(dot(0.0, 10.0), VIEW, np.empty((0, 2)), np.empty(0, int))
    assert state.shape == (0, len(PlaceState)) and sectors.shape == (0, SECTORS)
