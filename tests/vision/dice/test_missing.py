"""A tray that knows how many dice lie there looks again where one is missing."""

import math

import numpy as np
import pytest

from tests.saying import said
from tests.vision.trays import die, eye, picture
from vision.dice.dice_set import PLAIN
from vision.dice.eye import DiceEye, SeenDie, missed
from vision.dice.finder import DiceFinder, FoundDie
from vision.dice.reader import COLOURS, KINDS, NO_DIE, DieReading
from vision.dice.tray import ThrowTracker
from vision.image import Image

CAMERA = eye(12, (400, 300))
THROW = [die("red", 3, -25, 10), die("blue", 5, 25, -5, yaw=50)]
FIVE = 10 * np.array([[-1.0, -1], [1, -1], [0, 0], [-1, 1], [1, 1]])


@pytest.fixture
def short_sighted(monkeypatch: pytest.MonkeyPatch) -> DiceEye:
    """An eye that at first sees but one die of each picture."""
    find = DiceFinder.find
    monkeypatch.setattr(DiceFinder, "find", lambda self, image: find(self, image)[:1])
    return DiceEye()


def test_a_die_that_is_missing_is_searched_for(short_sighted: DiceEye) -> None:
    image, faces = picture(THROW, CAMERA)
    assert len(short_sighted.read(image)) == len(short_sighted.read(image, 1)) == 1
    dice = short_sighted.read(image, 2)
    assert sorted((d.colour, d.value) for d in dice) == [("blue", 5), ("red", 3)]
    for face in faces:
        assert min(math.dist(d.at, face.centre) for d in dice) < 0.2 * dice[0].face


def test_a_side_face_or_bare_ground_is_no_missing_die(short_sighted: DiceEye) -> None:
    image, _ = picture(THROW[:1], CAMERA)
    assert len(short_sighted.read(image, 3)) == 1


def reading(no_die: float) -> DieReading:
    kinds = np.zeros(KINDS)
    kinds[4], kinds[NO_DIE] = 1 - no_die, no_die
    return DieReading(kinds, np.eye(len(COLOURS))[0], np.empty((0, 2)))


def test_of_what_is_hardly_a_die_no_value_is_told() -> None:
    finds = [FoundDie((60.0, 60.0), 30.0, 0.3), FoundDie((140.0, 60.0), 30.0, 0.9), FoundDie((60.0, 140.0), 30.0, 0.2)]
    again = missed(finds, [reading(0.2), reading(0.001), reading(0.95)], (200, 200), PLAIN, [])
    assert [d.at[0] for d in again] == [140.0, 60.0]
    assert again[0].value == 5
    assert again[1].value is None
    assert said(again[1].why)
    usual = [SeenDie("red", 2, (20.0, 20.0), 0.99, 90.0)]
    assert missed(finds, [reading(0.001)] * 3, (200, 200), PLAIN, usual) == []


class Asked:
    """Notes how many dice it was asked for; sees one."""

    def __init__(self) -> None:
        self.asked: list[int | None] = []

    def read(self, image: Image, expected: int | None = None) -> list[SeenDie]:
        self.asked.append(expected)
        return [SeenDie("blue", 4, (60.0, 60.0), 0.99, 20.0)] if image.max() > 200 else []


def test_a_tray_says_how_many_dice_it_waits_for_and_which_is_missing() -> None:
    bare = np.full((240, 320, 3), 60, np.uint8)
    reader, events = Asked(), []
    tracker = ThrowTracker(2, reader=reader, throws=[["blue", "green"], ["red", "yellow"]])
    for k in range(60):
        image = bare.copy()
        if k > 8:
            image[50:70, 50 + max(20 - k, 0) : 70 + max(20 - k, 0)] = 250
        events += tracker.see(0.1 * k, image)
    assert reader.asked[:2] == [None, None]
    assert reader.asked[-1] == 2
    assert said(events[-1].why) == "1 of 2 dice are on the tray: the green die is missing"
