"""The life of a throw, from drawn frames: taken once when it has come to rest, never from a hand setting a die."""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import replace

import cv2
import numpy as np
import pytest

from lab.drawing.dice import SolidDie
from tests.saying import refused, said
from tests.vision.trays import die, eye, picture
from vision.dice.eye import DiceEye, SeenDie
from vision.dice.tray import ThrowEvent, ThrowTracker
from vision.drawing.sensor_noise import SensorNoise
from vision.errors import fact
from vision.image import Image

pytestmark = pytest.mark.slow

CAMERA = eye(12, (400, 300))
SKIN = (120, 150, 205)
STEP_S = 0.1
NOISE = SensorNoise(1.5, 1)
_DRAWN: dict[tuple[object, ...], Image] = {}


def lying(dice: Sequence[SolidDie]) -> Image:
    """The tray with these dice, each drawn once: most frames show what the one before did."""
    key = tuple((die.look, die.centre, die.turn.tobytes()) for die in dice)
    if key not in _DRAWN:
        _DRAWN[key] = picture(dice, CAMERA)[0]
    return _DRAWN[key]


@pytest.fixture(scope="module")
def reader() -> DiceEye:
    return DiceEye()


class Table:
    """Shows frames to a tracker, a tenth of a second apart, and collects what it says."""

    def __init__(self, reader: DiceEye, expected: int = 2, region: tuple[int, int, int, int] | None = None) -> None:
        self.tracker = ThrowTracker(expected, region=region, reader=reader)
        self.events: list[ThrowEvent] = []
        self.t = 0.0

    def show(self, image: Image, seconds: float = STEP_S) -> None:
        for _ in range(max(round(seconds / STEP_S), 1)):
            self.events += self.tracker.see(self.t, NOISE.on(image))
            self.t += STEP_S

    def rest(self, dice: Sequence[SolidDie], seconds: float = 1.0) -> None:
        self.show(lying(dice), seconds)

    def roll(self, dice: Sequence[SolidDie]) -> None:
        """Dice come rolling in from the left and stop."""
        for k in range(5):
            back = 70 * (1 - k / 5)
            tumbling = [replace(d, centre=(d.centre[0] - back, d.centre[1] + back / 3, d.centre[2] + 5)) for d in dice]
            self.show(lying(tumbling))
        self.rest(dice)

    def said(self) -> list[str]:
        kinds: list[str] = [event.kind for event in self.events]
        self.events_before, self.events = self.events, []
        return kinds


def values(dice: Iterable[SeenDie]) -> list[tuple[str, int | None]]:
    return sorted((d.colour, d.value) for d in dice)


def hand(image: Image, u: int, v: int) -> Image:
    """An arm from the lower edge whose fingers are at u, v."""
    covered = image.copy()
    cv2.line(covered, (u + 30, 320), (u, v + 15), SKIN, 44, cv2.LINE_AA)
    cv2.circle(covered, (u, v), 26, SKIN, -1, cv2.LINE_AA)
    return covered


THROW = [die("red", 3, -25, 10), die("blue", 5, 25, -5, yaw=50)]


@pytest.fixture(scope="module")
def taken(reader: DiceEye) -> Table:
    """A table on which THROW has just been taken."""
    table = Table(reader)
    table.rest([])
    table.roll(THROW)
    assert [event.kind for event in table.events] == ["ready", "taken"]
    return table


@pytest.fixture
def table(taken: Table, reader: DiceEye) -> Table:
    """The same, and what has been said was heard."""
    own = deepcopy(taken, {id(reader): reader})
    own.said()
    return own


def test_a_throw_is_taken_once_when_it_has_come_to_rest(table: Table) -> None:
    assert values(table.events_before[-1].dice) == [("blue", 5), ("red", 3)]
    table.rest(THROW, 3)
    assert table.said() == []


def test_the_next_throw_is_taken_after_the_dice_were_picked_up(table: Table) -> None:
    table.rest([])
    assert table.said() == ["cleared"]
    table.roll([die("red", 6, -20, 0, yaw=70), die("blue", 1, 30, 15)])
    assert table.said() == ["taken"]
    assert values(table.events_before[-1].dice) == [("blue", 1), ("red", 6)]


def test_dice_snatched_and_thrown_at_once_are_a_new_throw(table: Table) -> None:
    """The tray is never seen at rest between the two."""
    bare = lying([])
    for v in (300, 200, 130):
        table.show(hand(lying(THROW), 170, v))
    for v in (160, 230, 300):
        table.show(hand(bare, 200, v))
    table.roll([die("red", 2, 20, 20), die("blue", 2, -40, -20)])
    assert table.said() == ["cleared", "taken"]


def test_a_die_set_by_hand_is_no_throw(reader: DiceEye) -> None:
    table = Table(reader)
    table.rest([])
    table.said()
    bare, both = lying([]), lying(THROW)
    for v in (300, 220, 160):
        table.show(hand(bare, 155, v))
    half = lying(THROW[:1])
    for v in (160, 230, 300):
        table.show(hand(half, 155, v))
    for v in (300, 220, 160):
        table.show(hand(half, 245, v))
    for v in (160, 230, 300):
        table.show(hand(both, 245, v))
    table.rest(THROW, 3)
    assert table.said() == ["doubt"]
    assert "set by hand" in said(table.events_before[-1].why)


