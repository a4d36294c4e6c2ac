"""An arm over the board is noticed even where it covers no stack."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.tables import drawn, setup_grid, view_from
from vision.geometry.board_view import BoardView
from vision.geometry.solids import USUAL_RISE_MM
from vision.image import Image
from vision.tracking.arm import arm_over, out_of_picture
from vision.tracking.cell_reading import FirstReading
from vision.tracking.looks import CellLook, Past
from vision.tracking.looney_set import BlockadeTracker
from vision.tracking.memory import P as MEMORY

pytestmark = pytest.mark.slow

VIEW = view_from(65, -80.0, 560.0)
GRID = setup_grid()
SLEEVES = [(90, 120, 170), (150, 160, 30), (40, 40, 45)]
SIZE = (960, 720)


@pytest.fixture(scope="module")
def table() -> Image:
    return drawn(VIEW, GRID)


def over(image: Image, start: tuple[float, float], end: tuple[float, float], colour: tuple[int, int, int]) -> Image:
    """The picture with a forearm from `start` to `end`."""
    shown = image.copy()
    (u, v), (x, y) = start, end
    cv2.line(shown, (round(u), round(v)), (round(x), round(y)), colour, 70, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(shown, (0, 0), 1.2), np.uint8)


def edge_of_board() -> tuple[float, float]:
    """A place on the board's right edge, between two stacks."""
    pitch = VIEW.pitch
    u, v = VIEW.project(np.array([[5 * pitch, 3.0 * pitch, 0.0]]))[0]
    return float(u), float(v)


