"""The themes can be read."""

import re

import pytest

from companion.app.theme import PAIRS, PALETTES, STEP, Theme, contrast
from companion.referee.drawing.shapes import FACE_INK, FACES

ENOUGH = 4.5


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_stands_out_from_its_ground(name: str, ink: str, ground: str) -> None:
    palette = PALETTES[name]
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= ENOUGH


@pytest.mark.parametrize("colour", FACES)
def test_letters_and_pips_stand_out_from_pieces_and_dice(colour: str) -> None:
    for face in FACES[colour]:
        assert contrast(FACE_INK[colour], face) >= ENOUGH


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1.0


def test_colours_are_written_in_full() -> None:
    for palette in PALETTES.values():
        assert all(re.fullmatch("#[0-9a-f]{6}([0-9a-f]{2})?", colour) for colour in vars(palette).values())


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1920, 1200), (780, 360)])
def test_a_display_that_stands_has_the_sizes_of_one_that_lies(size: tuple[int, int]) -> None:
    upright, lying = Theme(), Theme()
    upright.fit(*size)
    lying.fit(*reversed(size))
    assert (upright.unit, upright.touch, upright.gap) == (lying.unit, lying.touch, lying.gap)
    assert upright.portrait != lying.portrait and upright.gap == STEP * upright.unit
