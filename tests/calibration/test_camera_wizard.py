"""Measuring a camera with the printed sheet: what is asked for, what is refused, and how right the result is."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera_wizard import FEWEST_VIEWS, CameraWizard, Measured
from calibration.sheets import camera_sheet
from companion.cli import main
from tests.calibration.drawn_sheet import Photographer, sheet_views
from tests.saying import refused, sentence, words
from vision.geometry.camera import Camera
from vision.image import Image

LENS = Camera(
    ((604.0, 0.0, 326.0), (0.0, 604.0, 235.0), (0.0, 0.0, 1.0)), (-0.14, 0.05, 0.0008, -0.0005, 0.0), (640, 480)
)


@pytest.fixture(scope="module")
def photographer() -> Photographer:
    return Photographer(camera_sheet(), LENS)


@pytest.fixture(scope="module")
def pictures(photographer: Photographer) -> list[Image]:
    return [photographer.take(turn, at) for turn, at in sheet_views()]


@pytest.fixture(scope="module")
def taken(pictures: list[Image]) -> CameraWizard:
    wizard = CameraWizard()
    for picture in pictures:
        wizard.offer(picture)
    return wizard


@pytest.mark.slow
def test_the_lens_is_recovered(taken: CameraWizard) -> None:
    measured = taken.measure()
    camera = Camera.from_json(measured.profile)
    assert camera.focal == pytest.approx(LENS.focal, rel=0.005)
    assert camera.distortion[0] == pytest.approx(LENS.distortion[0], abs=0.01)
    assert camera.k[:2, 2] == pytest.approx(LENS.k[:2, 2], abs=2)
    assert camera.size == LENS.size
    assert measured.good and "good" in sentence(measured.verdict)


def test_good_views_are_taken_and_in_the_end_nothing_is_missing(taken: CameraWizard) -> None:
    assert taken.views >= FEWEST_VIEWS
    assert taken.missing == []
    assert taken.done


def test_what_is_missing_is_said_first_of_all(pictures: list[Image]) -> None:
    wizard = CameraWizard()
    assert "straight" in sentence(wizard.missing[0])
    advice = wizard.offer(pictures[0])
    assert advice.accepted and "left edge" in words(advice)
    with refused(r"too few.*left edge"):
        wizard.measure()


@pytest.mark.parametrize("edge", ["left", "right", "upper", "lower"])
def test_a_tilt_is_known_by_the_edge_that_is_nearer(photographer: Photographer, edge: str) -> None:
    turns = {"left": (0, -30, 0), "right": (0, 30, 0), "upper": (30, 0, 0), "lower": (-30, 0, 0)}
    side = {"left": (-80, 0, 0), "right": (80, 0, 0), "upper": (0, -100, 0), "lower": (0, 100, 0)}[edge]
    assert (cv2.Rodrigues(np.radians(turns[edge]))[0] @ np.array(side, float))[2] < 0
    wizard = CameraWizard()
    wizard.offer(photographer.take(turns[edge], (0, 0, 330)))
    asked = [wish for wish in map(sentence, wizard.missing) if "edge" in wish]
    assert len(asked) == 3
    assert not any(f"{edge} edge" in wish for wish in asked)


def test_bad_views_are_refused_with_the_reason(photographer: Photographer, pictures: list[Image]) -> None:
    wizard = CameraWizard()
    wizard.offer(pictures[0])
    cases = {
        "taken already": pictures[0],
        "blurred": photographer.take((0, 0, 0), (40, 0, 330), blur=1.8),
        "too far": photographer.take((0, 0, 0), (0, 0, 800), blur=0.4),
        "not seen": np.full((480, 640, 3), 128, np.uint8),
        "mirrored": np.ascontiguousarray(pictures[3][:, ::-1]),
    }
    for expected, picture in cases.items():
        advice = wizard.offer(picture)
        assert not advice.accepted
        assert expected in words(advice)
    assert wizard.views == 1
    with refused("same size"):
        wizard.offer(np.zeros((720, 960, 3), np.uint8))


def test_a_moving_sheet_is_waited_for(photographer: Photographer, pictures: list[Image]) -> None:
    wizard = CameraWizard(handheld=True)
    assert "hold still" in words(wizard.offer(pictures[0]))
    moved = photographer.take((0, 0, 0), (6, 0, 330))
    assert not wizard.offer(moved).accepted
    assert wizard.offer(moved).accepted


def test_a_view_of_a_bent_sheet_is_left_out(photographer: Photographer, pictures: list[Image]) -> None:
    u, v = np.meshgrid(np.arange(640, dtype=np.float32), np.arange(480, dtype=np.float32))
    flat = photographer.take((0, 0, 45), (0, 0, 330))
    bent = cv2.remap(flat, u + 3 * np.sin(u / 30), v + 3 * np.sin(v / 30), cv2.INTER_LINEAR)
    wizard = CameraWizard()
    for picture in [*pictures, np.asarray(bent, np.uint8)]:
        wizard.offer(picture)
    measured = wizard.measure()
    assert measured.left_out == 1
    assert Camera.from_json(measured.profile).focal == pytest.approx(LENS.focal, rel=0.005)


def test_the_verdict_is_plain() -> None:
    profile = Camera.guess((1000, 800)).to_json()
    assert sentence(Measured(profile, 0.3, 0.002, 12, 0).verdict).startswith("good")
    assert sentence(Measured(profile, 0.9, 0.002, 12, 0).verdict).startswith("fair")
    for error, focal_error, why in ((2.0, 0.002, "flat"), (0.3, 0.05, "alike")):
        measured = Measured(profile, error, focal_error, 12, 0)
        assert not measured.good
        assert sentence(measured.verdict).startswith("not usable") and why in sentence(measured.verdict)


@pytest.mark.slow
def test_views_all_alike_are_not_enough(photographer: Photographer) -> None:
    wizard = CameraWizard()
    for n in range(FEWEST_VIEWS):
        assert wizard.offer(photographer.take((0, 0, 0), (-100.0 + 45 * (n % 4), 40.0 - 80 * (n // 4), 400))).accepted
    with refused("tilted"):
        wizard.measure()


@pytest.mark.slow
def test_the_command_writes_a_profile_that_is_read_again(
    tmp_path: Path, pictures: list[Image], capsys: pytest.CaptureFixture[str]
) -> None:
    for n, picture in enumerate(pictures):
        cv2.imwrite(str(tmp_path / f"{n:02}.png"), picture[:, ::-1])
    out = tmp_path / "profile.json"
    assert main(["calibrate", "camera", "--camera", str(tmp_path), "--mirror", "--out", str(out)]) == 0
    assert Camera.from_json(json.loads(out.read_text())).focal == pytest.approx(LENS.focal, rel=0.005)
    assert "good" in capsys.readouterr().out
    few = tmp_path / "few"
    few.mkdir()
    cv2.imwrite(str(few / "0.png"), pictures[0])
    assert main(["calibrate", "camera", "--camera", str(few), "--out", str(tmp_path / "no.json")]) == 1
    assert "too few" in capsys.readouterr().err
    assert not (tmp_path / "no.json").exists()
