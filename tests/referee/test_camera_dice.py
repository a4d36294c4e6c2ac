"""Rolls from a watched tray in the game's letters; what the tray shows is scripted, seeing is tested with vision."""

import numpy as np
import pytest

from companion.referee.camera_dice import CameraDice, CameraNote, CameraRoll
from companion.referee.errors import RefereeError
from vision.dice import Die
from vision.look import Image
from vision.source import Shot

SIZE = 12


class Squares:
    """Reads coloured squares as dice: a stand-in for the networks."""

    def read(self, image: Image) -> list[Die]:
        found = []
        for name, tone, value in (("blue", 200, 4), ("green", 150, 5), ("red", 250, 2)):
            v, u = np.nonzero(image[..., 0] == tone)
            if len(u) > 40:
                found.append(Die(name, value, (float(u.mean()), float(v.mean())), 0.99, float(SIZE)))
        return found


def frame(squares: dict[int, tuple[int, int]]) -> Image:
    image = np.full((240, 320, 3), 60, np.uint8)
    for tone, (u, v) in squares.items():
        image[v : v + SIZE, u : u + SIZE] = tone
    return image


def shots(*tones: int) -> list[Shot]:
    """An empty tray, squares sliding in, squares at rest."""
    images = [frame({})] * 8
    images += [frame({tone: (100 + 12 * k, 60 + 60 * i) for i, tone in enumerate(tones)}) for k in range(5)]
    images += [frame({tone: (148, 60 + 60 * i) for i, tone in enumerate(tones)})] * 30
    return [Shot(0.1 * k, image) for k, image in enumerate(images)]


def test_a_throw_becomes_one_roll_in_letters() -> None:
    rolls = list(CameraDice("BG", reader=Squares()).rolls(shots(200, 150)))
    assert [roll.dice for roll in rolls] == [{"B": 4, "G": 5}]
    assert rolls[0].t == pytest.approx(1.6, abs=0.4)


def test_dice_of_other_colours_are_told_and_make_no_roll() -> None:
    source = CameraDice("BG", reader=Squares())
    said = [what for shot in shots(200, 250) for what in source.see(shot)]
    assert not [what for what in said if isinstance(what, CameraRoll)]
    notes = [what.text for what in said if isinstance(what, CameraNote)]
    assert notes[0] == "the tray is empty: throw"
    assert notes[1] == "the throw needs the blue and green dice, blue and red were thrown"


def test_a_missing_die_is_told() -> None:
    source = CameraDice("BG", reader=Squares())
    said = [what for shot in shots(200) for what in source.see(shot)]
    assert isinstance(said[-1], CameraNote)
    assert "1 of 2 dice" in said[-1].text
    assert said[-1].event.kind == "doubt"


@pytest.mark.parametrize("colours", ["", "BX", "BB"])
def test_unknown_dice_are_refused(colours: str) -> None:
    with pytest.raises(RefereeError, match="names no dice"):
        CameraDice(colours, reader=Squares())
