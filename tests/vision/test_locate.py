"""Finding the board in rendered pictures with known truth, whole and spoilt, and in pictures without one."""

import math

import cv2
import numpy as np
import pytest

from tests.vision.tables import RING, Table, rendered_tables
from vision.board_view import BoardView
from vision.errors import VisionError
from vision.locate import locate
from vision.look import Image

TABLES = list(rendered_tables())
CLOSE_PX = 6.0


def worst_corner(view: BoardView, corners: dict[str, list[float]]) -> float:
    """Largest distance of a corner from the truth, for the quarter turn that fits best."""
    return min(
        max(math.dist(turned.corners[cell], corners[cell]) for cell in RING)
        for turned in (view.turned(quarters) for quarters in range(4))
    )


@pytest.fixture(params=TABLES, ids=lambda table: table.name)
def table(request: pytest.FixtureRequest) -> Table:
    found: Table = request.param
    return found


def test_the_corners_are_found(table: Table) -> None:
    assert worst_corner(locate(table.image), table.truth["corners"]) < CLOSE_PX


def test_a_measured_camera_is_kept(table: Table) -> None:
    view = locate(table.image, camera=table.camera)
    assert view.camera.matrix == pytest.approx(table.camera.matrix)
    assert worst_corner(view, table.truth["corners"]) < CLOSE_PX


def test_a1_is_where_the_players_say(table: Table) -> None:
    for cell in RING:
        u, v = table.truth["corners"][cell]
        near = locate(table.image, a1=(u + 12, v - 9))
        assert math.dist(near.corners["a1"], (u, v)) < CLOSE_PX


def test_without_a_word_a1_is_near_left() -> None:
    for table in TABLES:
        corners = locate(table.image).corners
        near = (corners["a1"][1] + corners["e1"][1]) / 2
        assert near >= (corners["a5"][1] + corners["e5"][1]) / 2
        assert corners["a1"][0] < corners["e1"][0]


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda image: cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), id="half"),
        pytest.param(lambda image: cv2.resize(image, None, fx=2, fy=2), id="double"),
        pytest.param(lambda image: cv2.convertScaleAbs(image, alpha=0.6), id="dark"),
        pytest.param(lambda image: np.clip(image * [0.8, 1.0, 1.2], 0, 255).astype(np.uint8), id="warm"),
        pytest.param(lambda image: cv2.imdecode(cv2.imencode(".jpg", image, [1, 30])[1], 1), id="jpeg"),
        pytest.param(lambda image: cv2.GaussianBlur(image, (0, 0), 1.5), id="blur"),
    ],
)
def test_a_spoilt_picture_does(spoil: object, table: Table) -> None:
    assert callable(spoil)
    image: Image = spoil(table.image)
    scale = image.shape[0] / table.image.shape[0]
    corners = {cell: [c * scale for c in place] for cell, place in table.truth["corners"].items()}
    assert worst_corner(locate(image), corners) < CLOSE_PX * max(scale, 1) * 1.5


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_picture_does(quarters: int, table: Table) -> None:
    height, width = table.image.shape[:2]
    image = np.ascontiguousarray(np.rot90(table.image, quarters))

    def turned(place: list[float]) -> list[float]:
        u, v = place
        return {1: [v, width - 1 - u], 2: [width - 1 - u, height - 1 - v], 3: [height - 1 - v, u]}[quarters]

    corners = {cell: turned(place) for cell, place in table.truth["corners"].items()}
    assert worst_corner(locate(image), corners) < CLOSE_PX * 1.5


def test_four_taps_name_the_corners(table: Table) -> None:
    rng = np.random.default_rng(1)
    taps = [tuple(np.array(table.truth["corners"][cell]) + rng.normal(0, 6, 2)) for cell in ("e1", "e5", "a5", "a1")]
    view = locate(table.image, corners=taps)
    for name, cell in zip(("a1", "e1", "e5", "a5"), ("e1", "e5", "a5", "a1"), strict=True):
        assert math.dist(view.corners[name], table.truth["corners"][cell]) < CLOSE_PX


def test_a_still_camera_gives_the_same_view(table: Table) -> None:
    view = locate(table.image)
    assert locate(table.image, previous=view) is view


def test_a_bumped_camera_is_followed(table: Table) -> None:
    view = locate(table.image)
    bump = np.array([[1.0, 0.02, 14], [-0.02, 1.0, -9]])
    height, width = table.image.shape[:2]
    moved = np.asarray(cv2.warpAffine(table.image, bump, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    followed = locate(moved, previous=view)
    for cell in RING:
        expected = bump[:, :2] @ view.corners[cell] + bump[:, 2]
        assert math.dist(followed.corners[cell], expected) < CLOSE_PX


def test_part_of_the_board_outside_is_said(table: Table) -> None:
    left = min(u for u, _ in table.truth["corners"].values())
    right = max(u for u, _ in table.truth["corners"].values())
    cut = np.ascontiguousarray(table.image[:, int(left + 0.2 * (right - left)) :])
    with pytest.raises(VisionError, match=r"outside the picture|no board"):
        locate(cut)


def chess_board() -> Image:
    squares = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((70, 70))) * 200 + 30
    picture = np.full((720, 960, 3), 110, np.uint8)
    picture[80:640, 200:760] = squares[..., None]
    return picture


@pytest.mark.parametrize(
    "image",
    [
        pytest.param(np.full((720, 960, 3), 128, np.uint8), id="blank"),
        pytest.param(np.random.default_rng(0).integers(0, 255, (720, 960, 3)).astype(np.uint8), id="noise"),
        pytest.param(chess_board(), id="chess"),
    ],
)
def test_no_board_is_said(image: Image) -> None:
    with pytest.raises(VisionError, match="no board"):
        locate(image)


def test_a_thumbnail_is_refused() -> None:
    with pytest.raises(VisionError, match="too small"):
        locate(np.zeros((1, 1, 3), np.uint8))
