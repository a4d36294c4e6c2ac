"""Boards that are no Volcano board: what needs no network of that board sees them as well."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.saying import refused
from tests.vision.tables import view_from
from vision.board.board_prior import BoardPrior
from vision.board.grid_fit import drawn_onto_lines
from vision.board.intersection_fit import fit_to_intersections
from vision.board.line_score import beyond, edge_strength, evidence
from vision.board.locate import locate
from vision.board.pose import Pose
from vision.board.rings import ring_candidates
from vision.board.stickers import find_stickers, marker_corners, sticker_numbers
from vision.board.stillness import displacement
from vision.board.vanishing_points import candidates
from vision.drawing.table import BoardStyle, Scene, render
from vision.geometry.board_view import BoardView
from vision.geometry.grid import FIELD, VOLCANO, BoardGrid
from vision.geometry.solids import USUAL_RISE_MM
from vision.image import Image
from vision.stacks.change import difference
from vision.stacks.crops import FOOT, cut_all, frames_of
from vision.stacks.reader import StackReader
from vision.stacks.silhouettes import stack_mask
from vision.tracking.arm import arm_over
from vision.tracking.overlay import draw_table

OTHERS = (BoardGrid(3, 3), BoardGrid(7, 8))
LIGHT = BoardStyle((0.5, 0.42, 0.3), (0.5, 0.42, 0.3), line_width=1.6)


def view_of(grid: BoardGrid) -> BoardView:
    return view_from(55, grid=grid, distance=max(60.0 * grid.ranks, 320.0), pitch=28.0)


def picture(view: BoardView, stacks: dict[str, str] | None = None, seed: int = 0) -> Image:
    """A drawn table, with a sensor's noise."""
    scene = Scene(
        view.project, view.camera_centre, (960, 720), view.pitch, stacks or {}, board=LIGHT, board_grid=view.grid
    )
    noise = np.random.default_rng(seed).normal(0, 2, (720, 960, 3))
    return np.clip(render(scene) + noise, 0, 255).astype(np.uint8)


def prior(grid: BoardGrid, *cells: str) -> BoardPrior:
    """Pieces stand in these cells alone."""
    return BoardPrior(grid, lambda cell: cell in cells)


def off(view: BoardView, truth: BoardView) -> float:
    """How far corners are off, pixels."""
    return float(np.linalg.norm(view.project(view.ring) - truth.project(truth.ring), axis=1).max())


@pytest.mark.parametrize("grid", OTHERS)
def test_a_table_is_drawn_with_all_its_cells(grid: BoardGrid) -> None:
    view = view_of(grid)
    bare, side = picture(view), float(np.linalg.norm(np.diff(view.project(view.ring)[:2], axis=0))) / grid.files
    for cell in grid.ring:
        changed = np.abs(picture(view, {cell: "R3"}).astype(int) - bare).max(axis=2) > 60
        u, v = view.project(np.array([[*view.cell_centre(cell), 20.0]]))[0]
        rows, columns = np.nonzero(changed)
        assert np.hypot(columns.mean() - u, rows.mean() - v) < 0.3 * side
    u, v = view.project(np.array([[*view.cell_centre(grid.ring[2]), 0.0]]))[0]
    assert np.abs(draw_table(bare, view, {grid.ring[2]: "R3"}).astype(int) - bare)[round(v) - 9 : round(v) + 9].any()


@pytest.mark.parametrize("grid", OTHERS)
def test_every_cell_has_its_crop(grid: BoardGrid) -> None:
    view = view_of(grid)
    frames = frames_of(view, grid.cells)
    for cell, cut in zip(grid.cells, frames, strict=True):
        foot = view.project(np.array([[*view.cell_centre(cell), 0.0]]))[0]
        assert np.allclose(cut.in_picture(np.array(FOOT)), foot, atol=1e-6)


@pytest.mark.parametrize("grid", OTHERS)
def test_a_change_shows_where_it_is(grid: BoardGrid) -> None:
    view, cell = view_of(grid), grid.ring[2]
    frames = frames_of(view, grid.cells)
    stacks = dict.fromkeys(grid.ring, "G3")
    before, after = picture(view, stacks, 1), picture(view, stacks | {cell: "G3G1"}, 2)
    changes = {}
    for name, cut in zip(grid.cells, frames, strict=True):
        if name in stacks:
            then, now = (cut_all(image, [cut])[0] for image in (before, after))
            changes[name] = difference(then, now, stack_mask(view, name, "G3", cut, USUAL_RISE_MM))
    assert max(changes, key=lambda name: changes[name]) == cell


@pytest.mark.parametrize("grid", OTHERS)
def test_a_bump_is_measured(grid: BoardGrid) -> None:
    view = view_of(grid)
    moved = replace(view, translation=(view.translation[0] + 1.5, *view.translation[1:]))
    stacks = dict.fromkeys(grid.cells[::2], "B3")
    found = displacement(view, picture(view, stacks, 1), picture(moved, stacks, 2))
    assert found is not None
    assert np.allclose(found, moved.project(moved.ring) - view.project(view.ring), atol=0.7)


