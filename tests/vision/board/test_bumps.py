"""A table or camera that is bumped: the board is found again, and which corner is a1 stays known."""

import cv2
import numpy as np
import pytest

from tests.vision.board.test_boards_without_lines import off as off_by_cells
from tests.vision.board.test_boards_without_lines import picture
from tests.vision.drawn_board import STYLES, draw, view_from
from tests.vision.tables import RING, drawn, locate, setup_grid
from tests.vision.tables import view_from as table_view
from vision.errors import VisionError
from vision.geometry.board_view import BoardView
from vision.tracking.looney_set import BlockadeTracker

pytestmark = pytest.mark.slow

PITCH = 34.0
BUMPS = {
    "a nudge": (3.0, 0.0, 0.0, 1.0),
    "half a cell": (17.0, 0.0, 0.0, 1.0),
    "a whole cell": (PITCH, 0.0, 0.0, 1.0),
    "a whole cell towards the camera": (0.0, -PITCH, 0.0, 1.0),
    "a whole cell across": (-PITCH, PITCH, 0.0, 1.0),
    "about a cell, turned": (PITCH, 0.0, 3.0, 1.03),
    "turned a little": (5.0, 0.0, 8.0, 1.0),
    "turned much": (0.0, 0.0, 30.0, 1.0),
    "nearer": (0.0, 0.0, 0.0, 0.9),
    "farther": (0.0, 5.0, 0.0, 1.2),
}


def bumped(view: BoardView, right: float, away: float, turn: float, farther: float) -> BoardView:
    """The board moved on the table (mm) and turned about its middle (degrees); the camera farther by a factor."""
    middle = np.array([2.5 * view.pitch, 2.5 * view.pitch, 0.0])
    about = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(turn)]))[0]
    shift = np.array([right, away, 0.0])
    translation = view.matrix @ (middle + shift - about @ middle) + np.array(view.translation)
    r0, r1, r2 = map(float, cv2.Rodrigues(view.matrix @ about)[0].ravel())
    t0, t1, t2 = translation * (1.0, 1.0, farther)
    return BoardView(view.camera, (r0, r1, r2), (t0, t1, t2), view.pitch, grid=view.grid)


def off(view: BoardView, truth: BoardView) -> float:
    """Worst corner in pixels, names as they are."""
    return max(float(np.hypot(*np.subtract(view.corners[name], truth.corners[name]))) for name in RING)


@pytest.fixture(scope="module")
def first() -> tuple[BoardView, BoardView]:
    """The truth of a picture, and the view found in it with a1 on the far right."""
    truth = view_from(15, 62, 620, 1000, pitch=PITCH).turned(2)
    return truth, locate(draw(truth, STYLES["green, white lines"]), a1=truth.corners["a1"])


@pytest.mark.parametrize("bump", BUMPS)
def test_a_bumped_board_is_found_again(first: tuple[BoardView, BoardView], bump: str) -> None:
    truth, view = first
    now = bumped(truth, *BUMPS[bump])
    again = locate(draw(now, STYLES["green, white lines"], seed=1), previous=view)
    assert off(again, now) < 2
    assert again.pitch == view.pitch
    assert again.camera == view.camera


@pytest.mark.parametrize("style", ["chequered", "grey, light lines, light frame"])
def test_a_board_that_slides_by_a_cell_is_not_taken_for_one_that_stays(style: str) -> None:
    truth = view_from(-10, 58, 620, 1000, pitch=PITCH)
    view = locate(draw(truth, STYLES[style]))
    now = bumped(truth, *BUMPS["a whole cell"])
    assert off(locate(draw(now, STYLES[style]), previous=view), now) < 3


def test_walls_between_cells_are_kept(first: tuple[BoardView, BoardView]) -> None:
    truth, found = first
    view = found.lowered(3.0)
    assert locate(draw(truth, STYLES["green, white lines"], seed=2), previous=view) is view
    for bump in ("a nudge", "a whole cell", "turned much"):
        now = bumped(truth, *BUMPS[bump])
        again = locate(draw(now, STYLES["green, white lines"], seed=1), previous=view)
        assert again.walls == pytest.approx(3.0)
        assert off(again, now.lowered(3.0)) < 2.5


def test_a_tracker_goes_on_after_bumps_and_after_the_board_was_out_of_sight() -> None:
    grid = setup_grid()
    before = table_view(65, -80.0, 560.0)
    tracker = BlockadeTracker(drawn(before, grid), a1=before.corners["e5"])
    tracker.learn(tracker.look(drawn(before, grid)), grid)
    with pytest.raises(VisionError):
        tracker.look(np.full((720, 960, 3), 90, np.uint8))
    for bump in ("a whole cell", "turned a little"):
        now = bumped(before, *BUMPS[bump])
        look = tracker.look(drawn(now, grid))
        assert off(look.view, now.turned(2)) < 3
        assert not look.hidden


@pytest.mark.parametrize("style", ["framed, light", "no frame"])
def test_a_bumped_board_without_lines_is_put_under_what_is_known_to_stand_on_it(style: str) -> None:
    before, grid = table_view(62, -115.0, 560.0), setup_grid()
    image = picture(before, style)
    tracker = BlockadeTracker(image, a1=before.corners["a1"])
    tracker.learn(tracker.look(image), grid)
    camera = tracker.view.camera
    for bump in ("a whole cell", "turned a little"):
        now = bumped(before, *BUMPS[bump])
        look = tracker.look(picture(now, style))
        assert look.view.camera == camera
        assert not look.view.lined
        assert off_by_cells(look.view, now) < 0.025
