"""A board that goes on beyond the picture's edge."""

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion.cli import main
from tests.vision.tables import drawn, locate, setup_grid, view_from
from vision.board.beyond_picture import cells_beyond, edges_crossed, share_cut_off
from vision.errors import VisionError
from vision.geometry.board_view import BoardView

WHOLE = view_from(65, -80.0, 560.0)


def pushed(millimetres: float) -> BoardView:
    """The board pushed to the left, seen by the same camera."""
    x, y, z = WHOLE.translation
    return replace(WHOLE, translation=(x - millimetres, y, z))


CUT = pushed(205.0)


def test_the_farther_the_board_lies_out_the_more_of_it_is_cut_off() -> None:
    shares = [share_cut_off(pushed(way)) for way in (0, 190, 220, 600)]
    assert shares[0] == pytest.approx(0, abs=1e-6) and shares == sorted(shares) and shares[-1] == pytest.approx(1)
    assert edges_crossed(WHOLE) == () and edges_crossed(CUT) == ("left",)
    assert cells_beyond(WHOLE) == frozenset() and cells_beyond(pushed(600)) == set(WHOLE.grid.cells)


def test_what_is_in_the_picture_is_read_and_the_rest_is_said_to_be_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0.05 < share_cut_off(CUT) < 0.25
    image, grid = drawn(CUT, setup_grid()), setup_grid()
    with pytest.raises(VisionError):
        locate(image)
    cv2.imwrite(str(tmp_path / "cut.png"), image)
    assert main(["see", str(tmp_path / "cut.png"), "--board", "volcano"]) == 0
    out, err = capsys.readouterr()
    assert "left edge" in err and "move the camera" in err and len(err.splitlines()) == 1
    lines = [line.split() for line in out.splitlines()[:5]]
    told = {file + rank: word for rank, *words in lines for file, word in zip("abcde", words, strict=True)}
    assert all(told[cell] == "hidden" for cell in cells_beyond(CUT))
    assert sum(told[cell].rstrip("?") == grid[cell] for cell in grid) >= 15