@pytest.mark.parametrize("grid", OTHERS)
def test_an_arm_is_seen(grid: BoardGrid) -> None:
    view = view_of(grid)
    table = picture(view, {"a1": "R3"})
    u, v = view.project(np.array([[*view.cell_centre(grid.ring[2]), 0.0]]))[0].round().astype(int)
    reached = np.asarray(cv2.line(table.copy(), (960, int(v)), (int(u), int(v)), (90, 120, 200), 60), np.uint8)
    assert arm_over(view, table, reached, {"a1": "R3"}, USUAL_RISE_MM)
    assert not arm_over(view, table, picture(view, {"a1": "R3"}, 5), {"a1": "R3"}, USUAL_RISE_MM)


@pytest.mark.parametrize("grid", OTHERS)
def test_a_rough_pose_is_drawn_onto_the_lines(grid: BoardGrid) -> None:
    view = view_of(grid)
    known = prior(grid, "b2")
    rough = Pose.from_corners(view.project(view.ring) + np.array([3.0, -2.0]), known, view.camera, True)
    assert rough is not None
    pixels = picture(view, {"b2": "Y3"})
    pose = drawn_onto_lines(pixels, rough)
    assert off(pose.view(view.pitch, 1.0), view) < 1.0 < off(rough.view(view.pitch, 1.0), view)
    found = evidence(pixels, edge_strength(pixels), pose)
    assert found.correlation > 0.6 and found.share > 0.5
    assert beyond(pixels, pose).max() < 0.3


@pytest.mark.parametrize("grid", OTHERS)
def test_taps_tell_where_the_board_is(grid: BoardGrid) -> None:
    view = view_of(grid)
    taps = [(u + 3.0, v - 2.0) for u, v in view.project(view.ring)]
    found = locate(picture(view), prior(grid), corners=taps, camera=view.camera)
    assert found.grid == grid
    assert off(found, view) < 2


@pytest.mark.parametrize("grid", OTHERS)
def test_vanishing_points_propose_the_grid(grid: BoardGrid) -> None:
    view = view_of(grid)
    grey = cv2.cvtColor(picture(view), cv2.COLOR_BGR2GRAY)
    wanted = view.project(view.ring)
    gaps = [
        np.linalg.norm(np.roll(each.corners, turn, axis=0) - wanted, axis=1).max()
        for each in candidates(np.asarray(grey, np.uint8), grid, view.camera.focal)
        for turn in grid.turns
    ]
    assert min(gaps) < 12


@pytest.mark.parametrize("grid", OTHERS)
def test_stickers_lie_outside_the_corners(grid: BoardGrid) -> None:
    middle = grid.outline[2] / 2
    for cell, corner in zip(grid.ring, grid.outline, strict=True):
        assert (marker_corners(cell, grid) * np.sign(corner - middle) > 0).all()
    assert len(set(sticker_numbers(grid).values())) == 4
    assert find_stickers(picture(view_of(grid)), grid) is None


@pytest.mark.parametrize("grid", OTHERS)
def test_networks_refuse_boards_that_they_were_not_trained_for(grid: BoardGrid) -> None:
    view = view_of(grid)
    image = picture(view)
    pose = Pose.of_view(view, prior(grid), True)
    finding = (lambda: ring_candidates(image, grid), lambda: locate(image, prior(grid)))
    for ask in (
        lambda: fit_to_intersections(image, pose),
        *(() if grid == FIELD else finding),
    ):
        with refused(f"trained for boards of 5 x 5 .* {grid.files} x {grid.ranks}"):
            ask()


@pytest.mark.parametrize("grid", OTHERS)
def test_the_cells_of_boards_of_any_size_are_read(grid: BoardGrid) -> None:
    stacks = {"a1": "R3R1", "b2": "Y3Y1", "c3": "B3", "c1": "G3G2", "a3": "C3"}
    view = view_of(grid)
    frames = frames_of(view, grid.cells)
    readings = StackReader().read(cut_all(picture(view, stacks), frames), frames, USUAL_RISE_MM)
    assert len(readings) == len(grid.cells)
    asked = sorted(stacks.values())
    for cell, stack in stacks.items():
        told = readings[grid.cells.index(cell)].log_likelihoods(asked)
        assert asked[int(np.argmax(told))] == stack


def test_only_cells_with_pieces_hide_lines_and_show_texture() -> None:
    view = view_from(40)
    bare = Pose.of_view(view, prior(VOLCANO), True)
    full = Pose.of_view(view, prior(VOLCANO, *VOLCANO.cells), True)
    image = picture(view, dict.fromkeys(VOLCANO.cells, "R3"))
    edges = edge_strength(image)
    with_pieces, without = evidence(image, edges, full), evidence(image, edges, bare)
    assert without.share == 1.0 > with_pieces.share
    assert with_pieces.texture < 1.0 == without.texture
