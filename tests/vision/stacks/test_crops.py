"""Cells cut upright and to scale."""

import numpy as np
import pytest

from tests.vision.tables import CELLS, drawn, setup_grid, view_from
from vision.stacks.crops import FOOT, HEIGHT, SCALE, WIDTH, cut_all, cut_out, frame
from vision.stacks.reader_views import FINE


@pytest.mark.parametrize("elevation", [25, 50, 75])
@pytest.mark.parametrize("azimuth", [-90, 10, 150])
def test_every_cell_stands_upright_on_its_foot(elevation: float, azimuth: float) -> None:
    view = view_from(elevation, azimuth)
    for cell in CELLS:
        cut = frame(view, cell)
        x, y = view.cell_centre(cell)
        spots = view.project(np.array([[x, y, 0.0], [x, y, 60.0]])) @ cut.to_crop[:, :2].T + cut.to_crop[:, 2]
        assert spots[0] == pytest.approx(FOOT, abs=1e-6)
        assert spots[1][0] == pytest.approx(FOOT[0], abs=1e-6)
        assert FOOT[1] - spots[1][1] == pytest.approx(60 * cut.rise)


def test_a_millimetre_across_the_line_of_sight_is_always_as_wide() -> None:
    view = view_from(40)
    for cell in ("c1", "c5"):
        cut = frame(view, cell)
        x, y = view.cell_centre(cell)
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


@pytest.mark.parametrize("scale", [1, 3])
def test_crops_cut_together_are_those_cut_one_by_one(scale: int) -> None:
    view = view_from(60).resized((960 * scale, 720 * scale))
    image = np.random.default_rng(1).integers(0, 256, (720 * scale, 960 * scale, 3), np.uint8)
    frames = [frame(view, cell) for cell in CELLS]
    for cut, crop in zip(frames, cut_all(image, frames), strict=True):
        assert (crop == cut.cut(image)).all()


@pytest.mark.parametrize("turn", [0.0, 0.7, 3.0])
def test_where_many_pixels_become_one_all_of_them_count(turn: float) -> None:
    """Of a noisy slope a seventh in size: the slope is where it was, the noise is averaged out."""
    u = np.tile(np.arange(1800.0), (1400, 1))
    noise = np.random.default_rng(0).normal(0, 30, u.shape)
    image = np.clip(60.5 + u / 15 + noise, 0, 255).astype(np.uint8)[..., None].repeat(3, axis=2)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) / 7.3
    way = np.column_stack([spin, np.array([30, 25]) - spin @ (900, 700)])
    crop = cut_out(image, way, (60, 50)).astype(float)
    rows, columns = np.mgrid[:50, :60]
    there = np.linalg.solve(spin, np.stack([columns.ravel(), rows.ravel()]) - way[:, 2:])
    off = crop[..., 0].ravel() - (60 + there[0] / 15)
    assert abs(off.mean()) < 0.5
    assert off.std() < 30 / 4


def test_beyond_the_picture_it_is_grey() -> None:
    white = np.full((900, 900, 3), 255, np.uint8)
    far, near = (np.array([[0.2, 0, right], [0, 0.2, -20]]) for right in (2000, 25))
    assert (cut_out(white, far, (50, 40)) == 127).all()
    half = cut_out(white, near, (50, 40))
    assert (half[:, :24] == 127).all()
    assert (half[:, 26:] == 255).all()
