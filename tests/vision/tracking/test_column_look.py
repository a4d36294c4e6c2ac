"""What a look at a masked board says of its columns."""

from dataclasses import replace
from typing import cast

import numpy as np

from tests.vision.columns.drawn_reading import reading_of_columns
from tests.vision.columns.test_turning import usual_view
from vision.tracking.column_overlay import draw_columns
from vision.tracking.column_tables import ColumnTables
from vision.tracking.column_tracker import ColumnLook

LIMITS = {f"{x},{y}": 8 for x in range(3, 7) for y in range(3, 8)}


def look(columns: dict[str, str], hidden: tuple[str, ...] = ()) -> ColumnLook:
    view = usual_view()
    picture = np.zeros((view.camera.size[1], view.camera.size[0], 3), np.uint8)
    return ColumnLook(picture, view, reading_of_columns(columns, hidden), LIMITS, 0.0, False)


def test_hidden_squares_say_nothing_and_the_others_what_they_show() -> None:
    seen = look({"3,3": "RG"}, ("4,4",))
    assert "4,4" in seen.hidden
    assert not np.any(seen.log_likelihoods("4,4", ["", "R", "RB"]))
    assert int(seen.log_likelihoods("3,3", ["", "G", "BG", "RR"]).argmax()) == 2
    assert seen.touched("3,3") is None


def test_what_the_mask_closes_is_never_hidden() -> None:
    # A tall column hides squares behind it; of those only the ones are hidden on which something may stand.
    seen = look({"3,3": "R" * 8}, ("3,4", "0,0", "9,9"))
    assert seen.hidden <= set(LIMITS)
    assert seen.columns["9,9"].visible
    assert seen.columns["9,9"].height == 0


def test_a_column_in_plain_sight_is_hidden_less_likely_than_the_network_has_it() -> None:
    seen = look({"5,5": "RG"})
    doubtful = replace(seen, reading=replace(seen.reading, hidden=np.full((10, 10), 0.55)))
    assert doubtful.covered[5, 5] < 0.3
    assert "5,5" not in doubtful.hidden


def test_what_a_column_hides_is_no_hand() -> None:
    view = usual_view()
    away = np.array([5.5, 5.5]) - (view.camera_centre / view.pitch)[:2]
    step = np.round(away / np.abs(away).max()).astype(int)
    behind = tuple(f"{5 + k * step[0]},{5 + k * step[1]}" for k in range(1, 5))
    assert not look({"5,5": "R" * 8}, behind).hand
    assert look({}, behind).hand
    assert not look({}, behind[:2]).hand
    assert replace(look({}, behind[:2]), arm=True).hand


def test_tops_are_drawn_over_the_picture() -> None:
    seen = look({"3,3": "RG", "5,6": "B"}, ("4,4",))
    drawn = draw_columns(seen, seen.columns, 0.9)
    assert drawn.shape == seen.image.shape
    assert drawn.any()
    assert not seen.image.any()


def test_what_a_table_explains_on_a_board_that_stands_otherwise_is_no_hand() -> None:
    class Drawn:
        def __init__(self, foreign: float) -> None:
            self.unexplained = lambda _table: foreign

    def standing(foreign: float) -> ColumnLook:
        return replace(look({}), drawing=lambda: cast("ColumnTables", Drawn(foreign)))

    assert replace(standing(0.07), standing=((-0.7, standing(0.0)),)).unexplained({"3,3": "R"}) == 0.0
    assert standing(0.07).unexplained({}) == 0.07
    assert look({}).unexplained({}) == 0.0
