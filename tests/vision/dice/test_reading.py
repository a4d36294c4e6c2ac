"""Dice on drawn trays are read: values, colours, side faces, touching dice; hostile pictures do no harm."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from lab.drawing.dice import TopFace
from lab.training.data_sets import make_wide_dice
from tests.saying import refused, said
from tests.vision.trays import LOOKS, die, eye, picture
from vision.dice.crops import by_hue
from vision.dice.eye import DiceEye, SeenDie, judge_finds
from vision.dice.finder import FoundDie, joined
from vision.dice.reader import (
    COCKED,
    EMBLEM,
    HIDDEN,
    KINDS,
    NO_DIE,
    VIEWS,
    DieReading,
    clear,
    combined_kinds,
    mean_pip_map,
)


@pytest.fixture(scope="module")
def reader() -> DiceEye:
    return DiceEye()


def matched(dice: list[SeenDie], face: TopFace) -> SeenDie:
    near = min(dice, key=lambda d: math.dist(d.at, face.centre))
    assert math.dist(near.at, face.centre) < 0.3 * near.face
    return near


SIX = [("red", 1), ("yellow", 2), ("green", 3), ("blue", 4), ("white", 5), ("black", 6)]


@pytest.mark.parametrize("lean", [0, 20, 45])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_values_and_colours_from_above_and_oblique(reader: DiceEye, lean: int, first: int) -> None:
    """At 45 degrees as much of a side face shows as of the top: its pips must not be counted."""
    laid = [
        die(colour, (value + first) % 6 + 1, -50 + 50 * (k % 3), -25 + 50 * (k // 3), yaw=37 * k)
        for k, (colour, value) in enumerate(SIX)
    ]
    image, faces = picture(laid, eye(lean), seed=lean)
    dice = reader.read(image)
    assert len(dice) == 6
    for face, (colour, _) in zip(faces, SIX, strict=True):
        seen = matched(dice, face)
        assert (seen.value, seen.colour) == (face.value, colour)
        assert 0.9 <= seen.confidence <= 1
        assert not said(seen.why)


def test_touching_dice_are_told_apart(reader: DiceEye) -> None:
    laid = [die("white", 5, -8, 0, yaw=0), die("white", 6, 8.1, 0, yaw=0), die("red", 3, 0, 16.2, yaw=0)]
    image, faces = picture(laid)
    dice = reader.read(image)
    assert len(dice) == 3
    read = [(matched(dice, face).value, face.value) for face in faces]
    assert all(value in (None, wanted) for value, wanted in read)
    assert sum(value == wanted for value, wanted in read) >= 2


def test_ten_dice_at_once(reader: DiceEye) -> None:
    laid = [
        die(
            ("red", "white", "blue", "green", "yellow")[k % 5],
            k % 6 + 1,
            -80 + 40 * (k % 5),
            -20 + 45 * (k // 5),
            23 * k,
        )
        for k in range(10)
    ]
    image, faces = picture(laid, eye(10, (640, 480)))
    dice = reader.read(image)
    assert len(dice) == 10
    assert [matched(dice, face).value for face in faces] == [face.value for face in faces]


@pytest.mark.parametrize(("seed", "value"), [(2000010, 1), (2000236, 4)])
def test_a_die_that_lies_alone_is_found(reader: DiceEye, seed: int, value: int) -> None:
    """Found for sure at one of several sizes of the picture only."""
    image, shown = make_wide_dice.one(seed)
    (wanted,), (seen,) = shown["dice"], reader.read(image)
    assert wanted["value"] == value
    assert seen.value in (value, None)
    assert math.dist(seen.at, wanted["at"]) < 0.3 * seen.face


@pytest.mark.slow
@pytest.mark.parametrize("width_mm", [100, 60, 40])
@pytest.mark.parametrize("colour", ["white", "red", "blue"])
def test_a_die_close_up_is_read(reader: DiceEye, colour: str, width_mm: float) -> None:
    image, faces = picture([die(colour, 5, 0, 0)], eye(15, (640, 480), width_mm))
    dice = reader.read(image)
    assert len(dice) == 1
    assert matched(dice, faces[0]).value == 5


FOUR = 10 * np.array([[-1.0, -1], [1, -1], [-1, 1], [1, 1]]) + 100


def reading(pips: np.ndarray, **chances: float) -> DieReading:
    """What the reader might say: chances by name (`v3`, `cocked`, `hidden`, `none`, `emblem`)."""
    kinds = np.zeros(KINDS)
    others = {"cocked": COCKED, "hidden": HIDDEN, "none": NO_DIE, "emblem": EMBLEM}
    for name, chance in chances.items():
        kinds[others.get(name) or int(name[1]) - 1] = chance
    return DieReading(kinds, np.eye(7)[0], pips)


def told(seen: DieReading, chance: float = 0.9) -> list[SeenDie]:
    return judge_finds([FoundDie((100, 100), 40, chance)], [seen], (200, 200))


@pytest.mark.parametrize(
    ("kind", "chance", "counted", "enough"),
    [(4, 0.92, 5, True), (4, 0.92, 4, False), (4, 0.98, 4, True), (4, 0.85, 5, False), (COCKED, 0.92, 7, False)],
)
def test_fewer_looks_are_needed_where_the_pips_count_to_the_value(
    kind: int, chance: float, counted: int, enough: bool
) -> None:
    kinds = np.full(KINDS, (1 - chance) / (KINDS - 1))
    kinds[kind] = chance
    assert clear(kinds, counted) is enough


@pytest.mark.parametrize(
    ("chances", "why"),
    [
        ({"v4": 0.3, "cocked": 0.7}, "cocked"),
        ({"v4": 0.6, "hidden": 0.4}, "hidden"),
        ({"v1": 0.4, "emblem": 0.6}, "a symbol"),
        ({"v4": 0.6, "v2": 0.4}, "unsure: 4 or 2"),
    ],
)
def test_a_doubtful_die_has_no_value_and_says_why(chances: dict[str, float], why: str) -> None:
    (die,) = told(reading(np.zeros((0, 2)), **chances))
    assert die.value is None
    assert why in said(die.why)


def test_a_die_of_which_pips_may_lie_outside_the_picture_has_no_value() -> None:
    two = np.array([[4.0, 90], [4, 110]])
    (die,) = judge_finds([FoundDie((4, 100), 40, 0.9)], [reading(two, v2=1.0)], (200, 200))
    assert die.value is None
    assert "cut off" in said(die.why)
    (die,) = judge_finds([FoundDie((14, 100), 40, 0.9)], [reading(two + np.array([10, 0]), v2=1.0)], (200, 200))
    assert die.value == 2


def test_pips_inside_must_lie_about_the_middle_of_a_face_that_may_be_cut() -> None:
    """Of a four cut by the edge two pips are left, as sharp as those of a two."""
    row, at = np.array([[-10.0, -10], [10, -10]]), np.array([100.0, 187])
    (die,) = judge_finds([FoundDie((100, 187), 40, 0.9)], [reading(row + at, v2=1.0)], (200, 200))
    assert die.value is None
    assert "cut off" in said(die.why)
    (die,) = judge_finds([FoundDie((100, 187), 40, 0.9)], [reading(row * [1, 0] + at, v2=1.0)], (200, 200))
    assert die.value == 2


def test_pips_that_lie_as_they_should_settle_a_doubt() -> None:
    (die,) = told(reading(FOUR, v4=0.65, v2=0.35))
    assert die.value == 4
    (die,) = told(reading(FOUR + np.array([[0, 0], [8, 5], [0, 0], [-9, 0]]), v4=0.6, v2=0.4))
    assert die.value is None


def test_what_is_most_likely_no_die_is_left_out() -> None:
    assert told(reading(np.zeros((0, 2)), v4=0.4, none=0.6), chance=0.6) == []
    assert told(reading(np.full((1, 2), 100.0), v1=0.99), chance=0.4) == []


def test_the_finder_and_the_reader_together_tell_what_is_a_die() -> None:
    """What neither is sure of is none; what one doubts a little is one if the other is sure."""
    assert told(reading(np.zeros((0, 2)), v4=0.5, v5=0.2, none=0.3), chance=0.6) == []
    assert len(told(reading(np.zeros((0, 2)), v4=0.5, v5=0.2, none=0.3), chance=0.97)) == 1
    assert len(told(reading(np.zeros((0, 2)), v4=0.7, v5=0.3), chance=0.6)) == 1


def test_an_unlikely_find_as_large_as_the_dice_beside_it_is_one() -> None:
    finds = [FoundDie((50, 100), 40, 0.9), FoundDie((150, 100), 40, 0.9), FoundDie((250, 100), 38, 0.42)]
    readings = [
        reading(FOUR - np.array([50, 0]), v4=1.0),
        reading(FOUR + np.array([50, 0]), v4=1.0),
        reading(np.full((1, 2), 250.0), v1=1.0),
    ]
    assert [die.value for die in judge_finds(finds, readings, (300, 200))] == [4, 4, 1]


@pytest.mark.parametrize("below", [35, 41])
def test_an_unlikely_find_just_below_a_die_is_its_side(below: int) -> None:
    """The camera looks down: sides lie below their top faces in the picture, the flatter the view the farther."""
    finds = [FoundDie((50, 100), 40, 0.9), FoundDie((150, 100), 40, 0.9), FoundDie((155, 100 + below), 38, 0.42)]
    readings = [
        reading(FOUR - np.array([50, 0]), v4=1.0),
        reading(FOUR + np.array([50, 0]), v4=1.0),
        reading(np.full((1, 2), 155.0), v1=1.0),
    ]
    assert len(judge_finds(finds, readings, (300, 200))) == 2
    above = [*finds[:2], replace(finds[2], at=(145, 100 - below))]
    assert len(judge_finds(above, readings, (300, 200))) == 3


@pytest.mark.parametrize(("apart", "count"), [((0.0, 29.0), 1), ((0.0, 36.0), 2), ((-29.0, 5.0), 2)])
def test_one_die_has_one_top(apart: tuple[float, float], count: int) -> None:
    """A front face looks like a top; tops of dice that touch lie farther below one another than top and side."""
    middle = np.array([100.0, 100])
    finds = [FoundDie((100, 100), 40, 0.9), FoundDie((100 + apart[0], 100 + apart[1]), 40, 0.95)]
    readings = [reading(FOUR, v4=1.0), reading(middle[None] + apart, v1=1.0)]
    dice = judge_finds(finds, readings, (300, 300))
    assert len(dice) == count
    assert 4 in [die.value for die in dice]


@pytest.mark.parametrize(("close", "emblem"), [({EMBLEM: 0.97, 0: 0.02, NO_DIE: 0.01}, True), ({0: 0.98}, False)])
def test_a_closer_look_tells_symbols_from_pips(close: dict[int, float], emblem: bool) -> None:
    """With twice the detail it sees that a blot or a figure is no pip, and that a large pip is no symbol."""
    wide, near = np.full(KINDS, 1e-3), np.full(KINDS, 1e-3)
    wide[[0, EMBLEM]] = 0.5
    near[list(close)] = list(close.values())
    kinds = combined_kinds(*(np.log(chances / chances.sum()) for chances in (wide, near)))
    assert kinds.sum() == pytest.approx(1)
    assert bool(kinds[EMBLEM] > 0.8) is emblem
    assert bool(kinds[EMBLEM] < 0.1) is not emblem


def test_a_round_spot_is_no_symbol() -> None:
    """As a reader sees a small one whose pip is a third as wide as its face."""
    doubtful = reading(np.array([[100.0, 100], [110, 112]]), v1=0.3, cocked=0.06, none=0.06, emblem=0.58)
    (die,) = told(doubtful)
    assert die.value is None
    (die,) = told(replace(doubtful, spot=True))
    assert die.value == 1
    assert die.pips == ((100.0, 100.0),)


def test_marks_that_lie_as_pips_do_may_be_parts_of_a_symbol() -> None:
    (die,) = told(reading(FOUR, v4=0.5, v5=0.2, emblem=0.3))
    assert die.value == 4
    (die,) = told(reading(FOUR[:3], v4=0.5, v5=0.2, emblem=0.3))
    assert die.value is None
    assert "a symbol" in said(die.why)
    (die,) = told(reading(FOUR, v4=0.2, v5=0.1, emblem=0.7))
    assert die.value is None


def test_a_miscount_is_told_only_if_the_look_is_very_sure() -> None:
    """A die looked at again: five pips were counted, and it looks like a three."""
    fit = np.zeros(6)
    five = np.vstack([FOUR, [[100.0, 100.0]]])
    assert told(replace(reading(five, v3=0.9, v5=0.1), fit=fit))[0].value is None
    assert told(replace(reading(five, v3=0.99, v5=0.01), fit=fit))[0].value == 3
    assert told(reading(five, v3=0.97, v5=0.03))[0].value is None


def test_a_die_of_a_dozen_pixels_must_be_surer() -> None:
    pip = np.array([[100.0, 100.0]])
    for chance, face, value in ((0.95, 12, None), (0.99, 12, 1), (0.95, 40, 1)):
        seen = reading(pip, v1=chance, v2=1 - chance)
        assert judge_finds([FoundDie((100, 100), face, 0.95)], [seen], (200, 200))[0].value == value


def test_pips_settle_what_the_look_leaves_open() -> None:
    seen = reading(np.zeros((0, 2)), v4=0.5, v5=0.4)
    assert told(seen)[0].value is None
    five = replace(seen, fit=np.array([-20.0, -15, -12, -4, 3, -9]))
    assert told(five)[0].value == 5
    either = replace(seen, fit=np.array([-20.0, -15, -12, 1, 1, -9]))
    assert told(either)[0].value is None


def one_hot(value: int, chance: float) -> np.ndarray:
    rest = (1 - chance) / 5
    return np.array([chance if k == value else rest for k in range(1, 7)])


def test_hues_settle_a_doubt_and_overrule_no_certainty() -> None:
    doubtful = reading(np.zeros((0, 2)), v4=0.55, v5=0.45)
    assert told(doubtful)[0].value is None
    hues = np.stack([one_hot(5, 0.99), one_hot(5, 0.99)])
    assert told(replace(doubtful, hues=hues, fit=np.zeros(6)))[0].value == 5
    torn = np.stack([one_hot(5, 0.9), one_hot(4, 0.9)])
    assert told(replace(doubtful, hues=torn, fit=np.zeros(6)))[0].value is None
    certain = reading(FOUR, v4=1.0)
    assert told(replace(certain, hues=hues, fit=np.zeros(6)))[0].value == 4


def test_by_hue_pips_as_dark_as_the_body_stand_out_and_glints_do_not() -> None:
    crop = np.full((64, 64, 3), 60, np.uint8)
    pips = [(26, 26), (38, 38)]
    for spot in pips:
        cv2.circle(crop, spot, 3, (45, 45, 90), -1)
    cv2.circle(crop, (38, 26), 3, (240, 240, 240), -1)
    drawn = by_hue(crop)
    assert all(drawn[v, u].min() > 200 for u, v in pips)
    assert drawn[26, 38].max() < 80
    assert drawn[32, 22].max() < 80


def test_seven_pips_may_be_a_six_seen_through_a_one() -> None:
    seven = np.vstack([FOUR, FOUR[:2] + np.array([0, 10]), [[100.0, 100.0]]])
    for_six = np.array([-20.0, -15, -12, -9, -8, -1])
    assert told(replace(reading(seven, v6=0.8, v1=0.2), fit=for_six))[0].value is None
    assert told(replace(reading(seven[:6], v6=0.8, v1=0.2), fit=for_six))[0].value == 6
    assert told(replace(reading(seven, v6=0.97, v1=0.03), fit=for_six))[0].value == 6


@pytest.mark.parametrize("turns", range(4))
def test_a_dim_die_reads_the_same_whichever_way_up_the_picture_is(reader: DiceEye, turns: int) -> None:
    """Dark red pips on black, one in each corner: what is told may be nothing, but never another value."""
    dim = replace(LOOKS["black"], pip=(0.25, 0.01, 0.01))
    laid = [replace(die("black", value, -40 + 40 * k, 0), look=dim) for k, value in enumerate((4, 5, 6))]
    image, _ = picture(laid, eye(0))
    dice = reader.read(np.ascontiguousarray(np.rot90(image, turns)))
    values = sorted(die.value for die in dice if die.value)
    assert len(dice) == 3
    assert len(values) >= 2
    assert set(values) <= {4, 5, 6}
    assert len(set(values)) == len(values)


@pytest.mark.parametrize(
    ("chance", "spot", "values"), [(0.6, False, [4, 4]), (0.9, False, [4, 4, 1]), (0.4, True, [4, 4, 1])]
)
def test_what_is_far_larger_than_the_dice_is_one_only_if_plain_or_with_a_round_spot(
    chance: float, spot: bool, values: list[int]
) -> None:
    finds = [FoundDie((100, 100), 40, 0.9), FoundDie((100, 100), 40, 0.9), FoundDie((100, 100), 140, chance)]
    one = replace(reading(np.full((1, 2), 100.0), v1=1.0), spot=spot)
    readings = [reading(FOUR, v4=1.0), reading(FOUR, v4=1.0), one]
    assert [die.value for die in judge_finds(finds, readings, (200, 200))] == values


def test_the_places_of_the_counted_pips_are_told(reader: DiceEye) -> None:
    image, (face,) = picture([die("white", 6, 0, 0)])
    (seen,) = reader.read(image)
    assert len(seen.pips) == 6
    for pip in face.pips:
        assert min(math.dist(pip, place) for place in seen.pips) < 0.12 * seen.face


def test_a_larger_picture_of_the_same_dice_reads_the_same(reader: DiceEye) -> None:
    laid = [die("red", 3, -30, 0), die("white", 5, 30, 10)]
    small, _ = picture(laid)
    large = np.asarray(cv2.resize(small, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC), np.uint8)
    for one, other in zip(reader.read(small), reader.read(large), strict=True):
        assert (one.value, one.colour) == (other.value, other.colour)
        assert math.dist(np.array(one.at) * 4, other.at) < 8


def test_no_dice_is_an_empty_list(reader: DiceEye) -> None:
    rng = np.random.default_rng(0)
    empty, _ = picture([])
    for image in (
        empty,
        np.zeros((480, 640, 3), np.uint8),
        np.full((480, 640, 3), 255, np.uint8),
        rng.integers(0, 256, (480, 640, 3), dtype=np.uint8),
        np.tile(np.arange(256, dtype=np.uint8), (300, 2))[..., None].repeat(3, 2),
    ):
        assert reader.read(np.ascontiguousarray(image)) == []


@pytest.mark.parametrize("shape", [(1, 1), (1, 640), (640, 1), (15, 15), (400, 12000), (5, 12000)])
def test_odd_shapes_are_refused_with_one_clear_message(reader: DiceEye, shape: tuple[int, int]) -> None:
    with refused("shows no dice"):
        reader.read(np.zeros((*shape, 3), np.uint8))


def test_the_smallest_and_a_large_picture_are_read(reader: DiceEye) -> None:
    assert reader.read(np.full((16, 16, 3), 90, np.uint8)) == []
    assert reader.read(np.full((2000, 12000, 3), 90, np.uint8)) == []


def test_dice_that_lie_like_the_pips_of_a_large_one_stay_dice() -> None:
    """Seen smaller, six dice may look like one; its pips may look like dice, but none of them surely."""
    large = FoundDie((50, 50), 90, 0.9)
    dice = [FoundDie((25.0 + 50 * (k % 2), 20.0 + 30 * (k // 2)), 18, 0.75) for k in range(6)]
    assert set(dice) <= set(joined(dice, [large]))
    assert joined([replace(die, chance=0.5) for die in dice], [large]) == [large]


def test_the_pips_of_all_views_are_brought_together() -> None:
    """A pip right of and above the middle lies elsewhere in every view, and in the same place once brought back."""
    place, middle = np.array([20.5, 11.5]), 15.5
    steps = np.arange(32)
    maps = []
    for size, right, down, turns in VIEWS:
        u, v = (place - middle - np.array([right, down]) * 15) / size + middle
        bump = np.exp(-((steps[None] - u) ** 2 + (steps[:, None] - v) ** 2) / 4).astype(np.float32)
        maps.append(np.rot90(bump, turns))
    row, column = np.unravel_index(int(np.argmax(mean := mean_pip_map(np.stack(maps)))), mean.shape)
    assert abs(float(column) - place[0]) <= 0.5
    assert abs(float(row) - place[1]) <= 0.5
    assert mean.max() > 0.8
