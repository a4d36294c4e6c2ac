"""Cells cut upright and to scale."""

import numpy as np
import pytest

from tests.vision.tables import drawn, setup_grid, view_from
from vision.crops import FOOT, HEIGHT, SCALE, WIDTH, frame
from vision.look import CELLS
from vision.render import cell_centre
from vision.zoom import FINE


@pytest.mark.parametrize("elevation", [25, 50, 75])
@pytest.mark.parametrize("azimuth", [-90, 10, 150])
def test_every_cell_stands_upright_on_its_foot(elevation: float, azimuth: float) -> None:
    view = view_from(elevation, azimuth)
    for cell in CELLS:
        cut = frame(view, cell)
        x, y = cell_centre(cell, view.pitch)
        spots = view.project(np.array([[x, y, 0.0], [x, y, 60.0]])) @ cut.to_crop[:, :2].T + cut.to_crop[:, 2]
        assert spots[0] == pytest.approx(FOOT, abs=1e-6)
        assert spots[1][0] == pytest.approx(FOOT[0], abs=1e-6)
        assert FOOT[1] - spots[1][1] == pytest.approx(60 * cut.rise)


def test_a_millimetre_across_the_line_of_sight_is_always_as_wide() -> None:
    view = view_from(40)
    for cell in ("c1", "c5"):
        cut = frame(view, cell)
        x, y = cell_centre(cell, view.pitch)
        ends = view.project(np.array([[x - 10, y, 0.0], [x + 10, y, 0]])) @ cut.to_crop[:, :2].T
        assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(20 * SCALE, rel=0.01)


def test_a_crop_shows_the_cell_s_own_pyramid_and_its_silhouette_fits() -> None:
    view = view_from(50)
    grid = {**setup_grid(), "c3": "R3"}
    cut = frame(view, "c3")
    crop = cut.cut(drawn(view, grid)).astype(int)
    assert crop.shape == (HEIGHT, WIDTH, 3)
    red = (crop[..., 2] > crop[..., 0] + 40) & (crop[..., 2] > crop[..., 1] + 40)
    inside = cut.silhouette() > 230
    assert red[inside].mean() > 0.75


def test_from_straight_above_nothing_divides_by_zero() -> None:
    cut = frame(view_from(90), "c3")
    assert np.isfinite(cut.to_crop).all()
    pose = np.array([[cut.rise, cut.elevation]], np.float32)
    assert np.isfinite(FINE.guides(pose, FINE.view(cut.silhouette())[None], 8.0)).all()
    assert cut.elevation == pytest.approx(1, abs=1e-3)
