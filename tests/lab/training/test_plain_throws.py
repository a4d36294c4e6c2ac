"""Throws of other people's plain dice: large ones, close twos, signs on all faces, stretched pictures; the same again
from the same seed."""

from dataclasses import replace

import numpy as np
import pytest

from lab.drawing.dice import DiceScene, DieLook, Emblem, SolidDie, layout, render, top_face
from lab.training.data_sets import make_plain_dice
from lab.training.scenes.plain_throws import LIKE_DICE, gingham, like_dice, plain_look, stretched
from tests.vision.trays import LOOKS, die, eye


def test_a_seed_gives_the_same_throw_again() -> None:
    (one, told), (two, again) = make_plain_dice.one(7), make_plain_dice.one(7)
    assert np.array_equal(one, two)
    assert told == again


def test_single_pips_are_often_a_third_as_wide_as_the_face_and_twos_close() -> None:
    looks = [plain_look(np.random.default_rng(seed))[0] for seed in range(200)]
    aces = np.array([look.ace * look.pip_radius for look in looks])
    twos = np.array([np.abs(layout(2, look, False)).max() for look in looks])
    assert 0.2 < (aces > 0.3).mean() < 0.6
    assert aces.max() <= 0.5
    assert (twos < 0.35).mean() > 0.15
    assert all(np.linalg.norm(layout(2, look, False)[0]) > look.pip_radius for look in looks)


def test_a_sign_on_all_faces_is_on_whichever_is_up() -> None:
    paint = np.zeros((96, 96), np.float32)
    for value in range(1, 7):
        thrown = die("white", value, 0, 0)
        for everywhere, wanted in ((True, True), (False, value == 3)):
            look = replace(thrown.look, emblem=Emblem(3, paint, everywhere))
            assert top_face(replace(thrown, look=look), eye()).emblem is wanted


@pytest.mark.parametrize("bright", [(0.8, 0.02, 0.02), None])
def test_the_one_and_the_four_may_be_painted_otherwise(bright: tuple[float, float, float] | None) -> None:
    for value in (1, 2):
        thrown = die("white", value, 0, 0)
        scene = DiceScene([replace(thrown, look=replace(thrown.look, bright=bright, ace=1.6))], _grey(), eye(0))
        drawn = render(scene)
        u, v = (round(float(n)) for n in drawn.faces[0].pips[0])
        red, _, blue = drawn.canvas[v, u]
        assert bool(red > 2 * blue) is (bright is not None and value == 1)


def test_the_rim_of_a_single_pip_shines() -> None:
    plain = render(DiceScene([_one(LOOKS["black"], 0.0)], _grey(), eye(0))).canvas
    rimmed = render(DiceScene([_one(LOOKS["black"], 0.8)], _grey(), eye(0))).canvas
    assert 0 < (np.abs(rimmed - plain).max(axis=2) > 0.1).mean() < 0.01


def test_a_stretched_picture_is_wider_than_high_by_no_more_than_it_says() -> None:
    camera = eye(0)
    shares = []
    for seed in range(40):
        seen = stretched(np.random.default_rng(seed), camera)
        across, up = np.ptp(top_face(die("red", 4, 0, 0, yaw=0), seen).corners, axis=0)
        shares.append(across / up)
    assert min(shares) < 0.8
    assert max(shares) > 1.25
    assert 0.69 < min(shares) < max(shares) < 1.41


@pytest.mark.parametrize("number", range(len(LIKE_DICE)))
def test_what_looks_like_dice_is_painted_on_the_ground(number: int) -> None:
    for seed in range(number, 30, len(LIKE_DICE)):
        ground = np.full((200, 200, 3), 0.5, np.float32)
        places = like_dice(np.random.default_rng(seed), ground, 40.0)
        assert np.isfinite(ground).all()
        assert (ground != 0.5).any()
        assert 1 <= len(places) <= 5


def test_gingham_has_checks_darker_where_stripes_cross() -> None:
    shades = [len(np.unique((gingham(np.random.default_rng(seed)).mean(axis=2) * 12).round())) for seed in range(12)]
    assert max(shades) >= 3


def _grey() -> np.ndarray:
    return np.full((360, 480, 3), 0.3, np.float32)


def _one(look: DieLook, rim: float) -> SolidDie:
    thrown = die("black", 1, 0, 0)
    return replace(thrown, look=replace(look, rim=rim, ace=1.8))