def test_one_thrown_and_one_set_is_no_throw(reader: DiceEye) -> None:
    table = Table(reader)
    table.rest([])
    table.roll(THROW[:1])
    half = lying(THROW[:1])
    for v in (300, 220, 160):
        table.show(hand(half, 245, v))
    for v in (160, 230, 300):
        table.show(hand(lying(THROW), 245, v))
    table.rest(THROW, 3)
    assert "taken" not in table.said()
    assert "blue die was set by hand" in said(table.events_before[-1].why)


def test_a_die_that_rolled_off_is_thrown_again_over_the_one_that_lies(reader: DiceEye) -> None:
    table = Table(reader)
    table.rest([])
    table.roll(THROW[:1])
    half = lying(THROW[:1])
    for v in (300, 200, 150, 230, 300):
        table.show(hand(half, 155, v))
    for k in range(5):
        rolling = replace(THROW[1], centre=(25 + 60 * (1 - k / 5), 20 * (1 - k / 5) - 5, 12.0))
        table.show(picture([THROW[0], rolling], CAMERA)[0])
    table.rest(THROW, 2)
    assert table.said()[-1] == "taken"
    assert values(table.tracker.taken) == [("blue", 5), ("red", 3)]


def test_the_shadow_of_an_arm_does_not_make_a_set_die_a_thrown_one(reader: DiceEye) -> None:
    table = Table(reader, expected=1)
    table.rest([])
    table.said()
    bare, set_down = lying([]), lying(THROW[:1])
    for v in (300, 220, 160):
        table.show(hand(bare, 155, v))
    for v in (160, 230, 300):
        table.show(hand(set_down, 155, v))
    for u in (40, 100, 150, 200, 260):
        shaded = set_down.astype(float)
        shaded[:, u : u + 60] *= 0.8
        table.show(shaded.astype(np.uint8))
    table.rest(THROW[:1], 3)
    assert "taken" not in table.said()


def test_a_die_turned_by_a_finger_is_reported_and_the_throw_stands(table: Table) -> None:
    turned = [THROW[0], die("blue", 6, 25, -5, yaw=50)]
    for v in (300, 200, 160):
        table.show(hand(lying(THROW), 245, v))
    for v in (160, 230, 300):
        table.show(hand(lying(turned), 245, v))
    table.rest(turned, 2)
    assert table.said() == ["turned"]
    assert "blue die was turned from 5 to 6" in said(table.events_before[-1].why)
    assert values(table.tracker.taken) == [("blue", 5), ("red", 3)]


def test_a_hand_over_the_dice_or_a_nudge_changes_nothing(table: Table) -> None:
    for v in (300, 200, 140, 200, 300):
        table.show(hand(lying(THROW), 170, v))
    table.rest(THROW)
    table.rest([die("red", 3, -22, 11, yaw=24), THROW[1]])
    assert table.said() == []


def test_fewer_dice_than_expected_are_told_after_a_while(reader: DiceEye) -> None:
    table = Table(reader)
    table.rest([])
    table.roll(THROW[:1])
    assert table.said() == ["ready"]
    table.rest(THROW[:1], 2)
    assert table.said() == ["doubt"]
    assert "1 of 2 dice" in said(table.events_before[-1].why)


class CockedBlue:
    """Reads as the networks do, but for the blue die, which it takes for cocked while `cocked`."""

    def __init__(self, reader: DiceEye) -> None:
        self._reader, self.cocked = reader, True

    def read(self, image: Image, expected: int | None = None) -> list[SeenDie]:
        dice = self._reader.read(image, expected)
        if not self.cocked:
            return dice
        return [replace(d, value=None, why=fact("vision.die.cocked")) if d.colour == "blue" else d for d in dice]


def test_a_cocked_die_is_told_and_thrown_again(reader: DiceEye) -> None:
    table = Table(reader)
    table.tracker = ThrowTracker(2, reader=(eyes := CockedBlue(reader)))
    table.rest([])
    table.roll(THROW)
    table.rest(THROW, 2)
    assert table.said() == ["ready", "doubt"]
    assert "the blue die: cocked" in said(table.events_before[-1].why)
    eyes.cocked = False
    again = [THROW[0], die("blue", 5, 40, 15)]
    table.roll(again)
    assert table.said() == ["taken"]


def test_dice_that_lay_there_from_the_beginning_are_no_throw(reader: DiceEye) -> None:
    table = Table(reader)
    table.rest(THROW, 4)
    assert table.said() == ["doubt"]
    assert "from the beginning" in said(table.events_before[-1].why)


def test_only_the_marked_part_of_the_picture_is_watched(reader: DiceEye) -> None:
    beside = [*THROW, die("green", 2, 75, 40)]
    table = Table(reader, region=(60, 30, 300, 270))
    table.rest(beside[2:])
    table.roll(THROW)
    assert table.said() == ["ready", "taken"]
    for seen in table.events_before[-1].dice:
        assert any(np.hypot(seen.at[0] - f.centre[0], seen.at[1] - f.centre[1]) < 6 for f in picture(THROW, CAMERA)[1])


def test_what_cannot_be_watched_is_refused(reader: DiceEye) -> None:
    with refused("1 to 30"):
        ThrowTracker(0, reader=reader)
    with refused("outside the picture"):
        ThrowTracker(2, region=(900, 900, 950, 950), reader=reader).see(0.0, lying([]))
