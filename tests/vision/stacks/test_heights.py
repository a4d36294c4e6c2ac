"""How high stacks reach, and what that tells of lens, pitch and stacking rise."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.training.data_sets.make_crops import ends as taught_ends
from lab.training.data_sets.make_crops import seat as taught_seat
from lab.training.data_sets.make_crops import view_of
from lab.training.scenes.tables import random_scene
from tests.often import often
from tests.vision.tables import CELLS, Table, rendered_tables, setup_grid, view_from
from vision.geometry.board_view import BoardView
from vision.geometry.solids import solids
from vision.stacks.crops import Frame, frame, square_on
from vision.stacks.feet_and_apexes import SIZE_UNIT, USUAL_SIDE, Ends, NormalMixture
from vision.stacks.heights import (
    HEIGHTS_MM,
    EndsSeen,
    Heights,
    counts,
    fitted_rise,
    fitted_view,
    known_counts,
    looks_steeply,
    unread,
)
from vision.stacks.heights import P as HEIGHTS
from vision.tracking.looney_set import BlockadeTracker


def frames_of(view: BoardView) -> list[Frame]:
    return [frame(view, cell) for cell in CELLS]


def pointed_at(
    truth: BoardView, frames: list[Frame], grid: Mapping[str, str], rise: float, rng: np.random.Generator
) -> list[Ends]:
    """What a network that is a pixel off, and three in a hundred of a size, says of a table."""
    found = []
    for cell, cut in zip(CELLS, frames, strict=True):
        x, y = truth.cell_centre(cell)
        top = solids(grid[cell], rise)[-1]
        seat = np.array([x, y, top.foot])
        across = square_on(truth.camera_centre - seat) * top.base / 2
        told = truth.project(np.array([[x, y, 0.0], [x, y, top.apex], seat, seat - across, seat + across]))
        spots = told @ cut.to_crop[:, :2].T + cut.to_crop[:, 2]
        size = SIZE_UNIT * np.log(np.linalg.norm(spots[4] - spots[3]) / USUAL_SIDE)
        foot, apex = spots[:2] + rng.normal(0, 0.7, (2, 2))
        sits = np.array([*spots[2], size]) + rng.normal(0, 0.7, 3)
        one = np.ones(1)
        found.append(
            Ends(
                foot,
                np.full(2, 0.5),
                NormalMixture(one, apex[None], np.full((1, 2), 0.5)),
                NormalMixture(one, sits[None], np.full((1, 3), 0.5)),
            )
        )
    return found


def some_grid(rng: np.random.Generator) -> dict[str, str]:
    grid = setup_grid()
    for cell in rng.permutation([cell for cell in CELLS if grid[cell][0] != "C"])[:12]:
        colour = grid[cell][0]
        grid[cell] = f"{colour}3" + f"{colour}1" * int(rng.integers(0, 4))
    return grid


@given(st.floats(35, 85), st.floats(-180, 180), st.floats(7, 10.4), st.integers(0, 1000))
@settings(max_examples=often(15))
def test_the_rise_of_a_table_that_is_known_is_found(elevation: float, azimuth: float, rise: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    view, grid = view_from(elevation, azimuth), some_grid(rng)
    frames = frames_of(view)
    table = EndsSeen(CELLS, frames, pointed_at(view, frames, grid, rise, rng)).heights(view)
    assert fitted_rise(table, known_counts([grid[cell] for cell in CELLS]))[0] == pytest.approx(rise, abs=0.5)


@given(st.floats(74, 86), st.floats(-180, 180), st.floats(-0.25, 0.25), st.integers(0, 1000))
@settings(max_examples=often(15))
def test_a_lens_that_the_board_does_not_tell_is_told_by_the_stacks(
    elevation: float, azimuth: float, off: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    truth, grid = view_from(elevation, azimuth), some_grid(rng)
    wrong = truth.refocused(float(np.exp(off)))
    frames = frames_of(wrong)
    counts = known_counts([grid[cell] for cell in CELLS])
    found = fitted_view(wrong, EndsSeen(CELLS, frames, pointed_at(truth, frames, grid, 8.5, rng)), counts, lens=True)
    assert found.camera.focal == pytest.approx(truth.camera.focal, rel=0.1)


@given(st.floats(40, 80), st.floats(-0.06, 0.06), st.integers(0, 1000))
@settings(max_examples=often(15))
def test_a_pitch_that_is_unknown_is_told_by_the_stacks(elevation: float, off: float, seed: int) -> None:
    """By most random tables: single ones are 3 % off now and then."""
    truth, pitches = view_from(elevation), []
    wrong = truth.with_pitch(truth.pitch * float(np.exp(off)))
    frames = frames_of(wrong)
    for rng in np.random.default_rng(seed).spawn(3):
        grid = some_grid(rng)
        counts = known_counts([grid[cell] for cell in CELLS])
        found = fitted_view(
            wrong, EndsSeen(CELLS, frames, pointed_at(truth, frames, grid, 8.5, rng)), counts, lens=False
        )
        pitches.append(found.pitch)
        assert found.camera == truth.camera
    assert np.median(pitches) == pytest.approx(truth.pitch, rel=0.03)


def test_a_pitch_that_is_known_well_is_kept() -> None:
    truth, grid, rng = view_from(60), setup_grid(), np.random.default_rng(1)
    wrong = truth.with_pitch(truth.pitch * 1.05, 0.01)
    frames = frames_of(wrong)
    found = fitted_view(
        wrong, EndsSeen(CELLS, frames, pointed_at(truth, frames, grid, 8.5, rng)), unread(25), lens=False
    )
    assert found.pitch == pytest.approx(wrong.pitch, rel=0.006)


@given(st.floats(35, 85), st.floats(-180, 180), st.integers(0, 1000))
@settings(max_examples=often(15))
def test_the_topmost_piece_is_told_by_how_large_it_looks(elevation: float, azimuth: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    view, grid = view_from(elevation, azimuth), some_grid(rng)
    grid["b2"], grid["d4"] = "R3R2", "Y3Y2Y1"
    frames = frames_of(view)
    table = EndsSeen(CELLS, frames, pointed_at(view, frames, grid, 8.5, rng)).heights(view)
    tops = [int(np.unravel_index(int(np.argmax(row)), row.shape)[0]) + 1 for row in table]
    assert tops == [int(grid[cell][-1]) for cell in CELLS]


def test_stacks_are_as_likely_as_the_height_of_their_apex_with_such_a_piece_on_top() -> None:
    small = -(((HEIGHTS_MM - 60.45) / 4) ** 2) / 2
    likelihoods = np.array([small, small - 3, small - 5])
    told = Heights(likelihoods, 8.0).log_likelihoods(["R3", "R3R1", "R3R1R1", "R3R2R1", "R3R1R1R1", "", "R3R1R2"])
    assert int(np.argmax(told)) == 2
    assert told[2] == told[3] > max(told[1], told[4])
    assert told[5] == pytest.approx(HEIGHTS.weight * small[0])
    assert told[6] == pytest.approx(told[2] - 3 * HEIGHTS.weight)


def test_counts_are_less_sure_than_the_reader_and_take_all_stacks_of_a_height_and_top_together() -> None:
    stacks = ["R3", "R3R1", "R3B1", "R3R1R1", "R3R2"]
    told = counts([np.log([0.4, 0.2, 0.2, 0.1, 0.1])], stacks)[0]
    assert told[2, 0] == pytest.approx(told[0, 1])
    assert 0 < told[0, 1] - told[0, 2] < np.log(4)
    assert told[0, 2] == pytest.approx(told[1, 1])
    assert np.isneginf(told[2, 1:]).all() and np.isneginf(told[0, 3:]).all()


def test_known_counts_leave_open_what_is_not_known() -> None:
    one, *others = known_counts(["C3G2G2", *[None] * 24])
    assert np.unravel_index(int(one.argmax()), one.shape) == (1, 2)
    assert (one > -10).sum() == 1
    assert (np.array(others)[:, :, 1:] > -10).all()


def test_stacks_taller_than_are_counted_count_as_no_others() -> None:
    tall = "R3" + "R2" * 7 + "R1"
    told = counts([np.log([0.5, 0.5])], ["R3R1", tall])[0]
    assert np.isfinite(told).sum() == 1
    assert known_counts([tall, "", *[None] * 23]) == pytest.approx(unread(25))


def test_a_camera_held_too_near_at_first_is_put_where_it_is() -> None:
    rng = np.random.default_rng(9)
    truth, grid = view_from(86, distance=165.0, pitch=26.6, focal=690.0), setup_grid()
    frames = frames_of(truth)
    ends, known = pointed_at(truth, frames, grid, 8.5, rng), known_counts([grid[cell] for cell in CELLS])
    found = fitted_view(truth, EndsSeen(CELLS, frames, ends), known, lens=True)
    assert found.camera.focal == pytest.approx(truth.camera.focal, rel=0.1)


def test_only_steep_views_hide_the_lens() -> None:
    assert looks_steeply(view_from(84)) and not looks_steeply(view_from(60))


@given(st.floats(72, 88), st.floats(-180, 180), st.floats(0.75, 1.3))
def test_from_above_a_board_looks_alike_by_another_lens(elevation: float, azimuth: float, factor: float) -> None:
    view = view_from(elevation, azimuth)
    other = view.refocused(factor)
    assert other.camera.focal == pytest.approx(factor * view.camera.focal)
    assert np.abs(np.array(list(other.corners.values())) - list(view.corners.values())).max() < 5
    assert other.camera_centre[2] == pytest.approx(factor * view.camera_centre[2], rel=0.05)


@pytest.mark.parametrize("seed", range(6))
def test_what_lessons_teach_of_ends_and_seats_tells_the_height_and_the_topmost_piece(seed: int) -> None:
    scene, eye = random_scene(np.random.default_rng(seed), (800, 600))
    view = view_of(replace(eye, distortion=np.zeros(5)))
    scene, eye = replace(scene, project=view.project), replace(eye, distortion=np.zeros(5))
    taken = [cell for cell in CELLS if scene.grid[cell]]
    frames, one = [frame(view, cell) for cell in taken], np.ones(1)
    pointed = []
    for cell, cut in zip(taken, frames, strict=True):
        foot, apex = taught_ends(scene, eye, cell, cut)
        x, y, side = taught_seat(scene, eye, cell, cut)
        sits = np.array([[x, y, SIZE_UNIT * (side - np.log(USUAL_SIDE))]])
        middle, size = (
            NormalMixture(one, apex[None], np.full((1, 2), 0.1)),
            NormalMixture(one, sits, np.full((1, 3), 0.1)),
        )
        pointed.append(Ends(foot, np.full(2, 0.1), middle, size))
    for cell, row in zip(taken, EndsSeen(taken, frames, pointed).heights(view), strict=True):
        top = solids(scene.grid[cell], scene.rise)[-1]
        pips, place = np.unravel_index(int(np.argmax(row)), row.shape)
        assert pips + 1 == top.pips
        assert HEIGHTS_MM[place] == pytest.approx(top.apex, abs=4)


@pytest.mark.parametrize("factor", [0.8, 1.25])
@pytest.mark.parametrize("name", ["easy_02", "easy_7000"])
def test_a_table_seen_from_above_tells_a_lens_that_is_off(
    name: str, factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = next(table for table in rendered_tables() if table.name == name)
    corners = [tuple(table.truth["corners"][name]) for name in ("a1", "e1", "e5", "a5")]
    right = BlockadeTracker(table.image, corners=corners, camera=table.camera).view
    monkeypatch.setattr("vision.tracking.placing.locate", lambda *args, **more: right.refocused(factor))
    assert BlockadeTracker(table.image).view.camera.focal == pytest.approx(table.camera.focal, rel=0.12)


@pytest.mark.parametrize("table", list(rendered_tables()), ids=lambda table: table.name)
def test_most_stacks_of_a_rendered_table_reach_as_high_as_they_should(table: Table) -> None:
    corners = [tuple(table.truth["corners"][name]) for name in ("a1", "e1", "e5", "a5")]
    tracker = BlockadeTracker(table.image, corners=corners, camera=table.camera)
    look = tracker.look(table.image)
    grid = table.truth["grid"]
    tracker.learn(look, grid)
    seen = [cell for cell in CELLS if cell not in look.hidden]
    again = tracker.look(table.image)
    apexes = [solids(grid[cell], again.cells[cell].first.heights.rise)[-1].apex for cell in seen]
    told = [again.cells[cell].first.heights.likelihoods[int(grid[cell][-1]) - 1] for cell in seen]
    likeliest = [HEIGHTS_MM[row.argmax()] for row in told]
    assert np.median(np.abs(np.array(apexes) - likeliest)) < 4.5
