"""Finding the board: drawn boards of several styles, and rendered ones from tests/data/boards."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.saying import refused
from tests.vision.drawn_board import STYLES, draw, view_from
from tests.vision.tables import RING, locate
from vision.board.rings import cut_off_at, ring_candidates, turned_rings
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO
from vision.image import Image

DATA = Path(__file__).parents[2] / "data"
BOARDS, DARK_FRAME = sorted((DATA / "boards").glob("*.jpg")), DATA / "framed/dark_frame.jpg"
DIM = DATA / "dim/low_and_dim.jpg"
MUG = DATA / "hidden/mug_on_corner.jpg"
CHEQUERED = DATA / "chequered/low.jpg"
DICE = Path(__file__).parents[3] / "companion/data/dice.jpg"
VIEWS = [(20, 78, 520, 1000, -0.05), (-30, 60, 480, 900, 0.03), (8, 46, 430, 1000, -0.08)]


def read(path: Path) -> tuple[Image, dict[str, Any]]:
    image = cv2.imread(str(path))
    assert image is not None
    return np.asarray(image, dtype=np.uint8), json.loads(path.with_suffix(".json").read_text())


def ring(truth: dict[str, Any]) -> np.ndarray:
    return np.array([truth["corners"][name] for name in RING])


def off(view: BoardView, wanted: np.ndarray) -> float:
    """Worst corner in pixels, names as they are."""
    return float(np.linalg.norm(np.array([view.corners[name] for name in RING]) - wanted, axis=1).max())


def off_turned(view: BoardView, wanted: np.ndarray) -> float:
    return min(off(view.turned(quarter), wanted) for quarter in range(4))


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_rendered_boards(path: Path) -> None:
    image, truth = read(path)
    assert off_turned(locate(image), ring(truth)) < 3


def test_a_board_of_which_a_mug_hides_a_corner() -> None:
    """Three corners tell where the fourth is; how far pieces rise is not known yet."""
    image, truth = read(MUG)
    assert off_turned(locate(image), ring(truth)) < 15


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("place", VIEWS, ids=["steep", "middling", "flat"])
def test_drawn_boards(style: str, place: tuple[float, ...]) -> None:
    *angles, k1 = place
    truth = view_from(*angles, k1=k1)
    view = locate(draw(truth, STYLES[style]))
    assert off(view, np.array(list(truth.corners.values()))) < 3


def test_focal_length_comes_from_the_board() -> None:
    truth = view_from(10, 50, 450, 1250)
    view = locate(draw(truth, STYLES["green, white lines"]))
    assert view.camera.focal == pytest.approx(1250, rel=0.05)


@pytest.mark.parametrize("pitch", [29.4, 33.0, 38.0])
@pytest.mark.parametrize("elevation", [50, 75])
def test_the_pitch_is_measured_by_the_pieces(pitch: float, elevation: float) -> None:
    truth = view_from(20, elevation, 430, 1000, pitch=pitch)
    view = locate(draw(truth, STYLES["green, white lines"]))
    assert view.pitch == pytest.approx(pitch, abs=1.5)
    assert view.pitch_error < 3
    assert off(view, np.array(list(truth.corners.values()))) < 3


@pytest.mark.parametrize("pitch", [33.0, 36.0, 38.5])
@pytest.mark.parametrize("elevation", [45, 80])
def test_the_rims_of_thick_lines_are_not_taken_for_pieces(pitch: float, elevation: float) -> None:
    truth = view_from(20, elevation, 450, 1000, pitch=pitch)
    style = replace(STYLES["white, black lines, no frame"], line=0.12 * pitch)
    assert locate(draw(truth, style, 2)).pitch == pytest.approx(pitch, rel=0.05)


def quarter_turns(path: Path, quarter: int) -> tuple[Image, np.ndarray]:
    """A picture turned to the left, and where its corners are in it."""
    image, truth = read(path)
    height, width = image.shape[:2]
    turned = np.ascontiguousarray(np.rot90(image, quarter))
    u, v = ring(truth).T
    wanted = [(u, v), (v, width - 1 - u), (width - 1 - u, height - 1 - v), (height - 1 - v, u)][quarter]
    return turned, np.column_stack(wanted)


@pytest.mark.parametrize("quarter", range(1, 4))
def test_turned_pictures(quarter: int) -> None:
    turned, corners = quarter_turns(BOARDS[0], quarter)
    view = locate(turned, a1=tuple(corners[0] + 10))
    assert off(view, corners) < 3


@pytest.mark.parametrize("quarter", range(4))
def test_a_dim_board_seen_from_low_is_found_however_the_camera_is_held(quarter: int) -> None:
    turned, corners = quarter_turns(DIM, quarter)
    view = locate(turned, a1=tuple(corners[0] + 10))
    assert view.lined
    assert off(view, corners) < 5


def test_lines_that_only_a_strange_lens_could_show_are_held_against_the_intersections() -> None:
    image, truth = read(CHEQUERED)
    view = locate(image, a1=tuple(ring(truth)[0]))
    assert view.lined
    assert off(view, ring(truth)) < 3


def test_a_picture_on_its_side_is_painted_as_if_it_stood() -> None:
    upright, _ = read(BOARDS[0])
    lying, _ = quarter_turns(BOARDS[0], 3)
    rings, support = ring_candidates(upright, VOLCANO)
    turned, same = turned_rings(lying, VOLCANO)
    assert rings
    assert same == pytest.approx(support, abs=0.02)
    for ring, lain in zip(rings, turned, strict=True):
        u, v = ring.T
        np.testing.assert_allclose(lain, np.column_stack([upright.shape[0] - 1 - v, u]), atol=1e-6)


@pytest.mark.parametrize("scale", [0.5, 2.0, 4.0])
def test_scaled_pictures(scale: float) -> None:
    image, truth = read(BOARDS[-1])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    scaled = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), dtype=np.uint8)
    assert off_turned(locate(scaled), (ring(truth) + 0.5) * scale - 0.5) < 3 * max(1.0, scale)


@pytest.mark.parametrize("gains", [(0.6, 0.6, 0.6), (1.3, 1.3, 1.3), (0.7, 0.9, 1.2), (1.2, 1.0, 0.75)])
def test_other_light(gains: tuple[float, float, float]) -> None:
    image, truth = read(BOARDS[4])
    lit = np.clip(image * np.array(gains), 0, 255).astype(np.uint8)
    assert off_turned(locate(lit), ring(truth)) < 3


def blurred(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 2.5), dtype=np.uint8)


def shaken(image: Image) -> Image:
    return np.asarray(cv2.filter2D(image, -1, np.eye(7) / 7), dtype=np.uint8)


def squeezed(image: Image) -> Image:
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 30])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def bad_phone(image: Image) -> Image:
    """Dark, warm, soft and compressed all at once."""
    warm = np.clip(cv2.GaussianBlur(image, (0, 0), 1.2) * np.array([0.45, 0.6, 0.75]), 0, 255)
    return squeezed(warm.astype(np.uint8))


@pytest.mark.parametrize(
    ("number", "spoil"),
    [(0, blurred), (1, shaken), (2, blurred), (3, bad_phone), (4, squeezed), (5, bad_phone)],
)
def test_spoilt_pictures(number: int, spoil: Callable[[Image], Image]) -> None:
    image, truth = read(BOARDS[number])
    assert off_turned(locate(spoil(image)), ring(truth)) < 3


@pytest.mark.parametrize(
    ("number", "side"), [(0, "left"), (1, "right"), (2, "right"), (3, "upper"), (4, "lower"), (5, "left")]
)
def test_board_cut_off_is_said_so(number: int, side: str) -> None:
    image, truth = read(BOARDS[number])
    low, high = ring(truth).min(axis=0), ring(truth).max(axis=0)
    (left, top), (right, bottom) = (low + 0.15 * (high - low)).astype(int), (high - 0.15 * (high - low)).astype(int)
    cut = {"left": image[:, left:], "right": image[:, :right], "upper": image[top:], "lower": image[:bottom]}[side]
    with refused("out of the picture"):
        locate(np.ascontiguousarray(cut))


def test_a_cut_off_board_names_the_edge() -> None:
    for path in BOARDS:
        image, truth = read(path)
        assert cut_off_at(image, VOLCANO) == []
        middle = ring(truth).mean(axis=0).astype(int)
        assert cut_off_at(np.ascontiguousarray(image[:, middle[0] :]), VOLCANO) == ["left"]
        assert cut_off_at(np.ascontiguousarray(image[: middle[1]]), VOLCANO) == ["lower"]


@pytest.mark.slow
@pytest.mark.parametrize(("angles", "pieces"), [((15, 75, 900, 1000), True), ((-25, 50, 900, 1000), False)])
def test_a_chess_board_is_no_volcano_board(angles: tuple[float, ...], pieces: bool) -> None:
    view = view_from(*angles)
    middle = view.matrix @ np.array([-1.5 * view.pitch, -1.5 * view.pitch, 0])
    centred = BoardView(
        view.camera, view.rotation, tuple(np.array(view.translation) + middle), view.pitch, grid=VOLCANO
    )
    with refused("chess board"):
        locate(draw(centred, STYLES["chequered"], pieces=pieces, cells=8))


def test_a_dark_frame_around_hardly_visible_lines_is_no_sixth_row() -> None:
    image, truth = read(DARK_FRAME)
    assert off_turned(locate(image), ring(truth)) < 8


@pytest.mark.slow
def test_an_empty_table_holds_no_board() -> None:
    random, size = np.random.default_rng(5), (640, 480)
    blank = np.full((480, 640, 3), 128, np.uint8)
    clouds = cv2.resize(random.integers(0, 255, (30, 40, 3)).astype(np.uint8), size, interpolation=cv2.INTER_CUBIC)
    planks = cv2.resize(random.integers(60, 160, (1, 12, 3)).astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    for picture in (blank, clouds, planks):
        with refused("No 5 x 5 board"):
            locate(np.asarray(picture, dtype=np.uint8))


@pytest.mark.slow
def test_dice_of_which_hardly_anything_is_painted_are_no_board() -> None:
    picture = np.asarray(cv2.imread(str(DICE)), np.uint8)
    with refused("No 5 x 5 board"):
        locate(picture)


def test_a_tiny_picture_is_refused() -> None:
    with refused("too small"):
        locate(np.zeros((100, 400, 3), np.uint8))


def test_a_grey_picture_is_refused() -> None:
    with refused("colour"):
        locate(np.zeros((400, 400), np.uint8))


@pytest.mark.parametrize("path", BOARDS[::2], ids=lambda path: path.stem)
def test_rough_taps_are_refined(path: Path) -> None:
    image, truth = read(path)
    corners = ring(truth)
    cell = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean() / 5
    taps = corners + np.random.default_rng(2).uniform(-0.3, 0.3, (4, 2)) * cell
    view = locate(image, corners=[(u, v) for u, v in taps])
    assert off(view, corners) < 3


@pytest.mark.parametrize("path", BOARDS[:2], ids=lambda path: path.stem)
def test_taps_on_the_spot_leave_the_lens_to_the_lines(path: Path) -> None:
    image, truth = read(path)
    tapped = locate(image, corners=[(u, v) for u, v in ring(truth)])
    assert tapped.camera.focal == pytest.approx(locate(image).camera.focal, rel=0.05)


def test_taps_must_be_four_and_go_round() -> None:
    image, truth = read(BOARDS[0])
    corners = [(u, v) for u, v in ring(truth)]
    with refused("Four corners"):
        locate(image, corners=corners[:3])
    with refused("counter-clockwise"):
        locate(image, corners=corners[::-1])


@pytest.mark.parametrize("scale", [1, 3])
def test_a_known_camera_is_kept(scale: int) -> None:
    image, truth = read(BOARDS[1])
    camera = Camera.from_json(truth["camera"]).resized((960 * scale, 720 * scale))
    view = locate(np.asarray(cv2.resize(image, camera.size), np.uint8), camera=camera)
    assert view.camera == camera
    assert off_turned(view, (ring(truth) + 0.5) * scale - 0.5) < 3 * scale


@pytest.mark.parametrize("scale", [1, 3])
def test_an_unmoved_board_keeps_its_view(scale: int) -> None:
    image = np.asarray(cv2.resize(read(BOARDS[2])[0], None, fx=scale, fy=scale), np.uint8)
    view = locate(image)
    noisy = np.clip(image + np.random.default_rng(1).normal(0, 3, image.shape), 0, 255).astype(np.uint8)
    assert locate(noisy, previous=view) is view


@pytest.mark.parametrize("turn", [(0.003, -0.004, 0.002), (0.02, 0.03, -0.05)])
def test_a_bumped_camera_is_followed(turn: tuple[float, float, float]) -> None:
    image, _ = read(BOARDS[4])
    view = locate(image).turned(1)
    matrix = view.camera.k
    bump = matrix @ cv2.Rodrigues(np.array(turn))[0] @ np.linalg.inv(matrix)
    bumped = cv2.warpPerspective(image, bump, (960, 720), borderMode=cv2.BORDER_REFLECT)
    corners = np.array([[view.corners[name] for name in RING]])
    again = locate(np.asarray(bumped, dtype=np.uint8), previous=view)
    assert off(again, cv2.perspectiveTransform(corners, bump)[0]) < 1.5
    assert again.pitch == view.pitch


@pytest.mark.parametrize("spot", [(-500.0, 100.0), (10_000.0, 100.0), (100.0, 1e9), (float("nan"), 0.0)])
def test_a_corner_far_outside_the_picture_turns_no_board(spot: tuple[float, float]) -> None:
    """Any board would be turned by it without a word."""
    with refused("outside the picture"):
        locate(np.full((480, 640, 3), 90, np.uint8), a1=spot)
