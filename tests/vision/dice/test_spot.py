"""A single round pip is told from signs by its shape, however large it is."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from lab.drawing.dice import DieLook, Emblem, TopFace
from lab.training.scenes.emblems import blot, figures, plus
from tests.vision.trays import LOOKS, die, eye, picture
from vision.dice.finder import FoundDie
from vision.dice.spot import is_round_spot

SIGNS = {"plus": plus, "figure": figures, "blot": blot}


def shown(look: DieLook, value: int, lean: float, turn: float = 20.0) -> tuple[np.ndarray, TopFace]:
    image, (face,) = picture([replace(die("white", value, 0, 0, yaw=turn), look=look)], eye(lean, width_mm=130))
    return image, face


def found(face: TopFace) -> FoundDie:
    side = math.sqrt(abs(float(cv2.contourArea(face.corners.astype(np.float32)))))
    return FoundDie((float(face.centre[0]), float(face.centre[1])), side, 0.9)


@pytest.mark.parametrize("lean", [0, 20, 35])
@pytest.mark.parametrize("colour", ["white", "black", "red"])
@pytest.mark.parametrize("radius", [0.25, 0.33, 0.42])
def test_a_single_pip_is_a_round_spot(colour: str, radius: float, lean: float) -> None:
    look = replace(LOOKS[colour], ace=radius / LOOKS[colour].pip_radius, rim=0.4)
    image, face = shown(look, 1, lean)
    assert is_round_spot(image, found(face))


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_several_pips_are_none(value: int) -> None:
    for turn in (0.0, 20.0, 70.0):
        image, face = shown(replace(LOOKS["white"], pair=0.5), value, 20, turn)
        assert not is_round_spot(image, found(face))


@pytest.mark.parametrize("name", SIGNS)
def test_signs_are_none(name: str) -> None:
    for seed in range(8):
        sheet = np.zeros((96, 96), np.uint8)
        SIGNS[name](np.random.default_rng(seed), sheet)
        paint = np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.8), np.float32) / np.float32(255)
        paint[[0, -1]] = paint[:, [0, -1]] = 0
        image, face = shown(replace(LOOKS["white"], emblem=Emblem(1, paint)), 1, 15)
        assert not is_round_spot(image, found(face)), seed


def test_of_a_face_of_a_few_pixels_nothing_is_told() -> None:
    image, face = shown(LOOKS["white"], 1, 0)
    small = np.asarray(cv2.resize(image, None, fx=0.15, fy=0.15, interpolation=cv2.INTER_AREA), np.uint8)
    one = found(face)
    assert not is_round_spot(small, replace(one, at=(one.at[0] * 0.15, one.at[1] * 0.15), face=one.face * 0.15))
