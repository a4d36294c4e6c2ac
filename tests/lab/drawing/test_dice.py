"""Drawn dice are dice: opposite faces make seven, the top face is where it is told, a seed draws the same again."""

from dataclasses import replace

import numpy as np
import pytest

from lab.drawing.dice import (
    FACES,
    DiceScene,
    DieLook,
    DrawnDice,
    Film,
    Lamp,
    SolidDie,
    face_value,
    photograph,
    render,
    top_face,
)
from lab.training.data_sets.make_dice import one
from lab.training.scenes.dice_looks import COLOURS, MAKES, Make, apart
from lab.training.scenes.dice_scenes import random_throw
from lab.training.scenes.discs import add_disc
from tests.vision.trays import LOOKS, die, eye, orientation, picture


@pytest.mark.parametrize("mirrored", [False, True])
def test_opposite_faces_make_seven(mirrored: bool) -> None:
    look = LOOKS["red"].__class__((0.5, 0, 0), (1, 1, 1), mirrored=mirrored)
    values = [(face_value(look, axis, True), face_value(look, axis, False)) for axis in range(3)]
    assert all(sum(pair) == 7 for pair in values)
    assert sorted(v for pair in values for v in pair) == sorted(FACES)


@pytest.mark.parametrize("value", range(1, 7))
def test_the_top_face_shows_its_pips_where_it_says(value: int) -> None:
    image, (face,) = picture([die("white", value, 10, -5)])
    assert face.value == value
    assert len(face.pips) == value
    grey = image.mean(axis=2)
    for u, v in face.pips:
        assert grey[round(v), round(u)] < 90, "a dark pip on a white die"
    assert face.tilt < 1
    assert face.visible > 0.8


def test_a_die_behind_another_is_hidden() -> None:
    _, (front, back) = picture([die("white", 3, 0, -10, yaw=0, lift=14), die("red", 5, 0, 7, yaw=0)], eye(lean=60))
    assert front.visible > 0.8 > back.visible


def test_a_tilted_die_says_so() -> None:
    tilted = die("blue", 2, 0, 0, tilt=25)
    assert top_face(tilted, eye()).tilt == pytest.approx(25, abs=0.1)


def test_a_die_beside_the_picture_draws_nothing() -> None:
    empty, _ = picture([])
    far, (face,) = picture([die("red", 4, 2000, 0)])
    assert np.array_equal(far, empty)
    assert face.visible == 0


def test_a_seed_draws_the_same_picture_again() -> None:
    (one_picture, one_truth), (again, again_truth) = one(7), one(7)
    assert np.array_equal(one_picture, again)
    assert one_truth == again_truth


def test_random_dice_rest_on_the_ground_and_do_not_cut_into_each_other() -> None:
    thrown = random_throw(np.random.default_rng(3), (320, 240))
    for solid in thrown.scene.dice:
        lowest = float(solid.centre[2] - np.abs(solid.turn[2]).sum() * solid.size / 2)
        assert lowest == pytest.approx(0, abs=1e-6)
    drawn = render(thrown.scene)
    assert drawn.canvas.shape == (240, 320, 3)
    assert np.isfinite(drawn.canvas).all()


def test_every_value_can_be_brought_up() -> None:
    for look in LOOKS.values():
        tops = {top_face(SolidDie(look, 1.0, (0, 0, 0), orientation(look, v)), eye()).value for v in range(1, 7)}
        assert tops == {1, 2, 3, 4, 5, 6}


def top_and_lower_tones(lit: float) -> tuple[float, float]:
    """How bright a clear die's two is drawn, and how bright the five below it that shows through."""
    look = replace(LOOKS["green"], clear=1.0, lit=lit, gloss=0.0, spread=0.4)
    laid = SolidDie(look, 16.0, (0, 0, 8.0), orientation(look, 2))
    scene = DiceScene([laid], np.full((360, 480, 3), 0.1, np.float32), eye(0), (Lamp(shadow=0.0),))
    drawn = render(scene)
    (face,) = drawn.faces
    top = [drawn.canvas[round(v), round(u)].mean() for u, v in face.pips]
    return float(np.mean(top)), float(drawn.canvas[round(face.centre[1]), round(face.centre[0])].mean())


def test_the_lower_pips_of_a_clear_die_show_through_as_bright_as_they_are_lit() -> None:
    """Below a two lies a five, whose middle pip shows where the two has none."""
    (top, dim), (same_top, bright) = top_and_lower_tones(0.2), top_and_lower_tones(1.0)
    assert top == pytest.approx(same_top)
    assert dim < 0.5 * bright
    assert dim < top


def test_a_dished_face_does_not_mirror_the_same_at_its_middle_and_its_rim() -> None:
    lamp = Lamp((0.0, 0.0, 1.0), spread=(0.2, 0.2), shine=6.0)
    drawn = []
    for dish in (0.0, 0.8):
        look = replace(LOOKS["black"], dish=dish)
        laid = SolidDie(look, 16.0, (0, 0, 8.0), orientation(look, 1))
        drawn.append(render(DiceScene([laid], np.full((360, 480, 3), 0.1, np.float32), eye(0), (lamp,))))
    flat, dished = (one.canvas[..., 1] for one in drawn)
    (u, v), (face,) = drawn[0].faces[0].centre, drawn[0].faces
    side = float(np.linalg.norm(face.corners[0] - face.corners[1]))
    near, rim = (round(u + side * 0.2), round(v)), (round(u + side * 0.36), round(v))
    assert flat[rim[::-1]] == pytest.approx(flat[near[::-1]], rel=0.3), "a flat mirror shows the same all over"
    assert dished[rim[::-1]] < 0.5 * dished[near[::-1]], "a bowl's steep rim looks past it"


