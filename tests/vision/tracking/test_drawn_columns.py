"""Columns of a single picture read by drawing them."""

from dataclasses import replace

import cv2
import numpy as np

from tests.vision.columns.drawn_reading import reading_of_columns
from tests.vision.columns.test_turning import usual_view
from tests.vision.synthesis.test_drawn_tables import picture
from vision.tracking.column_tracker import ColumnLook
from vision.tracking.drawn_columns import redrawn

LIMITS = {f"{x},{y}": 4 for x in range(3, 7) for y in range(3, 8)}
BUILT = {"3,3": "RR", "3,4": "RR", "4,5": "B", "4,6": "BBB", "6,6": "YY", "5,6": "Y"}


def look(read: dict[str, str], hidden: tuple[str, ...] = ()) -> ColumnLook:
    """A look at the built columns by a reader that took them for others, not very surely."""
    view = usual_view()
    reading = reading_of_columns(read, hidden).doubted(0.3)
    return ColumnLook(picture(view, BUILT), view, reading, LIMITS, 0.0, False)


def told(columns: dict[str, str]) -> dict[str, tuple[str, int]]:
    return {cell: (column[-1], len(column)) for cell, column in columns.items()}


def test_heights_and_tops_that_were_misread_are_told_as_they_are_drawn() -> None:
    found = redrawn(look({**BUILT, "3,4": "RRR", "4,6": "BB", "6,6": "YYY"}))
    assert {cell: (one.top, one.height) for cell, one in found.items() if one.height} == told(BUILT)


def test_an_empty_board_is_told_as_it_was_read() -> None:
    seen = look({})
    assert redrawn(seen) == seen.columns


def test_what_was_hidden_stays_hidden() -> None:
    found = redrawn(look(BUILT, ("6,7",)))
    assert not found["6,7"].visible
    assert all(found[cell].visible for cell in BUILT)


def test_what_reader_and_drawing_agree_on_is_told_more_surely() -> None:
    found = redrawn(look({**BUILT, "4,6": "BB"}))
    assert found["4,6"].height == 3
    assert found["4,6"].probability < found["3,4"].probability - 0.03


def test_gloss_on_a_top_is_no_bare_board() -> None:
    seen = look(BUILT)
    glossy = seen.image.copy()
    top = np.array([[4.2, 5.2, 0.985], [4.8, 5.2, 0.985], [4.8, 5.8, 0.985], [4.2, 5.8, 0.985]]) * seen.view.pitch
    cv2.fillConvexPoly(glossy, np.round(seen.view.project(top)).astype(np.int32), (250, 235, 225))
    found = redrawn(replace(seen, image=glossy))
    assert (found["4,5"].top, found["4,5"].height) == ("B", 1)
