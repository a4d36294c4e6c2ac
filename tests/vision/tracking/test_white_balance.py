"""The tint of the light is measured by pieces that are known, and taken out."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.saying import refused
from tests.vision.tables import drawn, setup_grid, view_from
from vision.image import Image
from vision.sources.picture_files import load_picture
from vision.tracking.white_balance import WhiteBalance, measure

pytestmark = pytest.mark.slow

SETUP = Path(__file__).parents[3] / "companion/data/demo_game/000.jpg"


def tinted(image: Image, red: float, green: float, blue: float) -> Image:
    linear = (image / 255.0) ** 2.2 * np.array([blue, green, red])
    return (np.clip(linear, 0, 1) ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)


@pytest.mark.parametrize("tint", [(1.0, 0.8, 0.5), (0.6, 0.9, 1.0)], ids=["lamp", "dusk"])
@pytest.mark.parametrize("elevation", [80.0, 50.0])
def test_the_tint_of_a_lamp_is_measured(tint: tuple[float, float, float], elevation: float) -> None:
    view = view_from(elevation)
    white = drawn(view, setup_grid())
    before, after = (np.array(measure(image, view, setup_grid()).gains) for image in (white, tinted(white, *tint)))
    wanted = 1 / np.array(tint)
    assert after / before == pytest.approx(wanted / np.cbrt(wanted.prod()), rel=0.08)


def test_correcting_undoes_a_tint() -> None:
    view = view_from(65.0)
    white = drawn(view, setup_grid()) // 2 + 30
    gains = 1 / np.array([1.0, 0.8, 0.6])
    balance = WhiteBalance(tuple((gains / np.cbrt(gains.prod())).tolist()))
    shade = np.cbrt(0.8 * 0.6)
    assert (
        np.abs(balance.corrected(tinted(white, 1.0, 0.8, 0.6)) - tinted(white, shade, shade, shade).astype(int)).max()
        <= 3
    )


def test_too_few_larges_of_a_colour_are_told() -> None:
    view = view_from(65.0)
    grid = {cell: "" if stack.startswith("Y") else stack for cell, stack in setup_grid().items()}
    with refused("0 larges of colour Y"):
        measure(drawn(view, grid), view, grid)


@pytest.mark.parametrize("profile", [{}, {"gains": [1, 2]}, {"gains": [1, "x", 1]}, {"gains": [9, 1, 1]}])
def test_a_bad_profile_is_told(profile: dict[str, object]) -> None:
    with refused("colour profile"):
        WhiteBalance.from_json(profile)


def test_the_commands_measure_and_use_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile, picture = tmp_path / "colours.json", tmp_path / "tinted.png"
    cv2.imwrite(str(picture), tinted(load_picture(SETUP), 1.0, 0.75, 0.5))
    assert main(["calibrate", "colours", str(picture), "--out", str(profile)]) == 0
    red, _, blue = json.loads(profile.read_text())["gains"]
    assert blue > 1.4 * red
    assert "tinted" in capsys.readouterr().out.splitlines()[-1]
    assert main(["see", str(picture), "--colour-profile", str(profile), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["cells"]) == 25
    profile.write_text("{}")
    assert main(["see", str(picture), "--colour-profile", str(profile)]) == 1
    assert "no profile of a colour" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("gains", "tint"), [((1.1, 1.0, 0.9), "none"), ((0.8, 1.0, 1.25), "slight"), ((0.5, 1.0, 2.0), "strong")]
)
def test_a_tint_has_a_name(gains: tuple[float, float, float], tint: str) -> None:
    assert WhiteBalance(gains).tint == tint
