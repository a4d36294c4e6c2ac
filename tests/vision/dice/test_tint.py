"""The upper pips of clear dice are told from those that are seen through the plastic."""

import math

import cv2
import numpy as np
import pytest

from lab.drawing.dice import DieLook
from tests.saying import said
from tests.vision.trays import LOOKS, die, eye, picture
from vision.dice.eye import DiceEye, SeenDie, judge_finds
from vision.dice.finder import FoundDie
from vision.dice.pattern import LAYOUTS
from vision.dice.reader import KINDS, DieReading
from vision.dice.tint import Upper, upper_pips
from vision.image import Image

AT, FACE = (100.0, 100.0), 80.0
BODY, WHITE, TINTED = (60, 120, 40), (250, 252, 250), (190, 235, 180)
MIDDLE = np.zeros((1, 2))


def face(pips: np.ndarray, colours: list[tuple[int, int, int]]) -> Image:
    """The top of a green die with round pips at places in units of the layouts."""
    drawn = np.full((200, 200, 3), 128, np.uint8)
    cv2.rectangle(drawn, (60, 60), (140, 140), BODY, -1)
    for (u, v), colour in zip(spots(pips), colours, strict=True):
        cv2.circle(drawn, (round(u), round(v)), 8, colour, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.8), np.uint8)


def spots(pips: np.ndarray) -> np.ndarray:
    return np.array(AT) + 0.3 * FACE * np.asarray(pips, float)


def told(
    pips: np.ndarray, upper: list[int], lower: tuple[int, int, int] = TINTED, likely: int | None = None
) -> int | None:
    """What is made of pips of which some (by number) are white and the others of another colour."""
    colours = [WHITE if k in upper else lower for k in range(len(pips))]
    found = upper_pips(face(pips, colours), spots(pips), AT, FACE, likely)
    return len(found.pips) if found else None


@pytest.mark.parametrize("upper", [[0, 4], [0, 2, 4], [0, 1, 3, 4]])
def test_what_looks_like_a_five_is_counted_by_its_untinted_pips(upper: list[int]) -> None:
    assert told(LAYOUTS[5], upper) == len(upper)


def test_a_one_over_a_six_and_a_six_over_a_one() -> None:
    both = np.vstack([LAYOUTS[6], MIDDLE])
    assert told(both, [6]) == 1
    assert told(both, [0, 1, 2, 3, 4, 5]) == 6


def test_a_one_over_a_six_of_which_not_all_pips_were_marked() -> None:
    assert told(np.vstack([LAYOUTS[6][[0, 2, 4]], MIDDLE]), [3]) == 1


def test_four_pips_hold_those_of_a_two_only_if_it_looks_like_one() -> None:
    """The middle pip of a five below may be missing; but four pips could as well be a four in uneven light."""
    assert told(LAYOUTS[4], [0, 3], likely=2) == 2
    assert told(LAYOUTS[4], [0, 3], likely=4) is None
    assert told(LAYOUTS[4], [0, 3]) is None


def test_an_opaque_die_has_no_upper_pips_of_its_own() -> None:
    assert told(LAYOUTS[5], [0, 1, 2, 3, 4]) is None
    assert told(LAYOUTS[6], [0, 5]) is None


def test_untinted_pips_that_lie_as_on_no_die_tell_nothing() -> None:
    assert told(LAYOUTS[5], [0, 1]) is None
    assert told(LAYOUTS[5], [1]) is None


def test_a_glint_beside_the_middle_of_a_six_is_no_one() -> None:
    assert told(np.vstack([LAYOUTS[6], [[0.6, 0.5]]]), [6]) is None


def test_pips_darker_than_the_body_tell_nothing() -> None:
    assert told(LAYOUTS[5], [], (10, 20, 10)) is None


def test_a_die_without_colour_tints_nothing() -> None:
    grey = np.repeat(face(LAYOUTS[5], [WHITE, TINTED, TINTED, TINTED, WHITE]).mean(axis=2, keepdims=True), 3, axis=2)
    assert upper_pips(grey.astype(np.uint8), spots(LAYOUTS[5]), AT, FACE) is None


def test_pips_outside_the_picture_do_no_harm() -> None:
    image = face(LAYOUTS[5], [WHITE] * 5)
    for away in (-300.0, 300.0):
        assert upper_pips(image, spots(LAYOUTS[5]) + away, (AT[0] + away, AT[1] + away), FACE) is None


def test_clear_dice_show_their_upper_face(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pips of two opposite faces show, and none of these dice is read by the lower one."""
    green, white = (0.02, 0.3, 0.08), (0.9, 0.9, 0.9)
    glass = DieLook(green, white, green, clear=1.0, density=0.35, lit=0.9, wall=0.2, rounding=0.15)
    monkeypatch.setitem(LOOKS, "glass", glass)
    laid = [die("glass", k + 1, -60 + 60 * (k % 3), -35 + 70 * (k // 3), yaw=20 * (k + 1)) for k in range(6)]
    image, faces = picture(laid, eye(8, (720, 540)))
    dice = DiceEye().read(image)
    assert len(dice) == len(faces)
    read = {top.value: min(dice, key=lambda d: math.dist(d.at, top.centre)) for top in faces}
    assert all(seen.value in (None, wanted) for wanted, seen in read.items())
    assert [read[value].value for value in (2, 3, 4, 5, 6)] == [2, 3, 4, 5, 6]
    assert len(read[2].pips) == 2


@pytest.mark.parametrize("colour", ["red", "green", "blue"])
def test_a_five_whose_middle_pip_mirrors_the_lamp_is_no_four(colour: str) -> None:
    """A slight tint is enough to set one pip apart from four that lie as a four's do; five lie as a five's."""
    image, (top,) = picture([die(colour, 5, 0, 0)], eye(10, (480, 360), 100))
    reach = 0.12 * math.sqrt(abs(cv2.contourArea(top.corners.astype(np.float32))))
    v, u = np.mgrid[: image.shape[0], : image.shape[1]]
    near = np.exp(-((u - top.pips[2][0]) ** 2 + (v - top.pips[2][1]) ** 2) / (2 * reach**2))[..., None]
    others = np.array([kept != colour for kept in ("blue", "green", "red")])
    for amount in (0.05, 0.1):
        tinted = np.clip(image * (1 - near * amount * others), 0, 255).astype(np.uint8)
        (seen,) = DiceEye().read(tinted)
        assert seen.value in (5, None)


def five(chance: float, upper: Upper) -> SeenDie:
    """A die that looks like a five with that chance, else like a four."""
    kinds = np.zeros(KINDS)
    kinds[[3, 4]] = 1 - chance, chance
    reading = DieReading(kinds, np.eye(7)[0], spots(LAYOUTS[5]), upper=upper)
    (seen,) = judge_finds([FoundDie(AT, FACE, 0.9)], [reading], (200, 200))
    return seen


def test_tint_and_look_are_weighed_and_neither_alone_decides() -> None:
    four = Upper(spots(LAYOUTS[4]), 0.1)
    assert five(0.9999, four).value == 5
    torn = five(0.99, four)
    assert torn.value is None
    assert "5 or 4" in said(torn.why) or "4 or 5" in said(torn.why)
    settled = five(0.4, four)
    assert settled.value == 4
    assert settled.confidence > 0.9
    assert len(settled.pips) == 4
    hardly = five(0.4, Upper(four.pips, 0.006))
    assert hardly.value is None
