"""What the reader of pyramids tells, whichever way its crops are shown."""

import numpy as np
import pytest

from vision.drawing.ball_table import usual_ball_view
from vision.programs import pyramid_reader
from vision.programs.pyramid_reader import (
    PARTS,
    SECTORS,
    PlaceState,
    PyramidReadings,
    mirrored_sectors,
    read_pyramids,
    sector,
    turned_back,
)

FIRST = PARTS["state"] + PARTS["pips"] + PARTS["size"]


def test_mirrored_headings_are_turned_back() -> None:
    told = np.zeros((1, SECTORS), np.float32)
    told[0, sector(np.pi - np.radians(37.0))] = 1
    assert mirrored_sectors(told)[0].argmax() == sector(np.radians(37.0))


def test_turned_headings_are_turned_back() -> None:
    logs = np.full((2, SECTORS), -20.0)
    turns = np.array([np.radians(70.0), np.radians(-95.0)])
    logs[[0, 1], [sector(np.radians(35.0 + 70.0)), sector(np.radians(33.0 - 95.0))]] = 0
    back = np.exp(turned_back(logs, turns))
    assert back[0, sector(np.radians(35.0))] == pytest.approx(1)
    assert back[1, sector(np.radians(35.0))] + back[1, sector(np.radians(25.0))] == pytest.approx(1)
    assert back[1].max() == pytest.approx(0.5)


class Pointer:
    """Stands in for the network: tells where a bright dot is, and from where the camera looks."""

    def answer(self, inputs: dict[str, np.ndarray], outputs: list[str]) -> list[np.ndarray]:
        told = np.zeros((len(inputs["crops"]), sum(PARTS.values())), np.float32)
        for row, crop in zip(told, inputs["crops"], strict=True):
            v, u = np.unravel_index(int(crop.sum(axis=0).argmax()), crop.shape[1:])
            row[FIRST + sector(np.arctan2(31.5 - v, u - 31.5))] = 9
            row[PlaceState.LYING] = 9
        return [told]


def test_headings_are_told_in_the_boards_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyramid_reader, "load_network", lambda name: Pointer())
    view = usual_ball_view(oblique=25.0)
    width, height = view.camera.size
    picture = np.zeros((height, width, 3), np.uint8)
    spot = np.array([3.5 + 0.6 * np.cos(0.6), 4.5 + 0.6 * np.sin(0.6)]) * view.pitch
    u, v = np.round(view.project(np.array([[*spot, 0.0]]))[0]).astype(int)
    picture[v - 1 : v + 2, u - 1 : u + 2] = 255
    readings = read_pyramids(picture, view, np.array([[3.5, 4.5]]))
    assert readings.sector[0].argmax() == sector(0.6)
    assert np.exp(readings.sector[0].max()) > 0.9


def test_no_places_no_sights() -> None:
    view = usual_ball_view()
    width, height = view.camera.size
    readings = read_pyramids(np.zeros((height, width, 3), np.uint8), view, np.empty((0, 2)))
    assert isinstance(readings, PyramidReadings)
    assert len(readings.state) == 0


def test_answers_are_taken_apart() -> None:
    told = np.zeros((2, sum(PARTS.values())), np.float32)
    told[0, PlaceState.LYING] = 9
    readings = PyramidReadings.of(told)
    assert readings.state[0].argmax() == PlaceState.LYING
    assert np.allclose(np.exp(readings.colour).sum(axis=1), 1)
    assert readings.sector.shape == (2, SECTORS)
