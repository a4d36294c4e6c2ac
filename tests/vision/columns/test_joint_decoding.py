"""What stands on every square, from what the reader says and what the mask allows."""

import numpy as np
import pytest

from tests.vision.columns.drawn_reading import reading_of_columns
from vision.columns.joint_decoding import chance_logs, decode_columns, joint

LIMITS = {f"{x},{y}": 3 for x in range(2, 6) for y in range(1, 9)}


def test_columns_are_settled_as_they_are_seen() -> None:
    columns = decode_columns(reading_of_columns({"2,1": "RRB", "3,4": "G"}), LIMITS, frozenset({"3,4"}))
    assert (columns["2,1"].top, columns["2,1"].height, columns["2,1"].visible) == ("B", 3, True)
    assert (columns["3,4"].top, columns["3,4"].height, columns["3,4"].visible) == ("G", 1, False)
    assert (columns["9,9"].top, columns["9,9"].height) == ("", 0)
    assert len(columns) == 100
    assert columns["2,1"].probability > 0.8


@pytest.mark.parametrize("cell", ["2,1", "0,0"])
def test_what_the_mask_forbids_is_seen_only_where_it_is_plain(cell: str) -> None:
    plain = decode_columns(reading_of_columns({cell: "RRRRR"}), LIMITS, frozenset())[cell]
    allowed = decode_columns(reading_of_columns({cell: "RRRRR"}), {cell: 5}, frozenset())[cell]
    assert plain.probability < allowed.probability


def test_only_top_and_height_tell_columns_apart() -> None:
    both = joint(reading_of_columns({"2,1": "RRB"}), LIMITS)
    logs = chance_logs(both, "2,1", ("RRB", "GYB", "RRY", "RB", "", "R" * 12))
    assert logs[0] == logs[1]
    assert logs[0] > max(logs[2:])
    assert np.isfinite(logs).all()
    assert np.isclose(chance_logs(both, "9,9", ("",))[0], 0.0, atol=0.1)