def later(image: Image, seed: int) -> Image:
    """The same table in a later picture, the light a little different."""
    rng = np.random.default_rng(seed)
    return np.clip(image * np.exp(rng.normal(0, 0.04, 3)) + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("colour", SLEEVES)
def test_an_arm_that_only_touches_the_board_is_seen(table: Image, colour: tuple[int, int, int]) -> None:
    u, v = edge_of_board()
    assert arm_over(VIEW, table, over(later(table, 1), (SIZE[0], v), (u, v), colour), {}, USUAL_RISE_MM)


def test_what_does_not_reach_from_the_edge_to_the_board_is_no_arm(table: Image) -> None:
    u, v = edge_of_board()
    beside = u + 0.4 * (SIZE[0] - u)
    assert beside + 35 < SIZE[0]
    assert not arm_over(VIEW, table, over(later(table, 2), (beside, v), (u, v), SLEEVES[0]), {}, USUAL_RISE_MM)
    assert not arm_over(
        VIEW, table, over(later(table, 2), (SIZE[0], 20), (SIZE[0], SIZE[1] - 20), SLEEVES[0]), {}, USUAL_RISE_MM
    )


def test_moved_pieces_are_no_arm(table: Image) -> None:
    grid = {**GRID, "a1": "C3B2B2", "e5": "C3", "c3": "C3R1", "b1": GRID["b1"][:2]}
    assert not arm_over(VIEW, table, later(drawn(VIEW, grid), 3), {}, USUAL_RISE_MM)


@pytest.mark.parametrize("lamp", [(0.0, 0.0), (900.0, 100.0), (300.0, 700.0)])
def test_a_lamp_switched_on_is_no_arm(table: Image, lamp: tuple[float, float]) -> None:
    v, u = np.mgrid[: SIZE[1], : SIZE[0]]
    light = 1 + 0.4 * np.exp(-((u - lamp[0]) ** 2 + (v - lamp[1]) ** 2) / 400**2)
    lit = np.clip(table.astype(float) * light[..., None] * (1.0, 0.97, 0.9), 0, 255).astype(np.uint8)
    assert not arm_over(VIEW, table, lit, {}, USUAL_RISE_MM)


def test_a_picture_changed_all_over_tells_nothing(table: Image) -> None:
    blotches = np.random.default_rng(5).uniform(0.3, 1.7, (9, 12)).astype(np.float32)
    light = np.asarray(cv2.resize(blotches, SIZE, interpolation=cv2.INTER_NEAREST))[..., None]
    assert not arm_over(VIEW, table, np.clip(table * light, 0, 255).astype(np.uint8), {}, USUAL_RISE_MM)


def test_a_tracker_tells_a_hand_until_it_is_gone(table: Image) -> None:
    tracker = BlockadeTracker(table)
    tracker.learn(tracker.look(table), GRID)
    u, v = edge_of_board()
    hand = over(table, (SIZE[0], v), (u - 25, v), SLEEVES[1])
    seen = tracker.look(hand)
    assert seen.arm and seen.hand
    assert not tracker.look(later(table, 4)).hand


def test_what_stays_while_pieces_are_moved_is_no_hand(table: Image) -> None:
    """A box pushed against the board, half out of the picture."""
    tracker = BlockadeTracker(table)
    tracker.learn(tracker.look(table), GRID)
    u, v = edge_of_board()
    stacks = ("C3", "C3R1", "C3", "C3R1", "C3")
    hands = [
        tracker.look(over(drawn(VIEW, {**GRID, "c3": stack}), (SIZE[0], v), (u - 15, v), SLEEVES[2])).arm
        for stack in stacks
    ]
    assert hands == [True] * MEMORY.lingers + [False] * (len(stacks) - MEMORY.lingers)


def test_a_stack_that_reaches_over_the_pictures_edge_is_no_arm_when_it_loses_a_piece() -> None:
    near = view_from(72, -80.0, 430.0)
    top = near.project(np.array([[*near.cell_centre("a5"), 110.0]]))[0]
    shifted = replace(near, translation=(near.translation[0], near.translation[1] - 0.5 * top[1], near.translation[2]))
    before = drawn(shifted, {**GRID, "a5": "C3Y2Y2Y2Y2Y2Y2Y2"})
    after = drawn(shifted, {**GRID, "a5": "C3Y2Y2Y2"})
    assert not np.array_equal(before[0], after[0])
    assert not arm_over(shifted, before, later(after, 4), {}, USUAL_RISE_MM)


def test_an_arm_that_comes_in_where_only_a_higher_stack_could_reach_is_seen() -> None:
    near = view_from(50, -80.0, 430.0)
    (u, low), (_, high) = near.project(np.array([[*near.cell_centre("c5"), height] for height in (40.0, 95.0)]))
    up = high / near.camera.focal * near.translation[2]
    view = replace(near, translation=(near.translation[0], near.translation[1] - float(up), near.translation[2]))
    before = drawn(view, GRID)
    reaching = over(later(before, 6), (u, 0.0), (u, low - high), SLEEVES[0])
    assert not arm_over(view, before, reaching, {}, USUAL_RISE_MM)
    assert arm_over(view, before, reaching, GRID, USUAL_RISE_MM)
    assert not arm_over(view, before, later(before, 7), GRID, USUAL_RISE_MM)


def off_the_edge(share: float) -> BoardView:
    """A view of the board in which about so much of the pile on a5 is above the picture's upper edge."""
    near = view_from(50, -80.0, 430.0)
    apex, foot = near.project(np.array([[*near.cell_centre("a5"), height] for height in (88.0, 0.0)]))[:, 1]
    up = (apex + share * (foot - apex)) / near.camera.focal * near.translation[2]
    return replace(near, translation=(near.translation[0], near.translation[1] - float(up), near.translation[2]))


def test_the_share_of_a_stack_that_is_out_of_the_picture() -> None:
    pile = "C3Y2Y2Y2Y2Y2"
    assert out_of_picture(off_the_edge(-0.3), "a5", pile, 8.8) == pytest.approx(0, abs=1e-6)
    some, more = (out_of_picture(off_the_edge(share), "a5", pile, 8.8) for share in (0.6, 0.9))
    assert 0.1 < some < more < 0.8
    assert out_of_picture(off_the_edge(3.0), "a5", pile, 8.8) == pytest.approx(1, abs=1e-6)


def test_a_stack_that_the_pictures_edge_cuts_off_is_behind_no_hand(table: Image) -> None:
    look = BlockadeTracker(table).look(table)
    first = look.cells["a5"].first

    def seen(share: float) -> FirstReading:
        return replace(first, reading=replace(first.reading, covered=share))

    def covered(share: float, view: BoardView, before: float | None = None) -> bool:
        past = None if before is None else Past("C3Y2Y2Y2Y2Y2", seen(before), first.reading, 0.0)
        return replace(look, view=view, cells={**look.cells, "a5": CellLook(seen(share), past)}).hand

    assert covered(0.45, look.view)
    assert not covered(0.45, look.view, before=0.4)
    assert covered(0.45, look.view, before=0.05)
    assert not covered(0.45, off_the_edge(0.9))
    assert covered(0.95, off_the_edge(0.9))
