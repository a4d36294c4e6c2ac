"""Pictures too dark to read, or without colours, are told as such, whatever board is asked for."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.referee.still_tables import games_by_board
from tests.saying import refused
from tests.vision.tables import drawn, setup_grid, view_from
from tests.vision.trays import die, picture
from vision.drawing.ball_table import BallScenery, ball_picture, usual_ball_view
from vision.enough_light import check_light_and_colours, is_dark
from vision.image import Image
from vision.tracking.ball_field import BallFieldTracker
from vision.tracking.contract import Tracker
from vision.tracking.looney_set import BlockadeTracker


@pytest.fixture(scope="module")
def table() -> Image:
    return picture([die("red", 3, -30, 0), die("white", 5, 30, 10)])[0]


def lit(image: Image, share: float) -> Image:
    """The same by a share of the light, with a camera's noise."""
    light = (image / 255) ** 2.2 * share
    noise = np.random.default_rng(0).normal(0, 4, image.shape)
    return np.clip(light ** (1 / 2.2) * 255 + noise, 0, 255).astype(np.uint8)


def without_colours(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def test_a_table_in_dim_light_is_read_and_one_in_the_dark_is_not(table: Image) -> None:
    check_light_and_colours(table)
    check_light_and_colours(lit(table, 0.15))
    with refused("too dark"):
        check_light_and_colours(lit(table, 0.02))
    with refused("too dark"):
        check_light_and_colours(np.zeros((480, 640, 3), np.uint8))


def test_a_picture_taken_by_night_has_no_colours(table: Image) -> None:
    grey = without_colours(table)
    _, coded = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, 60])
    for image in (grey, np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)):
        with refused("no colours"):
            check_light_and_colours(image)


@pytest.mark.parametrize("board", list(games_by_board()))
def test_see_says_so_for_every_board(
    board: str, table: Image, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "night.png"), without_colours(table))
    assert main(["see", str(tmp_path / "night.png"), "--board", board]) != 0
    assert "no colours" in capsys.readouterr().err


def table_of(kind: str) -> tuple[Image, Callable[[Image], Tracker]]:
    """A drawn table of a kind that refuses the dark, and what watches it."""
    if kind == "volcano":
        return drawn(view_from(50), setup_grid()), BlockadeTracker
    scenery = BallScenery({"d4": "R2", "d5": "B2K1"}, {"first": "R", "second": "B"}, "K")
    return ball_picture(scenery, usual_ball_view((960, 720))), BallFieldTracker


@pytest.mark.parametrize("kind", ["volcano", "field"])
def test_a_lamp_switched_off_while_a_game_is_watched_is_told(kind: str) -> None:
    image, opened = table_of(kind)
    tracker = opened(image)
    with refused("too dark"):
        tracker.look(np.zeros_like(image))
    with refused("no colours"):
        tracker.look(without_colours(image))
    assert not tracker.look(image).hand


def test_a_picture_that_is_a_line_can_be_asked_for_its_light() -> None:
    line = np.full((1, 3000, 3), (60, 120, 200), np.uint8)
    assert not is_dark(line)
    with refused("too small"):
        check_light_and_colours(line)