def test_glitter_varies_from_speck_to_speck() -> None:
    spread = []
    for glitter in (0.0, 0.8):
        look = replace(LOOKS["green"], glitter=glitter)
        laid = SolidDie(look, 16.0, (0, 0, 8.0), orientation(look, 1))
        drawn = render(DiceScene([laid], np.full((360, 480, 3), 0.1, np.float32), eye(0)))
        u, v = np.round(drawn.faces[0].corners.mean(axis=0)).astype(int)
        spread.append(float(drawn.canvas[v - 12 : v - 7, u - 12 : u + 12, 1].std()))
    assert spread[1] > 3 * spread[0]
    assert spread[1] > 0.01


def drawn_alone(look: DieLook, lamp: Lamp, value: int = 1) -> DrawnDice:
    laid = SolidDie(look, 16.0, (0, 0, 8.0), orientation(look, value))
    return render(DiceScene([laid], np.full((360, 480, 3), 0.1, np.float32), eye(0), (lamp,)))


def test_a_worn_crease_mirrors_a_lamp_that_neither_face_nor_corner_shows() -> None:
    """Seen from above, a lamp 40 degrees down is mirrored where the surface leans by 20: in a worn crease alone."""
    low = np.radians(40)
    lamp = Lamp((float(np.sin(low)), 0.0, float(np.cos(low))), spread=(0.1, 0.1), shine=30.0)
    black = replace(LOOKS["black"], pip=LOOKS["black"].body, depth=0.0, ball=1.35, rounding=0.02)
    sharp, worn = (drawn_alone(replace(black, bevel=bevel), lamp) for bevel in (0.0, 0.12))
    (face,) = sharp.faces
    u, v = face.centre.round().astype(int)
    reach = round(float(np.linalg.norm(face.corners[0] - face.corners[1])) * 0.47)
    about = (slice(v - reach, v + reach), slice(u - reach, u + reach))
    assert worn.canvas[about].max() > 3 * sharp.canvas[about].max()


def test_the_ground_sparkles_through_glass_and_its_walls_are_as_bright_as_they_mirror() -> None:
    glass = replace(LOOKS["green"], clear=1.0, gloss=0.0, density=0.3, pip_radius=0.01)
    tones = []
    for look in (glass, replace(glass, sparkle=1.0), replace(glass, wall=0.0)):
        drawn = drawn_alone(look, Lamp(shadow=0.0))
        u, v = drawn.faces[0].corners.mean(axis=0).round().astype(int)
        side = float(np.linalg.norm(drawn.faces[0].corners[0] - drawn.faces[0].corners[1]))
        low, high = round(0.2 * side), round(0.3 * side)
        spread = float(drawn.canvas[v + low : v + high, u - high : u + high, 1].std())
        tones.append((spread, float(drawn.canvas[drawn.owner == 0].mean())))
    (even, bright), (uneven, _), (_, dull) = tones
    assert uneven > 3 * even
    assert dull < bright


@pytest.mark.parametrize("make", MAKES)
def test_every_make_of_die_has_pips_that_can_be_told_from_its_body(make: Make) -> None:
    rng = np.random.default_rng(5)
    for _ in range(100):
        look, name = make(rng)
        assert name in COLOURS
        assert apart(look.pip, look.body) > 0.2 or apart(look.pip, look.second) > 0.2
        assert 0 <= look.clear <= 1


def test_a_telephone_smears_hues_and_leaves_brightness_sharp() -> None:
    canvas = np.full((40, 40, 3), 0.3, np.float32)
    canvas[:, 20:] = (0.6, 0.2, 0.1)
    plain = Film(gamma=1.0, blur=0.0, noise=0.0, quality=100)
    rng = np.random.default_rng(0)
    sharp, smeared = (photograph(canvas, replace(plain, hue_blur=blur), rng).astype(float) for blur in (0.0, 3.0))
    assert smeared.mean(axis=2) == pytest.approx(sharp.mean(axis=2), abs=1)
    redder = [float(picture[20, 18, 2] - picture[20, 18].mean()) for picture in (sharp, smeared)]
    assert redder[0] == 0
    assert redder[1] > 10


@pytest.mark.parametrize("seed", range(8))
def test_a_disc_covers_its_place_and_leaves_the_rest_of_the_picture(seed: int) -> None:
    picture = np.random.default_rng(seed).integers(0, 256, (90, 120, 3), np.uint8)
    made = add_disc(np.random.default_rng(seed), picture, (40.0, 30.0), 12.0)
    assert made.shape == picture.shape and made.dtype == np.uint8
    assert (made[60:] == picture[60:]).all() and (made[:, 75:] == picture[:, 75:]).all()
    steps = [np.abs(np.diff(shown[26:35, 36:45].astype(float), axis=0)).mean() for shown in (made, picture)]
    assert steps[0] < 0.3 * steps[1]
