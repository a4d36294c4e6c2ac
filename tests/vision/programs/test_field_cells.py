"""Squares settled together."""

import numpy as np
import pytest

from tests.vision.programs.seen_pyramids import Shown, sights_of
from tests.vision.programs.test_table_colours import SETUP, squares
from vision.drawing.ball_table import usual_ball_view
from vision.geometry.grid import FIELD
from vision.programs.field import FieldReading
from vision.programs.field_cells import read_squares
from vision.programs.pips import pips_of

COLOURS = (("R", "B"), "K")


def reading(shown: list[Shown], under_hand: str = "") -> FieldReading:
    readings = sights_of(shown, 36.0)
    image = np.zeros((960, 1280, 3), np.uint8)
    covered = np.array([float(cell == under_hand) for cell in FIELD.cells])
    return FieldReading(image, usual_ball_view(), readings, pips_of(readings)[2], {}, {}, covered)


def test_the_setup_is_read() -> None:
    found = read_squares([reading(squares(SETUP))], *COLOURS)
    stacks = {cell: settled.stack for cell, settled in found.items() if settled.stack}
    assert stacks == {**SETUP, "d4": "R2K1"}
    assert min(settled.probability for settled in found.values()) > 0.9


def test_what_is_of_a_doubted_colour_is_doubted() -> None:
    sure = read_squares([reading(squares(SETUP))], *COLOURS)
    found = read_squares([reading(squares(SETUP))], *COLOURS, {"R": 0.6, "K": 0.9})
    assert [settled.stack for settled in found.values()] == [settled.stack for settled in sure.values()]
    for cell, share in (("b3", 0.6), ("d4", 0.54), ("b6", 1.0), ("a1", 1.0)):
        assert found[cell].probability == pytest.approx(share * sure[cell].probability)


def test_there_is_one_of_each() -> None:
    shown = squares(SETUP)
    shown[FIELD.cells.index("a1")] = Shown("R3", sure=0.6)
    found = read_squares([reading(shown)], *COLOURS)
    assert found["a1"].stack == ""
    assert found["b3"].stack == "R3"


def test_of_a_square_under_a_hand_nothing_is_said_whatever_its_reader_holds() -> None:
    seen = reading(squares(SETUP), under_hand="e5")
    assert seen.hidden == {"e5"}
    assert seen.hand


def test_a_hidden_square_may_hold_what_is_missing_and_nothing_is_said_of_it() -> None:
    shown = squares({cell: piece for cell, piece in SETUP.items() if cell != "b6"})
    shown[FIELD.cells.index("b6")] = Shown("", hidden=True)
    seen = reading(shown)
    found = read_squares([seen], *COLOURS)
    assert seen.hidden == {"b6"}
    assert seen.hand
    assert all(not settled.stack.startswith("B3") for cell, settled in found.items() if cell != "b6")
