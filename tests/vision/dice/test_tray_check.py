"""Twenty drawn trays: ten that are fit, ten of them bad in one way each, which is named."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from lab.drawing.dice import Film
from tests.vision.trays import TWO, die, eye, tray
from vision.dice.eye import DiceEye
from vision.dice.tray_check import check_tray
from vision.image import Image

RED_FELT = (0.6, 0.02, 0.02)


def by_night(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


FIT = {
    "above": lambda: tray(camera=eye(0)),
    "oblique": lambda: tray(camera=eye(35)),
    "large": lambda: tray(camera=eye(10, (1280, 720), 260)),
    "wide": lambda: tray(camera=eye(20, (1280, 720), 500)),
    "dark felt": lambda: tray(ground=(0.03, 0.05, 0.03)),
    "light felt": lambda: tray(ground=(0.6, 0.6, 0.55)),
    "white and black": lambda: tray([die("white", 1, -30, 0), die("black", 5, 30, 0)]),
    "yellow and green": lambda: tray([die("yellow", 2, -40, 20), die("green", 4, 30, -20)]),
    "noisy": lambda: tray(film=Film(noise=0.03)),
    "bright": lambda: tray(film=Film(exposure=1.6)),
}
BAD = {
    "dark": lambda: tray(film=Film(exposure=0.02)),
    "colourless": lambda: by_night(tray()),
    "bright": lambda: tray(film=Film(exposure=9)),
    "missing": lambda: tray([TWO[0], die("blue", 6, 150, 0)]),
    "many": lambda: tray([*TWO, die("white", 1, 0, -35)]),
    "far": lambda: tray(camera=eye(15, (640, 480), 700)),
    "edge": lambda: tray([die("red", 3, -102, 0), TWO[1]]),
    "blurred": lambda: tray(film=Film(blur=4)),
    "alike": lambda: tray(ground=RED_FELT),
    "unread": lambda: tray([die("red", 3, -30, 0, tilt=42), TWO[1]]),
}


@pytest.fixture(scope="module")
def reader() -> DiceEye:
    return DiceEye()


@pytest.mark.parametrize("name", FIT)
def test_a_fit_tray_has_nothing_against_it(reader: DiceEye, name: str) -> None:
    image = FIT[name]()
    checked = check_tray(image, reader.read(image, 2), 2)
    assert checked.all_flaws == ()
    assert all(checked_die.face > 24 and checked_die.pip < checked_die.face / 4 for checked_die in checked.dice)


@pytest.mark.parametrize("flaw", BAD)
def test_what_is_bad_about_a_tray_is_named(reader: DiceEye, flaw: str) -> None:
    image = BAD[flaw]()
    assert check_tray(image, reader.read(image, 2), 2).all_flaws == (flaw,)


def test_motion_blurs_though_edges_along_it_are_sharp(reader: DiceEye) -> None:
    image = tray(film=Film(motion=(14, 3)))
    assert check_tray(image, reader.read(image, 2), 2).all_flaws == ("blurred",)


def test_a_camera_too_near_is_named(reader: DiceEye) -> None:
    image = tray([die("red", 3, -14, 0), die("blue", 5, 14, 0)], eye(15, (480, 360), 60))
    assert check_tray(image, reader.read(image, 2), 2).all_flaws == ("near",)


def test_the_command_ends_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, far = tmp_path / "good.png", tmp_path / "far.png"
    cv2.imwrite(str(good), FIT["large"]())
    cv2.imwrite(str(far), BAD["far"]())
    assert main(["dice", str(good), "--check"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("Good: 2 of 2 dice")
    assert main(["dice", str(far), "--check", "--count", "2"]) == 1
    assert "Bring the camera nearer" in capsys.readouterr().out.splitlines()[-1]
    assert main(["dice", str(far), "--check", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["fit"], told["flaws"], len(told["dice"])) == (False, ["far"], 2)


def test_before_a_camera_the_newest_settled_picture_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), FIT["large"]())
    assert main(["dice", "--check", "--live", f"camera:{tmp_path}"]) == 0
    assert "Good" in capsys.readouterr().out
    assert main(["dice", "--check", "--live", "virtual"]) == 1
    assert "camera:0" in capsys.readouterr().err
