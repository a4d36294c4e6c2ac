"""What is said of a table in a picture, before it is read."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.referee.errors import RefereeError
from companion.referee.still_tables import SeeHints, check_near

PICTURE = np.full((480, 640, 3), 127, np.uint8)


@pytest.mark.parametrize("a1", [(-5.0, 1e5), (1281.0, 3.0), (-641.0, 3.0), (3.0, -481.0), (float("nan"), 3.0)])
def test_a_corner_far_outside_is_refused_with_the_size_of_the_picture(a1: tuple[float, float]) -> None:
    with pytest.raises(RefereeError, match=r"640 pixels wide and 480 high"):
        check_near(PICTURE, SeeHints(a1, None, None))
    with pytest.raises(RefereeError, match=r"640 pixels wide and 480 high"):
        check_near(PICTURE, SeeHints(None, [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), a1], None))


def test_a_place_left_of_the_picture_may_be_typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noise = np.random.default_rng(1).integers(0, 255, PICTURE.shape, np.uint8)
    cv2.imwrite(str(tmp_path / "table.png"), noise)
    assert main(["see", str(tmp_path / "table.png"), "--a1", "-5,1e+05"]) == 1
    assert capsys.readouterr().err == (
        "companion see: -5,100000 is no place in or near the picture, which is 640 pixels wide and 480 high\n"
    )


def test_a_corner_a_little_outside_is_taken() -> None:
    check_near(PICTURE, SeeHints((-600.0, 900.0), [(-1.0, -1.0)] * 4, None))
