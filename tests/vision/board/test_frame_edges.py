"""The edges around a grid without lines: of its frame, or of the board."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.board.test_fit_under_stacks import apart, off, seen
from tests.vision.drawn_board import Style, draw, view_from
from tests.vision.tables import CELLS
from vision.board.fit_under_stacks import PointedEnds, put_under_feet, put_within_edges
from vision.board.frame_edges import Surround, edges_around, outwards
from vision.geometry.board_view import BoardView
from vision.image import Image
from vision.stacks.crops import Frame, frame
from vision.stacks.feet_and_apexes import Ends

TRUTH = view_from(25, 62, 480, 1000)
WOOD, DARK = (90, 130, 170), (45, 50, 60)


def plain(margin: float, frame_colour: tuple[int, int, int]) -> Image:
    """A board without lines whose frame is `margin` mm wide."""
    return draw(TRUTH, Style(WOOD, WOOD, None, frame_colour, margin), 3)


def around(view: BoardView, out: float) -> Surround:
    """Edges that show well, `out` pitches from the grid of a view."""
    end, pitch = 5 + out, view.pitch
    sides: list[list[tuple[float, float]]] = [
        [(0, -out), (5, -out)],
        [(end, 0), (end, 5)],
        [(0, end), (5, end)],
        [(-out, 0), (-out, 5)],
    ]
    places = np.array([[(x * pitch, y * pitch, 0.0) for x, y in side] for side in sides])
    return Surround(view.project(places.reshape(-1, 3)).reshape(4, 2, 2), np.full(4, 0.9))


def askew(seed: int) -> tuple[BoardView, list[Frame], list[Ends]]:
    """A view told by feet that stand off the middles of their cells, the crops' frames, and what is seen there."""
    rng = np.random.default_rng(seed)
    rough = off(TRUTH, rng)
    frames = [frame(rough, cell) for cell in CELLS]
    ends = [replace(end, foot=end.foot + rng.normal(0, 3.0, 2)) for end in seen(TRUTH, rough, rng)]
    return put_under_feet(rough, PointedEnds(CELLS, frames, ends), measured=True)[0], frames, ends


@pytest.mark.parametrize("margin", [5.0, 9.0, 14.0])
def test_edges_are_seen_where_the_board_ends(margin: float) -> None:
    found = edges_around(plain(margin, WOOD), off(TRUTH, np.random.default_rng(1), 0.5))
    assert found is not None
    assert np.abs(outwards(TRUTH, found.spots) - margin / TRUTH.pitch).max() < 0.04


def test_no_edges_are_seen_where_there_are_none() -> None:
    blank = np.full((720, 960, 3), 140, np.uint8)
    noise = np.random.default_rng(2).integers(0, 60, blank.shape).astype(np.uint8)
    assert edges_around(blank, TRUTH) is None
    assert edges_around(noise, TRUTH) is None


def test_edges_tell_where_the_board_lies_better_than_feet_alone() -> None:
    alone, within = [], []
    for seed in range(8):
        view, frames, ends = askew(seed)
        found = put_within_edges(view, PointedEnds(CELLS, frames, ends), around(TRUTH, 0.3), measured=True)
        assert found is not None
        assert not found[1].flush
        alone.append(apart(view, TRUTH))
        within.append(apart(found[0], TRUTH))
    assert np.mean(within) < 0.75 * np.mean(alone)


def test_edges_as_near_as_the_grid_s_own_are_these() -> None:
    view, frames, ends = askew(9)
    found = put_within_edges(view, PointedEnds(CELLS, frames, ends), around(TRUTH, 0.0), measured=True)
    assert found is not None
    assert found[1].flush
    assert apart(found[0], TRUTH) < 1.5 < apart(view, TRUTH)


def test_edges_that_feet_speak_against_are_left_out_of_account() -> None:
    view, frames, ends = askew(4)
    edges = around(TRUTH, 0.3)
    spots = edges.spots.copy()
    spots[:2] = around(TRUTH, 0.5).spots[:2]
    assert put_within_edges(view, PointedEnds(CELLS, frames, ends), replace(edges, spots=spots), measured=True) is None
