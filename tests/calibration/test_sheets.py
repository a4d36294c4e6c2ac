"""The printed sheets: sound PDF, true to scale, and what is printed is what is looked for."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.pdf import POINTS_PER_MM, PdfPage, Rectangle, to_pdf
from calibration.sheets import COLUMNS, PAPERS, ROWS, SQUARE_MM, camera_sheet, charuco_board
from companion.cli import main
from tests.calibration.drawn_sheet import DOTS_PER_MM, raster
from tests.saying import refused
from vision.board import stickers
from vision.geometry.grid import VOLCANO

NUMBER = r"(-?[\d.]+)"


def drawn(pdf: bytes) -> list[tuple[float, Rectangle]]:
    """What a reader of the file finds: greys and rectangles in mm from the upper left corner."""
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert box
    height = float(box[2])
    found = []
    for grey, boxes in re.findall(rb"([\d.]+) g ((?:[-\d. ]+ re ?)+) ?f", pdf):
        for r in re.findall(rf"{NUMBER} {NUMBER} {NUMBER} {NUMBER} re".encode(), boxes):
            x, y, w, h = (float(c) / POINTS_PER_MM for c in r)
            found.append((float(grey), Rectangle(x, height / POINTS_PER_MM - y - h, w, h)))
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_the_file_is_sound(paper: str) -> None:
    pdf = to_pdf([camera_sheet(paper), PdfPage(100, 50)])
    start = int(pdf.split(b"startxref\n")[1].split()[0])
    assert pdf[start:].startswith(b"xref")
    places = re.findall(rb"(\d{10}) 00000 n", pdf[start:])
    for number, place in enumerate(places, 1):
        assert pdf[int(place) :].startswith(f"{number} 0 obj".encode())
    for length, content in re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", pdf, re.DOTALL):
        assert len(content) == int(length)
    assert pdf.count(b"/Type /Page ") == 2 and b"/Count 2" in pdf
    width, height = PAPERS[paper]
    assert f"/MediaBox [0 0 {width * 72 / 25.4:.4f} {height * 72 / 25.4:.4f}]".encode() in pdf


@pytest.mark.parametrize("paper", PAPERS)
def test_the_camera_sheet_is_the_board_that_is_looked_for_true_to_scale(paper: str) -> None:
    page = camera_sheet(paper)
    rectangles = [r for _, r in drawn(to_pdf([page]))]
    left, top = min(r.x for r in rectangles), min(r.y for r in rectangles)
    right, bottom = max(r.x + r.width for r in rectangles), max(r.y + r.height for r in rectangles)
    assert right - left == pytest.approx(COLUMNS * SQUARE_MM, abs=0.01)
    assert bottom - top == pytest.approx(ROWS * SQUARE_MM, abs=0.01)
    assert left >= 10 and top >= 20 and page.height - bottom >= 20
    copy = PdfPage(page.width, page.height)
    copy.fill(rectangles)
    size = (round(COLUMNS * SQUARE_MM * DOTS_PER_MM), round(ROWS * SQUARE_MM * DOTS_PER_MM))
    wanted = np.asarray(charuco_board().generateImage(size, marginSize=0, borderBits=1)) > 128
    x, y = round(left * DOTS_PER_MM), round(top * DOTS_PER_MM)
    printed = raster(copy)[y : y + size[1], x : x + size[0]] > 128
    assert (wanted != printed).mean() < 0.01


def test_the_stickers_printed_are_those_looked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "stickers.pdf"
    assert main(["calibrate", "stickers", str(out), "--paper", "letter"]) == 0
    assert "100 %" in capsys.readouterr().out
    page = PdfPage(*PAPERS["letter"])
    for grey, rectangle in drawn(out.read_bytes()):
        page.fill([rectangle], grey)
    picture = cv2.cvtColor(
        cv2.resize(raster(page), None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA), cv2.COLOR_GRAY2BGR
    )
    seen = stickers.seen_markers(np.asarray(picture, np.uint8), VOLCANO)
    assert set(seen) == set(VOLCANO.ring)
    scale = 0.8 * DOTS_PER_MM
    for corners in seen.values():
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1) / scale
        assert sides == pytest.approx([stickers.SIZE_MM] * 4, abs=0.15)
    # As printed around the board: from each marker the grid's corner lies where its layout says.
    places = {
        cell: corners[0] / scale - stickers.marker_corners(cell, VOLCANO)[0] * (1, -1) for cell, corners in seen.items()
    }
    ring = np.array([places[cell] for cell in ("a1", "e1", "e5", "a5")])
    assert ring - ring[0] == pytest.approx(np.array([[0, 0], [60, 0], [60, -60], [0, -60]]), abs=0.3)


def test_the_sheet_command_writes_both_papers(tmp_path: Path) -> None:
    for paper in PAPERS:
        out = tmp_path / f"{paper}.pdf"
        assert main(["calibrate", "sheet", str(out), "--paper", paper]) == 0
        assert out.read_bytes().startswith(b"%PDF-")


def test_another_paper_is_refused() -> None:
    with refused("a4 or letter"):
        camera_sheet("a3")
