"""What the reader of pyramids that stand is shown of them, and what it tells."""

import numpy as np
import pytest

from vision.drawing.ball_table import usual_ball_view
from vision.geometry.board_view import BoardView
from vision.geometry.solids import BASE_MM, HEIGHT_MM
from vision.image import Floats, Image
from vision.programs import standing_reader
from vision.programs.pyramid_reader import COLOURS, PARTS, PlaceState, PyramidReadings, Top
from vision.programs.standing_reader import CONTEXT, ON_SQUARES, SIDE, boxes, cut_standing, with_standing

OBLIQUE = (0.0, 25.0, 50.0)
# Square d4.
PLACE = np.array([[3.5, 3.5]])


def dotted(view: BoardView, spot: Floats) -> Image:
    """A black picture with a white dot where a spot (mm) is seen."""
    width, height = view.camera.size
    picture = np.zeros((height, width, 3), np.uint8)
    u, v = np.round(view.project(spot[None])[0]).astype(int)
    picture[v - 1 : v + 2, u - 1 : u + 2] = 255
    return picture


@pytest.mark.parametrize("oblique", OBLIQUE)
def test_a_crop_shows_all_of_a_large_and_its_apex_above_its_foot(oblique: float) -> None:
    view = usual_ball_view(oblique=oblique)
    foot = np.array([*PLACE[0] * view.pitch, 0.0])
    rows = []
    for height in (0.0, HEIGHT_MM[3]):
        crops, _ = cut_standing(dotted(view, np.array([*foot[:2], height])), view, PLACE)
        assert crops.max() > 100
        v, u = np.unravel_index(int(crops[0].sum(axis=2).argmax()), (SIDE, SIDE))
        assert abs(u - SIDE / 2) < 0.1 * SIDE
        rows.append(v)
    assert rows[1] <= rows[0] + 1
    middle, _, half = boxes(view, PLACE)
    edge = view.project(foot + np.array([[BASE_MM[3] / 2, 0.0, 0.0], [-BASE_MM[3] / 2, 0.0, 0.0]]))
    assert (np.abs(edge - middle) < half).all()


class Teller:
    """Stands in for the network: a small of the colour K stands on a blue large, for all it sees."""

    def answer(self, inputs: dict[str, Floats], outputs: list[str]) -> list[Floats]:
        assert inputs["context"].shape == (len(inputs["crops"]), CONTEXT)
        told = []
        for name, most in (
            ("state", PlaceState.UPRIGHT),
            ("pips", 2),
            ("colour", COLOURS.index("B")),
            ("top", Top.SMALL),
            ("top_colour", COLOURS.index("K")),
        ):
            told.append(9.0 * np.eye(PARTS[name])[[most] * len(inputs["crops"])])
        return [np.hstack(told)]


def test_both_readers_together_tell_what_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing_reader, "load_network", lambda name: Teller())
    view = usual_ball_view(oblique=30.0)
    width, height = view.camera.size
    unsure = PyramidReadings.of(np.zeros((1, sum(PARTS.values())), np.float32))
    readings = with_standing(unsure, np.zeros((height, width, 3), np.uint8), view, PLACE, ON_SQUARES)
    assert readings.state[0].argmax() == PlaceState.UPRIGHT
    assert COLOURS[int(readings.colour[0].argmax())] + COLOURS[int(readings.top_colour[0].argmax())] == "BK"
    assert readings.top[0].argmax() == Top.SMALL and readings.pips[0].argmax() == 2
    assert np.allclose(np.exp(readings.colour).sum(axis=1), 1)
    assert (readings.sector == unsure.sector).all()
