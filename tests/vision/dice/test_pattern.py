"""Pips lie as those of a value do, at any turn and slant, or they do not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.eye import P as EYE
from vision.dice.pattern import LAYOUTS, layout_log_likelihoods, misfit
from vision.dice.pattern import P as PATTERN

AT, FACE = (320.0, 200.0), 30.0


def seen(value: int, turn: float, lean: float = 0.0, grow: float = 1.0) -> np.ndarray:
    """The pips of a value's face in pixels, turned on the table, then seen from `lean` degrees off straight above."""
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    slant = np.diag([1.0, np.cos(np.radians(lean))])
    return np.asarray(LAYOUTS[value] @ spin.T @ slant * PATTERN.unit * FACE * grow + AT)


@pytest.mark.slow
@given(value=st.integers(1, 6), turn=st.floats(0, 6.3), lean=st.floats(0, 45), grow=st.floats(0.75, 1.4))
def test_a_face_fits_its_own_layout(value: int, turn: float, lean: float, grow: float) -> None:
    assert misfit(seen(value, turn, lean, grow), AT, FACE) < EYE.fits


@given(turn=st.floats(0, 6.3), lean=st.floats(0, 30))
def test_a_six_without_a_corner_is_no_five(turn: float, lean: float) -> None:
    assert misfit(seen(6, turn, lean)[1:], AT, FACE) > EYE.fits


@given(turn=st.floats(0, 6.3))
def test_a_five_without_a_corner_is_no_four(turn: float) -> None:
    assert misfit(seen(5, turn)[1:], AT, FACE) > EYE.fits


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_layout_beside_the_face_does_not_fit(value: int) -> None:
    assert misfit(seen(value, 0.3) + 0.5 * FACE, AT, FACE) > EYE.fits


def test_no_pips_or_too_many_fit_nothing() -> None:
    assert misfit(np.zeros((0, 2)), AT, FACE) == np.inf
    assert misfit(np.tile(AT, (7, 1)), AT, FACE) == np.inf


def pip_map(pips: np.ndarray, face: float = 15.0) -> np.ndarray:
    """What a map of pips about the middle of a face looks like: likely about each pip, unlikely elsewhere."""
    steps = np.arange(32) - 15.5
    local = (pips - np.array(AT)) / FACE * face
    bumps = [np.exp(-((steps[None] - u) ** 2 + (steps[:, None] - v) ** 2) / 2) for u, v in local]
    return np.asarray(np.max(bumps, axis=0) * 10 - 6, np.float32)


@given(value=st.integers(1, 6), turn=st.floats(0, 6.3), lean=st.floats(0, 35))
def test_the_pips_of_a_value_are_best_explained_by_it(value: int, turn: float, lean: float) -> None:
    assert int(np.argmax(layout_log_likelihoods(pip_map(seen(value, turn, lean)), 15.0))) + 1 == value


@given(turn=st.floats(0, 6.3), gone=st.integers(0, 5))
def test_a_six_with_a_pip_lost_in_glare_still_speaks_against_a_one_and_a_two(turn: float, gone: int) -> None:
    fit = layout_log_likelihoods(pip_map(np.delete(seen(6, turn), gone, axis=0)), 15.0)
    assert fit[5] > max(fit[0], fit[1]) + 5


def test_a_glint_beside_the_pips_counts_against_a_value_yet_leaves_it_the_likeliest() -> None:
    clean = layout_log_likelihoods(pip_map(seen(4, 0.4)), 15.0)
    glint = layout_log_likelihoods(pip_map(np.vstack([seen(4, 0.4), [AT[0] + 0.05 * FACE, AT[1] + 0.5 * FACE]])), 15.0)
    assert int(np.argmax(glint)) + 1 == 4
    assert glint[3] < clean[3]


def test_a_map_without_pips_speaks_for_none() -> None:
    fit = layout_log_likelihoods(np.full((32, 32), -6.0, np.float32), 15.0)
    assert np.isfinite(fit).all()
    assert fit.max() < 0
