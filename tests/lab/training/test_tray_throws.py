"""Throws on other people's trays: the same from the same seed, of every material, and what lies over a die hides it."""

import numpy as np
import pytest

from lab.drawing.dice import DiceScene, Film, render
from lab.training.data_sets import make_tray_dice
from lab.training.scenes.dice_grounds import TILE
from lab.training.scenes.dice_looks import apart
from lab.training.scenes.dice_scenes import Thrown
from lab.training.scenes.tray_grounds import MATERIALS, net_of_light
from lab.training.scenes.tray_looks import LEAST_APART, set_look
from lab.training.scenes.tray_throws import covered
from tests.vision.trays import die, eye
from vision.drawing.hands import hand_at


def test_a_seed_gives_the_same_throw_again() -> None:
    (one, told), (two, again) = make_tray_dice.one(7), make_tray_dice.one(7)
    assert np.array_equal(one, two)
    assert told == again


@pytest.mark.parametrize("number", range(len(MATERIALS)))
def test_every_material_fills_its_tile_with_light(number: int) -> None:
    tile = MATERIALS[number](np.random.default_rng(number))
    assert tile.shape == (TILE, TILE, 3)
    assert np.isfinite(tile).all()
    assert 0.0005 < float(tile.mean()) < 1.5


def test_most_pips_stand_out_from_their_dice() -> None:
    looks = [set_look(np.random.default_rng(seed))[0] for seed in range(60)]
    plain = [look for look in looks if look.depth < 0.8]
    assert sum(apart(look.pip, look.body) > LEAST_APART for look in plain) > 0.95 * len(plain)


def test_uneven_light_is_as_bright_as_even_light() -> None:
    for seed in range(8):
        light = net_of_light(np.random.default_rng(seed), (320, 240))
        assert light.shape == (240, 320, 1)
        assert 0.6 < float(light.mean()) < 1.5
        assert float(light.std()) > 0.002


def test_a_hand_over_a_die_hides_its_face() -> None:
    camera = eye(10, (320, 240))
    ground = np.full((240, 320, 3), 0.3, np.float32)
    scene = DiceScene([die("red", 3, -25, 0), die("blue", 5, 30, 0)], ground, camera)
    x, y, z = scene.dice[0].centre
    hand = hand_at(np.random.default_rng(0), (x, y, z + 10), np.pi, 0.0, (0.5, 0.3, 0.2), (0.1, 0.1, 0.4))
    bare = render(scene)
    faces = covered(render(scene), Thrown(scene, ("red", "blue"), Film(), (), (hand,)))
    assert faces[0].visible < 0.5 < bare.faces[0].visible
    assert faces[1].visible == pytest.approx(bare.faces[1].visible)
