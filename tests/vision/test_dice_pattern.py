"""Pips lie as those of a value do, at any turn and slant, or they do not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice import FITS
from vision.dice_pattern import LAYOUTS, UNIT, misfit

AT, FACE = (320.0, 200.0), 30.0


def seen(value: int, turn: float, lean: float = 0.0, grow: float = 1.0) -> np.ndarray:
    """The pips of a value's face in pixels, turned on the table, then seen from `lean` degrees off straight above."""
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    slant = np.diag([1.0, np.cos(np.radians(lean))])
    return np.asarray(LAYOUTS[value] @ spin.T @ slant * UNIT * FACE * grow + AT)


@given(value=st.integers(1, 6), turn=st.floats(0, 6.3), lean=st.floats(0, 45), grow=st.floats(0.75, 1.4))
def test_a_face_fits_its_own_layout(value: int, turn: float, lean: float, grow: float) -> None:
    assert misfit(seen(value, turn, lean, grow), AT, FACE) < FITS


@given(turn=st.floats(0, 6.3), lean=st.floats(0, 30))
def test_a_six_without_a_corner_is_no_five(turn: float, lean: float) -> None:
    assert misfit(seen(6, turn, lean)[1:], AT, FACE) > FITS


@given(turn=st.floats(0, 6.3))
def test_a_five_without_a_corner_is_no_four(turn: float) -> None:
    assert misfit(seen(5, turn)[1:], AT, FACE) > FITS


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_layout_beside_the_face_does_not_fit(value: int) -> None:
    assert misfit(seen(value, 0.3) + 0.5 * FACE, AT, FACE) > FITS


def test_no_pips_or_too_many_fit_nothing() -> None:
    assert misfit(np.zeros((0, 2)), AT, FACE) == np.inf
    assert misfit(np.tile(AT, (7, 1)), AT, FACE) == np.inf
